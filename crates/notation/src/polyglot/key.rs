use std::fmt;

use tabiya_rules::{Color, Piece, Position, Role, RuleSource, Square};

use super::numbers::NUMBERS;

/// The name under which a book knows a position.
///
/// It is not the [`Key`](tabiya_rules::Key) of the rules: en passant counts wherever a pawn stands ready to take, even
/// if it may not, and only the side of a castling right counts, not the rook's file.
///
/// ```
/// use tabiya_notation::polyglot::BookKey;
/// use tabiya_rules::Position;
///
/// assert_eq!(BookKey::of(&Position::start()).to_string(), "463b96181691fc9c");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BookKey(pub u64);

/// Where the parts of [`NUMBERS`] begin; the pieces are first.
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

impl BookKey {
    /// The key of a position.
    pub fn of<R: RuleSource>(position: &Position<R>) -> BookKey {
        let pieces = position.board().pieces().map(|(at, piece)| piece_number(piece, at));
        let castling = castling_numbers(position);
        let en_passant = position.en_passant().map(|at| NUMBERS[EN_PASSANT + at.file() as usize]);
        let turn = position.turn().is_white().then_some(NUMBERS[WHITE_TO_MOVE]);
        BookKey(pieces.chain(castling).chain(en_passant).chain(turn).fold(0, |key, number| key ^ number))
    }
}

fn piece_number(piece: Piece, at: Square) -> u64 {
    let role = match piece.role {
        Role::Pawn => 0,
        Role::Knight => 1,
        Role::Bishop => 2,
        Role::Rook => 3,
        Role::Queen => 4,
        Role::King => 5,
    };
    NUMBERS[64 * (2 * role + usize::from(piece.color.is_white())) + at.index()]
}

/// The numbers of the rights: White's short and long castling, then Black's.
fn castling_numbers<R: RuleSource>(position: &Position<R>) -> impl Iterator<Item = u64> {
    let board = *position.board();
    let royals = Color::ALL.map(|color| position.royal(color));
    position.castling().into_iter().filter_map(move |rook| {
        let color = board.piece_at(rook)?.color;
        let is_long = rook.file() < royals[color as usize]?.file();
        Some(NUMBERS[CASTLING + 2 * color as usize + usize::from(is_long)])
    })
}

impl fmt::Display for BookKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for BookKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The positions of the tests do not reach every number, so the whole table has a fingerprint.
    #[test]
    fn the_numbers_are_the_published_ones() {
        assert_eq!(NUMBERS[0], 0x9d39_247e_3377_6d41);
        assert_eq!(NUMBERS[WHITE_TO_MOVE], 0xf8d6_26aa_af27_8509);
        let sum = NUMBERS.iter().fold(0_u64, |sum, &number| sum.wrapping_mul(31).wrapping_add(number));
        assert_eq!(sum, 0x9d79_d68e_fbdc_91b2);
    }
}
