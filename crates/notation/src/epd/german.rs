use std::fmt;

use tabiya_rules::Words;
use tabiya_text::visible;

use super::{EpdError, EpdNote, MAX_LENGTH};
use crate::german::all_the_same;

impl Words for EpdError {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EpdError::TooLong { length } => {
                write!(f, "der Text hat {length} Bytes, und keine EPD hat mehr als {MAX_LENGTH}")
            }
            EpdError::Fen(error) => error.german(f),
            EpdError::FenCounters { column } => {
                write!(f, "die Zahl in Spalte {column} gehört zu einer FEN: eine EPD hat hmvc und fmvn")
            }
            EpdError::NotAnOpcode { column, found } => {
                write!(f, "erwartet wird der Name einer Operation, gefunden: {found} in Spalte {column}")
            }
            EpdError::Repeated { column, opcode } => {
                write!(f, "{opcode} in Spalte {column} kam schon vor")
            }
            EpdError::Empty { column } => {
                write!(f, "vor dem Strichpunkt in Spalte {column} steht keine Operation")
            }
            EpdError::OpenText { column } => {
                write!(f, "dem Text, der in Spalte {column} beginnt, fehlt das Anführungszeichen am Ende")
            }
            EpdError::StrayQuote { column } => {
                write!(f, "kein Leerzeichen trennt das Anführungszeichen in Spalte {column} von einem Wort")
            }
            EpdError::MissingSemicolon { column } => {
                write!(f, "der Operation in Spalte {column} fehlt der Strichpunkt am Ende")
            }
            EpdError::Control { column, found } => {
                write!(f, "das Steuerzeichen {} in Spalte {column}", visible(&found.to_string()))
            }
        }
    }
}

impl Words for EpdNote {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EpdNote::Fen(note) => note.german(f),
            EpdNote::Epd(error) => all_the_same(f, error),
        }
    }
}
