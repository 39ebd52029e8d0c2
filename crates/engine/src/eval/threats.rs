use tabiya_rules::{Bitboard, Color, Position, Rank, RuleSource, attacks};

use super::pieces::MIDDLE;
use super::side::EvalSides;
use super::{Tally, sign, terms};

/// What one side's men attack.
///
/// CITE: threats in Stockfish, <https://github.com/official-stockfish/Stockfish/blob/sf_15.1/src/evaluate.cpp>
#[inline(always)]
pub(super) fn count<const WHITE: bool, R: RuleSource, T: Tally>(
    position: &Position<R>,
    sides: &EvalSides,
    tally: &mut T,
) {
    let us = if WHITE { Color::White } else { Color::Black };
    let board = position.board();
    let (own, enemy) = sides.both::<WHITE>();
    let pieces = enemy.men.without(enemy.pawns | Bitboard::of(enemy.royal));
    let roles = [enemy.pawns, board.knights(), board.bishops(), board.rooks(), board.queens()];
    let guarded = enemy.pawn_attacks | enemy.double_attacks.without(own.double_attacks);
    let poor = enemy.men.without(guarded) & own.attacks;
    let mut tell = |term: usize, attacked: Bitboard, from: usize| {
        if attacked.is_any() {
            for (i, role) in roles.into_iter().enumerate().skip(from) {
                tally.add(term + i, sign(WHITE) * (attacked & role).len() as i32);
            }
        }
    };
    tell(terms::PAWN_THREAT, own.pawn_attacks & pieces, 1);
    tell(terms::MINOR_THREAT, own.minor_attacks & (pieces & (roles[3] | roles[4]) | poor), 0);
    tell(terms::ROOK_THREAT, own.rook_attacks & (pieces & roles[4] | poor), 0);
    tally.add(terms::KING_THREAT, sign(WHITE) * i32::from((own.king_attacks & poor).is_any()));
    let hanging = enemy.men.without(enemy.attacks) & own.attacks;
    tally.add(terms::HANGING, sign(WHITE) * hanging.len() as i32);
    let safe = !enemy.pawn_attacks & (own.attacks | !enemy.attacks);
    let step = own.pawns.forward(us).without(sides.occupied);
    let start = Bitboard::rank(Rank::Third.seen_by(us));
    let steps = (step | (step & start).forward(us).without(sides.occupied)) & safe;
    let pushes = attacks::pawns(us, steps) & pieces;
    tally.add(terms::PUSH_THREAT, sign(WHITE) * pushes.len() as i32);
    tally.add(terms::SPACE, sign(WHITE) * space(us, own.pawns, enemy.pawn_attacks).len() as i32);
}

/// Squares in the middle of one's own camp that no enemy pawn attacks.
#[inline(always)]
fn space(us: Color, pawns: Bitboard, attacked: Bitboard) -> Bitboard {
    let camp = [Rank::Second, Rank::Third, Rank::Fourth].map(|rank| Bitboard::rank(rank.seen_by(us)));
    (camp[0] | camp[1] | camp[2]) & MIDDLE & !pawns & !attacked
}
