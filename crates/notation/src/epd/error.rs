use std::fmt;

use tabiya_text::visible;

use super::MAX_LENGTH;
use crate::fen::Note;
use crate::{Excerpt, FenError, NotAMove, SanError};

/// Why a text is no EPD. Columns count characters from 1.
///
/// ```
/// use tabiya_notation::Epd;
///
/// let error = "4k3/8/8/8/8/8/8/4K3 w - - id \"endless".parse::<Epd>().unwrap_err();
/// assert_eq!(error.to_string(), "the text that begins at column 30 is not closed by a quote");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are the facts that the variant's sentence names")]
pub enum EpdError {
    /// The text is longer than any EPD.
    TooLong { length: usize },
    /// The position is wrong, or a counter.
    Fen(FenError),
    /// The counters of a FEN, which an EPD has as operations.
    FenCounters { column: usize },
    /// An operation does not begin with a name.
    NotAnOpcode { column: usize, found: Excerpt },
    /// An operation that was there before.
    Repeated { column: usize, opcode: Excerpt },
    /// A semicolon without an operation before it.
    Empty { column: usize },
    /// A quoted text does not end.
    OpenText { column: usize },
    /// A quote in the middle of a word, or a word at a quote's end.
    StrayQuote { column: usize },
    /// The last operation does not end.
    MissingSemicolon { column: usize },
    /// A control character.
    Control { column: usize, found: char },
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EpdError::TooLong { length } => {
                write!(f, "the text has {length} bytes, and no EPD has more than {MAX_LENGTH}")
            }
            EpdError::Fen(error) => error.fmt(f),
            EpdError::FenCounters { column } => {
                write!(f, "the number at column {column} is a FEN's: an EPD has hmvc and fmvn")
            }
            EpdError::NotAnOpcode { column, found } => {
                write!(f, "expected the name of an operation, found {found} at column {column}")
            }
            EpdError::Repeated { column, opcode } => {
                write!(f, "{opcode} at column {column} was there before")
            }
            EpdError::Empty { column } => write!(f, "no operation before the semicolon at column {column}"),
            EpdError::OpenText { column } => {
                write!(f, "the text that begins at column {column} is not closed by a quote")
            }
            EpdError::StrayQuote { column } => {
                write!(f, "no blank parts the quote at column {column} from a word")
            }
            EpdError::MissingSemicolon { column } => {
                write!(f, "the operation at column {column} is not ended by a semicolon")
            }
            EpdError::Control { column, found } => {
                write!(f, "the control character {} at column {column}", visible(&found.to_string()))
            }
        }
    }
}

impl std::error::Error for EpdError {}

impl From<FenError> for EpdError {
    fn from(error: FenError) -> EpdError {
        EpdError::Fen(error)
    }
}

/// Something that a lenient reading let pass.
///
/// ```
/// use tabiya_notation::{Epd, Strictness};
/// use tabiya_rules::Role;
///
/// let read = Epd::read("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2", Role::King, Strictness::Lenient).unwrap();
/// let note = "the operation at column 27 is not ended by a semicolon: read all the same";
/// assert_eq!(read.notes[0].to_string(), note);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum EpdNote {
    /// A mistake in the position.
    Fen(Note),
    /// A mistake in the rest.
    Epd(EpdError),
}

impl fmt::Display for EpdNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EpdNote::Fen(note) => note.fmt(f),
            EpdNote::Epd(error) => write!(f, "{error}: read all the same"),
        }
    }
}

/// Why an operation does not hold moves of a position.
///
/// ```
/// use tabiya_notation::Epd;
/// use tabiya_rules::{Fide, Position};
///
/// let epd: Epd = "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 best;".parse().unwrap();
/// let position = Position::new(epd.fen.setup, Fide).unwrap();
/// let error = epd.operation("bm").unwrap().moves(&position).unwrap_err();
/// assert_eq!(error.number, 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MovesError {
    /// Which of the moves, from 1.
    pub number: usize,
    /// The operation's name.
    pub opcode: Excerpt,
    /// What is wrong with it.
    pub why: EpdMoveFault,
}

/// What is wrong with a move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum EpdMoveFault {
    /// It is no move in any notation.
    Text(NotAMove),
    /// It cannot be played.
    Refused(SanError),
}

impl fmt::Display for MovesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {} of {:#}: ", self.number, self.opcode)?;
        match &self.why {
            EpdMoveFault::Text(why) => why.fmt(f),
            EpdMoveFault::Refused(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for MovesError {}
