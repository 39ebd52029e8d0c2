use tabiya_engine::Level;
use tabiya_rules::{Color, Square};

use super::picture::Style;

/// What somebody at the board asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Whatever is no command should be a move.
    Move(String),
    Board,
    BoardStyle(Style),
    /// Whether the board is shown after every move.
    BoardAlways(bool),
    Moves(Option<Square>),
    Why(String),
    Threats(Threats),
    Undo(u32),
    Redo(u32),
    /// Take back one's own move and the answer to it.
    Remove,
    Walk(Walk),
    Save {
        file: String,
        replace: bool,
    },
    Open {
        file: String,
        number: usize,
    },
    New(Option<Color>),
    Setup(Option<String>),
    Rules(Option<String>),
    Flip,
    Resign(Option<Color>),
    Draw,
    Accept,
    Decline,
    Pass,
    Stop,
    Score,
    Clock,
    Hint,
    Fen,
    Pgn,
    List,
    Level(Option<Level>),
    /// Nobody moves but the people here.
    Force,
    /// The computer plays the side to move.
    Go,
    /// The computer plays that side.
    Computer(Color),
    Name {
        color: Option<Color>,
        name: String,
    },
    Continue(usize),
    Help(Option<String>),
    Quit,
}

/// Whose threats are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threats {
    Both,
    Of(Color),
    To(Square),
}

/// A step through the game, whoever's moves they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walk {
    First,
    Previous,
    Next,
    Last,
}
