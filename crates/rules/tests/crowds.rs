//! Boards that no game brings about: more men than a side ever had, checks from everywhere. Moves are found all the
//! same, and no list bursts.

use tabiya_rules::{Bitboard, Board, Color, Piece, Position, Rank, Role, Rules, Setup, Square};

use crate::support::fen;
use crate::support::random::Random;
use crate::support::sets::{self, Set};
use crate::support::translate::{self, to_model};

#[test]
fn the_most_moves_of_a_game_are_found() {
    // CITE: Nenad Petrović's record of 1964, https://www.chessprogramming.org/Chess_Position
    let text = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
    assert_eq!(compare(&fen::setup(text), &sets::named("fide")), 218);
}

#[test]
fn more_moves_are_found_with_more_queens() {
    let text = "QQQQQQBk/Q6B/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1";
    assert_eq!(compare(&fen::setup(text), &sets::named("fide")), 265);
}

/// Where kings are taken, nothing keeps the queens from moving.
#[test]
fn any_number_of_queens_may_stand_on_the_board() {
    for set in [careless(), sets::named("cuhk")] {
        let mut random = Random::seeded(50);
        let mut most = 0;
        for queens in (4..=62).cycle().take(236) {
            let mut board = board_with_royals(&set, &mut random);
            fill(&mut board, queens, &mut random, |_| Piece { color: Color::White, role: Role::Queen });
            most = most.max(compare(&Setup::start(board), &set));
        }
        assert!(most > 200, "{}: {most} moves at most", set.name);
    }
}

/// The king of the other side stands in attack from all around.
#[test]
fn sixty_queens_may_give_check() {
    let set = sets::named("fide");
    let mut random = Random::seeded(51);
    for _ in 0..100 {
        let mut board = board_with_royals(&set, &mut random);
        fill(&mut board, 60, &mut random, |_| Piece { color: Color::White, role: Role::Queen });
        compare(&Setup { turn: Color::Black, ..Setup::start(board) }, &set);
    }
}

#[test]
fn crowded_boards_of_every_set_have_the_models_moves() {
    for set in sets::all() {
        let mut random = Random::seeded(52);
        for men in (8..=50).cycle().take(172) {
            let setup = crowd(&set, men, &mut random);
            compare(&setup, &set);
        }
    }
}

/// Eight pawns that all promote, with three choices of square each.
#[test]
fn a_rank_of_promotions_bursts_no_list() {
    let fens = [
        ("careless", "rnbqrnbr/PPPPPPPP/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/K6k w - - 0 1"),
        ("careless", "r1r1r1r1/PPPPPPPP/8/Q1Q1Q1Q1/1Q1Q1Q1Q/N1N1N1N1/1N1N1N1N/K6k w - - 0 1"),
        ("knightmate", "r1r1r1r1/PPPPPPPP/8/8/8/8/8/N6n w - - 0 1"),
    ];
    for (name, text) in fens {
        let set = sets::all().into_iter().find(|set| set.name == name).expect("a set");
        compare(&set.position(text).setup(), &set);
    }
}

/// No move gives such checks, but a lenient reading allows them.
#[test]
fn a_checker_may_be_guarded_through_the_king() {
    assert_eq!(compare(&fen::setup("8/8/8/R2kR3/8/8/8/K7 b - - 0 1"), &sets::named("fide")), 4);
    assert_eq!(compare(&fen::setup("8/2B5/3k4/4B3/8/8/8/K7 b - - 0 1"), &sets::named("fide")), 6);
}

/// The set with castling, en passant and promotion where kings are taken.
fn careless() -> Set {
    sets::all().pop().expect("it is the last")
}

/// Compares the moves with the model's and tells how many there are.
fn compare(setup: &Setup, set: &Set) -> usize {
    let lenient = Position::lenient(*setup, set.rules);
    let position = lenient.unwrap_or_else(|faults| panic!("{}: {setup:?}: {faults}", set.name)).position;
    let place = format!("{}: {}", set.name, fen::of(&position));
    let moves = translate::moves(&position);
    assert_eq!(moves, to_model(&position, &set.model).moves(), "{place}");
    assert_eq!(position.count_moves(), moves.len(), "{place}");
    let mut grouped = 0;
    position.for_each_piece(|group| grouped += group.len());
    assert_eq!(grouped, moves.len(), "{place}");
    assert!(position.legal_moves().iter().all(|&m| position.is_legal(m)), "{place}");
    moves.len()
}

/// A royal piece of each color somewhere, not attacking each other.
fn board_with_royals(set: &Set, random: &mut Random) -> Board {
    let role = set.rules.moves.royal;
    loop {
        let mut board = Board::EMPTY;
        let squares = [random.below(64), random.below(64)].map(Square::from_index);
        for (at, color) in squares.into_iter().zip(Color::ALL) {
            board.set(at, Some(Piece { color, role }));
        }
        let [white, _] = squares;
        if board.occupied().len() == 2 && board.attackers(white, Color::Black, board.occupied()).is_empty() {
            return board;
        }
    }
}

/// Adds men on free squares until so many more stand there.
fn fill(board: &mut Board, men: usize, random: &mut Random, mut man: impl FnMut(&mut Random) -> Piece) {
    let goal = (board.occupied().len() + men).min(64);
    while board.occupied().len() < goal {
        let at = Square::from_index(random.below(64));
        if board.piece_at(at).is_none() {
            board.set(at, Some(man(random)));
        }
    }
}

/// So many men of all kinds, few of them pawns on end ranks or attackers of the side that has just moved, for those are
/// taken off again.
fn crowd(set: &Set, men: usize, random: &mut Random) -> Setup {
    let mut board = board_with_royals(set, random);
    let common: Vec<Role> = Role::ALL.into_iter().filter(|&role| role != set.rules.moves.royal).collect();
    // The side to move is in the majority, for a crowd on the other side leaves it no move at all.
    let turn = random.pick(&Color::ALL);
    fill(&mut board, men, random, |random| {
        let color = if random.one_in(3) { !turn } else { turn };
        Piece { color, role: random.pick(&common) }
    });
    for at in board.pawns() & (Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth)) {
        board.set(at, None);
    }
    let royal =
        board.by_piece(Piece { color: !turn, role: set.rules.moves.royal }).first().expect("a royal piece");
    while let Some(attacker) = board.attackers(royal, turn, board.occupied()).first() {
        board.set(attacker, None);
    }
    Setup { turn, castling: rights(&board, set.rules), ..Setup::start(board) }
}

/// Every rook of an end rank; the lenient reading drops what cannot be.
fn rights(board: &Board, rules: &Rules) -> Bitboard {
    let ends = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
    if rules.moves.castling { board.rooks() & ends } else { Bitboard::EMPTY }
}
