use tabiya_rules::{Bitboard, Color, Position, Role, Royalty, RuleSource};

use super::FULL_SCALE;

/// How much of an endgame's worth can be had, for the side that is ahead.
///
/// CITE: scale factors, <https://www.chessprogramming.org/Endgame>
pub(super) fn endgame<R: RuleSource>(position: &Position<R>, endgame: i32) -> i32 {
    let moves = position.source().moves();
    // What is known of endgames is known of kings that must be mated.
    if moves.royal != Role::King || moves.royalty != Royalty::Checked {
        return FULL_SCALE;
    }
    let board = position.board();
    let strong = if endgame >= 0 { Color::White } else { Color::Black };
    let men = board.by_color(strong);
    let pawns = (board.pawns() & men).len() as i32;
    if pawns == 0 || moves.promotes_to.is_empty() {
        let lead = worth(position, strong) - worth(position, !strong);
        let own = worth(position, strong);
        return match () {
            _ if own < 5 => 0,
            _ if lead <= 3 && !moves.promotes_to.is_empty() => FULL_SCALE / 8,
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
