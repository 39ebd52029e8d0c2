use std::fmt;

use tabiya_rules::{Color, Faults, Illegal, Piece, Role, Square};
use tabiya_text::visible;

use super::{Attribute, FoundTag, MAX_LENGTH, PlacedPiece, XmlPlace, XmlTag};
use crate::{Excerpt, RuleFile};

/// What is wrong with a document, and where.
///
/// ```
/// use tabiya_notation::{find_rules, read_xml};
///
/// let byu = find_rules("byu").unwrap().into();
/// let error = read_xml(b"<chessgame>\n<history/>\n</chessgame>", &byu).unwrap_err();
/// assert_eq!(error.line, 2);
/// assert_eq!(error.to_string(), "line 2: in <chessgame>: expected <board>, found <history>");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XmlError {
    /// The line, counted from 1.
    pub line: usize,
    /// What it is.
    pub problem: XmlProblem,
}

impl fmt::Display for XmlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for XmlError {}

/// What can be wrong with a document.
///
/// ```
/// use tabiya_notation::{find_rules, read_xml, xml::XmlProblem};
///
/// let byu = find_rules("byu").unwrap().into();
/// let error = read_xml(b"<!DOCTYPE chessgame><chessgame/>", &byu).unwrap_err();
/// assert_eq!(error.problem, XmlProblem::DocumentType);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the facts that the variant's sentence names")]
pub enum XmlProblem {
    /// More text than is looked at.
    TooLong { length: usize },
    /// The bytes are no text.
    NotUtf8,
    /// A character that may not stand in XML.
    Character { found: char },
    /// It is no XML; the message is the library's.
    Syntax { message: Box<str> },
    /// A document type, which could define entities and name files.
    DocumentType,
    /// A reference to an entity or a character.
    Reference { found: Excerpt },
    /// A processing instruction.
    Instruction,
    /// A CDATA section.
    CdataSection,
    /// An XML declaration in the wrong place, or of another version or encoding.
    Declaration,
    /// Another tag was expected.
    Nesting { within: XmlPlace, expected: &'static [XmlTag], found: FoundTag },
    /// Text where only elements stand.
    Text { within: XmlPlace, found: Excerpt },
    /// Something is wrong with an attribute.
    Attribute { of: XmlPlace, fault: AttributeFault },
    /// Two pieces on one square of the board.
    SquareTaken { piece: PlacedPiece, by: Piece },
    /// A side must have exactly one king on the board.
    Kings { color: Color, count: usize },
    /// The rules do not allow the position from which so many moves lead to the board.
    Start { moves: usize, rules: RulesName, faults: Faults },
    /// A move cannot be played; every side's move is counted, from 1.
    Move { number: usize, rules: RulesName, fault: XmlMoveFault },
    /// The moves lead to another board.
    Board { at: Square, stated: Option<Piece>, reached: Option<Piece>, rules: RulesName },
}

impl fmt::Display for XmlProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            XmlProblem::TooLong { length } => {
                write!(f, "the document has {length} bytes, and none may have more than {MAX_LENGTH}")
            }
            XmlProblem::NotUtf8 => f.write_str("the document is not UTF-8"),
            XmlProblem::Character { found } => {
                write!(f, "the character {} cannot stand in XML", visible(&found.to_string()))
            }
            XmlProblem::Syntax { message } => f.write_str(message),
            XmlProblem::DocumentType => f.write_str("a document type (DOCTYPE) is not allowed"),
            XmlProblem::Reference { found } => write!(f, "the reference &{found:#}; is not allowed"),
            XmlProblem::Instruction => f.write_str("a processing instruction is not allowed"),
            XmlProblem::CdataSection => f.write_str("a CDATA section is not allowed"),
            XmlProblem::Declaration => {
                f.write_str("the XML declaration must come first and say version 1.0 and UTF-8")
            }
            XmlProblem::Nesting { within, expected, found } => {
                write!(f, "in {within}: expected ")?;
                write_tags(f, expected)?;
                write!(f, ", found {found}")
            }
            XmlProblem::Text { within, found } => write!(f, "in {within}: unexpected text {found}"),
            XmlProblem::Attribute { of, fault } => write!(f, "{of}: {fault}"),
            XmlProblem::SquareTaken { piece, by } => {
                write!(f, "{piece}: {by} stands there already")
            }
            XmlProblem::Kings { color, count: 0 } => write!(f, "{color} has no king on the board"),
            XmlProblem::Kings { color, count } => {
                write!(f, "{color} has {count} kings on the board, where there must be one")
            }
            XmlProblem::Start { moves: 0, rules, faults } => {
                write!(f, "the board is impossible under {rules}: {faults}")
            }
            XmlProblem::Start { moves: _, rules, faults } => {
                write!(f, "the board with all moves taken back is impossible under {rules}: {faults}")
            }
            XmlProblem::Move { number, rules, fault } => {
                write!(f, "move {number} under {rules}: {fault}")
            }
            XmlProblem::Board { at, stated, reached, rules } => {
                write!(f, "the board has {} on {at}, but the moves", OrNothing(*stated))?;
                write!(f, " under {} lead to {} there", rules, OrNothing(*reached))
            }
        }
    }
}

/// What a rule set is called in a sentence.
///
/// ```
/// use tabiya_notation::{find_rules, xml::RulesName};
///
/// let rules = find_rules("imperial").unwrap().into();
/// assert_eq!(RulesName::of(&rules).to_string(), "the rules imperial");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RulesName(pub(super) Option<Excerpt>);

impl RulesName {
    /// The name of a rule set, if it has one.
    pub fn of(rules: &RuleFile) -> RulesName {
        RulesName(rules.name.as_deref().map(Excerpt::new))
    }
}

impl fmt::Display for RulesName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(name) => write!(f, "the rules {name:#}"),
            None => f.write_str("these rules"),
        }
    }
}

/// `<a> or <b>`.
fn write_tags(f: &mut fmt::Formatter<'_>, tags: &[XmlTag]) -> fmt::Result {
    for (i, tag) in tags.iter().enumerate() {
        write!(f, "{}{tag}", if i == 0 { "" } else { " or " })?;
    }
    Ok(())
}

struct OrNothing(Option<Piece>);

impl fmt::Display for OrNothing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(piece) => piece.fmt(f),
            None => f.write_str("nothing"),
        }
    }
}

/// What can be wrong with an attribute.
///
/// ```
/// use tabiya_notation::xml::{Attribute, AttributeFault};
///
/// assert_eq!(AttributeFault::Missing(Attribute::Color).to_string(), "color is missing");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are the facts that the variant's sentence names")]
pub enum AttributeFault {
    /// No attribute of this element is called that.
    Unknown { found: Excerpt },
    /// It is there twice.
    Twice(Attribute),
    /// It is not there.
    Missing(Attribute),
    /// It has another value than it may have.
    Value { attribute: Attribute, found: Excerpt },
}

impl fmt::Display for AttributeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AttributeFault::Unknown { found } => write!(f, "there is no attribute {found} here"),
            AttributeFault::Twice(attribute) => write!(f, "{} is there twice", attribute.name()),
            AttributeFault::Missing(attribute) => write!(f, "{} is missing", attribute.name()),
            AttributeFault::Value { attribute, found } => {
                write!(f, "{}: expected {}, found {found}", attribute.name(), attribute.expected())
            }
        }
    }
}

/// Moves are taken back from the board, and so the last ones tell what stood on it before.
const STANDS_THERE: &str = "stands there afterwards, by the board and the later moves";

/// Why a move of the history cannot be played.
///
/// ```
/// use tabiya_notation::xml::{PlacedPiece, XmlMoveFault};
/// use tabiya_rules::Piece;
///
/// let taken = PlacedPiece { piece: Piece::from_letter('n').unwrap(), at: "f6".parse().unwrap() };
/// assert_eq!(XmlMoveFault::TakesUntold(taken).to_string(), "it takes Black's knight on f6 without saying so");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are the facts that the variant's sentence names")]
pub enum XmlMoveFault {
    /// When it is taken back, the piece does not stand where it arrived.
    NotArrived { stated: PlacedPiece, there: Option<Piece> },
    /// When it is taken back, another piece stands on the square to move from.
    NotLeft { stated: PlacedPiece, there: Piece },
    /// When it is taken back, another piece stands where one was taken.
    NotTaken { stated: PlacedPiece, there: Piece },
    /// Another piece stands on the square to move from, or none.
    From { stated: PlacedPiece, there: Option<Piece> },
    /// The piece that arrives cannot be the one that left.
    To { left: Piece, arrives: Piece },
    /// The rules forbid it.
    Illegal(Illegal),
    /// It is castling, and the king arrives elsewhere.
    CastlingTarget { royal: Role, ends: Square },
    /// A piece is taken, and the move has no third piece.
    TakesUntold(PlacedPiece),
    /// Another piece is taken than the third one.
    TakesAnother { stated: PlacedPiece, taken: PlacedPiece },
    /// Nothing is taken, but the move has a third piece.
    TakesNothing { stated: PlacedPiece },
}

impl fmt::Display for XmlMoveFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            XmlMoveFault::NotArrived { stated: PlacedPiece { piece, at }, there } => {
                write!(f, "{piece} arrives on {at}, but {} {STANDS_THERE}", OrNothing(there))
            }
            XmlMoveFault::NotLeft { stated: PlacedPiece { piece, at }, there } => {
                write!(f, "{piece} leaves {at}, but {there} {STANDS_THERE}")
            }
            XmlMoveFault::NotTaken { stated: PlacedPiece { piece, at }, there } => {
                write!(f, "{piece} is taken on {at}, but {there} {STANDS_THERE}")
            }
            XmlMoveFault::From { stated, there: None } => {
                write!(f, "it moves {stated}, where nothing stands")
            }
            XmlMoveFault::From { stated, there: Some(there) } => {
                write!(f, "it moves {stated}, where {there} stands")
            }
            XmlMoveFault::To { left, arrives } => write!(f, "{left} leaves, but {arrives} arrives"),
            XmlMoveFault::Illegal(why) => why.fmt(f),
            XmlMoveFault::CastlingTarget { royal, ends } => {
                write!(f, "castling is written as the {royal}'s move to {ends}")
            }
            XmlMoveFault::TakesUntold(taken) => write!(f, "it takes {taken} without saying so"),
            XmlMoveFault::TakesAnother { stated, taken } => {
                write!(f, "it says that it takes {stated}, but it takes {taken}")
            }
            XmlMoveFault::TakesNothing { stated } => {
                write!(f, "it says that it takes {stated}, but it takes nothing")
            }
        }
    }
}
