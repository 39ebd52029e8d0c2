use std::fmt;

use tabiya_notation::pgn::PgnDamage;
use tabiya_notation::{EpdError, FenError};
use tabiya_rules::Faults;

use crate::Form;

/// What is wrong with a game or a position in a file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameDamage {
    /// With a game of PGN.
    Pgn(PgnDamage),
    /// With a position that is written in a line.
    Line {
        /// The number of the line, from 1.
        number: u64,
        /// What it is.
        why: LineDamage,
    },
}

/// What is wrong with a line that should hold a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineDamage {
    /// It is no text.
    NotUtf8(Form),
    /// It is no FEN.
    Fen(FenError),
    /// It is no EPD.
    Epd(EpdError),
    /// The rules do not allow the position.
    Position(Faults),
}

impl fmt::Display for GameDamage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameDamage::Pgn(damage) => damage.fmt(f),
            GameDamage::Line { number, why } => write!(f, "line {number}: {why}"),
        }
    }
}

impl fmt::Display for LineDamage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineDamage::NotUtf8(form) => write!(f, "this is no {form}: it is not UTF-8 text"),
            LineDamage::Fen(error) => write!(f, "this is no FEN: {error}"),
            LineDamage::Epd(error) => write!(f, "this is no EPD: {error}"),
            LineDamage::Position(faults) => write!(f, "this is no position under these rules: {faults}"),
        }
    }
}
