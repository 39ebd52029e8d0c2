//! Positions as one line of text.
//!
//! [`read_position`] is the door for programs: text and rules in, position or reason out. [`read_setup`] stops
//! before validation, and [`Fen`] parses and prints a setup by itself.
//!
//! Castling rights are read in every form in use: `KQkq` is the outermost rook on that side of the royal piece
//! (FEN and X-FEN), a letter from `A` to `H` the rook on that file (Shredder-FEN). A right that names no rook is
//! read too, as a right on the corner or file named, so that validation can report it.

mod castling;
mod error;
mod german;
mod read;
mod write;

pub use error::{FenError, FenField, Note, PositionError};
pub use read::{ReadPosition, ReadSetup, Strictness, read_position, read_setup};
pub use write::{CastlingLetters, Fen};

/// The most bytes of a FEN that are looked at. The longest sensible one has about a hundred.
pub const MAX_LENGTH: usize = 256;
