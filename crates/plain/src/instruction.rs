use tabiya_rules::{Color, Square};
use tabiya_table::Request;

use crate::picture::Style;

/// What a line asks of the plain board: something to be done at the table, or something to be told.
#[derive(Clone, Debug, PartialEq)]
pub enum Instruction {
    Ask(Request),
    Board,
    BoardStyle(Style),
    /// Whether the board is shown after every move.
    BoardAlways(bool),
    Moves(Option<Square>),
    Why(String),
    Threats(ThreatsQuery),
    Setup(Option<String>),
    Rules(Option<String>),
    Flip,
    Score,
    Clock,
    Hint,
    Fen,
    Pgn,
    List,
    Level,
    /// Which opening this is, or a game that begins with one.
    Opening(Option<String>),
    Book,
    Help(Option<String>),
    Quit,
}

/// Whose threats are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreatsQuery {
    Both,
    Of(Color),
    To(Square),
}
