use tabiya_notation::{Strictness, UciMove, read_position};
use tabiya_reasons::{MoveContext, MoveFlaw, MoveReasons};
use tabiya_rules::{BYU, CUHK, FIDE, HONG, Key, Language, Move, Position, Rules};

use crate::plain::check;

/// Rules, position, the line, in how many moves it is believed to mate, where something was just taken; what is said in English and
/// in German.
type Row = (&'static Rules, &'static str, &'static str, Option<u32>, Option<&'static str>, [&'static str; 2]);

const ROWS: &[Row] = &[
    (&FIDE, "6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1", "b1b8", None, None, ["checkmates", "setzt matt"]),
    (
        &FIDE,
        "7k/8/8/8/8/8/R7/1R5K w - - 0 1",
        "a2a7 h8g8 b1b8",
        Some(2),
        None,
        ["mates in two moves", "setzt in zwei Zügen matt"],
    ),
    // A claim that is wrong is not repeated.
    (&FIDE, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2a3", Some(2), None, ["", ""]),
    (
        &FIDE,
        "r5k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1",
        "h2h3",
        None,
        None,
        ["stops mate on a1", "verhindert Matt auf a1"],
    ),
    (
        &FIDE,
        "4k3/8/8/2b5/8/8/8/2R1K3 w - - 0 1",
        "c1c5",
        None,
        None,
        ["wins the bishop on c5", "gewinnt den Läufer auf c5"],
    ),
    // It is guarded.
    (&FIDE, "4k3/8/3p4/2b5/8/8/8/2R1K3 w - - 0 1", "c1c5", None, None, ["", ""]),
    // It is free, but the queen is lost for it.
    (&FIDE, "3qk3/8/8/2b5/8/8/3Q4/2R4K w - - 0 1", "c1c5 d8d2", None, None, ["", ""]),
    (
        &FIDE,
        "4k3/8/4p3/3r4/8/5B2/8/4K3 w - - 0 1",
        "f3d5 e6d5",
        None,
        None,
        ["wins the rook on d5 for a bishop", "gewinnt den Turm auf d5 für einen Läufer"],
    ),
    (
        &FIDE,
        "4k3/8/8/2b5/8/8/8/2R1K3 w - - 0 1",
        "c1c5",
        None,
        Some("c5"),
        ["takes the bishop on c5 back", "schlägt den Läufer auf c5 zurück"],
    ),
    (
        &FIDE,
        "r3k3/8/8/1N6/8/8/7P/4K3 w - - 0 1",
        "b5c7 e8d7 c7a8",
        None,
        None,
        ["forks the king and the rook on a8", "gabelt den König und den Turm auf a8"],
    ),
    // The rook is attacked, but the knight is taken first.
    (&FIDE, "r2qk3/8/8/1N6/8/8/7P/4K3 w - - 0 1", "b5c7 d8c7", None, None, ["", ""]),
    (
        &FIDE,
        "4q3/8/8/4k3/8/8/8/R6K w - - 0 1",
        "a1e1 e5d5 e1e8",
        None,
        None,
        [
            "skewers the king and the queen on e8 behind it",
            "spießt den König und dahinter die Dame auf e8 auf",
        ],
    ),
    (
        &FIDE,
        "3q1k2/8/8/8/8/8/3B4/3R3K w - - 0 1",
        "d2h6 f8f7 d1d8",
        None,
        None,
        ["opens the rook's way to the queen on d8", "öffnet dem Turm den Weg zu der Dame auf d8"],
    ),
    (
        &FIDE,
        "4k3/8/8/8/8/2r5/8/2N1K3 w - - 0 1",
        "c1e2",
        None,
        None,
        ["saves the knight on c1", "rettet den Springer auf c1"],
    ),
    (
        &FIDE,
        "8/P7/8/8/8/8/4k3/7K w - - 0 1",
        "a7a8q",
        None,
        None,
        ["gets a queen for the pawn", "bekommt für den Bauern eine Dame"],
    ),
    (
        &FIDE,
        "7k/8/8/P7/8/8/8/7K w - - 0 1",
        "a5a6",
        None,
        None,
        [
            "lets the pawn on a6 run, and nothing can stop it",
            "lässt den Bauern auf a6 laufen, und nichts hält ihn auf",
        ],
    ),
    // The king is near enough.
    (&FIDE, "2k5/8/8/P7/8/8/8/7K w - - 0 1", "a5a6", None, None, ["", ""]),
    // Where pawns stay pawns, none runs.
    (&BYU, "7k/8/8/P7/8/8/8/7K w - - 0 1", "a5a6", None, None, ["", ""]),
    (
        &FIDE,
        "4k3/1p6/2n5/8/8/8/4B3/4K3 w - - 0 1",
        "e2b5",
        None,
        None,
        ["pins the knight on c6 to the king", "fesselt den Springer auf c6 an den König"],
    ),
    (
        &FIDE,
        "4k3/8/2n5/8/8/8/4B3/4K3 w - - 0 1",
        "e2b5",
        None,
        None,
        ["threatens the knight on c6", "bedroht den Springer auf c6"],
    ),
    (
        &FIDE,
        "7k/8/8/8/8/1r6/8/K7 w - - 0 1",
        "a1a2",
        None,
        None,
        ["is the only legal move", "ist der einzige mögliche Zug"],
    ),
    (
        &FIDE,
        "k7/8/8/8/8/8/8/1Q5K w - - 0 1",
        "b1b6",
        None,
        None,
        ["ends the game in a draw by stalemate", "beendet die Partie remis durch Patt"],
    ),
    (
        &FIDE,
        "3qk3/8/8/8/8/8/8/R2QK3 w - - 0 1",
        "d1d8 e8d8",
        None,
        None,
        ["trades queens, being ahead", "tauscht bei mehr Material die Damen"],
    ),
    (
        &FIDE,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "g1f3",
        None,
        None,
        ["brings the knight into play", "bringt den Springer ins Spiel"],
    ),
    (
        &FIDE,
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "e1g1",
        None,
        None,
        ["takes the king out of the middle", "nimmt den König aus der Mitte"],
    ),
    (
        &HONG,
        "4k3/8/8/8/8/8/8/4R2K w - - 0 1",
        "e1e8",
        None,
        None,
        ["takes the king and wins", "schlägt den König und gewinnt"],
    ),
    (&HONG, "4k3/8/8/8/8/8/8/r6K w - - 0 1", "h1h2", None, None, ["saves the king", "rettet den König"]),
    // Where kings are taken nothing is pinned to them.
    (
        &HONG,
        "4k3/1p6/2r5/8/8/8/4B3/4K3 w - - 0 1",
        "e2b5 c6c5",
        None,
        None,
        ["wins material by force", "gewinnt erzwungen Material"],
    ),
    // A bishop is worth four rooks there.
    (
        &CUHK,
        "4k3/8/4p3/3b4/8/8/8/3RK3 w - - 0 1",
        "d1d5 e6d5",
        None,
        None,
        ["wins the bishop on d5 for a rook", "gewinnt den Läufer auf d5 für einen Turm"],
    ),
];

fn place(fen: &str, rules: &'static Rules) -> Position<&'static Rules> {
    read_position(fen, rules, Strictness::Strict).unwrap_or_else(|why| panic!("{fen}: {why}")).position
}

fn read_line(mut position: Position<&'static Rules>, text: &str) -> Vec<Move> {
    let read = |word: &str| {
        let m = word.parse::<UciMove>().unwrap().to_move(&position).unwrap();
        position.make_unchecked(m);
        m
    };
    text.split(' ').map(read).collect()
}

#[test]
fn what_is_said_of_moves_is_what_the_table_has() {
    let mut wrong = Vec::new();
    for &(rules, fen, line, mate, taken_on, expected) in ROWS {
        let position = place(fen, rules);
        let line = read_line(position, line);
        let taken_on = taken_on.map(|square| square.parse().unwrap());
        let context = MoveContext { position, history: &[], taken_on };
        let reasons = MoveReasons::find(&context, &line, mate);
        let said = Language::ALL.map(|language| language.words(&reasons).to_string());
        if said != expected {
            wrong.push((fen, said, expected));
        }
        for reason in reasons.iter() {
            assert_eq!(check(&context, &line, reason), Ok(()), "{fen}");
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_line_that_does_not_fit_has_no_reason() {
    let position = place("4k3/8/8/8/8/8/8/4K2R w K - 0 1", &FIDE);
    let other = read_line(place("4k3/8/8/2b5/8/8/8/2R1K3 w - - 0 1", &FIDE), "c1c5");
    let context = MoveContext { position, history: &[], taken_on: None };
    assert!(MoveReasons::find(&context, &other, Some(3)).is_empty());
    assert!(MoveReasons::find(&context, &[], None).is_empty());
}

#[test]
fn a_position_that_comes_back_can_be_claimed() {
    let mut position = place("4k3/8/8/8/8/8/8/4K2R w - - 0 1", &FIDE);
    let mut history = Vec::new();
    for _ in 0..2 {
        for word in ["e1e2", "e8e7", "e2e1", "e7e8"] {
            history.push(position.key());
            position.make_unchecked(word.parse::<UciMove>().unwrap().to_move(&position).unwrap());
        }
    }
    history.pop();
    let mut back = place("4k3/8/8/8/8/8/8/4K2R w - - 4 3", &FIDE);
    for word in ["e1e2", "e8e7", "e2e1"] {
        back.make_unchecked(word.parse::<UciMove>().unwrap().to_move(&back).unwrap());
    }
    let line = read_line(back, "e7e8");
    let context = MoveContext { position: back, history: &history, taken_on: None };
    let said = MoveReasons::find(&context, &line, None).to_string();
    assert_eq!(said, "repeats the position, so that a draw can be claimed");
}

#[test]
fn whoever_can_claim_a_draw_on_the_way_is_not_mated() {
    let position = place("7k/8/8/8/8/8/R7/1R4K1 w - - 20 30", &FIDE);
    let line = read_line(position, "a2a7 h8g8 b1b8");
    let said = |history: &[Key]| {
        let context = MoveContext { position, history, taken_on: None };
        MoveReasons::find(&context, &line, Some(2)).to_string()
    };
    assert_eq!(said(&[]), "mates in two moves");
    let mut after = position;
    for &m in &line[..2] {
        after.make_unchecked(m);
    }
    // It is on the board for the third time, or ends the game as it is.
    assert_ne!(said(&[after.key(), after.key()]), "mates in two moves");
}

/// The position, the bad move, the answer, in how many moves that mates; what is said of the bad move.
type FlawRow = (&'static str, &'static str, &'static str, Option<u32>, [&'static str; 2]);

const FLAWS: &[FlawRow] = &[
    (
        "4k3/8/2n5/8/8/8/8/2R1K3 b - - 0 1",
        "e8f8",
        "c1c6",
        None,
        ["hangs the knight on c6", "stellt den Springer auf c6 ein"],
    ),
    (
        "r5k1/5ppp/8/8/8/8/4QPPP/6K1 w - - 0 1",
        "e2h5",
        "a8a1 h5d1 a1d1",
        Some(2),
        ["allows mate in two", "erlaubt Matt in zwei Zügen"],
    ),
    ("r5k1/5ppp/8/8/8/7P/5PP1/6K1 b - - 0 1", "g8f8", "g1h2", None, ["", ""]),
    (
        "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 1",
        "a2a3",
        "b1b8",
        None,
        ["allows mate on b8", "erlaubt Matt auf b8"],
    ),
    (
        "7k/8/8/8/P7/8/8/7K b - - 0 1",
        "h8h7",
        "a4a5",
        None,
        ["lets the pawn on a5 run", "lässt den Bauern auf a5 laufen"],
    ),
    // A man given for less.
    (
        "r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 3",
        "h5e5",
        "c6e5",
        None,
        ["loses the queen on e5 for a pawn", "verliert die Dame auf e5 für einen Bauern"],
    ),
    // A trade, and one in which the man that takes back is lost, too.
    ("4k3/3p4/2n5/4n3/8/5N2/8/4K3 w - - 0 1", "f3e5", "c6e5", None, ["", ""]),
    ("4k3/p7/3b4/4n3/8/6B1/P7/4R1K1 w - - 0 1", "e1e5", "d6e5 g3e5", None, ["", ""]),
];

#[test]
fn what_a_bad_move_allows_is_what_the_table_has() {
    for &(fen, played, answers, mate, expected) in FLAWS {
        let position = place(fen, &FIDE);
        let played = read_line(position, played)[0];
        let answers = read_line(position.play(played).unwrap(), answers);
        let context = MoveContext { position, history: &[], taken_on: None };
        let flaw = MoveFlaw::find(&context, played, &answers, mate);
        let said = Language::ALL
            .map(|language| flaw.map(|flaw| language.words(&flaw).to_string()).unwrap_or_default());
        assert_eq!(said, expected, "{fen} {played}");
    }
}
