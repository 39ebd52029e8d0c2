//! Corners of Imperial's narrator.

use crate::support::{classic, from_fen, printed, session};
use tabiya_classics::{ClassicOptions, ReasonReader};

const NEW: &str = "A new chess game is started!\n";

fn told(input: &[u8]) -> String {
    printed("imperial", &ClassicOptions::default(), input).strip_prefix(NEW).unwrap().to_owned()
}

#[test]
fn two_words_are_a_move_whatever_they_are() {
    for (input, expected) in [
        (&b"E2 E4"[..], "White's Pawn moves from E2 to E4\n"),
        (b"e2 e4\r\n", "White's Pawn moves from E2 to E4\n"),
        (b"  e2 \t E4  \n", "White's Pawn moves from E2 to E4\n"),
        (b"z1 a1\n", "There is no piece at position Z1!\n"),
        (b"E9 A1\n", "There is no piece at position E9!\n"),
        (b"e2 e9\n", "White's Pawn cannot move to E9!\n"),
        (b"b1 foo\n", "White's Knight cannot move to FOO!\n"),
        (b"reset now\n", "There is no piece at position RESET!\n"),
        (b"e4 e5\n", "There is no piece at position E4!\n"),
        (b"e7 e9\n", "It is not Black's turn to move!\n"),
        (b"e1 e2\n", "White's King cannot move to E2!\n"),
        (b"e2 e2\n", "White's Pawn cannot move to E2!\n"),
    ] {
        assert_eq!(told(input), expected, "{}", input.escape_ascii());
    }
}

#[test]
fn a_reason_calls_the_rules_by_the_name_of_the_game() {
    let options =
        ClassicOptions { listener: ReasonReader::Person, ..from_fen("4k3/8/8/8/8/8/8/4K2R w - - 0 1") };
    let (_, asides) = session(classic("imperial"), &options, b"E1 G1\n");
    assert_eq!(asides, "In Imperial's game there is no castling.\n");
}

#[test]
fn other_lines_print_nothing() {
    for input in
        [&b""[..], b"\n\r\n \n", b"E2\n", b"E2E4\n", b"E2 E4 E5\n", b"Reset\n", b"a b c d e f g h i j k\n"]
    {
        assert_eq!(told(input), "", "{}", input.escape_ascii());
    }
    let endless = [vec![b'x'; 1 << 20], b" E4\n".to_vec()].concat();
    assert_eq!(told(&endless), "");
}

#[test]
fn a_move_may_be_written_as_the_exercise_writes_it() {
    let moved = "White's Pawn moves from E2 to E4\n";
    for (input, expected) in [
        ("(E2, E4)", moved),
        ("(e2,e4)", moved),
        ("E2,E4", moved),
        ("E2 ,E4", moved),
        ("(E2 E4)", moved),
        ("  ( E2 , E4 )\t\r", moved),
        ("(reset)", NEW),
        ("reset,", NEW),
        // One pair and one comma are dropped, no more.
        ("((E2, E4))", "There is no piece at position (E2!\n"),
        ("(E2, E4", "There is no piece at position (E2!\n"),
        ("E2, E4)", "White's Pawn cannot move to E4)!\n"),
        ("E2,,E4", "White's Pawn cannot move to ,E4!\n"),
        (") E2", "There is no piece at position )!\n"),
        ("(E2), (E4)", "There is no piece at position E2)!\n"),
        ("()", ""),
        ("(", ""),
        (")(", ""),
        (",", ""),
        ("(,)", ""),
        ("(E2E4)", ""),
        ("(E2, E4, E5)", ""),
    ] {
        assert_eq!(told(input.as_bytes()), expected, "{input}");
    }
}

#[test]
fn bytes_that_are_no_text_are_told_as_they_came() {
    let (output, _) = session(classic("imperial"), &ClassicOptions::default(), b"\xff\xfea b\n");
    assert_eq!(output, b"A new chess game is started!\nThere is no piece at position \xff\xfeA!\n");
    let long = [vec![b'x'; 60_000], b" E4\n".to_vec()].concat();
    assert_eq!(told(&long), format!("There is no piece at position {}!\n", "X".repeat(60_000)));
}

#[test]
fn that_the_game_is_over_comes_before_everything_else() {
    let mate = "F2 F3\nE7 E5\nG2 G4\nD8 H4\n";
    let after = |line: &str| {
        let output = told(format!("{mate}{line}\n").as_bytes());
        output.split_once("White is in checkmate\n").unwrap().1.to_owned()
    };
    for line in ["Z1 Z2", "D4 D5", "E7 E5", "A2 A3", "reset now"] {
        assert_eq!(after(line), "The game is already over!\n", "{line}");
    }
    assert_eq!(after("one two three"), "");
    assert_eq!(after("reset\nA2 A3"), format!("{NEW}White's Pawn moves from A2 to A3\n"));
}

#[test]
fn reset_starts_again_at_any_time() {
    assert_eq!(
        told(b"reset\nE2 E4\nreset\nreset\nE2 E4"),
        [NEW, "White's Pawn moves from E2 to E4\n", NEW, NEW, "White's Pawn moves from E2 to E4\n"].concat()
    );
}

#[test]
fn there_is_no_castling_no_en_passant_and_no_promotion() {
    let fen = "r3k3/P6p/8/4pP2/8/8/1P6/4K2R w Kq e6 0 1";
    let output = printed("imperial", &from_fen(fen), b"E1 G1\nF5 E6\nA7 A8\nA7 B8\nH1 H7\nA8 A7\nh7 a7\n");
    assert_eq!(
        output.strip_prefix(NEW).unwrap(),
        "White's King cannot move to G1!\n\
         White's Pawn cannot move to E6!\n\
         White's Pawn cannot move to A8!\n\
         White's Pawn cannot move to B8!\n\
         White's Rook moves from H1 to H7 taking Black's Pawn\n\
         Black's Rook moves from A8 to A7 taking White's Pawn\n\
         White's Rook moves from H7 to A7 taking Black's Rook\n"
    );
    let end = printed("imperial", &from_fen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"), b"A7 A8\nE8 E7\nA8 A7\nA8 B8");
    assert!(end.ends_with("White's Pawn cannot move to A7!\nWhite's Pawn cannot move to B8!\n"));
}

#[test]
fn a_start_that_is_over_says_so() {
    let fen = "k6R/8/1K6/8/8/8/8/8 b - - 0 1";
    assert_eq!(
        printed("imperial", &from_fen(fen), b"A8 A7\n"),
        format!("{NEW}Black is in checkmate\nThe game is already over!\n")
    );
}

#[test]
fn people_are_told_why() {
    let person = ClassicOptions { listener: ReasonReader::Person, ..ClassicOptions::default() };
    let (_, asides) = session(classic("imperial"), &person, b"E2 E5\nE7 E5\nD4 D5\nZ1 A1\nE2 Z\nhelp\n");
    assert_eq!(
        asides,
        "A pawn does not move from e2 to e5.\n\
         The pawn on e7 is Black's, and it is White's turn.\n\
         There is no piece on d4.\n\
         There is no square Z1.\n\
         There is no square Z.\n\
         This is no move: one is written E2 E4.\n"
    );
}
