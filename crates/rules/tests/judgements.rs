//! What each rule set says of a position: a table of ends and claims.

use tabiya_rules::{Claims, NamedRules};

use crate::support::fen;

/// A position in a game, and what is to be said of it.
struct Case {
    name: &'static str,
    rules: &'static str,
    fen: &'static str,
    occurrences: u16,
    /// The outcome in words; empty where the game goes on.
    outcome: &'static str,
    claims: Claims,
}

const NO_CLAIMS: Claims = Claims { repetition: false, quiet_moves: false };
const REPETITION: Claims = Claims { repetition: true, ..NO_CLAIMS };
const QUIET_MOVES: Claims = Claims { quiet_moves: true, ..NO_CLAIMS };
const BOTH: Claims = Claims { repetition: true, quiet_moves: true };

/// A case of a position that stands there for the first time and allows no claim.
const fn case(name: &'static str, rules: &'static str, fen: &'static str, outcome: &'static str) -> Case {
    Case { name, rules, fen, occurrences: 1, outcome, claims: NO_CLAIMS }
}

/// A case of a position that has occurred so often.
const fn repeated(
    name: &'static str,
    rules: &'static str,
    (fen, occurrences): (&'static str, u16),
    outcome: &'static str,
    claims: Claims,
) -> Case {
    Case { name, rules, fen, occurrences, outcome, claims }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const MATE: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
/// White's king is walled in by its own men, and none of them can move either.
const WALLED_IN: &str = "PPP4k/PPP5/PPP5/PPP5/PPP5/PPP5/PPP5/KB6 w - - 0 1";

const CASES: &[Case] = &[
    case("a start goes on", "fide", START, ""),
    // Checkmate.
    case("mate wins", "fide", MATE, "Black wins by checkmate"),
    case("mate wins at Waterloo", "waterloo", MATE, "Black wins by checkmate"),
    case("mate wins at BYU", "byu", MATE, "Black wins by checkmate"),
    case("mate wins at Imperial", "imperial", MATE, "Black wins by checkmate"),
    case(
        "mate wins as Hong wrote",
        "hong-written",
        "R6k/6pp/8/8/8/8/8/K7 b - - 0 1",
        "White wins by checkmate",
    ),
    case("mate is nothing where kings are taken", "cuhk", "R6k/6pp/8/8/8/8/8/K7 b - - 0 1", ""),
    case("a smothered mate wins", "fide", "6rk/5Npp/8/8/8/8/8/K7 b - - 0 1", "White wins by checkmate"),
    case(
        "in Chess960 castling does not save from mate",
        "chess960",
        "4k3/8/8/8/8/4r3/3PqP2/RB1NKN1R w HA - 0 1",
        "Black wins by checkmate",
    ),
    // Stalemate.
    case("stalemate draws", "fide", STALEMATE, "draw by stalemate"),
    case("stalemate draws in Chess960", "chess960", STALEMATE, "draw by stalemate"),
    case("stalemate draws at Waterloo", "waterloo", STALEMATE, "draw by stalemate"),
    case("stalemate draws at BYU", "byu", STALEMATE, "draw by stalemate"),
    case("stalemate draws at Imperial", "imperial", STALEMATE, "draw by stalemate"),
    case(
        "stalemate loses as Hong wrote",
        "hong-written",
        "7k/R7/8/8/8/8/8/K5R1 b - - 0 1",
        "White wins by stalemate",
    ),
    case("an attacked square is a move where kings are taken", "cuhk", STALEMATE, ""),
    case("who cannot move at CUHK passes", "cuhk", WALLED_IN, ""),
    case("who cannot move draws as Hong verified", "hong", WALLED_IN, "draw by stalemate"),
    case("who cannot move loses as Hong wrote", "hong-written", WALLED_IN, "Black wins by stalemate"),
    case(
        "a pawn at the end does not move and does not save",
        "byu",
        "P6k/8/6Q1/8/8/8/8/K7 b - - 0 1",
        "draw by stalemate",
    ),
    case("without en passant it is one", "fide", "8/8/8/8/pPp5/k1P5/P1P5/K7 b - - 0 1", "draw by stalemate"),
    case("en passant saves from stalemate", "fide", "8/8/8/8/pPp5/k1P5/P1P5/K7 b - b3 0 1", ""),
    // Hong's draw: nothing but the king moves, and wherever it goes it could be taken.
    case(
        "no safe move draws out of check",
        "hong",
        "k7/7R/8/8/8/8/8/1R2K3 b - - 0 1",
        "draw by having no safe move",
    ),
    case(
        "no safe move draws in check too",
        "hong",
        "k3R3/7R/8/8/8/8/8/1R2K3 b - - 0 1",
        "draw by having no safe move",
    ),
    case("a safe square goes on", "hong", "k7/8/8/8/8/8/8/1R2K3 b - - 0 1", ""),
    case("a safe capture goes on", "hong", "k7/R7/8/8/8/8/8/1R2K3 b - - 0 1", ""),
    case(
        "a capture of what is guarded is not safe",
        "hong",
        "k7/R7/8/8/8/8/8/RR2K3 b - - 0 1",
        "draw by having no safe move",
    ),
    case("another piece that moves goes on", "hong", "k7/7R/8/8/8/6p1/8/1R2K3 b - - 0 1", ""),
    case(
        "another piece that cannot move does not help",
        "hong",
        "k7/7R/8/8/8/6p1/6P1/1R2K3 b - - 0 1",
        "draw by having no safe move",
    ),
    case("a mate is nothing while a pawn can move", "hong", "R6k/6pp/8/8/8/8/8/K7 b - - 0 1", ""),
    // A king taken.
    case(
        "Hong's game is won by taking the king",
        "hong",
        "8/8/8/8/8/8/8/K6R b - - 0 1",
        "White wins by taking the king",
    ),
    case(
        "the taker wins whatever is left",
        "hong",
        "rrrrk3/8/8/8/8/8/8/8 w - - 0 1",
        "Black wins by taking the king",
    ),
    case("at CUHK the pieces count", "cuhk", "4k3/8/8/8/8/8/8/QQQQQ3 w - - 0 1", "Black wins by score"),
    case(
        "at CUHK the king's loser may have more",
        "cuhk",
        "4k3/8/8/8/8/QQQQQQQ1/QQQQQQQ1/QQQQQQQ1 b - - 0 1",
        "White wins by score",
    ),
    case(
        "at CUHK equal sums draw",
        "cuhk",
        "4k3/8/8/8/8/QQQQQQQ1/QQQQQQQ1/QQQQQQ2 b - - 0 1",
        "draw by equal score",
    ),
    case("without any king the pieces count", "hong", "8/8/8/8/8/8/8/R7 b - - 0 1", "White wins by score"),
    // Repetition.
    repeated("twice is nothing", "fide", (START, 2), "", NO_CLAIMS),
    repeated("threefold may be claimed", "fide", (START, 3), "", REPETITION),
    repeated("fourfold may be claimed", "fide", (START, 4), "", REPETITION),
    repeated("fivefold draws", "fide", (START, 5), "draw by repetition", NO_CLAIMS),
    repeated("fivefold draws in Chess960", "chess960", (START, 5), "draw by repetition", NO_CLAIMS),
    repeated("repetition is nothing at Waterloo", "waterloo", (START, 1000), "", NO_CLAIMS),
    repeated("repetition is nothing at CUHK", "cuhk", (START, 1000), "", NO_CLAIMS),
    repeated("a mate is no repetition", "fide", (MATE, 5), "Black wins by checkmate", NO_CLAIMS),
    // Quiet moves.
    repeated("49½ quiet moves are nothing", "fide", ("4k3/8/8/8/8/8/8/4K2R w - - 99 80", 1), "", NO_CLAIMS),
    repeated("fifty may be claimed", "fide", ("4k3/8/8/8/8/8/8/4K2R w - - 100 80", 1), "", QUIET_MOVES),
    repeated("both may be claimed", "fide", ("4k3/8/8/8/8/8/8/4K2R w - - 149 99", 4), "", BOTH),
    repeated(
        "seventy-five draw",
        "fide",
        ("4k3/8/8/8/8/8/8/4K2R w - - 150 99", 1),
        "draw by too many moves without a capture or a pawn move",
        NO_CLAIMS,
    ),
    case("a mate comes before them", "fide", "R6k/6pp/8/8/8/8/8/K7 b - - 150 99", "White wins by checkmate"),
    case("a stalemate too", "fide", "7k/5Q2/6K1/8/8/8/8/8 b - - 150 99", "draw by stalemate"),
    case("quiet moves are nothing at Waterloo", "waterloo", "4k3/8/8/8/8/8/8/4K2R w - - 999 600", ""),
    case("quiet moves are nothing at BYU", "byu", "4k3/8/8/8/8/8/8/4K2R w - - 999 600", ""),
    // Dead positions.
    case("bare kings draw", "fide", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "draw by lack of mating material"),
    case(
        "a knight cannot mate",
        "fide",
        "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1",
        "draw by lack of mating material",
    ),
    case("a bishop cannot mate", "fide", "4kb2/8/8/8/8/8/8/4K3 w - - 0 1", "draw by lack of mating material"),
    case(
        "bishops of one shade cannot mate",
        "chess960",
        "4kb2/8/8/8/8/B7/8/2B1K3 w - - 0 1",
        "draw by lack of mating material",
    ),
    case("bishops of both shades can", "fide", "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", ""),
    case("two knights can", "fide", "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", ""),
    case("knight and bishop can", "fide", "4kb2/8/8/8/8/8/8/4K1N1 w - - 0 1", ""),
    case("a pawn can", "fide", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", ""),
    case("bare kings play on at Waterloo", "waterloo", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", ""),
    case("bare kings play on at CUHK", "cuhk", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", ""),
    repeated(
        "a dead position needs no claim",
        "fide",
        ("4k3/8/8/8/8/8/8/4K3 w - - 120 99", 3),
        "draw by lack of mating material",
        NO_CLAIMS,
    ),
];

#[test]
fn each_position_is_judged_as_the_table_says() {
    for case in CASES {
        let rules = NamedRules::find(case.rules).expect("a built-in rule set").rules;
        let judgement = fen::position(case.fen, rules).judge(case.occurrences);
        let outcome = judgement.outcome.map_or(String::new(), |outcome| outcome.to_string());
        assert_eq!(outcome, case.outcome, "{} ({}: {})", case.name, case.rules, case.fen);
        assert_eq!(judgement.claims, case.claims, "{} ({}: {})", case.name, case.rules, case.fen);
    }
}

/// The outcome is what ends a game; the score is what it would be if the game were stopped.
#[test]
fn a_stopped_game_is_judged_by_its_score() {
    let table = [
        ("cuhk", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "draw by equal score"),
        ("cuhk", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w - - 0 1", "Black wins by score"),
        // A bishop is worth four rooks there, and a knight two.
        ("cuhk", "rrrrk3/8/8/8/8/8/8/4KB2 w - - 0 1", "draw by equal score"),
        ("cuhk", "rrr1k3/8/8/8/8/8/8/4KB2 w - - 0 1", "White wins by score"),
        ("waterloo", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "White wins by score"),
    ];
    for (rules, text, expected) in table {
        let rules = NamedRules::find(rules).expect("a built-in rule set").rules;
        assert_eq!(fen::position(text, rules).outcome_by_score().to_string(), expected, "{text}");
    }
}
