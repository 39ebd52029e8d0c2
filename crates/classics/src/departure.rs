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
    /// With what the line begins that it prints where ours prints another, if there is such a line.
    pub instead: Option<&'static str>,
    /// Whether a game has come to where it shows.
    pub shows: fn(&DepartureMoment<'_>) -> bool,
    /// The start of the shortest game that shows it, where that is not the usual one.
    pub fen: Option<&'static str>,
    /// The input of that game.
    pub input: &'static str,
    /// What ours prints last with that input.
    pub ours: &'static str,
}

/// A moment in which a printed program may depart: a game, and what was read last.
#[derive(Clone, Copy, Debug)]
pub struct DepartureMoment<'a> {
    /// The game.
    pub game: &'a Game,
    /// What was read last.
    pub last: LastLine<'a>,
}

/// What was read last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastLine<'a> {
    /// A move that was made, or nothing yet.
    Obeyed,
    /// This, and it was refused.
    Refused(&'a [u8]),
    /// The end of the input.
    End,
}

impl Departure {
    /// Whether a line of a program is what the printed program has here. Where nobody can say what that is, it is known
    /// by there being none: the program has died.
    pub fn explains(&self, line: &[u8]) -> bool {
        self.instead.map_or(line.is_empty(), |instead| line.starts_with(instead.as_bytes()))
    }
}

impl fmt::Display for Departure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this is departure {} of the listing: {}", self.number, self.does)
    }
}
