//! How far one goes back to choose again.

use crate::support::Logged;
use tabiya_game::{By, Command, GameStart, Refusal, Seat};
use tabiya_notation::{Fen, RuleFile};
use tabiya_rules::{CUHK, FIDE, Rules};

fn game(rules: Rules, fen: &str) -> Logged {
    let fen: Fen = fen.parse().unwrap();
    Logged::start(GameStart::usual(RuleFile::named(rules, None)).from(fen.setup))
}

/// White has one move, then none for ever.
const ONE_MOVE: &str = "KP6/PP5P/8/8/8/8/8/k7 w - - 0 1";

#[test]
fn a_pass_goes_with_the_move_before_it() {
    let mut logged = game(CUHK, ONE_MOVE);
    let white = logged.game.seat_to_move();
    logged.moves("h7h8 a1b1");
    assert_eq!(logged.game.plies_back(white, 1), Ok(2));
    logged.apply(By::Board, Command::Pass).unwrap();
    assert_eq!(logged.game.plies_back(white, 1), Ok(3));
    assert_eq!(logged.game.plies_back(!white, 1), Ok(2));
    logged.moves("b1c1");
    assert_eq!(logged.game.plies_back(white, 1), Ok(4));
    assert_eq!(logged.game.plies_back(white, 2), Err(Refusal::NothingToUndo { asked: 2, there: 1 }));
    assert_eq!(logged.game.plies_back(!white, 1), Ok(1));
    assert_eq!(logged.game.plies_back(!white, 2), Ok(3));
    logged.apply(By::Board, Command::Undo(4)).unwrap();
    assert!(logged.game.position().has_moves());
    assert_eq!(logged.game.plies_ahead(white, 1), 4);
}

#[test]
fn whoever_began_one_goes_back_to_ones_own_move() {
    let mut logged = game(FIDE, "4k3/7p/8/8/8/8/7P/4K3 b - - 0 1");
    let white = logged.game.seats().white;
    logged.moves("e8e7");
    assert_eq!(logged.game.plies_back(white, 1), Err(Refusal::NothingToUndo { asked: 1, there: 0 }));
    logged.moves("e1e2");
    assert_eq!(logged.game.plies_back(white, 1), Ok(1));
    logged.moves("e7e6");
    assert_eq!(logged.game.plies_back(white, 1), Ok(2));
    logged.apply(By::Board, Command::Undo(2)).unwrap();
    assert_eq!(logged.game.seat_to_move(), white);
    assert_eq!(logged.game.plies_ahead(white, 1), 2);
}

#[test]
fn seats_count_and_not_colors() {
    let start = GameStart::usual(FIDE);
    let seats = tabiya_rules::ByColor { white: Seat::Second, black: Seat::First };
    let mut logged = Logged::start(GameStart { seats, ..start });
    logged.moves("e2e4 e7e5 g1f3");
    assert_eq!(logged.game.plies_back(Seat::Second, 1), Ok(1));
    assert_eq!(logged.game.plies_back(Seat::First, 1), Ok(2));
}
