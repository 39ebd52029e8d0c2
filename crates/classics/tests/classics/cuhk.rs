//! Corners of CUHK's game.

use std::collections::BTreeMap;

use crate::support::{from_fen, printed, session};
use tabiya_classics::{ClassicOptions, ReasonReader};

/// What is printed but for the boards.
fn told(options: &ClassicOptions, input: &[u8]) -> String {
    let output = printed("cuhk", options, input);
    let is_board = |line: &&str| line.starts_with("  ") || line.contains(" | ");
    output.split_inclusive('\n').filter(|line| !is_board(line)).collect()
}

const MODE: &str = "Choose game mode (1, 2, 3): ";
const BAD: &str = "invalid input!\n";
const WHITE: &str = "White's turn: ";
const BLACK: &str = "Black's turn: ";

#[test]
fn a_move_is_two_cells_wherever_the_lines_end() {
    let usual = ClassicOptions::default();
    let moved = format!("{MODE}Round 1:\n{WHITE}Round 2:\n{BLACK}");
    for input in [
        &b"1\nd7 d5\n"[..],
        b"1 d7d5",
        b"1\nD7D5\n",
        b"1\r\nd7\r\nd5\r\n",
        b"1\nd\n7\n\n d\t5",
        b"1\n\x0b\x0cd 7 d 5",
        b"1d7d5",
        b"+1 d+7 d+5",
        b"01 d07 d005",
        b"1\nd7d5 ",
    ] {
        assert_eq!(told(&usual, input), moved, "{}", input.escape_ascii());
    }
}

#[test]
fn a_missing_number_costs_the_rest_of_its_line() {
    let usual = ClassicOptions::default();
    let after = |count: usize, rest: &str| {
        format!("{MODE}Round 1:\n{WHITE}{}{rest}", format!("{BAD}{WHITE}").repeat(count))
    };
    for (input, count, rest) in [
        (&b"1\nx\nd7 d5\n"[..], 1, ""),
        (b"1\nx\nd7 d5\nd7 d5", 1, "Round 2:\nBlack's turn: "),
        (b"1\nxd7 d5\nd7 d5", 1, "Round 2:\nBlack's turn: "),
        (b"1\nd7 d\nd7 d5", 1, ""),
        (
            b"1\nd7 d5x\nd7 d5\ne2 e4",
            0,
            "Round 2:\nBlack's turn: invalid input!\nBlack's turn: Round 3:\nWhite's turn: ",
        ),
        (b"1\nx\n5 d7\nd7 d5", 1, "Round 2:\nBlack's turn: "),
        (b"1\nd+ d5 Z0 Z0\nZ0 Z0", 1, "Draw game!\n"),
        (b"1\nd+\nZ0 Z0", 1, "Draw game!\n"),
        (b"1\nd- 7 Z0 Z0\nZ0 Z0", 1, "Draw game!\n"),
        (b"1\nd+-7 Z0 Z0\nZ0 Z0", 1, "Draw game!\n"),
        (b"1\n\xff\xfe\xfd Z0 Z0\nZ0 Z0", 1, "Draw game!\n"),
        (b"1\nd.7 Z0 Z0\nZ0 Z0", 1, "Draw game!\n"),
    ] {
        assert_eq!(told(&usual, input), after(count, rest), "{}", input.escape_ascii());
    }
}

#[test]
fn cells_off_the_board_are_one_bad_move() {
    for cells in [
        "h10 h5",
        "k3 d5",
        "d7 d0",
        "d7 d-5",
        "d-7 d5",
        "d99999999999999999999999999999999999 d5",
        "d7 d4294967301",
        "d7 d18446744073709551621",
        "Z1 Z1",
        "z0 z0",
        "Z0 z0",
        "z0 Z0",
        "Z0 A1",
        "A1 Z0",
        "[7 d5",
        "@7 @5",
        "77 75",
        "d7 d7",
        "d2 d4",
        "d5 d4",
        "e8 g8",
        "\u{1}7 d5",
    ] {
        let input = format!("1\n{cells}\nZ0 Z0\n");
        let expected = format!("{MODE}Round 1:\n{WHITE}{BAD}{WHITE}Draw game!\n");
        assert_eq!(told(&ClassicOptions::default(), input.as_bytes()), expected, "{cells}");
    }
}

#[test]
fn zero_with_a_sign_or_more_digits_stops_too() {
    for cells in ["Z0 Z0", "Z0Z0", "Z\n0\nZ\n0", "Z+0 Z-0", "Z00 Z000"] {
        let expected = format!("{MODE}Round 1:\n{WHITE}Draw game!\n");
        assert_eq!(told(&ClassicOptions::default(), format!("1\n{cells}").as_bytes()), expected, "{cells}");
    }
}

#[test]
fn the_mode_is_any_number() {
    let usual = ClassicOptions::default();
    for (input, bad) in [
        (&b"1"[..], 0),
        (b"x\n1", 1),
        (b"x 1\n1", 1),
        (b"\n\n  1", 0),
        (b".5\n1", 1),
        (b"+\n1", 1),
        (b"- 1\n1", 1),
        (b"--1\n1", 1),
        (b"a\nb\nc\n1", 3),
        (b"\xff1\n1", 1),
    ] {
        let expected = format!("{}{MODE}Round 1:\n{WHITE}", format!("{MODE}{BAD}").repeat(bad));
        assert_eq!(told(&usual, input), expected, "{}", input.escape_ascii());
    }
    // In mode 2 Black answers by itself.
    let two = told(&usual, b"2 d7 d5");
    assert!(two.starts_with(&format!("{MODE}Round 1:\n{WHITE}Round 2:\n{BLACK}")));
    assert!(two.ends_with(&format!("Round 3:\n{WHITE}")), "{two}");
    // What follows the number is the first cell.
    assert!(told(&usual, b"2abc").ends_with(&format!("Round 1:\n{WHITE}{BAD}{WHITE}")));
    // Two machines read nothing more.
    let three = told(&usual, b"3");
    assert!(three.ends_with(" wins!\n"), "there is no draw between machines");
    for other in
        ["0", "-1", "4", "99999999999999999999999", "-99999999999999999999999", "3 Z0 Z0", "3x", "+3"]
    {
        assert_eq!(told(&usual, other.as_bytes()), three, "{other}");
    }
}

#[test]
fn the_end_of_the_input_is_quiet_at_every_point() {
    let usual = ClassicOptions::default();
    for (input, expected) in [
        ("", MODE.to_owned()),
        (" \n", MODE.to_owned()),
        ("x", format!("{MODE}{BAD}{MODE}")),
        ("1", format!("{MODE}Round 1:\n{WHITE}")),
        ("1 d", format!("{MODE}Round 1:\n{WHITE}")),
        ("1 d7", format!("{MODE}Round 1:\n{WHITE}")),
        ("1 d7 d", format!("{MODE}Round 1:\n{WHITE}")),
        ("1 dx", format!("{MODE}Round 1:\n{WHITE}{BAD}{WHITE}")),
    ] {
        assert_eq!(told(&usual, input.as_bytes()), expected, "{input:?}");
    }
}

/// Neither side can move at all: kings and pawns stand behind pawns at the end of the board.
const STUCK: &str = "KP6/PP6/8/8/8/8/6pp/6pk w - - 0 1";

#[test]
fn only_a_machine_without_a_move_forfeits_its_turn() {
    // White's person has a move for ever, Black's machine none.
    let fen = "8/8/8/8/8/7K/6pp/6pk w - - 0 1";
    let output = printed("cuhk", &from_fen(fen), b"2 h6 h5 h5 h6 Z0 Z0");
    let boards: Vec<&str> =
        output.split("Round ").skip(1).map(|round| round.split_once('\n').unwrap().1).collect();
    assert_eq!(boards[1].strip_suffix(&format!("{BLACK}\n")), boards[2].strip_suffix(WHITE));
    assert!(output.ends_with("White's turn: Black wins!\n"));
    // A person without a move is asked until the game is stopped.
    assert_eq!(
        told(&from_fen(STUCK), b"1 a1 a2 Z0 Z0"),
        format!("{MODE}Round 1:\n{WHITE}{BAD}{WHITE}Draw game!\n")
    );
}

#[test]
fn a_game_that_is_over_prints_its_result_after_the_mode() {
    assert_eq!(told(&from_fen("8/8/8/8/8/8/8/4K3 b - - 0 1"), b"3"), format!("{MODE}White wins!\n"));
    assert_eq!(told(&from_fen("8/8/8/8/8/8/8/8 w - - 0 1"), b"1"), format!("{MODE}Draw game!\n"));
}

#[test]
fn the_reasons_name_squares_as_the_board_does() {
    let person = ClassicOptions { listener: ReasonReader::Person, ..ClassicOptions::default() };
    let input = b"1 d7 d4 a8 a5 k1 a1 x d2 d4";
    let (_, asides) = session(crate::support::classic("cuhk"), &person, &[&input[..], b"\nd2 d4"].concat());
    assert_eq!(
        asides,
        "A pawn does not move from d7 to d4.\n\
         The rook's way to a5 is blocked by the pawn on a7.\n\
         There is no square K1.\n\
         This is no move: one is written d7 d5.\n\
         The pawn on d2 is Black's, and it is White's turn.\n"
    );
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let game =
        |seed| printed("cuhk", &ClassicOptions { seed: Some(seed), ..ClassicOptions::default() }, b"3");
    for seed in 0..20 {
        assert_eq!(game(seed), game(seed));
        assert_ne!(game(seed), game(seed + 1));
    }
}

/// The machine's printed first moves over many seeds: each of the ten pieces that can move is as likely as the others,
/// and then each of its two squares.
#[test]
fn the_machines_first_move_is_uniform_over_pieces_and_then_squares() {
    const SEEDS: u64 = 8000;
    let mut moves = BTreeMap::<String, u32>::new();
    for seed in 0..SEEDS {
        // The game would go on for long: after one answer the input ends.
        let options = ClassicOptions { seed: Some(seed), ..ClassicOptions::default() };
        let output = told(&options, b"2 d7 d5");
        let answer = output.lines().find_map(|line| line.strip_prefix(BLACK)).unwrap();
        *moves.entry(answer.to_owned()).or_default() += 1;
    }
    assert_eq!(moves.len(), 20);
    // Every move has the chance 1/20: chi-squared with 19 degrees of freedom stays below 43.8 but in 0.1 %, and the
    // seeds are always the same.
    let expected = SEEDS as f64 / 20.0;
    let chi: f64 = moves.values().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
    assert!(chi < 43.8, "{chi} {moves:?}");
}

#[test]
fn a_piece_with_many_squares_is_no_likelier_than_one_with_few() {
    // Black has a rook with fourteen squares and a pawn with one; the king in the corner is walled in.
    const SEEDS: u32 = 4000;
    let fen = "8/8/3r4/8/7p/8/6pp/K5pk w - - 0 1";
    let count = (0..SEEDS)
        .filter(|&seed| {
            let options = ClassicOptions { seed: Some(u64::from(seed)), ..from_fen(fen) };
            told(&options, b"2 a8 a7").contains("Black's turn: H5 H6")
        })
        .count();
    // A half of them, within four deviations.
    assert!((f64::from(SEEDS) / 2.0 - count as f64).abs() < 4.0 * f64::from(SEEDS).sqrt() / 2.0, "{count}");
}
