//! The model is the oracle of all other tests: here it is held against published numbers and the plainest cases of
//! each rule.

use crate::model::{Color, ModelPosition, ModelRules, Pattern, Square};

/// Positions and counts, depth by depth, as published.
const PUBLISHED: &[(&str, &[u64])] = &[
    // CITE: the usual six positions, https://www.chessprogramming.org/Perft_Results
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8_902]),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", &[48, 2_039, 97_862]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2_812, 43_238]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9_467]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1_486, 62_379]),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", &[46, 2_079, 89_890]),
    // CITE: two positions of the usual Chess960 suite, https://www.chessprogramming.org/Chess960_Perft_Results
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", &[21, 528, 12_189, 326_672]),
    ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", &[21, 807, 18_002]),
];

/// Tricky positions by the one count that is published of each.
// CITE: Martin Sedlak's positions, https://www.talkchess.com/forum/viewtopic.php?t=47318
const TRICKY: &[(&str, u32, u64)] = &[
    ("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1_134_888),
    ("8/8/4k3/8/2p5/8/B2P2K1/8 w - - 0 1", 6, 1_015_133),
    ("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6, 1_440_467),
    ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", 6, 661_072),
    ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 6, 803_711),
    ("r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 4, 1_274_206),
    ("r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 4, 1_720_476),
    ("8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 5, 1_004_658),
    ("4k3/1P6/8/8/8/8/K7/8 w - - 0 1", 6, 217_342),
    ("8/P1k5/K7/8/8/8/8/8 w - - 0 1", 6, 92_683),
    ("K1k5/8/P7/8/8/8/8/8 w - - 0 1", 6, 2_217),
    ("8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 7, 567_584),
    ("8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 4, 23_527),
];

#[test]
fn published_counts_are_found() {
    for (fen, counts) in PUBLISHED {
        let position = ModelPosition::from_fen(&ModelRules::fide(), fen);
        for (depth, &nodes) in (1..).zip(*counts) {
            assert_eq!(position.perft(depth), nodes, "{fen} at depth {depth}");
        }
    }
}

#[test]
fn tricky_counts_are_found() {
    for &(fen, depth, nodes) in TRICKY {
        assert_eq!(ModelPosition::from_fen(&ModelRules::fide(), fen).perft(depth), nodes, "{fen}");
    }
}

#[test]
fn knightmate_count_is_found() {
    // CITE: the perft test of Fairy-Stockfish, https://github.com/fairy-stockfish/Fairy-Stockfish
    let start = position("knightmate", "rkbqnbkr/pppppppp/8/8/8/8/PPPPPPPP/RKBQNBKR w KQkq - 0 1");
    assert_eq!(start.perft(4), 139_774);
}

/// Set, FEN, and all legal moves.
const MOVES: &[(&str, &str, &str)] = &[
    // The rook that leaves b1 shielded the king's last square from the rook on a1.
    ("chess960", "4k3/8/8/8/8/8/4PP2/rR1K4 w B - 0 1", "b1a1 b1c1 d1c1 d1c2 d1d2 d1e1 e2e3 e2e4 f2f3 f2f4"),
    // The king stays on its square and only the rook moves.
    ("chess960", "k7/8/8/8/8/8/5PPP/6KR w H - 0 1", "f2f3 f2f4 g1f1 g1h1 g2g3 g2g4 h2h3 h2h4"),
    // A pawn at the end of the board stays there, and a king may step beside a king.
    ("hong", "P7/8/8/8/8/8/2k5/K6p w - - 0 1", "a1a2 a1b1 a1b2"),
    ("hong-written", "P7/8/8/8/8/8/2k5/K6p w - - 0 1", "a1a2"),
    ("cuhk", "8/8/8/8/8/8/1k6/K1p5 b - - 0 1", "b2a1 b2a2 b2a3 b2b1 b2b3 b2c2 b2c3"),
    ("byu", "7k/P7/8/8/8/8/8/K7 w - - 0 1", "a1a2 a1b1 a1b2 a7a8"),
    // A missing king ends the game of either side.
    ("cuhk", "8/8/8/8/8/8/8/K6R w - - 0 1", ""),
    ("hong", "8/8/8/8/8/8/8/K6R b - - 0 1", ""),
    // The double step needs both squares; a pawn on its own first rank takes one step.
    ("hong", "7k/8/8/8/8/n7/P7/K2P4 w - - 0 1", "a1b1 a1b2 d1d2"),
    ("byu", "7k/8/8/n7/8/8/P7/K2P4 w - - 0 1", "a1b1 a1b2 a2a3 a2a4 d1d2"),
    ("byu", "7k/8/8/8/n7/8/P7/K2P4 w - - 0 1", "a1b1 a2a3 d1d2"),
    // The royal knight castles, a king is taken like any man, and a pawn may become one.
    ("knightmate", "7n/8/8/8/8/7k/8/4N2R w H - 0 1", "e1c2 e1d3 e1f3 e1h1 h1f1 h1g1 h1h2 h1h3"),
    ("knightmate", "7n/P7/8/8/8/8/8/N6k w - - 0 1", "a1b3 a1c2 a7a8b a7a8k a7a8q a7a8r"),
];

#[test]
fn plainest_cases_have_their_moves() {
    for (set, fen, moves) in MOVES {
        assert_eq!(position(set, fen).moves().join(" "), *moves, "{set} {fen}");
    }
}

#[test]
fn fen_is_written_as_it_should_be_read() {
    let start = position("fide", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(start.fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    assert_eq!(start.play("e2e4").fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha - 0 1");
    let outer = position("chess960", "1r1rk2r/5p2/8/8/8/8/8/RR2KR1R b KBkq - 3 7");
    assert_eq!(outer.fen(), "1r1rk2r/5p2/8/8/8/8/8/RR2KR1R b HBhb - 3 7");
    assert_eq!(outer.play("e8h8").fen(), "1r1r1rk1/5p2/8/8/8/8/8/RR2KR1R w HB - 4 8");
}

#[test]
fn en_passant_is_written_only_where_it_is_legal() {
    let usable = position("fide", "4k3/8/8/8/5p2/8/4P3/4K3 w - - 0 1").play("e2e4");
    assert_eq!(usable.fen(), "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1");
    assert_eq!(usable.play("f4e3").fen(), "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2");
    let pinned = position("fide", "8/8/8/8/k4p1R/8/4P3/4K3 w - - 0 1").play("e2e4");
    assert_eq!(pinned.fen(), "8/8/8/8/k3Pp1R/8/8/4K3 b - - 0 1");
    assert!(pinned.is_pseudo_legal("f4e3"));
    assert_eq!(pinned.play_unsafely("f4e3").checkers_of(Color::Black), [square("h4")]);
}

#[test]
fn questions_of_reasons_are_answered() {
    let pos = position("fide", "4k3/4r3/8/1p6/8/4B3/P3P3/R3K2R w KQ - 0 1");
    assert_eq!(pos.pattern(square("e2"), square("e4")), Some(Pattern::DoubleStep));
    assert_eq!(pos.pattern(square("e2"), square("d3")), Some(Pattern::Capture));
    assert_eq!(pos.pattern(square("a2"), square("a3")), Some(Pattern::Step));
    assert!(
        pos.pattern_reaches(square("e3"), square("a7")) && !pos.pattern_reaches(square("e3"), square("e7"))
    );
    assert_eq!(pos.first_blocker(square("e1"), square("e7")), Some(square("e2")));
    assert_eq!(pos.attackers_of(square("e3"), Color::Black), [square("e7")]);
    assert!(!pos.in_check(Color::White) && !pos.in_check(Color::Black));
    let pos = position("fide", "4k3/8/8/8/8/8/5r2/R1N1K2R w KQ - 0 1");
    assert_eq!(pos.castling_blockers(square("a1")), [square("c1")]);
    assert_eq!(pos.castling_attacked(square("h1")), [square("f1")]);
}

fn position(set: &str, fen: &str) -> ModelPosition {
    ModelPosition::from_fen(&ModelRules::named(set), fen)
}

fn square(name: &str) -> Square {
    Square::parse(name).expect("a square")
}
