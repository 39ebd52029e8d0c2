use std::fmt;

use tabiya_game::Game;

/// A place where the program that a document prints departs from the game that its document describes and we play.
///
/// ```
/// use tabiya_classics::Classic;
///
/// let walled_in = &Classic::find("hong").unwrap().departures[2];
/// assert_eq!(walled_in.instead, Some("Winner: D"));
/// assert!(walled_in.to_string().starts_with("this is departure 3 of the listing: "));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Departure {
    /// Its number in the description.
    pub number: u8,
    /// What the printed program does.
    pub does: &'static str,
    /// With what the line begins that it prints where ours prints another, if it is known by such a line.
    pub instead: Option<&'static str>,
    /// Whether a game has come to where it shows.
    pub shows: fn(&Game) -> bool,
    /// The start of the shortest game that shows it, where that is not the usual one.
    pub fen: Option<&'static str>,
    /// The input of that game.
    pub input: &'static str,
    /// What ours prints last with that input.
    pub ours: &'static str,
}

impl Departure {
    /// Whether a line of a program is what the printed program has here.
    pub fn explains(&self, line: &[u8]) -> bool {
        self.instead.is_some_and(|instead| line.starts_with(instead.as_bytes()))
    }
}

impl fmt::Display for Departure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this is departure {} of the listing: {}", self.number, self.does)
    }
}
