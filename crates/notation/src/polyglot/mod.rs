//! Opening books in Polyglot's form: sorted entries of 16 bytes, each a position's key, a move and its weight.
//!
//! [`Book`] finds the moves of a position in bytes that lie in memory or in a mapped file; [`BookMaker`] collects
//! moves from games and writes a book. It keeps a vector of tallies that is sorted and added up whenever it is full, so
//! that its memory is known to the byte; what was seen least is forgotten, and counted.
//!
//! # Rules
//!
//! The form was made for ordinary chess and Chess960 and does not name its rules. Keys tell positions apart by pieces,
//! turn, castling rights and en passant, and moves are two squares and a promotion: both make sense under every
//! rule set, so books can be read and made for any. A book says nothing of the rules it was made under. Opened under
//! others, it gives only moves that are legal there, good or bad; a maker should name the file after its rules. Only
//! one thing has no place: a pawn that becomes a king.
//!
//! CITE: Michel Van den Bergh, "The Polyglot book format", <http://hgm.nubati.net/book_format.html>

mod book;
mod book_move;
mod entry;
mod german;
mod key;
mod maker;
mod numbers;

pub use book::{Book, BookChoice, BookError, BookMoves};
pub use book_move::{BookMove, NotInBooks, NotPlayable};
pub use entry::BookEntry;
pub use key::BookKey;
pub use maker::{BookMaker, BookPoints};
