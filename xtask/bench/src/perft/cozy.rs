//! cozy-chess as its own example counts: sets of destinations, copy and play.

use cozy_chess::Board;

pub fn count(fen: &str, depth: u32) -> u64 {
    let board = Board::from_fen(fen, false).expect("a suite position is valid");
    perft(&board, depth)
}

/// The last ply has a closure of its own: one closure for both cases costs cozy-chess a third of its speed.
fn perft(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for m in moves {
                let mut child = board.clone();
                child.play_unchecked(m);
                nodes += perft(&child, depth - 1);
            }
            false
        });
    }
    nodes
}
