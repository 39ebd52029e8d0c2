//! What is thought of moves, and said of them.

use tabiya_analysis::{GameAnalysis, MoveMark, PositionScore};
use tabiya_engine::{Control, Engine, SearchLimits};
use tabiya_notation::pgn::{PgnGame, PgnReader};
use tabiya_rules::{Color, Language};

fn read(text: &str) -> PgnGame {
    PgnReader::new(text.as_bytes()).games().next().unwrap().unwrap().0
}

fn from(fen: &str, moves: &str) -> PgnGame {
    read(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves} *"))
}

fn analysed(game: &PgnGame, nodes: u64) -> GameAnalysis {
    let limits = SearchLimits { nodes: Some(nodes), ..SearchLimits::default() };
    let mut analysis = GameAnalysis::new(game);
    for task in analysis.tasks().collect::<Vec<_>>() {
        let found = task.search(&mut Engine::new(1, 1), &limits, &Control::default()).unwrap();
        analysis.put(task.ply, found).unwrap();
    }
    analysis
}

/// Name, position, move, mark, sentence.
const TABLE: [(&str, &str, &str, Option<MoveMark>, &str); 5] = [
    (
        "a queen that is left to be taken",
        "6k1/5ppp/8/3q4/8/8/3R1PPP/6K1 b - - 0 1",
        "1... h6",
        Some(MoveMark::Blunder),
        "h6 hangs the queen on d5. Better is Qxd2, which wins the rook on d2",
    ),
    (
        "a mate that is missed, and nothing else",
        "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1",
        "1. h3",
        Some(MoveMark::Blunder),
        "Better is Rb8#, which checkmates.",
    ),
    (
        "stalemate instead of mate",
        "7k/8/4Q1K1/8/8/8/8/8 w - - 0 1",
        "1. Qf7",
        Some(MoveMark::Blunder),
        "Qf7 ends the game: draw by stalemate.",
    ),
    ("the best move", "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1", "1. Rb8#", None, ""),
    ("a move that changes nothing", "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1", "1... Kf3", None, ""),
];

#[test]
fn moves_are_marked_and_explained() {
    for (name, fen, played, mark, sentence) in TABLE {
        let analysis = analysed(&from(fen, played), 20_000);
        let report = analysis.report();
        let judged = report.moves[0].as_ref().unwrap();
        assert_eq!(judged.mark, mark, "{name}: {judged:?}");
        let told = analysis.lesson(judged).map(|lesson| lesson.to_string()).unwrap_or_default();
        assert!(told.starts_with(sentence) && told.is_empty() == sentence.is_empty(), "{name}: {told}");
        if let Some(lesson) = analysis.lesson(judged) {
            assert_ne!(Language::German.words(&lesson).to_string(), told);
        }
    }
}

/// A game of beginners, in which the better move often does the same as the one that was made, and more.
const FRIED_LIVER: &str = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Ng5 d5 5. exd5 Nxd5 6. Nxf7 Kxf7 7. Qf3+ Ke6 8. Nc3 Nb4 \
    9. O-O c6 10. d4 Qd6 11. dxe5 Qc5 12. Bxd5+ cxd5 13. Qf7+ Kxe5 14. Bf4+ Kd4 15. Rad1+ Kc4 16. Qxd5+ Qxd5 \
    17. Rxd5 Nxd5 18. b3+ Kd4 19. Rd1+ 1-0";

/// After how many single moves, what was found out before the move and after it, and what is said of it.
const COMPARED: [(usize, &str, &str, &str); 5] = [
    (
        21,
        "1.12 d6e5 c1f4 e5f5 g2g4 f5c2",
        "2.54 c4b3 e6d7 a2a3 b4c2",
        "Better is Qxe5, which takes the pawn on e5 back.",
    ),
    (23, "0.06 b4d5 c1e3 c5c4 c3e4", "0.90 c1e3 c5c4", "Better is Nxd5."),
    (
        30,
        "7.94 f4e3 c5d6 d1d4 c4c5 d4d5 c5c6 d5d6",
        "-5.95 b4d5 c3d5 c5d5 d1d5 c4d5 f1d1 d5e4",
        "Qxd5+ gives the queen on d5 for less. Better is Be3, which threatens the queen on c5.",
    ),
    (31, "-5.95 b4d5 c3d5 c5d5 d1d5 c4d5 f1d1 d5e4", "-3.73 c3d5 b4d5 f4e5 d5b4", "Better is Nxd5."),
    (32, "-3.73 c3d5 b4d5 f4e5 d5b4", "-6.20 b4d5 c3d5", "Better is Nxd5."),
];

#[test]
fn the_better_move_is_not_praised_for_what_the_move_did_as_well() {
    let mut wrong = Vec::new();
    for (ply, before, after, expected) in COMPARED {
        let mut analysis = GameAnalysis::new(&read(FRIED_LIVER));
        analysis.put_text(ply, before).unwrap();
        analysis.put_text(ply + 1, after).unwrap();
        let judged = analysis.report().moves[ply].clone().unwrap();
        let told = analysis.lesson(&judged).unwrap().to_string();
        if told != expected {
            wrong.push((judged.numbered(), told, expected));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_hard_move_on_which_the_game_hangs_is_good() {
    // Réti's study: the king goes for both pawns, and everything else loses.
    let analysis = analysed(&from("7K/8/k1P5/7p/8/8/8/8 w - - 0 1", "1. Kg7"), 60_000);
    let report = analysis.report();
    let judged = report.moves[0].as_ref().unwrap();
    assert_eq!(judged.mark, Some(MoveMark::Good), "{judged:?}");
    assert_eq!(judged.numbered(), "1. Kg7!");
    assert!(analysis.lesson(judged).unwrap().to_string().starts_with("Only Kg7 is good"));
    assert_eq!(report.sides.white.good, 1);
}

#[test]
fn what_everybody_sees_is_not_praised() {
    // Taking back, the only move that does not lose a queen.
    let analysis = analysed(&from("3qk3/8/8/8/8/8/3r4/3QK3 w - - 0 1", "1. Qxd2"), 20_000);
    let judged = analysis.report().moves[0].clone().unwrap();
    assert_eq!(judged.mark, None, "{judged:?}");
}

#[test]
fn moves_after_the_end_are_not_judged() {
    // Bare kings: the game is drawn from the start.
    let analysis = analysed(&from("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "1. Kd2 Kd7"), 100);
    assert!(analysis.is_complete());
    let report = analysis.report();
    assert_eq!(report.positions, [Some(PositionScore::Over(None)); 3]);
    assert!(report.moves.iter().all(Option::is_none));
    assert_eq!(report.sides.white.accuracy, None);
}

#[test]
fn black_may_begin_and_scores_are_whites() {
    let analysis = analysed(&from("k7/8/8/8/8/8/1q6/K7 w - - 0 1", "1. Kxb2"), 100);
    assert_eq!(analysis.report().positions[1], Some(PositionScore::Over(None)));
    let analysis = analysed(&from("4k3/8/8/8/8/8/4q3/K7 b - - 0 1", "1... Kd7"), 2_000);
    let report = analysis.report();
    let judged = report.moves[0].as_ref().unwrap();
    assert_eq!((judged.color, judged.number), (Color::Black, 1));
    let white = report.graph()[1].white;
    assert!(white < 10.0, "{white}");
}

#[test]
fn a_game_without_moves_is_no_trouble() {
    let analysis = analysed(&read("*"), 100);
    let report = analysis.report();
    assert_eq!((report.positions.len(), report.moves.len()), (1, 0));
    assert!(!tabiya_analysis::graph_svg(&report, "").is_empty());
    assert_eq!(report.sparkline(0, tabiya_analysis::SparklineSigns::Letters), "");
}
