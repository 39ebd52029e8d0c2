use tabiya_rules::{Bitboard, Color, Square};

use super::pawns::{ahead, rank_of};
use super::side::EvalSides;
use super::{Tally, sign, terms};

/// What becomes of one side's passed pawns.
///
/// CITE: <https://www.chessprogramming.org/Passed_Pawn>
#[inline(always)]
pub(super) fn count<const WHITE: bool, T: Tally>(passed: Bitboard, sides: &EvalSides, tally: &mut T) {
    let us = if WHITE { Color::White } else { Color::Black };
    let (own, enemy) = sides.both::<WHITE>();
    for sq in passed & own.men {
        let rank = rank_of::<WHITE>(sq);
        tally.add(terms::PASSED + rank, sign(WHITE));
        let Some(stop) = Bitboard::of(sq).forward(us).first() else { continue };
        tally.add(terms::PASSED_OWN_KING + rank, sign(WHITE) * distance(own.royal, stop));
        tally.add(terms::PASSED_ENEMY_KING + rank, sign(WHITE) * distance(enemy.royal, stop));
        if sides.occupied.contains(stop) {
            tally.add(terms::PASSED_BLOCKED + rank, sign(WHITE));
        } else if (ahead::<WHITE>(sq) & (enemy.attacks | sides.occupied)).is_empty() {
            tally.add(terms::PASSED_SAFE + rank, sign(WHITE));
        } else if own.attacks.contains(stop) {
            tally.add(terms::PASSED_GUARDED + rank, sign(WHITE));
        }
    }
}

/// How many steps a king needs; far is far.
#[inline(always)]
fn distance(a: Square, b: Square) -> i32 {
    let files = (a.index() & 7).abs_diff(b.index() & 7);
    let ranks = (a.index() >> 3).abs_diff(b.index() >> 3);
    files.max(ranks).min(5) as i32
}
