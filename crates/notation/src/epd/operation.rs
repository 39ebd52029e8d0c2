use std::fmt;

use tabiya_rules::{Move, Position, RuleSource};

use super::{EpdMoveFault, MovesError};
use crate::{Excerpt, MoveText, SanPlus};

/// A name and what belongs to it: `bm Nf3 e4`, `id "first"`, `acd 12`.
///
/// ```
/// use tabiya_notation::epd::{Operand, Operation};
///
/// let operation = Operation::new("acd", vec![Operand::from(12)]).unwrap();
/// assert_eq!(operation.to_string(), "acd 12;");
/// assert!(Operation::new("two words", vec![]).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Operation {
    opcode: Box<str>,
    operands: Vec<Operand>,
}

impl Operation {
    /// The opcode under which a line of moves stands, each played after the one before it. Those of all others are
    /// choices in one position.
    const LINE: &str = "pv";

    /// An operation; refused where the name is no name, or one of the counters, which a setup holds.
    pub fn new(opcode: &str, operands: Vec<Operand>) -> Result<Operation, NotAnOperation> {
        let is_counter = Counter::from_opcode(opcode).is_some();
        if is_opcode(opcode) && !is_counter {
            Ok(Operation { opcode: opcode.into(), operands })
        } else {
            Err(NotAnOperation { found: Excerpt::new(opcode) })
        }
    }

    /// An operation that holds moves: for `pv` a line that begins in `position`, else choices in it. Every move must
    /// be legal where it is made.
    ///
    /// ```
    /// use tabiya_notation::epd::Operation;
    /// use tabiya_rules::Position;
    ///
    /// let start = Position::start();
    /// let m = start.legal("g1".parse().unwrap(), "f3".parse().unwrap(), None).unwrap();
    /// let best = Operation::of_moves("bm", &[m], &start).unwrap();
    /// assert_eq!(best.to_string(), "bm Nf3;");
    /// assert_eq!(best.moves(&start), Ok(vec![m]));
    /// ```
    pub fn of_moves<R: RuleSource>(
        opcode: &str,
        moves: &[Move],
        position: &Position<R>,
    ) -> Result<Operation, NotAnOperation> {
        let mut operation = Operation::new(opcode, Vec::new())?;
        let mut position = *position;
        for &m in moves {
            let text = SanPlus::from_move(m, &position).to_string();
            operation.operands.push(Operand { text: text.into(), is_quoted: false });
            if opcode == Operation::LINE {
                position = position.play_unchecked(m);
            }
        }
        Ok(operation)
    }

    /// The name.
    pub fn opcode(&self) -> &str {
        &self.opcode
    }

    /// What belongs to it.
    pub fn operands(&self) -> &[Operand] {
        &self.operands
    }

    /// The operands as moves: for `pv` a line that begins in `position`, else choices in it, as with `bm`, `am`, `pm`
    /// and `sm`. Any notation is read.
    ///
    /// ```
    /// use tabiya_notation::Epd;
    /// use tabiya_rules::Position;
    ///
    /// let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - pv e4 e5 Nf3; am f3 Ke2;";
    /// let epd: Epd = text.parse().unwrap();
    /// assert_eq!(epd.operation("pv").unwrap().moves(&Position::start()).unwrap().len(), 3);
    /// let error = epd.operation("am").unwrap().moves(&Position::start()).unwrap_err();
    /// assert_eq!(error.to_string(), "move 2 of am: your own pawn is on e2");
    /// ```
    pub fn moves<R: RuleSource>(&self, position: &Position<R>) -> Result<Vec<Move>, MovesError> {
        let mut position = *position;
        let mut moves = Vec::with_capacity(self.operands.len());
        for (number, operand) in (1..).zip(&self.operands) {
            let wrong = |why| MovesError { number, opcode: Excerpt::new(&self.opcode), why };
            let text: MoveText = operand.text.parse().map_err(|why| wrong(EpdMoveFault::Text(why)))?;
            let m = text.to_move(&position).map_err(|why| wrong(EpdMoveFault::Refused(why)))?;
            moves.push(m);
            if &*self.opcode == Operation::LINE {
                position = position.play_unchecked(m);
            }
        }
        Ok(moves)
    }

    /// An operation that was read, whose parts are known to be right.
    pub(super) fn trusted(opcode: &str, operands: Vec<Operand>) -> Operation {
        Operation { opcode: opcode.into(), operands }
    }
}

/// The two operations that a setup holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Counter {
    Halfmoves,
    Fullmoves,
}

impl Counter {
    pub(super) fn from_opcode(opcode: &str) -> Option<Counter> {
        match opcode {
            "hmvc" => Some(Counter::Halfmoves),
            "fmvn" => Some(Counter::Fullmoves),
            _ => None,
        }
    }
}

/// A letter, then letters, digits and `_`.
pub(super) fn is_opcode(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Whether a character would break the line or be invisible in it.
pub(super) fn is_forbidden(c: char) -> bool {
    c.is_control() && c != '\t'
}

/// One word or quoted text of an operation.
///
/// ```
/// use tabiya_notation::epd::Operand;
///
/// assert_eq!(Operand::quoted("so \"called\"").unwrap().to_string(), r#""so \"called\"""#);
/// assert_eq!(Operand::word("-1.25").unwrap().number(), Some(-1.25));
/// assert_eq!(Operand::from(7).integer(), Some(7));
/// assert!(Operand::word("two words").is_err());
/// assert!(Operand::quoted("two\nlines").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Operand {
    text: Box<str>,
    is_quoted: bool,
}

impl Operand {
    /// A text of any characters that fit in a line.
    pub fn quoted(text: &str) -> Result<Operand, NotAnOperation> {
        Operand::checked(text, true, !text.contains(is_forbidden))
    }

    /// A word: a number, a move, a name.
    pub fn word(text: &str) -> Result<Operand, NotAnOperation> {
        let is_wrong = |c: char| c.is_ascii_whitespace() || is_forbidden(c) || matches!(c, ';' | '"');
        Operand::checked(text, false, !text.is_empty() && !text.contains(is_wrong))
    }

    fn checked(text: &str, is_quoted: bool, is_right: bool) -> Result<Operand, NotAnOperation> {
        if is_right {
            Ok(Operand::trusted(text, is_quoted))
        } else {
            Err(NotAnOperation { found: Excerpt::new(text) })
        }
    }

    /// An operand that was read, which is known to be right.
    pub(super) fn trusted(text: &str, is_quoted: bool) -> Operand {
        Operand { text: text.into(), is_quoted }
    }

    /// What it says, without quotes.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it stands in quotes.
    pub fn is_quoted(&self) -> bool {
        self.is_quoted
    }

    /// The whole number that the word is.
    pub fn integer(&self) -> Option<i64> {
        if self.is_quoted { None } else { self.text.parse().ok() }
    }

    /// The number that the word is.
    pub fn number(&self) -> Option<f64> {
        let is_number = |c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | 'e' | 'E');
        if self.is_quoted || !self.text.chars().all(is_number) { None } else { self.text.parse().ok() }
    }
}

impl From<i64> for Operand {
    fn from(number: i64) -> Operand {
        Operand { text: number.to_string().into(), is_quoted: false }
    }
}

/// The text has no place in an operation: a name of letters, digits and `_` that is no counter, a word without blanks,
/// or a text without control characters was expected.
///
/// ```
/// use tabiya_notation::epd::Operation;
///
/// let error = Operation::new("hmvc", vec![]).unwrap_err();
/// assert_eq!(error.to_string(), "\"hmvc\" has no place in an operation");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NotAnOperation {
    /// The text.
    pub found: Excerpt,
}

impl fmt::Display for NotAnOperation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} has no place in an operation", self.found)
    }
}

impl std::error::Error for NotAnOperation {}
