//! The tables against a solution of our own, and whole games against the longest defence.

use std::sync::{Arc, LazyLock};

use tabiya_rules::{
    Bitboard, Board, CHESS960, Color, EndRules, FIDE, Limits as Counts, Move, MoveRules, Piece, Position,
    RULE_SETS, Role, Roles, Royalty, Rules, Setup, Square, Stalemate, StalemateTest,
};

use super::{Distance, Prober, Tables, Wdl};
use crate::{Control, Engine, GamePosition, SearchLimits};

static TABLES: LazyLock<Arc<Tables>> =
    LazyLock::new(|| Arc::new(Tables::open("tests/tables").expect("the tables of the tests")));

fn prober() -> Prober<'static> {
    Prober::new(&TABLES, &FIDE).expect("the tables speak of chess")
}

type Place = Position<&'static Rules>;

/// White has a king and a man, Black a king.
fn place(
    white: Square,
    black: Square,
    man: Square,
    role: Role,
    turn: Color,
    halfmoves: u16,
) -> Option<Place> {
    let mut board = Board::default();
    board.set(man, Some(Piece { color: Color::White, role }));
    board.set(black, Some(Piece { color: Color::Black, role: Role::King }));
    board.set(white, Some(Piece { color: Color::White, role: Role::King }));
    let setup = Setup { turn, halfmoves, castling: Bitboard::EMPTY, ..Setup::start(board) };
    Position::new(setup, &FIDE).ok().filter(|position| position.board().occupied().len() == 3)
}

fn squares() -> impl Iterator<Item = (Square, Square, Square, Color)> {
    let turns = [Color::White, Color::Black];
    turns.into_iter().flat_map(|turn| {
        Square::all().flat_map(move |white| {
            Square::all().flat_map(move |black| Square::all().map(move |man| (white, black, man, turn)))
        })
    })
}

fn index((white, black, man, turn): (Square, Square, Square, Color)) -> usize {
    let side = usize::from(turn == Color::Black);
    ((side * 64 + white.index()) * 64 + black.index()) * 64 + man.index()
}

fn index_of(position: &Place) -> usize {
    let board = position.board();
    let king = |color| position.royal(color).expect("a king");
    let man = board.occupied().without(board.kings()).first().expect("a man");
    index((king(Color::White), king(Color::Black), man, position.turn()))
}

/// Distances of every position with one man, by passing over all of them until nothing changes; 0 for draws.
struct Solution {
    role: Role,
    distances: Vec<i32>,
}

/// What a move leads to.
#[derive(Clone, Copy)]
enum Next {
    /// A position of the same men.
    Quiet(usize),
    /// A result, by a capture, a pawn's move or mate.
    Settled(i32),
    /// A pawn's move.
    Pushed(usize),
}

impl Solution {
    fn new(role: Role, others: &[&Solution]) -> Solution {
        let mut positions = Vec::new();
        for at in squares() {
            let Some(position) = place(at.0, at.1, at.2, role, at.3, 0) else { continue };
            let mut next = Vec::new();
            position.for_each_move(|m| next.push(follow(&position, m, role, others)));
            positions.push((index(at), position.is_check(), next));
        }
        // Who wins must be known before it can be counted how far a pawn's winning move is.
        let results = settle(&positions, None);
        Solution { role, distances: settle(&positions, Some(&results)) }
    }

    fn of(&self, position: &Place) -> i32 {
        self.distances[index_of(position)]
    }
}

/// Where, whether in check, and what may follow.
type Node = (usize, bool, Vec<Next>);

fn settle(positions: &[Node], results: Option<&[i32]>) -> Vec<i32> {
    let mut distances = vec![0; 2 * 64 * 64 * 64];
    loop {
        let mut has_changed = false;
        let before = distances.clone();
        for (at, is_check, next) in positions {
            if distances[*at] == 0 {
                distances[*at] = judge(next, *is_check, &before, results.unwrap_or(&before));
                has_changed |= distances[*at] != 0;
            }
        }
        if !has_changed {
            return distances;
        }
    }
}

fn follow(position: &Place, m: Move, role: Role, others: &[&Solution]) -> Next {
    let next = position.play_unchecked(m);
    if next.is_check() && !next.has_moves() {
        return Next::Settled(1);
    }
    let Some(found) = next.board().pieces().map(|(_, man)| man.role).find(|&man| man != Role::King) else {
        return Next::Settled(0);
    };
    match found == role {
        true if role == Role::Pawn
            && position.turn().is_white()
            && m.from() != position.royal(Color::White).unwrap() =>
        {
            Next::Pushed(index_of(&next))
        }
        true => Next::Quiet(index_of(&next)),
        false => {
            let known = others.iter().find(|other| other.role == found);
            Next::Settled(known.map_or(0, |known| -known.of(&next).signum()))
        }
    }
}

/// The distance of a position by those of the positions after it, as far as they are known.
fn judge(next: &[Next], is_check: bool, known: &[i32], results: &[i32]) -> i32 {
    if next.is_empty() {
        return if is_check { -1 } else { 0 };
    }
    let ahead: Vec<i32> = next
        .iter()
        .map(|next| match *next {
            Next::Settled(result) => result,
            Next::Pushed(at) => -results[at].signum(),
            Next::Quiet(at) => -known[at] - known[at].signum(),
        })
        .collect();
    match ahead.iter().filter(|&&plies| plies > 0).min() {
        Some(&soonest) => soonest,
        None if ahead.iter().all(|&plies| plies < 0) => *ahead.iter().min().expect("there is a move"),
        None => 0,
    }
}

static SOLUTIONS: LazyLock<[Solution; 3]> = LazyLock::new(|| {
    let queen = Solution::new(Role::Queen, &[]);
    let rook = Solution::new(Role::Rook, &[]);
    let pawn = Solution::new(Role::Pawn, &[&queen, &rook]);
    [queen, rook, pawn]
});

#[test]
fn every_result_is_that_of_our_own_solution() {
    let prober = prober();
    for solution in &*SOLUTIONS {
        let mut counts = [0; 3];
        for (n, at) in squares().enumerate() {
            let Some(position) = place(at.0, at.1, at.2, solution.role, at.3, 0) else { continue };
            let plies = solution.distances[index(at)];
            counts[(plies.signum() + 1) as usize] += 1;
            let result = [Wdl::Loss, Wdl::Draw, Wdl::Win][(plies.signum() + 1) as usize];
            assert_eq!(prober.result(&position), Some(result), "{:?} {position:?}", solution.role);
            // The colours exchanged, and the distances, of a part.
            if n % 17 == 0 {
                assert_eq!(prober.result(&position.mirrored()), Some(result));
                let found = prober.distance(&position).expect("there are distances");
                let is_mated = plies == -1 && !position.has_moves();
                let most = found.plies + found.plies.signum() * i32::from(found.is_rounded);
                assert!(is_mated || found.plies == plies || most == plies, "{position:?} {plies} {found:?}");
            }
        }
        assert!(counts.iter().all(|&count| count > 10_000), "{:?} {counts:?}", solution.role);
    }
}

/// Plays the engine with tables against the longest defence; how the game ends.
fn play_out(start: &Place, nodes: u64) -> Option<Color> {
    let mut engine = Engine::new(1, 1);
    engine.tables = Some(Arc::clone(&TABLES));
    let winner = start.turn();
    let mut game = GamePosition::new(*start);
    for _ in 0..200 {
        let position = game.position;
        if !position.has_moves() {
            return position.is_check().then(|| !position.turn());
        }
        if position.halfmoves() >= 100 || position.is_dead() {
            return None;
        }
        let m = if position.turn() == winner {
            let limits = SearchLimits { nodes: Some(nodes), ..SearchLimits::default() };
            engine.search(&game, &limits, &Control::default(), &mut |_| {}).best
        } else {
            let longest = |m: &Move| match prober().distance(&position.play_unchecked(*m)) {
                Some(Distance { plies: 0, .. }) => i32::MAX,
                Some(distance) => distance.plies,
                None => i32::MAX,
            };
            position.legal_moves().iter().copied().max_by_key(longest)
        };
        game.play(m.expect("a legal move"));
    }
    panic!("the game does not end");
}

#[test]
fn won_endings_are_won_against_the_longest_defence() {
    for solution in &*SOLUTIONS {
        let mut farthest: Vec<_> = squares().filter(|&at| solution.distances[index(at)] > 0).collect();
        farthest.sort_by_key(|&at| -solution.distances[index(at)]);
        let step = farthest.len() / 4;
        for at in farthest.into_iter().step_by(step) {
            let position = place(at.0, at.1, at.2, solution.role, at.3, 0).expect("a position");
            assert_eq!(play_out(&position, 400), Some(Color::White), "{position:?}");
        }
    }
}

#[test]
fn the_fifty_moves_decide_to_the_move() {
    for solution in &*SOLUTIONS {
        let all: Vec<_> = squares().filter(|&at| solution.distances[index(at)] > 1).collect();
        for &at in all.iter().step_by(all.len() / 9) {
            let plies = solution.distances[index(at)];
            let late = u16::try_from(100 - plies).expect("less than fifty moves");
            let in_time = place(at.0, at.1, at.2, solution.role, at.3, late).expect("a position");
            assert_eq!(play_out(&in_time, 400), Some(Color::White), "{in_time:?} {plies}");
            let too_late = place(at.0, at.1, at.2, solution.role, at.3, late + 1).expect("a position");
            let mut engine = Engine::new(1, 1);
            engine.tables = Some(Arc::clone(&TABLES));
            let limits = SearchLimits { nodes: Some(200), ..SearchLimits::default() };
            let answer =
                engine.search(&GamePosition::new(too_late), &limits, &Control::default(), &mut |_| {});
            assert!((0..10).contains(&answer.score.value()), "{too_late:?} {plies} {}", answer.score);
        }
    }
}

#[test]
fn a_drawn_ending_is_held() {
    // Only stepping back straight holds this, and only by tables is it seen with so few positions.
    let held = place(
        Square::from_index(36),
        Square::from_index(52),
        Square::from_index(44),
        Role::Pawn,
        Color::Black,
        0,
    )
    .expect("a position");
    let mut engine = Engine::new(1, 1);
    engine.tables = Some(Arc::clone(&TABLES));
    let limits = SearchLimits { nodes: Some(1), ..SearchLimits::default() };
    let mut game = GamePosition::new(held);
    for _ in 0..60 {
        let position = game.position;
        if !position.has_moves() || position.is_dead() || position.halfmoves() >= 100 {
            assert!(!position.is_check() || position.has_moves(), "{position:?}");
            return;
        }
        let m = engine.search(&game, &limits, &Control::default(), &mut |_| {}).best.expect("a legal move");
        let next = position.play_unchecked(m);
        assert_eq!(prober().result(&next), Some(Wdl::Draw), "{position:?} {m}");
        game.play(m);
    }
}

#[test]
fn only_rules_of_chess_ask_the_tables() {
    let asked: Vec<&str> = RULE_SETS
        .iter()
        .filter(|set| Prober::new(&TABLES, set.rules).is_some())
        .map(|set| set.name)
        .collect();
    assert_eq!(asked, ["fide", "chess960", "waterloo"]);
    let moves = |moves| Rules { moves, ..FIDE };
    let ends = |ends| Rules { ends, ..FIDE };
    let others = [
        moves(MoveRules { promotes_to: Roles::of(&[Role::Queen]), ..FIDE.moves }),
        moves(MoveRules { double_step: false, ..FIDE.moves }),
        moves(MoveRules { en_passant: false, ..FIDE.moves }),
        moves(MoveRules { royalty: Royalty::Taken, ..FIDE.moves }),
        moves(MoveRules { royal: Role::Queen, promotes_to: Roles::of(&[Role::Rook]), ..FIDE.moves }),
        ends(EndRules { stalemate: Stalemate::Loses, ..FIDE.ends }),
        ends(EndRules { stalemate: Stalemate::Passes, ..FIDE.ends }),
        ends(EndRules { stalemate_test: StalemateTest::NoSafeMove, ..FIDE.ends }),
        ends(EndRules { quiet_moves: Counts { claim: Some(60), automatic: None }, ..FIDE.ends }),
        ends(EndRules { quiet_moves: Counts { claim: None, automatic: Some(150) }, ..FIDE.ends }),
        ends(EndRules { quiet_moves: Counts { claim: Some(100), automatic: Some(99) }, ..FIDE.ends }),
        ends(EndRules { repetition: Counts { claim: Some(2), automatic: None }, ..FIDE.ends }),
    ];
    for rules in others {
        assert!(Prober::new(&TABLES, &rules).is_none(), "{rules:?}");
    }
    // What does not matter in these endings may be anything.
    let like = [
        Rules { values: tabiya_rules::HONG.values, ..CHESS960 },
        moves(MoveRules { castling: false, ..FIDE.moves }),
        ends(EndRules { dead_position: false, ..FIDE.ends }),
    ];
    for rules in like {
        assert!(Prober::new(&TABLES, &rules).is_some_and(|prober| prober.counts_moves), "{rules:?}");
    }
}
