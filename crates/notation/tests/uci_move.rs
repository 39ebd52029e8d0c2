//! UCI moves: what is read, what is not, and that writing and resolving undo each other.

use tabiya_notation::{Strictness, UciMove, read_position};
use tabiya_rules::{FIDE, MoveRules, Position, RULE_SETS, Role, Roles, Rules, Start};
use tabiya_text::is_unseen;

use crate::random::Random;

#[test]
fn only_two_squares_and_a_letter_are_a_move() {
    for text in ["e2e4", "e7e8q", "e7e8k", "a1a1", "0000"] {
        assert_eq!(text.parse::<UciMove>().unwrap().to_string(), text);
    }
    assert_eq!("E7E8Q".parse::<UciMove>().unwrap().to_string(), "e7e8q");
    let bad = [
        "", "e", "e2", "e2e", "e2e9", "i2e4", "e2e4qq", "e7e8x", "e7e8 ", " e2e4", "e2-e4", "000", "00000",
        "O-O", "é2e4", "e2é", "e2eé", "e7e8é", "e7e8\0",
    ];
    for text in bad {
        let error = text.parse::<UciMove>().expect_err(text);
        assert!(!error.to_string().contains(is_unseen));
    }
}

#[test]
fn castling_is_read_in_both_forms_and_written_as_the_rules_want() {
    let fide = |fen| read_position(fen, &FIDE, Strictness::Strict).unwrap().position;
    let usual = fide("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let inner = fide("4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1");
    let table = [
        (usual, "e1g1", "e1g1"),
        (usual, "e1h1", "e1g1"),
        (usual, "e1c1", "e1c1"),
        (usual, "e1a1", "e1c1"),
        (inner, "e1g1", "e1g1"),
        (inner, "e1b1", "e1b1"),
        (inner, "e1c1", "e1b1"),
    ];
    for (position, read, written) in table {
        let m = read.parse::<UciMove>().unwrap().to_move(&position).unwrap();
        assert!(m.is_castling(), "{read}");
        assert_eq!(UciMove::from_move(m, &position).to_string(), written);
    }
}

/// A royal queen castles, and could as well walk to where castling brings it.
const QUEENS: Rules = Rules {
    moves: MoveRules { royal: Role::Queen, promotes_to: Roles::of(&[Role::Rook]), ..FIDE.moves },
    ..FIDE
};

#[test]
fn a_royal_queen_that_walks_is_not_castling() {
    let fen = "1q1k4/8/8/8/8/8/8/3KQ2R w K - 0 1";
    let position = read_position(fen, QUEENS.intern(), Strictness::Strict).unwrap().position;
    let moves = position.legal_moves();
    assert!(moves.iter().any(|m| m.is_castling()) && moves.iter().any(|m| m.to_string() == "e1g1"));
    for m in &position.legal_moves() {
        let written = UciMove::from_move(m, &position);
        assert_eq!(written.to_move(&position), Ok(m), "{written}");
    }
}

#[test]
fn every_legal_move_comes_back_under_every_rule_set() {
    let mut random = Random(4);
    for set in &RULE_SETS {
        for _ in 0..60 {
            let start = match set.rules.start {
                Start::Chess960 => Start::chess960(random.below(960) as u16).unwrap(),
                Start::Fixed(setup) => setup,
            };
            let mut position = Position::new(start, set.rules).unwrap();
            for _ in 0..150 {
                let moves = position.legal_moves();
                for m in &moves {
                    let written = UciMove::from_move(m, &position).to_string();
                    let read: UciMove = written.parse().unwrap();
                    assert_eq!(read.to_move(&position), Ok(m), "{}: {written}", set.name);
                }
                if moves.is_empty() {
                    break;
                }
                position = position.play_unchecked(moves[random.below(moves.len())]);
            }
        }
    }
}
