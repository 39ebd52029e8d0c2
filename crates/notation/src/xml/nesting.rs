use std::fmt;

use crate::Excerpt;

/// An element of the form.
///
/// ```
/// use tabiya_notation::xml::Element;
///
/// assert_eq!(Element::Game.name(), "chessgame");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the elements are their own names")]
pub enum Element {
    Game,
    Board,
    History,
    Move,
    Piece,
}

impl Element {
    /// The name in the document.
    pub const fn name(self) -> &'static str {
        match self {
            Element::Game => "chessgame",
            Element::Board => "board",
            Element::History => "history",
            Element::Move => "move",
            Element::Piece => "piece",
        }
    }
}

/// The beginning or the end of an element, or of all.
///
/// ```
/// use tabiya_notation::xml::{Element, XmlTag};
///
/// assert_eq!(XmlTag::Close(Element::Board).to_string(), "</board>");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum XmlTag {
    /// `<name>`
    Open(Element),
    /// `</name>`
    Close(Element),
    /// The end of the document.
    End,
}

impl fmt::Display for XmlTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            XmlTag::Open(element) => write!(f, "<{}>", element.name()),
            XmlTag::Close(element) => write!(f, "</{}>", element.name()),
            XmlTag::End => f.write_str("the end of the document"),
        }
    }
}

/// What stood where another tag was expected.
///
/// ```
/// use tabiya_notation::{Excerpt, xml::FoundTag};
///
/// assert_eq!(FoundTag::Open(Excerpt::new("clock")).to_string(), "<clock>");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FoundTag {
    /// `<name>`
    Open(Excerpt),
    /// `</name>`
    Close(Excerpt),
    /// The end of the document.
    End,
}

impl fmt::Display for FoundTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FoundTag::Open(name) => write!(f, "<{name:#}>"),
            FoundTag::Close(name) => write!(f, "</{name:#}>"),
            FoundTag::End => f.write_str("the end of the document"),
        }
    }
}

/// Where in the form something stands. Moves and pieces are counted from 1; every side's move is one.
///
/// ```
/// use tabiya_notation::xml::XmlPlace;
///
/// assert_eq!(XmlPlace::PieceOfMove { number: 3, piece: 2 }.to_string(), "piece 2 of move 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are the facts that the variant's words name")]
pub enum XmlPlace {
    /// Before or after everything.
    Document,
    /// In `<chessgame>`, outside board and history.
    Game,
    /// In `<board>`.
    Board,
    /// In `<history>`, outside the moves.
    History,
    /// In a `<move>`.
    Move { number: usize },
    /// In a `<piece>` of the board.
    PieceOfBoard { piece: usize },
    /// In a `<piece>` of a move.
    PieceOfMove { number: usize, piece: usize },
}

impl fmt::Display for XmlPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            XmlPlace::Document => f.write_str("the document"),
            XmlPlace::Game => f.write_str("<chessgame>"),
            XmlPlace::Board => f.write_str("<board>"),
            XmlPlace::History => f.write_str("<history>"),
            XmlPlace::Move { number } => write!(f, "move {number}"),
            XmlPlace::PieceOfBoard { piece } => write!(f, "piece {piece} of the board"),
            XmlPlace::PieceOfMove { number, piece } => write!(f, "piece {piece} of move {number}"),
        }
    }
}
