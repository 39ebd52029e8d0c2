//! What must hold in every position of every rule set, tried on positions of random play.

use std::collections::HashSet;

use tabiya_rules::{
    Bitboard, Board, CastlingSide, Fide, Move, Observer, Piece, Position, Role, RuleSource, Rules, Square,
    perft,
};

use crate::model::ModelPosition;
use crate::support::sets::{self, Set};
use crate::support::translate::{self, to_model};
use crate::support::{fen, walk};

/// Positions of each set, where the model, which is slow, is asked.
const FEW: usize = 400;
/// Positions of each set, where it is not.
const MANY: usize = 3_000;

/// Tries a law on `count` positions of every set.
fn everywhere(seed: u64, count: usize, law: impl Fn(&Set, &Position<&'static Rules>)) {
    for set in sets::all() {
        for position in walk::positions(&set, seed, count) {
            law(&set, &position);
        }
    }
}

/// The words to begin a complaint with.
fn place<R: RuleSource>(set: &Set, position: &Position<R>) -> String {
    format!("{}: {}", set.name, fen::of(position))
}

#[test]
fn the_moves_are_the_models() {
    everywhere(1, FEW, |set, position| {
        let model = to_model(position, &set.model);
        assert_eq!(translate::moves(position), model.moves(), "{}", place(set, position));
    });
}

#[test]
fn a_move_does_what_the_models_does() {
    everywhere(2, FEW / 4, |set, position| {
        let model = to_model(position, &set.model);
        for &m in &*position.legal_moves() {
            let next = position.play(m).expect("a generated move is legal");
            assert_same(&next, &model.play(&m.to_string()), &format!("{} after {m}", place(set, position)));
        }
    });
}

fn assert_same<R: RuleSource>(position: &Position<R>, model: &ModelPosition, place: &str) {
    let ours = to_model(position, &model.rules);
    assert_eq!(ours.board, model.board, "{place}");
    assert_eq!(ours.turn, model.turn, "{place}");
    assert_eq!((ours.halfmoves, ours.fullmoves), (model.halfmoves, model.fullmoves), "{place}");
    assert_eq!(ours.usable_en_passant(), model.usable_en_passant(), "{place}");
    let rights: Bitboard = model.rights.iter().map(|rook| parse(&rook.to_string())).collect();
    assert_eq!(position.castling(), rights, "{place}");
}

fn parse(square: &str) -> Square {
    square.parse().expect("a square")
}

#[test]
fn checkers_are_the_models() {
    everywhere(3, FEW, |set, position| {
        let model = to_model(position, &set.model);
        let expected: Bitboard =
            model.checkers_of(model.turn).iter().map(|square| parse(&square.to_string())).collect();
        assert_eq!(position.checkers(), expected, "{}", place(set, position));
        assert_eq!(position.is_check(), expected.is_any(), "{}", place(set, position));
    });
}

/// Legal elsewhere is often almost legal here.
#[test]
fn a_move_is_generated_exactly_when_it_is_legal() {
    for set in sets::all() {
        let positions = walk::positions(&set, 4, MANY);
        let pool: HashSet<Move> =
            positions.iter().flat_map(|position| position.legal_moves().to_vec()).collect();
        for position in positions.iter().step_by(10) {
            let generated = position.legal_moves();
            for &m in &pool {
                let expected = generated.contains(&m);
                assert_eq!(position.is_legal(m), expected, "{}: {m}", place(&set, position));
                assert_eq!(position.check(m).is_ok(), expected, "{}: {m}", place(&set, position));
            }
        }
    }
}

#[test]
fn origins_are_those_of_the_legal_moves() {
    everywhere(15, MANY / 10, |set, position| {
        let moves = position.legal_moves();
        for role in Role::ALL {
            for to in Square::all() {
                let here = moves.iter().filter(|m| m.role() == Some(role) && m.to() == to);
                let expected: Bitboard = here.clone().map(|m| m.from()).collect();
                assert_eq!(position.origins(role, to, Bitboard::ALL), expected, "{}", place(set, position));
                for m in here {
                    assert_eq!(position.move_of(role, m.from(), to, m.promotion()), Ok(*m));
                }
            }
        }
        for side in [CastlingSide::Short, CastlingSide::Long] {
            let castling = |m: &&Move| m.is_castling() && CastlingSide::of(m.from(), m.to()) == side;
            let expected = moves.iter().find(castling).copied();
            assert_eq!(position.castle(side).ok(), expected, "{}", place(set, position));
        }
    });
}

#[test]
fn counts_lists_and_groups_agree() {
    everywhere(5, MANY, |set, position| {
        let place = place(set, position);
        let list = position.legal_moves();
        let unique: HashSet<Move> = list.iter().copied().collect();
        assert_eq!(unique.len(), list.len(), "a move comes twice in {place}");
        assert_eq!(position.count_moves(), list.len(), "{place}");
        assert_eq!(position.has_moves(), !list.is_empty(), "{place}");
        let mut grouped = Vec::new();
        position.for_each_piece(|group| {
            assert!(!group.is_empty(), "{place}");
            assert_eq!(group.moves().count(), group.len(), "{place}");
            grouped.extend(group.moves());
        });
        assert_eq!(grouped.len(), list.len(), "{place}");
        assert_eq!(grouped.into_iter().collect::<HashSet<Move>>(), unique, "{place}");
        for from in Square::all() {
            let expected: Bitboard = list.iter().filter(|m| m.from() == from).map(|m| m.to()).collect();
            assert_eq!(position.destinations(from), expected, "{from} in {place}");
        }
    });
}

#[test]
fn a_move_says_which_piece_moves_or_leaves_it_to_the_rules() {
    everywhere(16, MANY / 10, |set, position| {
        for &m in &*position.legal_moves() {
            let place = format!("{m} in {}", place(set, position));
            let moved = position.piece_at(m.from()).map(|piece| piece.role);
            assert_eq!(Some(position.role_of(m)), moved, "{place}");
            assert_eq!(m.role(), moved.filter(|_| !m.is_castling()), "{place}");
        }
    });
}

#[test]
fn groups_say_the_truth_about_their_moves() {
    everywhere(6, MANY, |set, position| {
        position.for_each_piece(|group| {
            for m in group.moves() {
                let place = format!("{m} in {}", place(set, position));
                assert_eq!((m.from(), m.role()), (group.from(), group.role()), "{place}");
                assert!(group.to().contains(m.to()), "{place}");
                assert_eq!(m.promotion().is_some(), !group.promotes_to().is_empty(), "{place}");
                assert!(m.promotion().is_none_or(|role| group.promotes_to().contains(role)), "{place}");
            }
        });
    });
}

#[test]
fn a_position_played_to_equals_the_one_set_up() {
    everywhere(7, MANY, |set, position| {
        let fresh = Position::new(position.setup(), set.rules);
        let fresh = fresh.unwrap_or_else(|faults| panic!("{}: {faults}", place(set, position)));
        assert_eq!(fresh.key(), position.key(), "{}", place(set, position));
        assert_eq!(fresh, *position, "{}", place(set, position));
    });
}

#[test]
fn a_position_played_to_equals_the_one_read_from_its_fen() {
    everywhere(8, MANY, |set, position| {
        let text = fen::of(position);
        let read = set.position(&text);
        assert_eq!(fen::of(&read), text, "{}", set.name);
        assert_eq!(read, *position, "{}: {text}", set.name);
        assert_eq!(read.key(), position.key(), "{}: {text}", set.name);
        assert_eq!(*read.legal_moves(), *position.legal_moves(), "{}: {text}", set.name);
    });
}

#[test]
fn colors_may_be_exchanged() {
    everywhere(9, MANY / 3, |set, position| {
        let mirror = position.mirrored();
        let place = place(set, position);
        assert_eq!(mirror.mirrored(), *position, "{place}");
        let turned = |m: &Move| (m.from().mirrored(), m.to().mirrored(), m.promotion());
        let mirrored: HashSet<_> = position.legal_moves().iter().map(turned).collect();
        let plain = |m: &Move| (m.from(), m.to(), m.promotion());
        let expected: HashSet<_> = mirror.legal_moves().iter().map(plain).collect();
        assert_eq!(mirrored, expected, "{place}");
        assert_eq!(perft(position, 2), perft(&mirror, 2), "{place}");
        assert_eq!(position.checkers().mirrored(), mirror.checkers(), "{place}");
    });
}

#[test]
fn the_specialized_way_gives_the_same_moves_in_the_same_order() {
    for name in ["fide", "chess960", "waterloo"] {
        let set = sets::named(name);
        for position in walk::positions(&set, 10, MANY) {
            let place = place(&set, &position);
            let special: Position<Fide> = position.specialized().expect("these move like FIDE's");
            assert_eq!(special.setup(), position.setup(), "{place}");
            assert_eq!(*special.legal_moves(), *position.legal_moves(), "{place}");
            assert_eq!(special.count_moves(), position.count_moves(), "{place}");
            assert_eq!(special.key(), position.key(), "{place}");
            for m in &special.legal_moves() {
                let (one, other) = (special.play_unchecked(m), position.play_unchecked(m));
                assert_eq!(Some(one), other.specialized(), "{place} after {m}");
            }
        }
    }
}

#[test]
fn only_sets_that_move_like_fides_are_specialized() {
    for set in sets::all() {
        let moves_alike = ["fide", "chess960", "waterloo"].contains(&set.name);
        assert_eq!(set.position(&set.fens[0]).specialized().is_some(), moves_alike, "{}", set.name);
    }
}

/// A board that follows the moves by what it is told.
struct Follower(Board);

impl Observer for Follower {
    fn removed(&mut self, piece: Piece, from: Square) {
        assert_eq!(self.0.piece_at(from), Some(piece), "what leaves {from} was there");
        self.0.set(from, None);
    }

    fn placed(&mut self, piece: Piece, on: Square) {
        assert_eq!(self.0.piece_at(on), None, "{on} is free for what arrives");
        self.0.set(on, Some(piece));
    }
}

#[test]
fn an_observer_is_told_everything() {
    everywhere(11, MANY / 3, |set, position| {
        for m in &position.legal_moves() {
            let mut follower = Follower(*position.board());
            let next = position.play_observed(m, &mut follower);
            assert_eq!(follower.0, *next.board(), "{} after {m}", place(set, position));
            assert_eq!(next, position.play_unchecked(m), "{} after {m}", place(set, position));
        }
    });
}

#[test]
fn passing_changes_the_turn_alone() {
    everywhere(12, MANY, |set, position| {
        let place = place(set, position);
        let may_pass = set.model.taken || !position.is_check();
        let Some(passed) = position.pass() else {
            assert!(!may_pass, "{place}");
            return;
        };
        assert!(may_pass, "{place}");
        let mut expected = position.setup();
        expected.turn = !expected.turn;
        expected.en_passant = None;
        expected.halfmoves += 1;
        expected.fullmoves += u16::from(!position.turn().is_white());
        assert_eq!(passed.setup(), expected, "{place}");
        // In lenient reading, for a pass may leave checks that no move can have given.
        let fresh = Position::lenient(expected, set.rules).expect("a pass leaves a position").position;
        assert_eq!(passed, fresh, "{place}");
        assert_eq!(passed.key(), fresh.key(), "{place}");
    });
}

#[test]
fn moves_to_some_squares_are_those_among_all_moves() {
    everywhere(21, MANY, |set, position| {
        let occupied = position.board().occupied();
        let half = Bitboard(position.key().0);
        for targets in [occupied, !occupied, half, Bitboard::EMPTY] {
            let mut found = HashSet::new();
            position.for_each_move_to(targets, |m| assert!(found.insert(m), "{m} comes twice"));
            let moves = position.legal_moves();
            let expected: HashSet<Move> = moves.into_iter().filter(|m| targets.contains(m.to())).collect();
            assert_eq!(found, expected, "{}", place(set, position));
        }
    });
}
