//! The openings of chess: their names and codes, and the moves that a computer makes by the book.
//!
//! - [`OpeningLine`]: moves from the start that have a name and a code of the Encyclopaedia of Chess Openings.
//! - [`opening_of`]: which opening a game is, by the positions it went through, so that other orders of the same moves have
//!   the same name; [`find_opening`] and [`search_openings`]: openings by name or code.
//! - [`OpeningBook`]: what a computer plays by: the lines that are built in, or a Polyglot book.
//!
//! The lines lie in `lines.tsv`, with their source, and are read once, when the first of them is asked for. What a rule
//! set is called does not matter: openings are known wherever the pieces move as in chess ([`has_openings`]).
//!
//! ```
//! use tabiya_notation::San;
//! use tabiya_openings::opening_of;
//! use tabiya_rules::{FIDE, Position};
//!
//! let mut positions = vec![Position::starting(&FIDE).unwrap()];
//! for san in ["e4", "e5", "Nf3", "Nc6", "Bb5", "h6"] {
//!     let here = *positions.last().unwrap();
//!     positions.push(here.play_unchecked(san.parse::<San>().unwrap().to_move(&here).unwrap()));
//! }
//! let opening = opening_of(&positions).unwrap();
//! assert_eq!(opening.to_string(), "Ruy Lopez (C60)");
//! ```

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::panic))]
#![forbid(unsafe_code)]

mod eco;
mod encyclopedia;
mod german;
mod line;
mod opening_book;
mod opening_game;
mod read;
mod search;

pub use eco::{Eco, NotAnEco};
pub use encyclopedia::{
    begins_with_openings, has_openings, opening_at, opening_lines, opening_of, opening_of_moves,
};
pub use line::OpeningLine;
pub use opening_book::{BookFault, OpeningBook};
pub use opening_game::{NoOpenings, renew_opening, tag_opening};
pub use search::{NotAnOpening, OpeningWords, find_opening, search_openings};
