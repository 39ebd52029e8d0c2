use tabiya_classics::Departure;

/// What was going on when our program wrote a part of its output.
#[derive(Clone, Default)]
pub struct StepContext {
    /// What it had read last, as it stands in the input.
    pub fed: Vec<u8>,
    /// The moves of the game, in pairs.
    pub moves: String,
    /// The board as a picture, where there is one.
    pub board: Option<String>,
    /// What our program did, and by which rule.
    pub account: String,
    /// Where the program that the document prints might do something else.
    pub departures: Vec<&'static Departure>,
}
