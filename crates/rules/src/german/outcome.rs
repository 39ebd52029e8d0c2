use std::fmt;

use super::{NounCase, color, the, words};
use crate::{Draw, Outcome, Victory, Words};

impl Words for Outcome {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Won { winner, by } => write!(f, "{} gewinnt {}", color(*winner), words(by)),
            Outcome::Drawn(by) => write!(f, "Remis {}", words(by)),
        }
    }
}

impl Words for Victory {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Victory::Checkmate => f.write_str("durch Matt"),
            Victory::Stalemate => f.write_str("durch Patt"),
            Victory::RoyalTaken(royal) => {
                write!(f, "durch Schlagen {}", the(*royal, NounCase::Genitive))
            }
            Victory::Score => f.write_str("nach Punkten"),
        }
    }
}

impl Words for Draw {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Draw::Stalemate => "durch Patt",
            Draw::NoSafeMove => "mangels eines sicheren Zugs",
            Draw::Repetition => "durch Stellungswiederholung",
            Draw::QuietMoves => "durch zu viele Züge ohne Schlagen und ohne Bauernzug",
            Draw::DeadPosition => "durch zu wenig Material",
            Draw::Score => "durch Punktgleichheit",
        })
    }
}
