//! What is true of every position under every rule set. Each law panics where it is broken.

use tabiya_notation::{Fen, Strictness, UciMove, read_position};
use tabiya_rules::{Fide, Move, Position, Role, RuleSource, Square, Stalemate};

/// All laws. The moves from `square` are tried one by one, which would take too long for every square.
pub fn check<R: RuleSource>(position: &Position<R>, square: Square) {
    let moves = position.legal_moves();
    every_way_to_generate_agrees(position, &moves);
    every_generated_move_is_legal(position, &moves);
    every_legal_move_is_generated(position, &moves, square);
    inspecting_anew_changes_nothing(position);
    mirror_keeps_the_count(position);
    specialized_moves_are_the_same(position, &moves);
    judgement_is_given(position, &moves);
    moves_are_written_and_read(position, &moves);
    position_is_written_and_read(position);
}

/// A move from elsewhere is legal here exactly when it is generated here.
pub fn foreign_move_is_legal_if_generated<R: RuleSource>(position: &Position<R>, m: Move) {
    let generated = position.legal_moves().contains(&m);
    assert_eq!(position.is_legal(m), generated, "{m} in {position:?}");
    assert_eq!(position.check(m).is_ok(), generated, "{m} in {position:?}");
}

fn every_way_to_generate_agrees<R: RuleSource>(position: &Position<R>, moves: &[Move]) {
    assert_eq!(position.count_moves(), moves.len(), "{position:?}");
    assert_eq!(position.has_moves(), !moves.is_empty(), "{position:?}");
    let (mut one_by_one, mut by_piece) = (Vec::new(), 0);
    position.for_each_move(|m| one_by_one.push(m));
    assert_eq!(one_by_one, moves, "{position:?}");
    position.for_each_piece(|piece| by_piece += piece.len());
    assert_eq!(by_piece, moves.len(), "{position:?}");
}

fn every_generated_move_is_legal<R: RuleSource>(position: &Position<R>, moves: &[Move]) {
    for (n, &m) in moves.iter().enumerate() {
        assert!(!moves[..n].contains(&m), "{m} twice in {position:?}");
        assert!(position.is_legal(m), "{m} in {position:?}");
        assert_eq!(position.check(m), Ok(()), "{m} in {position:?}");
        assert_eq!(position.legal(m.from(), m.to(), m.promotion()), Ok(m), "{position:?}");
    }
}

fn every_legal_move_is_generated<R: RuleSource>(position: &Position<R>, moves: &[Move], from: Square) {
    for to in Square::all() {
        for promotion in [None, Some(Role::Queen), Some(Role::King)] {
            if let Ok(m) = position.legal(from, to, promotion) {
                assert!(moves.contains(&m), "{m} in {position:?}");
            }
        }
    }
}

/// A position reached by playing is valid, and has the key and all else of the same position set up.
fn inspecting_anew_changes_nothing<R: RuleSource>(position: &Position<R>) {
    let anew = Position::new(position.setup(), position.source()).expect("play keeps positions valid");
    assert_eq!(anew, *position);
    assert_eq!(anew.key(), position.key(), "{position:?}");
}

fn mirror_keeps_the_count<R: RuleSource>(position: &Position<R>) {
    let mirrored = position.mirrored();
    assert_eq!(mirrored.count_moves(), position.count_moves(), "{position:?}");
    assert_eq!(mirrored.mirrored(), *position);
}

fn specialized_moves_are_the_same<R: RuleSource>(position: &Position<R>, moves: &[Move]) {
    if let Some(specialized) = position.specialized() {
        assert_eq!(*specialized.legal_moves(), *moves, "{position:?}");
        assert_eq!(specialized.key(), position.key(), "{position:?}");
        let anew = Position::new(position.setup(), Fide).expect("the same rules of moving find it valid");
        assert_eq!(anew, specialized);
    }
}

/// A game that goes on has a move to go on with, or the turn passes.
fn judgement_is_given<R: RuleSource>(position: &Position<R>, moves: &[Move]) {
    let goes_on = !moves.is_empty() || position.rules().ends.stalemate == Stalemate::Passes;
    assert!(position.outcome().is_some() || goes_on, "{position:?}");
}

fn moves_are_written_and_read<R: RuleSource>(position: &Position<R>, moves: &[Move]) {
    for &m in moves {
        let text = UciMove::from_move(m, position).to_string();
        let read: UciMove = text.parse().expect("what is written is read");
        assert_eq!(read.to_move(position), Ok(m), "{text} in {position:?}");
    }
}

fn position_is_written_and_read<R: RuleSource>(position: &Position<R>) {
    let text = Fen::from(position).to_string();
    let read = read_position(&text, position.source(), Strictness::Strict);
    assert_eq!(read.expect("what is written is read").position, *position, "{text}");
}
