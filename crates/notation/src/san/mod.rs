//! Moves as people write them: `Nf3`, `exd5`, `O-O`, `e8=Q#`; and the long form `Ng1-f3`.
//!
//! Moves parse without a board and resolve against a position. [`San`] reads what files hold, and
//! [`MoveText`](crate::MoveText) what people type: whatever the first reads, the second reads alike. `tests/moves/` is the
//! table of what is taken and what is refused, held against both and against the reader of games.

mod error;
mod german;
mod parse;
mod resolve;
mod write;

pub use error::{NotASan, SanError};
pub(crate) use parse::{parse, parse_plain, without_marks};
pub use write::{Figurine, Lan, SanPlus};

use tabiya_rules::{CastlingSide, File, Rank, Role, Square};

/// The most bytes that are looked at. The longest sensible move has about twenty.
pub(crate) const MAX_LENGTH: usize = 64;

/// A move in algebraic notation, read without a board.
///
/// Everything in use is read: `Nf3`, `Ngf3`, `N1f3`, `Ng1f3`, `Ng1-f3`, `Nxf3`, `N:f3`; pawns with or without `P`;
/// castling with the letter O or the digit 0; promotion as `e8=Q`, `e8Q`, `e8(Q)`, `e8/Q`; `e.p.` after a capture in
/// passing; signs of check and mate, which are not checked; `!` and `?` marks; `--` and `Z0` for a null move. What
/// people type is wider still: see [`MoveText`](crate::MoveText).
///
/// ```
/// use tabiya_notation::San;
/// use tabiya_rules::Position;
///
/// let start = Position::start();
/// let m = "Nf3".parse::<San>().unwrap().to_move(&start).unwrap();
/// assert_eq!(m.to_string(), "g1f3");
/// assert_eq!(San::from_move(m, &start).to_string(), "Nf3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum San {
    /// A piece moves.
    Normal {
        /// What moves.
        role: Role,
        /// The file it comes from, where told.
        file: Option<File>,
        /// The rank it comes from, where told.
        rank: Option<Rank>,
        /// Whether the move is written as a capture.
        capture: bool,
        /// Where it goes.
        to: Square,
        /// What a pawn becomes.
        promotion: Option<Role>,
    },
    /// Castling.
    Castling(CastlingSide),
    /// Nothing moves: for remarks on what a side threatens.
    Null,
}
