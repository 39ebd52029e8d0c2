//! What algebraic notation means and why it is refused.

use tabiya_notation::{San, Strictness, read_position};
use tabiya_rules::FIDE;

fn answer(fen: &str, text: &str) -> String {
    let position = read_position(fen, &FIDE, Strictness::Strict).unwrap().position;
    match text.parse::<San>().unwrap().to_move(&position) {
        Ok(m) => m.to_string(),
        Err(why) => why.to_string(),
    }
}

#[test]
fn the_reason_is_that_of_the_pieces_that_move_like_that() {
    let pinned = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1";
    assert_eq!(answer(pinned, "Nd5"), "the knight is pinned to your king by the bishop on b4");
    assert_eq!(answer(pinned, "Na1"), "no knight can move to a1");
    let check = "4k3/8/8/8/7b/8/8/1N2KN2 w - - 0 1";
    assert_eq!(answer(check, "Nd2"), "your king would still be in check from the bishop on h4");
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    assert_eq!(answer(mate, "Nc3"), "the game is over: Black wins by checkmate");
}

#[test]
fn two_squares_say_it_all() {
    let castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(answer(castles, "e1g1"), "e1h1");
    assert_eq!(answer(castles, "Ke1-c1"), "e1a1");
    assert_eq!(answer(castles, "a1a5"), "a1a5");
    assert_eq!(answer(castles, "a1xa5"), "there is nothing to take on a5");
    assert_eq!(answer(castles, "Qa1a5"), "no queen of yours stands on a1");
}

#[test]
fn a_small_b_is_a_pawn_first_and_then_a_bishop() {
    let both = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1";
    assert_eq!(answer(both, "bxc3"), "b2c3");
    assert_eq!(answer(both, "be3"), "d2e3");
    let pinned = "4k3/8/8/8/8/q1p5/1P1B4/2K5 w - - 0 1";
    assert_eq!(answer(pinned, "bxc3"), "d2c3");
}
