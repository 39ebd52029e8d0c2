//! Why a move is refused, in the exact words.

use std::collections::HashSet;
use std::mem::discriminant;

use tabiya_rules::{Illegal, Language, Move, Position, RULE_SETS, Role, Rules, Square};

use crate::support::{fen, sets};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

/// Rules, FEN, move and sentence.
const CASES: &[(&str, &str, &str, &str)] = &[
    // The game is over.
    (
        "fide",
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        "a2a3",
        "the game is over: Black wins by checkmate",
    ),
    ("fide", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "h8h7", "the game is over: draw by stalemate"),
    ("hong", "8/8/8/8/8/8/8/K6R b - - 0 1", "a1a2", "the game is over: White wins by taking the king"),
    // Nothing to move.
    ("fide", START, "e4e5", "there is no piece on e4"),
    ("fide", START, "e7e5", "the pawn on e7 is Black's, and it is White's turn"),
    (
        "fide",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "g1f3",
        "the knight on g1 is White's, and it is Black's turn",
    ),
    // The piece does not move like that.
    ("fide", START, "g1g3", "a knight does not move from g1 to g3"),
    ("fide", START, "e2e5", "a pawn does not move from e2 to e5"),
    (
        "hong",
        "r1b1kb1r/pppppppp/8/8/8/8/PPPPPPPP/R1B1KB1R w - - 0 1",
        "e2e4",
        "in Hong's game a pawn takes one step",
    ),
    (
        "hong",
        "r1b1kb1r/pppppppp/8/8/8/8/PPPPPPPP/R1B1KB1R w - - 0 1",
        "e2e5",
        "a pawn does not move from e2 to e5",
    ),
    ("fide", START, "a1a1", "the rook is on a1 already"),
    // The way is not free.
    ("fide", START, "a1a5", "the rook's way to a5 is blocked by the pawn on a2"),
    ("fide", START, "c1a3", "the bishop's way to a3 is blocked by the pawn on b2"),
    (
        "fide",
        "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1",
        "e2e3",
        "the pawn's way to e3 is blocked by the pawn on e3",
    ),
    (
        "fide",
        "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1",
        "e2e4",
        "the pawn's way to e4 is blocked by the knight on e3",
    ),
    (
        "fide",
        "4k3/8/8/8/4q3/8/4P3/4K3 w - - 0 1",
        "e2e4",
        "the pawn's way to e4 is blocked by the queen on e4",
    ),
    (
        "fide",
        "k7/8/8/8/1r1p1n1R/8/8/K7 b - - 0 1",
        "b4g4",
        "the rook's way to g4 is blocked by the pawn on d4",
    ),
    (
        "fide",
        "k7/8/8/8/1r1p1n1R/8/8/K7 w - - 0 1",
        "h4b4",
        "the rook's way to b4 is blocked by the knight on f4",
    ),
    ("fide", START, "a1b1", "your own knight is on b1"),
    ("fide", "4k3/8/8/8/8/3N4/4P3/4K3 w - - 0 1", "e2d3", "your own knight is on d3"),
    // Pawns that take nothing.
    ("fide", START, "e2d3", "a pawn moves diagonally only to take, and there is nothing to take on d3"),
    (
        "fide",
        "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
        "e5d6",
        "the pawn on d5 cannot be taken in passing now: only right after its double step",
    ),
    (
        "byu",
        "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
        "e5d6",
        "under these rules the pawn on d5 cannot be taken in passing",
    ),
    (
        "byu",
        "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "a8a7",
        "the pawn on a8 is at the end of the board and moves no more",
    ),
    // The king.
    ("fide", "4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "e1e2", "your king would be in check from the rook on a2"),
    ("fide", "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "e1f1", "your king would be in check from the rook on a1"),
    (
        "fide",
        "4k3/8/8/8/4r3/8/P7/4K3 w - - 0 1",
        "a2a3",
        "your king would still be in check from the rook on e4",
    ),
    (
        "fide",
        "4k3/8/8/8/4r1n1/8/8/3RK3 w - - 0 1",
        "d1d3",
        "your king would still be in check from the rook on e4",
    ),
    ("fide", "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "e5d6", "your king would be in check from the rook on h5"),
    (
        "fide",
        "4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1",
        "e2d3",
        "the bishop is pinned to your king by the rook on e4",
    ),
    (
        "fide",
        "4k3/8/8/b7/8/8/3P4/4K3 w - - 0 1",
        "d2d4",
        "the pawn is pinned to your king by the bishop on a5",
    ),
    (
        "knightmate",
        "4n3/8/8/8/4r3/8/4K3/4N3 w - - 0 1",
        "e2d2",
        "the king is pinned to your knight by the rook on e4",
    ),
    // Castling.
    (
        "knightmate",
        "4n3/8/8/8/8/8/8/R3K2N w - - 0 1",
        "e1g1",
        "under these rules the knight castles, not the king",
    ),
    ("byu", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1g1", "under these rules there is no castling"),
    (
        "fide",
        "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1",
        "e1g1",
        "White has no right to castle on that side: king or rook has moved or is missing",
    ),
    (
        "fide",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQk - 0 1",
        "e8c8",
        "Black has no right to castle on that side: king or rook has moved or is missing",
    ),
    (
        "fide",
        "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1",
        "e1g1",
        "White cannot castle out of check from the rook on e4",
    ),
    (
        "fide",
        "rn2k2r/8/8/8/8/8/8/4K3 b kq - 0 1",
        "e8c8",
        "Black cannot castle: the knight on b8 is in the way",
    ),
    (
        "fide",
        "4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1",
        "e1g1",
        "White cannot castle: the king would come to f1, attacked by the rook on f4",
    ),
    (
        "fide",
        "4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1",
        "e1h1",
        "White cannot castle: the king would come to g1, attacked by the rook on g4",
    ),
    (
        "chess960",
        "4k3/8/8/8/8/8/8/qR2K3 w B - 0 1",
        "e1b1",
        "White cannot castle: without the rook its king would be in check from the queen on a1",
    ),
    // Promotion.
    (
        "fide",
        "8/P3k3/8/8/8/8/8/4K3 w - - 0 1",
        "a7a8",
        "the pawn reaches the end: say whether it becomes a knight, bishop, rook or queen",
    ),
    (
        "fide",
        "8/P3k3/8/8/8/8/8/4K3 w - - 0 1",
        "a7a8k",
        "a pawn cannot become a king, only a knight, bishop, rook or queen",
    ),
    ("fide", START, "e2e4q", "nothing becomes a queen by this move: it is no promotion"),
    ("fide", CASTLING, "e1g1r", "nothing becomes a rook by this move: it is no promotion"),
    (
        "byu",
        "8/P3k3/8/8/8/8/8/4K3 w - - 0 1",
        "a7a8q",
        "under these rules a pawn at the end of the board stays a pawn",
    ),
    (
        "byu",
        "8/8/4k3/8/8/8/P7/4K3 w - - 0 1",
        "a2a3q",
        "nothing becomes a queen by this move: it is no promotion",
    ),
    (
        "royal-queen",
        "7q/P7/8/8/8/8/8/4Q3 w - - 0 1",
        "a7a8q",
        "under these rules a pawn cannot become a queen, only a knight, bishop, rook or king",
    ),
];

/// What ordinary chess allows and a rule set forbids, rule set by rule set: `None` where it is allowed.
const FORBIDDEN: &[(&str, [Option<&str>; 5])] = &[
    ("fide", [None, None, None, None, Some("your king would be in check from the rook on e8")]),
    ("chess960", [None, None, None, None, Some("your king would be in check from the rook on e8")]),
    ("waterloo", [None, None, None, None, Some("your king would be in check from the rook on e8")]),
    (
        "hong",
        [
            Some("in Hong's game a pawn takes one step"),
            Some("in Hong's game there is no castling"),
            Some("in Hong's game the pawn on d5 cannot be taken in passing"),
            Some("in Hong's game a pawn at the end of the board stays a pawn"),
            None,
        ],
    ),
    (
        "hong-written",
        [
            None,
            Some("in Hong's game as written there is no castling"),
            Some("in Hong's game as written the pawn on d5 cannot be taken in passing"),
            Some("in Hong's game as written a pawn at the end of the board stays a pawn"),
            Some("your king would be in check from the rook on e8"),
        ],
    ),
    (
        "cuhk",
        [
            None,
            Some("in CUHK's game there is no castling"),
            Some("in CUHK's game the pawn on d5 cannot be taken in passing"),
            Some("in CUHK's game a pawn at the end of the board stays a pawn"),
            None,
        ],
    ),
    // The rules of two names: neither of them is told.
    ("byu", BYU_FORBIDS),
    ("imperial", BYU_FORBIDS),
];

const BYU_FORBIDS: [Option<&str>; 5] = [
    None,
    Some("under these rules there is no castling"),
    Some("under these rules the pawn on d5 cannot be taken in passing"),
    Some("under these rules a pawn at the end of the board stays a pawn"),
    Some("your king would be in check from the rook on e8"),
];

/// A double step, castling, taking in passing, promotion, and a king that steps into attack.
const ATTEMPTS: [(&str, &str); 5] = [
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4"),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"),
    ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"),
    ("k3r3/8/8/8/8/8/8/3K4 w - - 0 1", "d1e1"),
];

#[test]
fn a_refusal_names_the_rule_set_that_forbids_what_chess_allows() {
    for set in &RULE_SETS {
        let (_, sentences) = FORBIDDEN.iter().find(|(name, _)| *name == set.name).expect(set.name);
        for ((text, attempt), sentence) in ATTEMPTS.iter().zip(sentences) {
            // Rules that know no castling or taking in passing know no rights to them.
            let rights = if set.rules.moves.castling { "K" } else { "-" };
            let passed = if set.rules.moves.en_passant { "d6" } else { "-" };
            let text = text.replace(" K ", &format!(" {rights} ")).replace(" d6 ", &format!(" {passed} "));
            let here = fen::position(&text, set.rules);
            let why = attempted(&here, attempt).err().map(|why| why.to_string());
            assert_eq!(why.as_deref(), *sentence, "{}: {text}: {attempt}", set.name);
        }
    }
}

#[test]
fn each_refusal_is_worded_as_the_table_says() {
    for (rules, text, attempt, sentence) in CASES {
        let why = attempted(&position(rules, text), attempt).expect_err(sentence);
        assert_eq!(why.to_string(), *sentence, "{rules}: {text}: {attempt}");
    }
}

/// The same in German, line by line: articles and cases depend on the men.
#[test]
fn each_refusal_is_worded_in_german_as_well() {
    let told: Vec<String> = CASES
        .iter()
        .map(|(rules, text, attempt, sentence)| {
            let why = attempted(&position(rules, text), attempt).expect_err(sentence);
            Language::German.words(&why).to_string()
        })
        .collect();
    let expected: Vec<&str> = include_str!("sentences-de.txt").lines().collect();
    assert_eq!(told, expected);
}

#[test]
fn the_table_has_every_kind_of_refusal() {
    let refusals: Vec<Illegal> = CASES
        .iter()
        .map(|(rules, text, attempt, sentence)| {
            attempted(&position(rules, text), attempt).expect_err(sentence)
        })
        .collect();
    let kinds: HashSet<_> = refusals.iter().map(discriminant).collect();
    // All but the one that only a ready-made move can meet.
    assert_eq!(kinds.len(), 18);
    let castling = refusals.iter().filter_map(|why| match why {
        Illegal::Castling { why, .. } => Some(discriminant(why)),
        _ => None,
    });
    assert_eq!(castling.collect::<HashSet<_>>().len(), 7);
}

#[test]
fn a_move_of_another_position_is_refused() {
    let rook = attempted(&position("fide", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), "a1a4").expect("legal there");
    let here = position("fide", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
    assert_eq!(here.check(rook), Err(Illegal::OtherPosition));
    assert_eq!(here.play(rook).unwrap_err().to_string(), "this move belongs to another position");
    assert!(!here.is_legal(rook));
}

#[test]
fn castling_is_meant_by_the_rook_and_by_the_kings_target() {
    let here = position("fide", CASTLING);
    for (attempt, rook) in [("e1g1", "e1h1"), ("e1h1", "e1h1"), ("e1c1", "e1a1"), ("e1a1", "e1a1")] {
        let m = attempted(&here, attempt).expect(attempt);
        assert!(m.is_castling());
        assert_eq!(m.to_string(), rook);
    }
}

/// In Chess960 a step may look like castling; the rook's square says which is meant.
#[test]
fn a_step_of_the_king_is_a_step() {
    let here = position("chess960", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
    assert_eq!(attempted(&here, "f1g1").map(Move::is_castling), Ok(true));
    let here = position("chess960", "4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    assert_eq!(attempted(&here, "f1g1").map(Move::is_castling), Ok(false));
    assert_eq!(attempted(&here, "f1h1").map(Move::is_castling), Ok(true));
}

fn position(rules: &str, text: &str) -> Position<&'static Rules> {
    let set = sets::all().into_iter().find(|set| set.name == rules).expect("a rule set");
    fen::position(text, set.rules)
}

fn attempted(position: &Position<&'static Rules>, attempt: &str) -> Result<Move, Illegal> {
    let square = |text: &str| text.parse::<Square>().expect("a square");
    let promotion = attempt.chars().nth(4).and_then(Role::from_letter);
    position.legal(square(&attempt[..2]), square(&attempt[2..4]), promotion)
}
