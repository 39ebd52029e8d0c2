use tabiya_rules::{Bitboard, Color, File, Position, Rank, RuleSource, Square, attacks};

use super::pawns::{ahead_on_files_beside, file_of};
use super::rules::EvalRules;
use super::side::{EvalSide, EvalSides};
use super::{Tally, sign, terms};

/// Units of danger for each piece that attacks the king's surroundings; for each square of them it attacks.
const KNIGHT_ASSAULT: i32 = 3;
const BISHOP_ASSAULT: i32 = 2;
const ROOK_ASSAULT: i32 = 3;
const QUEEN_ASSAULT: i32 = 4;

/// Material, squares, mobility and the places of the pieces of one side.
///
/// CITE: <https://www.chessprogramming.org/Evaluation_of_Pieces>, <https://www.chessprogramming.org/Mobility>
#[inline(always)]
pub(super) fn count<const WHITE: bool, R: RuleSource, T: Tally>(
    position: &Position<R>,
    sides: &mut EvalSides,
    tally: &mut T,
) {
    let board = position.board();
    let us = if WHITE { Color::White } else { Color::Black };
    let occupied = sides.occupied;
    let (own, enemy) = sides.both_mut::<WHITE>();
    let men = own.men;
    let straight = board.straight_sliders() & men;
    let kings = board.kings() & men;
    // A piece that shields its king moves along the line of the pin only.
    let pinned = pinned(position, us, own, enemy);
    let reach = |sq: Square, attacks: Bitboard| {
        if pinned.contains(sq) { attacks & attacks::line(own.royal, sq) } else { attacks }
    };
    let mut state = *own;
    for sq in board.knights() & men {
        let attacked = reach(sq, attacks::knight(sq));
        place::<WHITE, T>(1, sq, tally);
        state.attack(attacked);
        state.knight_attacks |= attacked;
        assault(&mut state, enemy, attacked, KNIGHT_ASSAULT);
        tally.add(terms::KNIGHT_MOBILITY + (attacked & own.free).len(), sign(WHITE));
        minor::<WHITE, T>(us, sq, terms::KNIGHT_OUTPOST, own, enemy, tally);
    }
    for sq in board.bishops() & men {
        // Looked through the own queen, which moves alike.
        let attacked = reach(sq, attacks::bishop(sq, occupied.without(board.queens() & men)));
        place::<WHITE, T>(2, sq, tally);
        state.attack(attacked);
        state.bishop_attacks |= attacked;
        assault(&mut state, enemy, attacked, BISHOP_ASSAULT);
        tally.add(terms::BISHOP_MOBILITY + (attacked & own.free).len(), sign(WHITE));
        minor::<WHITE, T>(us, sq, terms::BISHOP_OUTPOST, own, enemy, tally);
        let shade = if sq.is_light() { Bitboard::LIGHT } else { !Bitboard::LIGHT };
        tally.add(terms::BISHOP_PAWNS, sign(WHITE) * (own.pawns & shade).len() as i32);
    }
    state.minor_attacks = state.knight_attacks | state.bishop_attacks;
    for sq in board.rooks() & men {
        let attacked = reach(sq, attacks::rook(sq, occupied.without(straight)));
        place::<WHITE, T>(3, sq, tally);
        state.attack(attacked);
        state.rook_attacks |= attacked;
        assault(&mut state, enemy, attacked, ROOK_ASSAULT);
        tally.add(terms::ROOK_MOBILITY + (attacked & own.free).len(), sign(WHITE));
        let file = file_of(sq);
        if (own.pawns & file).is_empty() {
            let term = if (enemy.pawns & file).is_empty() { terms::ROOK_OPEN } else { terms::ROOK_HALF_OPEN };
            tally.add(term, sign(WHITE));
        }
    }
    let snipers = (board.bishops() | board.rooks()) & enemy.men;
    for sq in board.queens() & men {
        let attacked = reach(sq, attacks::queen(sq, occupied));
        place::<WHITE, T>(4, sq, tally);
        state.attack(attacked);
        state.queen_attacks |= attacked;
        assault(&mut state, enemy, attacked, QUEEN_ASSAULT);
        tally.add(terms::QUEEN_MOBILITY + (attacked & own.free).len(), sign(WHITE));
        // One piece away from being attacked by a lesser slider.
        let lines = attacks::bishop(sq, Bitboard::EMPTY) & board.bishops()
            | attacks::rook(sq, Bitboard::EMPTY) & board.rooks();
        let behind_one = |from| {
            let between = attacks::between(sq, from) & occupied;
            between.is_any() && !between.is_many()
        };
        if (lines & snipers).into_iter().any(behind_one) {
            tally.add(terms::WEAK_QUEEN, sign(WHITE));
        }
    }
    for sq in kings {
        place::<WHITE, T>(5, sq, tally);
    }
    if ((board.bishops() & men) & Bitboard::LIGHT).is_any()
        && (board.bishops() & men).without(Bitboard::LIGHT).is_any()
    {
        tally.add(terms::BISHOP_PAIR, sign(WHITE));
    }
    *own = state;
}

/// Material and square of a piece.
#[inline(always)]
pub(super) fn place<const WHITE: bool, T: Tally>(role: usize, sq: Square, tally: &mut T) {
    tally.add(terms::MATERIAL + role, sign(WHITE));
    let seen = if WHITE { sq } else { sq.mirrored() };
    tally.add(terms::SQUARES + role * 64 + seen.index(), sign(WHITE));
}

#[inline(always)]
fn assault(state: &mut EvalSide, enemy: &EvalSide, attacked: Bitboard, units: i32) {
    let near = attacked & enemy.ring;
    if near.is_any() {
        state.assailants += 1;
        state.assault += units + (attacked & attacks::king(enemy.royal)).len() as i32;
    }
}

/// The pieces of a side that alone stand between its royal piece and an enemy slider.
#[inline(always)]
fn pinned<R: RuleSource>(position: &Position<R>, us: Color, own: &EvalSide, enemy: &EvalSide) -> Bitboard {
    if !EvalRules::of(position).is_king_royal {
        return Bitboard::EMPTY;
    }
    let board = position.board();
    let seen = board.by_color(!us);
    let snipers = attacks::bishop(own.royal, seen) & board.diagonal_sliders()
        | attacks::rook(own.royal, seen) & board.straight_sliders();
    let mut pinned = Bitboard::EMPTY;
    for sniper in snipers & enemy.men {
        let shield = attacks::between(own.royal, sniper) & own.men;
        if !shield.is_many() {
            pinned |= shield;
        }
    }
    pinned
}

/// Outposts and cover of knights and bishops.
#[inline(always)]
fn minor<const WHITE: bool, T: Tally>(
    us: Color,
    sq: Square,
    outpost: usize,
    own: &EvalSide,
    enemy: &EvalSide,
    tally: &mut T,
) {
    let at = Bitboard::of(sq);
    let is_far = (at & outpost_ranks(us)).is_any();
    if is_far && (ahead_on_files_beside::<WHITE>(sq) & enemy.pawns).is_empty() {
        tally.add(outpost + usize::from((at & own.pawn_attacks).is_any()), sign(WHITE));
    }
    if (at.forward(us) & own.pawns).is_any() {
        tally.add(terms::MINOR_BEHIND_PAWN, sign(WHITE));
    }
}

const fn outpost_ranks(us: Color) -> Bitboard {
    let middle = Bitboard::rank(Rank::Fourth).0 | Bitboard::rank(Rank::Fifth).0;
    let far = match us {
        Color::White => Rank::Sixth,
        Color::Black => Rank::Third,
    };
    Bitboard(middle | Bitboard::rank(far).0)
}

/// The four files in the middle.
pub(super) const MIDDLE: Bitboard = Bitboard(
    Bitboard::file(File::C).0
        | Bitboard::file(File::D).0
        | Bitboard::file(File::E).0
        | Bitboard::file(File::F).0,
);
