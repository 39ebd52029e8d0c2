use std::fmt;

use tabiya_rules::{Fault, Faults, Rank};
use tabiya_text::visible;

use super::MAX_LENGTH;
use crate::Excerpt;

/// One of the six fields, in their order.
///
/// ```
/// use tabiya_notation::FenField;
///
/// assert_eq!(FenField::ALL[3].to_string(), "en passant");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are their own names")]
pub enum FenField {
    Board,
    Turn,
    Castling,
    EnPassant,
    Halfmoves,
    Fullmoves,
}

impl FenField {
    /// Every field in order.
    pub const ALL: [FenField; 6] = [
        FenField::Board,
        FenField::Turn,
        FenField::Castling,
        FenField::EnPassant,
        FenField::Halfmoves,
        FenField::Fullmoves,
    ];

    /// What a lenient reader takes for the field where it is missing; the board cannot be guessed.
    pub const fn default_text(self) -> Option<&'static str> {
        match self {
            FenField::Board => None,
            FenField::Turn => Some("w"),
            FenField::Castling | FenField::EnPassant => Some("-"),
            FenField::Halfmoves => Some("0"),
            FenField::Fullmoves => Some("1"),
        }
    }
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FenField::Board => "board",
            FenField::Turn => "turn",
            FenField::Castling => "castling",
            FenField::EnPassant => "en passant",
            FenField::Halfmoves => "half-move clock",
            FenField::Fullmoves => "move number",
        })
    }
}

/// Why a text is no FEN. Columns count characters from 1.
///
/// ```
/// use tabiya_notation::Fen;
///
/// let error = "rnbqkbnr/pppppppp/8/8/7/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".parse::<Fen>().unwrap_err();
/// assert_eq!(error.to_string(), "board: rank 4 has 7 squares instead of 8");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are the facts that the variant's sentence names")]
pub enum FenError {
    /// The text is longer than any FEN.
    TooLong { length: usize },
    /// The text ends before this field.
    MissingField { field: FenField },
    /// Something follows the last field.
    ExtraField { column: usize, found: Excerpt },
    /// Fields are parted by one blank each, and this is one more, or one of another kind.
    ExtraBlank { column: usize },
    /// Not eight ranks.
    RankCount { found: usize },
    /// Not eight squares on a rank.
    RankLength { rank: Rank, found: usize },
    /// Neither a piece's letter nor a number of empty squares.
    NotAPiece { rank: Rank, column: usize, found: char },
    /// Empty squares side by side in two numbers.
    AdjacentDigits { rank: Rank, column: usize },
    /// Neither `w` nor `b`.
    Turn { column: usize, found: Excerpt },
    /// A letter that is no castling right.
    Castling { column: usize, found: char },
    /// A right that was named before.
    CastlingTwice { column: usize, found: char },
    /// Neither `-` nor a square.
    EnPassant { column: usize, found: Excerpt },
    /// No number, or one out of bounds.
    Counter { field: FenField, column: usize, found: Excerpt },
}

impl FenError {
    /// The field with the mistake, if it is in one.
    pub fn field(&self) -> Option<FenField> {
        match *self {
            FenError::TooLong { .. } | FenError::ExtraField { .. } | FenError::ExtraBlank { .. } => None,
            FenError::RankCount { .. }
            | FenError::RankLength { .. }
            | FenError::NotAPiece { .. }
            | FenError::AdjacentDigits { .. } => Some(FenField::Board),
            FenError::Turn { .. } => Some(FenField::Turn),
            FenError::Castling { .. } | FenError::CastlingTwice { .. } => Some(FenField::Castling),
            FenError::EnPassant { .. } => Some(FenField::EnPassant),
            FenError::MissingField { field } | FenError::Counter { field, .. } => Some(field),
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(field), false) = (self.field(), matches!(self, FenError::MissingField { .. })) {
            write!(f, "{field}: ")?;
        }
        match self {
            FenError::TooLong { length } => {
                write!(f, "the text has {length} bytes, and no FEN has more than {MAX_LENGTH}")
            }
            FenError::MissingField { field } => write!(f, "the {field} field is missing"),
            FenError::ExtraField { column, found } => {
                write!(f, "{found} at column {column} is too much: a FEN has six fields")
            }
            FenError::ExtraBlank { column } => {
                write!(f, "a blank too many at column {column}: one space parts the fields")
            }
            FenError::RankCount { found } => {
                write!(f, "{found} {} instead of 8", plural(*found, "rank"))
            }
            FenError::RankLength { rank, found } => {
                let squares = plural(*found, "square");
                write!(f, "rank {} has {found} {squares} instead of 8", rank.digit())
            }
            FenError::NotAPiece { rank, column, found } => {
                let (rank, found) = (rank.digit(), visible(&found.to_string()));
                write!(f, "rank {rank}: '{found}' at column {column} is neither one of PNBRQKpnbrqk nor 1-8")
            }
            FenError::AdjacentDigits { rank, column } => {
                write!(f, "rank {}: two digits in a row at column {column}", rank.digit())
            }
            FenError::Turn { column, found } => {
                write!(f, "expected w or b, found {found} at column {column}")
            }
            FenError::Castling { column, found } => {
                let found = visible(&found.to_string());
                write!(f, "expected - or letters of KQkq, A-H, a-h, found '{found}' at column {column}")
            }
            FenError::CastlingTwice { column, found } => {
                write!(f, "'{found}' at column {column} repeats a right")
            }
            FenError::EnPassant { column, found } => {
                write!(f, "expected - or a square such as e3, found {found} at column {column}")
            }
            FenError::Counter { field, column, found } => {
                let least = if *field == FenField::Fullmoves { 1 } else { 0 };
                let most = u16::MAX;
                write!(f, "expected a number from {least} to {most}, found {found} at column {column}")
            }
        }
    }
}

fn plural(count: usize, noun: &str) -> String {
    if count == 1 { noun.to_owned() } else { format!("{noun}s") }
}

impl std::error::Error for FenError {}

/// Something that a lenient reading let pass.
///
/// ```
/// use tabiya_notation::{Strictness, read_position};
/// use tabiya_rules::Fide;
///
/// let text = "2k5/8/3K4/1p6/p7/P7/1B6/8 b Q - 0";
/// let notes = read_position(text, Fide, Strictness::Lenient).unwrap().notes;
/// assert_eq!(notes[0].to_string(), "the move number field is missing: taken as 1");
/// assert_eq!(notes[1].to_string(), "there is no rook to castle with on a1: left out");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Note {
    /// A mistake in the text.
    Text(FenError),
    /// A fault of the setup, which the position is now without.
    Setup(Fault),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Text(error) => {
                let assumed = match error {
                    FenError::MissingField { field } | FenError::Counter { field, .. } => {
                        field.default_text()
                    }
                    _ => None,
                };
                match assumed {
                    Some(text) => write!(f, "{error}: taken as {text}"),
                    None => write!(f, "{error}: read all the same"),
                }
            }
            Note::Setup(fault @ Fault::ImpossibleChecks { .. }) => write!(f, "{fault}: read all the same"),
            Note::Setup(fault) => write!(f, "{fault}: left out"),
        }
    }
}

/// Why a text gives no position.
///
/// ```
/// use tabiya_notation::{PositionError, Strictness, read_position};
/// use tabiya_rules::Fide;
///
/// let error = read_position("8/8/8/8/8/8/8/8 w - - 0 1", Fide, Strictness::Strict).unwrap_err();
/// assert!(matches!(error, PositionError::Setup(_)));
/// assert_eq!(error.to_string(), "White has no king; Black has no king");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// It is no FEN.
    Text(FenError),
    /// It is a FEN, but the rules do not allow the position.
    Setup(Faults),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Text(error) => error.fmt(f),
            PositionError::Setup(faults) => faults.fmt(f),
        }
    }
}

impl std::error::Error for PositionError {}

impl From<FenError> for PositionError {
    fn from(error: FenError) -> PositionError {
        PositionError::Text(error)
    }
}

impl From<Faults> for PositionError {
    fn from(faults: Faults) -> PositionError {
        PositionError::Setup(faults)
    }
}
