use std::fmt;

use tabiya_rules::german::{counted, words};
use tabiya_rules::{Fault, Words};
use tabiya_text::visible;

use super::{FenError, FenField, MAX_LENGTH, Note, PositionError};
use crate::german::all_the_same;

impl Words for FenField {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FenField::Board => "Brett",
            FenField::Turn => "Zugrecht",
            FenField::Castling => "Rochade",
            FenField::EnPassant => "en passant",
            FenField::Halfmoves => "Halbzüge",
            FenField::Fullmoves => "Zugnummer",
        })
    }
}

impl Words for FenError {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(field), false) = (self.field(), matches!(self, FenError::MissingField { .. })) {
            write!(f, "{}: ", words(&field))?;
        }
        match self {
            FenError::TooLong { length } => {
                write!(f, "der Text hat {length} Bytes, und keine FEN hat mehr als {MAX_LENGTH}")
            }
            FenError::MissingField { field } => write!(f, "das Feld „{}“ fehlt", words(field)),
            FenError::ExtraField { column, found } => {
                write!(f, "{found} in Spalte {column} ist zu viel: eine FEN hat sechs Felder")
            }
            FenError::ExtraBlank { column } => {
                write!(f, "in Spalte {column} ist ein Leerzeichen zu viel: eines trennt die Felder")
            }
            FenError::RankCount { found } => {
                write!(f, "{} statt 8", counted(*found as u64, "Reihe", "Reihen"))
            }
            FenError::RankLength { rank, found } => {
                let squares = counted(*found as u64, "Feld", "Felder");
                write!(f, "Reihe {} hat {squares} statt 8", rank.digit())
            }
            FenError::NotAPiece { rank, column, found } => {
                let (rank, found) = (rank.digit(), visible(&found.to_string()));
                write!(
                    f,
                    "Reihe {rank}: '{found}' in Spalte {column} ist weder eins von PNBRQKpnbrqk noch 1-8"
                )
            }
            FenError::AdjacentDigits { rank, column } => {
                write!(f, "Reihe {}: zwei Ziffern nebeneinander in Spalte {column}", rank.digit())
            }
            FenError::Turn { column, found } => {
                write!(f, "erwartet wird w oder b, gefunden: {found} in Spalte {column}")
            }
            FenError::Castling { column, found } => {
                let found = visible(&found.to_string());
                write!(f, "erwartet werden - oder Buchstaben aus KQkq, A-H, a-h, ")?;
                write!(f, "gefunden: '{found}' in Spalte {column}")
            }
            FenError::CastlingTwice { column, found } => {
                write!(f, "'{found}' in Spalte {column} nennt ein Recht zum zweiten Mal")
            }
            FenError::EnPassant { column, found } => {
                write!(f, "erwartet wird - oder ein Feld wie e3, gefunden: {found} in Spalte {column}")
            }
            FenError::Counter { field, column, found } => {
                let least = if *field == FenField::Fullmoves { 1 } else { 0 };
                let most = u16::MAX;
                write!(
                    f,
                    "erwartet wird eine Zahl von {least} bis {most}, gefunden: {found} in Spalte {column}"
                )
            }
        }
    }
}

impl Words for Note {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Text(error) => {
                let assumed = match error {
                    FenError::MissingField { field } | FenError::Counter { field, .. } => {
                        field.default_text()
                    }
                    _ => None,
                };
                match assumed {
                    Some(text) => write!(f, "{}: als {text} gelesen", words(error)),
                    None => all_the_same(f, error),
                }
            }
            Note::Setup(fault @ Fault::ImpossibleChecks { .. }) => all_the_same(f, fault),
            Note::Setup(fault) => write!(f, "{}: weggelassen", words(fault)),
        }
    }
}

impl Words for PositionError {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Text(error) => error.german(f),
            PositionError::Setup(faults) => faults.german(f),
        }
    }
}
