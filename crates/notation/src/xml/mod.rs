//! Games in BYU's XML form.
//!
//! ```text
//! chessgame := <chessgame> board history </chessgame>
//! board     := <board> piece* </board>              the position now, after the moves
//! history   := <history> move* </history>           oldest first
//! move      := <move> piece(from) piece(to) [piece(taken)] </move>
//! piece     := <piece type="pawn|rook|knight|bishop|queen|king" color="white|black" column="0..7" row="0..7"/>
//! ```
//!
//! Row 0 is the eighth rank, column 0 the a-file. Castling is the king's move, a pawn taken in passing keeps its
//! own square, and a promoted pawn arrives as the new piece.
//!
//! [`read_xml`] takes attributes in any order and white space anywhere, comments and an XML declaration; it takes the
//! moves back from the board, plays them from the start that it finds so, and refuses everything that is not exactly
//! right. [`write_xml`] writes one element a line.
//!
//! Reading takes three steps: `scan` turns the document into a board and moves as they are told, and knows no rules;
//! `start` takes them back; `replay` plays them. Whatever is not expected next is refused with its line and place.
//!
//! Nothing in a document is looked up or expanded: document types, references, CDATA sections and processing
//! instructions are refused. The form fixes how deep elements nest, so that depth costs nothing, and
//! [`MAX_LENGTH`] bounds the rest.

mod error;
mod german;
mod loss;
mod nesting;
mod placed;
mod read;
mod replay;
mod scan;
mod start;
mod write;

pub use error::{AttributeFault, RulesName, XmlError, XmlMoveFault, XmlProblem};
pub use loss::XmlLoss;
pub use nesting::{Element, FoundTag, XmlPlace, XmlTag};
pub use placed::{Attribute, PlacedPiece};
pub use read::{XmlGame, read_xml};
pub use write::{WrittenXml, XmlWriteError, write_xml};

/// The most bytes of a document: some sixty thousand moves as [`write_xml`] writes them.
pub const MAX_LENGTH: usize = 16 << 20;

/// The rule sets with which a document is opened when nothing else is said: the form's own, and then chess.
pub const OPENED_AS: [&str; 2] = ["byu", "fide"];
