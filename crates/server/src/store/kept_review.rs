/// What the computer found out about the positions of a game, as it is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptReview {
    /// The moves of the line whose positions they are, such as `e2e4 e7e5`: another line may have only the first of them.
    pub moves: String,
    /// What is known of each position, from the start on, in the form of `tabiya_analysis`; empty where nothing is.
    pub searches: Vec<String>,
}
