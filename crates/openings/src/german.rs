//! German: openings that cannot be found, books that are none. Names of openings stay as they are.

use std::fmt;

use tabiya_rules::Words;
use tabiya_rules::german::joined;

use crate::{BookFault, NoOpenings, NotAnOpening};

impl Words for NotAnOpening {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAnOpening::Unknown { found, nearest } if nearest.is_empty() => {
                write!(f, "keine Eröffnung heißt {found}")
            }
            NotAnOpening::Unknown { found, nearest } => {
                write!(f, "keine Eröffnung heißt {found}: meinst du {}?", joined(nearest, "oder"))
            }
            NotAnOpening::Several { found, lines } => {
                write!(
                    f,
                    "{found} können mehrere Eröffnungen sein: sag, welche, wie {}",
                    joined(lines, "oder")
                )
            }
        }
    }
}

impl Words for NoOpenings {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nur Partien, die wie Schach beginnen und gezogen werden, haben Eröffnungen mit Namen")
    }
}

/// What the system says of a file stays as it is.
impl Words for BookFault {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookFault::Unreadable(error) => fmt::Display::fmt(error, f),
            BookFault::Empty => f.write_str("es ist leer und kein Buch"),
            BookFault::TooLarge => f.write_str("zu groß für ein Buch"),
            BookFault::Text => f.write_str(
                "es ist Text und kein Buch: tabiya book make PARTIEN.pgn BUCH.bin macht aus Partien eines",
            ),
            BookFault::Form(error) => error.german(f),
        }
    }
}
