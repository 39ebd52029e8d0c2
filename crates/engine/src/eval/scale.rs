use tabiya_rules::{Bitboard, Board, Color, Position, RuleSource};

use super::FULL_SCALE;
use super::rules::{EvalRules, spares_bare_kings};

/// How much of an endgame's worth can be had, for the side that is ahead.
///
/// CITE: scale factors, <https://www.chessprogramming.org/Endgame>
pub(super) fn endgame<R: RuleSource>(position: &Position<R>, endgame: i32) -> i32 {
    let EvalRules { is_king_royal, is_royal_kept, promotes } = EvalRules::of(position);
    // What is known of endgames is known of kings that must be mated.
    if !is_king_royal || !is_royal_kept {
        return FULL_SCALE;
    }
    let board = position.board();
    let strong = if endgame >= 0 { Color::White } else { Color::Black };
    let men = board.by_color(strong);
    let pawns = (board.pawns() & men).len() as i32;
    if pawns == 0 || !promotes {
        let lead = worth(position, strong) - worth(position, !strong);
        let own = worth(position, strong);
        return match () {
            _ if own < 5 => 0,
            _ if lead <= 3 && promotes => FULL_SCALE / 8,
            _ => FULL_SCALE,
        };
    }
    if are_opposite_bishops(position) {
        let alone = board.occupied() == board.pawns() | board.kings() | board.bishops();
        return if alone { 22 + 4 * passed_like(pawns) } else { 44 + 2 * passed_like(pawns) }.min(FULL_SCALE);
    }
    // The more pawns, the easier to win.
    (48 + 4 * pawns).min(FULL_SCALE)
}

/// How much of a lead can be turned into a win, in whatever phase.
///
/// Where a bare king cannot be taken, whoever is ahead needs pieces to win with, and the other side's men alive.
#[inline(always)]
pub(super) fn lead<R: RuleSource>(position: &Position<R>, lead: i32) -> i32 {
    if !spares_bare_kings(position.source().rules()) {
        return FULL_SCALE;
    }
    let strong = if lead >= 0 { Color::White } else { Color::Black };
    if worth(position, strong) < 5 {
        return FULL_SCALE / 16;
    }
    let lively = liveliness(position.board(), !strong);
    FULL_SCALE * lively / (lively + 30)
}

/// What a side can move besides its king: its pieces, and the steps of its pawns up to the next pawn.
fn liveliness(board: &Board, color: Color) -> i32 {
    let pawns = board.pawns() & board.by_color(color);
    let mut reach = pawns;
    for _ in 0..6 {
        reach |= reach.forward(color).without(board.pawns());
    }
    let pieces = board.by_color(color).without(board.pawns() | board.kings());
    (8 * pieces.len() + reach.without(pawns).len()) as i32
}

const fn passed_like(pawns: i32) -> i32 {
    if pawns > 4 { 4 } else { pawns }
}

/// Pieces by the usual count.
fn worth<R: RuleSource>(position: &Position<R>, color: Color) -> i32 {
    let board = position.board();
    let men = board.by_color(color);
    let count = |squares: Bitboard| (squares & men).len() as i32;
    3 * count(board.knights() | board.bishops()) + 5 * count(board.rooks()) + 9 * count(board.queens())
}

fn are_opposite_bishops<R: RuleSource>(position: &Position<R>) -> bool {
    let board = position.board();
    let bishops = board.bishops();
    let of = |color| bishops & board.by_color(color);
    let (white, black) = (of(Color::White), of(Color::Black));
    white.len() == 1 && black.len() == 1 && (bishops & Bitboard::LIGHT).len() == 1
}
