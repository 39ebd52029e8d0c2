//! Where pieces attack on a given occupancy.
//!
//! ```
//! use tabiya_rules::attacks;
//! use tabiya_rules::{Bitboard, Square};
//!
//! let a1 = Square::from_index(0);
//! assert_eq!(attacks::knight(a1).len(), 2);
//! assert_eq!(attacks::rook(a1, Bitboard::EMPTY).len(), 14);
//! ```

mod leapers;
mod lines;
mod sliders;

pub use leapers::{king, knight, pawn, pawns};
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(crate) use lines::ray;
pub use lines::{between, line};
pub use sliders::{bishop, rook};

use crate::{Bitboard, Color, Role, Square};

/// The squares that a queen on `square` attacks.
#[inline(always)]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// The squares that a piece of `color` on `square` attacks.
#[inline(always)]
pub fn of(role: Role, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => pawn(color, square),
        Role::Knight => knight(square),
        Role::Bishop => bishop(square, occupied),
        Role::Rook => rook(square, occupied),
        Role::Queen => queen(square, occupied),
        Role::King => king(square),
    }
}
