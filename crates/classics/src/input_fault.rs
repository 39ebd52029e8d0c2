use std::fmt;

use tabiya_game::Refusal;
use tabiya_notation::Excerpt;
use tabiya_rules::{Color, Faults, Illegal};

use crate::Rows;
use crate::intent::Spot;

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the facts that the variant's sentence names")]
pub enum InputFault {
    /// Not a move; this is what one looks like.
    NotAMove { example: &'static str },
    /// No such command.
    Unknown { word: Excerpt, verbs: Vec<&'static str> },
    /// A command, but not like this.
    Usage { usage: &'static str },
    /// A word without end.
    TooLong,
    /// Not the number of a mode.
    NotANumber,
    /// Not a square of the board.
    NoSquare { name: Excerpt },
    /// No game is running.
    NoGame,
    /// A game is running.
    GameRuns,
    /// A position is being set up.
    SettingUp,
    /// No position is being set up.
    NotSettingUp,
    /// Nothing is taken back: the program was started without undo.
    NoUndo,
    /// The turn must be begun first.
    NotBegun,
    /// The turn has been begun.
    Begun,
    /// The machine is to move.
    MachinesTurn { color: Color },
    /// A person is to move.
    PersonsTurn { color: Color },
    /// What a pawn should become was not said.
    NoPromotion,
    /// The position cannot be played.
    BadPosition(Faults),
    /// A position must not begin with a check.
    InCheck { color: Color },
    /// The rules say no.
    Illegal(Illegal),
    /// The game says no.
    Refused(Refusal),
}

impl InputFault {
    pub(crate) fn no_square(spot: &Spot) -> InputFault {
        InputFault::NoSquare { name: Excerpt::of_bytes(&spot.name) }
    }

    /// The reason, with squares named as they are by whoever reads it.
    pub fn words(&self, rows: Rows) -> String {
        match self {
            InputFault::Illegal(_) | InputFault::Refused(_) | InputFault::BadPosition(_) => {
                rows.turn_words(&self.to_string())
            }
            _ => self.to_string(),
        }
    }
}

impl fmt::Display for InputFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputFault::NotAMove { example } => write!(f, "this is no move: one is written {example}"),
            InputFault::Unknown { word, verbs } => {
                write!(f, "there is no command {word}: the commands are {}", verbs.join(", "))
            }
            InputFault::Usage { usage } => write!(f, "it is written {usage}"),
            InputFault::TooLong => f.write_str("the line is too long"),
            InputFault::NotANumber => f.write_str("this is no number"),
            InputFault::NoSquare { name } => write!(f, "there is no square {name:#}"),
            InputFault::NoGame => f.write_str("no game is running"),
            InputFault::GameRuns => f.write_str("a game is running"),
            InputFault::SettingUp => f.write_str("a position is being set up: `done` leaves that"),
            InputFault::NotSettingUp => f.write_str("no position is being set up"),
            InputFault::NoUndo => f.write_str("moves are taken back only in a session started with -undo"),
            InputFault::NotBegun => f.write_str("say `play` first, or `undo` to take back a move"),
            InputFault::Begun => f.write_str("the turn has begun: make a move"),
            InputFault::MachinesTurn { color } => {
                write!(f, "the computer plays {color}: a bare `move` makes it move")
            }
            InputFault::PersonsTurn { color } => write!(f, "a person plays {color}: say from where to where"),
            InputFault::NoPromotion => f.write_str("the pawn must become a queen, rook, bishop or knight"),
            InputFault::BadPosition(faults) => faults.fmt(f),
            InputFault::InCheck { color } => write!(f, "{color}'s king is in check"),
            InputFault::Illegal(illegal) => illegal.fmt(f),
            InputFault::Refused(refusal) => refusal.fmt(f),
        }
    }
}
