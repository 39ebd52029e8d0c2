//! shakmaty through its own `perft`, which takes the length of the last list.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, perft};

pub fn count(fen: &str, depth: u32) -> u64 {
    let fen: Fen = fen.parse().expect("a suite position is a FEN");
    let pos: Chess = fen.into_position(CastlingMode::Standard).expect("a suite position is valid");
    perft(&pos, depth)
}
