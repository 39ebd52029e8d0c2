//! Corners of Waterloo's game.

use crate::support::{from_fen, printed, session};
use tabiya_classics::ClassicOptions;

const START: &str = "rnbqkbnr/pppppppp/......../......../......../......../PPPPPPPP/RNBQKBNR\n";
const EMPTY: &str = "......../......../......../......../......../......../......../........\n";
const NO_SCORE: &str = "Final Score:\nWhite: 0\nBlack: 0\n";

/// What is printed, with each board on one line and its empty squares as dots.
fn told(options: &ClassicOptions, input: &str) -> String {
    compact(&printed("waterloo", options, input.as_bytes()))
}

fn compact(output: &str) -> String {
    let mut told = String::new();
    for line in output.split_inclusive('\n') {
        match line.strip_prefix(|c: char| ('1'..='8').contains(&c)).and_then(|rest| rest.strip_prefix(' ')) {
            Some(row) => told.push_str(&row.trim_end_matches('\n').replace(['_', ' '], ".")),
            None if line == "\n" => {}
            None if line == "  abcdefgh\n" => told.push('\n'),
            None => told.push_str(line),
        }
        if line.starts_with(|c: char| ('2'..='8').contains(&c)) {
            told.push('/');
        }
    }
    told
}

fn usual(input: &str) -> String {
    told(&ClassicOptions::default(), input)
}

fn reasons(options: &ClassicOptions, input: &str) -> String {
    session(crate::support::classic("waterloo"), options, input.as_bytes()).1
}

fn with_undo() -> ClassicOptions {
    ClassicOptions { undo: true, ..ClassicOptions::default() }
}

#[test]
fn the_frame_is_as_the_document_draws_it() {
    let output = printed("waterloo", &ClassicOptions::default(), b"game human human\n");
    let board = "8 rnbqkbnr\n7 pppppppp\n6  _ _ _ _\n5 _ _ _ _ \n4  _ _ _ _\n3 _ _ _ _ \n2 PPPPPPPP\n1 RNBQKBNR\n\n  abcdefgh\n";
    assert_eq!(output, format!("{board}{NO_SCORE}"));
}

#[test]
fn what_is_no_command_prints_nothing_and_says_why() {
    for line in [
        "foo",
        "Move e2 e4",
        "move e2",
        "move E2 E4",
        "move e2 e9",
        "move e2e4",
        "move e2 e4 X",
        "move e7 e8 K",
        "move e7 e8 P",
        "move e2 e4 Q Q",
        "game human",
        "game human human human",
        "game human computer0",
        "game human computer10",
        "game human computer[10]",
        "game human computer[]",
        "game Human human",
        "resign now",
        "setup now",
        "+ K",
        "- ",
        "= White",
        "done",
        "undo",
        "play",
        "game",
        "+ K e1",
        "- e1",
        "= white",
        "move e2 e4 \u{1b}[31m",
    ] {
        assert_eq!(usual(&format!("{line}\n")), NO_SCORE, "{line}");
        let in_game = usual(&format!("game human human\n{line}\n"));
        assert_eq!(in_game, format!("{START}{NO_SCORE}"), "{line}");
        let said = reasons(&ClassicOptions::default(), &format!("game human human\n{line}\n"));
        assert!(said.ends_with(".\n") && said.lines().count() == 1, "{line}: {said}");
        assert!(!said.contains('\u{1b}'));
    }
    for line in ["move", "move e2 e4", "resign", "threats-white", "threats-black"] {
        assert_eq!(usual(&format!("{line}\n")), NO_SCORE, "{line}");
        assert_eq!(reasons(&ClassicOptions::default(), &format!("{line}\n")), "No game is running.\n");
        assert_eq!(usual(&format!("setup\n{line}\n")), format!("{EMPTY}{NO_SCORE}"), "{line}");
    }
    for line in ["game human human", "setup"] {
        assert_eq!(usual(&format!("game human human\n{line}\n")), format!("{START}{NO_SCORE}"), "{line}");
        assert_eq!(usual(&format!("setup\n{line}\n")), format!("{EMPTY}{NO_SCORE}"), "{line}");
    }
    assert_eq!(usual("\n \r\n\n"), NO_SCORE);
    assert_eq!(reasons(&ClassicOptions::default(), "\n \r\n\n"), "");
}

#[test]
fn that_the_king_would_be_in_check_is_said_before_the_board() {
    // A rook pins the bishop on e2 and the pawn on d7; another waits behind the pawn that steps past its neighbour.
    for (fen, m, is_said) in [
        ("4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1", "move e2 d3", true),
        ("4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1", "move e1 e2", false),
        ("4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1", "move e2 e3", false),
        ("4r2k/8/8/8/8/8/8/4K3 w - - 0 1", "move e1 e2", true),
        ("4r2k/8/8/8/8/8/P7/4K3 w - - 0 1", "move a2 a3", true),
        ("4r2k/8/8/8/8/8/P7/4K3 w - - 0 1", "move a2 b3", false),
        ("7k/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "move e5 d6", true),
        // What a pawn would become does not matter, and is not asked for.
        ("7k/K2P3r/8/8/8/8/8/8 w - - 0 1", "move d7 d8", true),
        ("7k/K2P3r/8/8/8/8/8/8 w - - 0 1", "move d7 d8 Q", true),
        ("7k/K2P3r/8/8/8/8/8/8 w - - 0 1", "move d7 e8", false),
        // A letter where nothing is promoted is wrong by itself.
        ("4r2k/8/8/8/8/8/P7/4K3 w - - 0 1", "move a2 a3 Q", false),
        ("4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1", "move e2 d3 N", false),
        // Castling never says so: out of check, through it, into it.
        ("k3r3/8/8/8/8/8/8/4K2R w K - 0 1", "move e1 g1", false),
        ("k4r2/8/8/8/8/8/8/4K2R w K - 0 1", "move e1 g1", false),
        ("k5r1/8/8/8/8/8/8/4K2R w K - 0 1", "move e1 g1", false),
    ] {
        let (options, start) = (from_fen(fen), told(&from_fen(fen), "game human human\n"));
        let board = start.strip_suffix(NO_SCORE).unwrap();
        let said = if is_said { "White would be in check.\n" } else { "" };
        let output = told(&options, &format!("game human human\n{m}\nQ\n"));
        assert_eq!(output, format!("{board}{said}{board}{NO_SCORE}"), "{fen} {m}");
        assert!(!reasons(&options, &format!("game human human\n{m}\n")).contains("Promote"), "{fen} {m}");
        // A written move on the computer's turn is refused for that.
        let computers = told(&options, &format!("game computer human\n{m}\n"));
        assert_eq!(computers, format!("{board}{board}{NO_SCORE}"), "{fen} {m}");
    }
    let black = from_fen("4k3/8/8/8/8/8/8/K3R3 b - - 0 1");
    assert!(told(&black, "game human human\nmove e8 e7\n").contains("\nBlack would be in check.\n"));
}

#[test]
fn castling_is_the_kings_step_of_two_and_not_its_move_onto_the_rook() {
    let options = from_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    for onto in ["h1", "a1"] {
        let output = told(&options, &format!("game human human\nmove e1 {onto}\n"));
        let boards: Vec<&str> = output.strip_suffix(NO_SCORE).unwrap().lines().collect();
        assert_eq!(boards[0], boards[1], "{onto}");
        let why = reasons(&options, &format!("game human human\nmove e1 {onto}\n"));
        assert_eq!(why, format!("Your own rook is on {onto}.\n"));
    }
    assert!(told(&options, "game human human\nmove e1 g1\n").contains("R....RK."));
}

#[test]
fn blanks_carriage_returns_and_length_do_not_matter() {
    let moved = usual("game human human\nmove e2 e4\n");
    assert_eq!(usual("  game   human\thuman\r\n move e2    e4"), moved);
    let far = " ".repeat(1 << 18);
    assert_eq!(usual(&format!("{far}game{far}human{far}human{far}\nmove{far}e2{far}e4\n")), moved);
    let long = "x".repeat(1 << 18);
    assert_eq!(usual(&format!("game human human\nmove e2 e4\nmove e7 e5{long}\n")), moved);
    let (bytes, _) = session(
        crate::support::classic("waterloo"),
        &ClassicOptions::default(),
        b"\xff\xfe\0\ngame human human\nmove e2 e4\n\xc3",
    );
    assert_eq!(compact(&String::from_utf8(bytes).unwrap()), moved);
}

#[test]
fn computers_move_when_told_and_people_do_not() {
    for computer in ["computer", "computer1", "computer[1]", "computer9", "computer[3]"] {
        let output = usual(&format!("game {computer} human\nmove e2 e4\nmove\nmove\nmove e7 e5\n"));
        let boards: Vec<&str> = output.lines().collect();
        assert_eq!(boards[0], START.trim_end(), "{computer}");
        assert_eq!(boards[1], START.trim_end(), "a written move on the computer's turn is refused");
        assert_ne!(boards[2], boards[1], "the computer moved");
        assert_eq!(boards[3], boards[2], "a bare move on a person's turn is refused");
        assert_ne!(boards[4], boards[3], "the person moved");
    }
    assert_eq!(
        reasons(&ClassicOptions::default(), "game computer1 human\nmove e2 e4\nmove\nmove\n"),
        "The computer plays White: a bare `move` makes it move.\nA person plays Black: say from where to where.\n"
    );
}

#[test]
fn computers_play_whole_games_and_the_seed_repeats_them() {
    let input = format!("game computer3 computer1\n{}", "move\n".repeat(400));
    let game = |seed| told(&ClassicOptions { seed: Some(seed), ..ClassicOptions::default() }, &input);
    assert_eq!(game(5), game(5));
    assert_ne!(game(5), game(6));
    assert!(
        (0..5).any(|seed| game(seed).contains("Checkmate! White wins!\nFinal Score:\nWhite: 1\nBlack: 0\n"))
    );
}

const PROMOTING: &str = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";

#[test]
fn a_promotion_without_a_letter_is_asked_for_and_prints_one_board() {
    let start = "....k.../P......./......../......../......../......../......../....K...\n";
    for (answer, piece) in [("Q", 'Q'), ("r", 'R'), (" b \r", 'B'), ("n", 'N')] {
        let output = told(&from_fen(PROMOTING), &format!("game human human\nmove a7 a8\n{answer}\n"));
        let check = if matches!(piece, 'Q' | 'R') { "Black is in check.\n" } else { "" };
        let after =
            format!("{piece}...k.../......../......../......../......../......../......../....K...\n");
        assert_eq!(output, format!("{start}{after}{check}{NO_SCORE}"));
        let named = told(&from_fen(PROMOTING), &format!("game human human\nmove a7 a8 {}\n", answer.trim()));
        assert_eq!(named, output);
    }
    for answer in ["\n", "K\n", "P\n", "Queen\n", "Q Q\n", "", "resign\n", "move a7 a8 Q\n"] {
        let output = told(&from_fen(PROMOTING), &format!("game human human\nmove a7 a8\n{answer}"));
        assert_eq!(output, format!("{start}{start}{NO_SCORE}"), "{answer:?}");
    }
    let said = reasons(&from_fen(PROMOTING), "game human human\nmove a7 a8\nx\nmove a7 a8\nQ\n");
    assert_eq!(
        said,
        "Promote to (Q, R, B, N): The pawn must become a queen, rook, bishop or knight.\nPromote to (Q, R, B, N): "
    );
}

#[test]
fn only_a_move_that_could_be_made_asks() {
    // The pawn is pinned, blocked, or not of the side to move: the next line is a command again.
    for fen in [
        "4k3/KP5r/8/8/8/8/8/8 w - - 0 1",
        "1n2k3/1P6/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/1P6/8/8/8/8/8/4K3 b - - 0 1",
    ] {
        let output = told(&from_fen(fen), "game human human\nmove b7 b8\nresign\n");
        assert!(output.contains("wins!\n"), "{fen}: {output}");
        assert!(!reasons(&from_fen(fen), "game human human\nmove b7 b8\n").contains("Promote"), "{fen}");
    }
    // A letter where nothing promotes is refused, and the board printed.
    let refused = usual("game human human\nmove e2 e4 Q\nmove e2 e4\n");
    let moved = usual("game human human\nmove e2 e4\n");
    assert_eq!(refused, moved.replacen(START, &START.repeat(2), 1));
}

#[test]
fn a_position_is_left_only_when_a_game_can_begin_there() {
    for (pieces, why) in [
        ("", "White has no king; Black has no king."),
        ("+ K e1\n", "Black has no king."),
        ("+ K e1\n+ K e2\n+ k e8\n", "White has 2 kings, where there must be one."),
        ("+ K e1\n+ k e8\n+ P a8\n", "White's pawn cannot stand on a8."),
        ("+ K e1\n+ k e8\n+ P a1\n", "White's pawn cannot stand on a1."),
        ("+ K e1\n+ k e8\n+ p a8\n", "Black's pawn cannot stand on a8."),
        ("+ K e1\n+ k e8\n+ p h1\n", "Black's pawn cannot stand on h1."),
        ("+ K e1\n+ k e8\n+ r e5\n", "White's king is in check."),
        ("+ K e1\n+ k e8\n+ R e5\n", "Black is not to move, but its king could be taken by the rook on e5."),
        ("+ K e1\n+ k e8\n+ R e5\n= black\n", "Black's king is in check."),
        ("+ K e1\n+ k e2\n", "Black is not to move, but its king could be taken by the king on e1."),
    ] {
        let input = format!("setup\n{pieces}done\ngame human human\n");
        let said = reasons(&ClassicOptions::default(), &input);
        let first = said.lines().next().unwrap();
        assert!(first.starts_with(why.trim_end_matches('.')), "{pieces}: {said}");
        // The game does not begin, for the position is still being set up.
        assert!(said.ends_with("A position is being set up: `done` leaves that.\n"));
        assert!(!told(&ClassicOptions::default(), &input).contains(START));
    }
}

#[test]
fn a_position_serves_the_next_game_and_is_set_up_from_nothing() {
    let output = usual(
        "setup\n+ K e1\n+ Q e1\n+ K e1\n- a5\n+ k e8\n+ R h1\n+ R a1\n= black\n= white\ndone\n\
         game human human\nmove e1 g1\nresign\ngame human human\nresign\nsetup\n",
    );
    let boards: Vec<&str> = output.lines().collect();
    let king = "......../......../......../......../......../......../......../....K...";
    assert_eq!(boards[..5], [EMPTY.trim_end(), king, &king.replace('K', "Q"), king, king]);
    let ready = "....k.../......../......../......../......../......../......../R...K..R";
    assert_eq!(boards[7..10], [ready, ready, &ready.replace("R...K..R", "R....RK.")]);
    assert_eq!(
        boards[10..],
        [
            "White wins!",
            START.trim_end(),
            "Black wins!",
            EMPTY.trim_end(),
            "Final Score:",
            "White: 1",
            "Black: 1"
        ]
    );
    // Castling goes with kings and rooks at home only.
    let away = usual("setup\n+ K d1\n+ R h1\n+ k e8\ndone\ngame human human\nmove d1 f1\n");
    assert!(away.ends_with(&format!(
        "{0}\n{0}\n{NO_SCORE}",
        "....k.../......../......../......../......../......../......../...K...R"
    )));
    let black = usual("setup\n+ K b1\n+ k e8\n+ r a8\n= black\ndone\ngame human human\nmove e8 c8\n");
    assert!(black.contains("\n..kr..../"));
}

#[test]
fn the_side_to_move_is_the_one_set_up() {
    let output =
        usual("setup\n+ K e1\n+ k e8\n+ p a7\n= black\ndone\ngame human human\nmove a7 a6\nresign\n");
    assert!(output.contains("Black wins!\n"), "White was to move and resigned");
}

#[test]
fn stalemate_at_the_start_is_scored() {
    let output = usual(
        "setup\n+ k a8\n+ K c7\n+ Q b6\n= black\ndone\ngame human human\nmove a8 a7\ngame human human\nresign\n",
    );
    let end = format!(
        "k......./..K...../.Q....../......../......../......../......../........\nStalemate!\n{START}Black wins!\nFinal Score:\nWhite: 0.5\nBlack: 1.5\n"
    );
    assert!(output.ends_with(&end), "{output}");
    let mate = told(&from_fen("k6R/8/1K6/8/8/8/8/8 b - - 0 1"), "game human human\nresign\n");
    assert!(mate.ends_with("Checkmate! White wins!\nFinal Score:\nWhite: 1\nBlack: 0\n"));
}

#[test]
fn a_game_that_is_not_over_does_not_count() {
    assert_eq!(usual("game human human\nmove e2 e4\n").lines().last(), Some("Black: 0"));
    assert_eq!(usual("setup\n"), format!("{EMPTY}{NO_SCORE}"));
    assert_eq!(usual(""), NO_SCORE);
}

#[test]
fn with_undo_each_turn_begins_with_undo_or_play() {
    let told = |input: &str| told(&with_undo(), &format!("game human human\n{input}"));
    let only = |boards: &str| format!("{START}{boards}{NO_SCORE}");
    let e4 = "rnbqkbnr/pppppppp/......../......../....P.../......../PPPP.PPP/RNBQKBNR\n";
    for misplaced in ["undo\n", "move e2 e4\n", "move\n", "resign\n", "play\nplay\n", "play\nundo\n"] {
        assert_eq!(told(misplaced), only(""), "{misplaced}");
    }
    assert_eq!(told("play\nmove e2 e4\n"), only(e4));
    assert_eq!(told("play\nmove e2 e4\nmove e7 e5\n"), only(e4), "the next turn needs its own word");
    assert_eq!(
        told("play\nmove e2 e5\nmove e2 e4\n"),
        only(&format!("{START}{e4}")),
        "a refused move needs no second"
    );
    assert_eq!(told("play\nfoo\nundo\nplay\nmove e2 e4\n"), only(e4));
    assert_eq!(told("play\nmove e2 e4\nundo\n"), only(&format!("{e4}{START}")));
    assert_eq!(told("play\nmove e2 e4\nundo\nundo\nplay\nmove e2 e4\n"), only(&format!("{e4}{START}{e4}")));
    assert_eq!(
        told("play\nresign\nundo\nplay\n"),
        format!("{START}Black wins!\nFinal Score:\nWhite: 0\nBlack: 1\n")
    );
    let threats = told("threats-white\nplay\nthreats-black\n");
    assert_eq!(threats.lines().count(), 3 + 3, "threats are shown at any time of a turn");
}

#[test]
fn undo_goes_back_over_every_kind_of_move() {
    let moves = [
        "e2 e4", "a7 a6", "e4 e5", "d7 d5", "e5 d6", "g8 f6", "g1 f3", "e7 e5", "f1 e2", "f8 e7", "e1 g1",
        "e8 g8", "d6 c7", "a6 a5", "c7 d8 N",
    ];
    let played: String = moves.iter().map(|m| format!("play\nmove {m}\n")).collect();
    let input = format!("game human human\n{played}{}undo\n", "undo\n".repeat(moves.len()));
    let output = told(&with_undo(), &input);
    let boards: Vec<&str> = output.strip_suffix(NO_SCORE).unwrap().lines().collect();
    assert_eq!(boards.len(), 2 * moves.len() + 1);
    let mirrored: Vec<&str> = boards.iter().rev().copied().collect();
    assert_eq!(boards, mirrored);
    assert!(reasons(&with_undo(), &input).ends_with("There is nothing to take back.\n"));
}

#[test]
fn undo_takes_back_a_computers_move_too() {
    let output = told(&with_undo(), "game computer1 computer2\nplay\nmove\nplay\nmove\nundo\nundo\n");
    let boards: Vec<&str> = output.lines().take(5).collect();
    assert_eq!((boards[3], boards[4]), (boards[1], boards[0]));
}

#[test]
fn checks_are_told_after_accepted_moves_only() {
    let fen = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1";
    let output = told(
        &ClassicOptions { undo: true, ..from_fen(fen) },
        "game human human\nplay\nmove a1 a4\nplay\nmove e8 e7\nundo\n",
    );
    assert_eq!(output.matches("Black is in check.\n").count(), 1);
    let refused = told(&from_fen(fen), "game human human\nmove a1 a4\nmove e8 d7\n");
    assert_eq!(refused.matches("Black is in check.\n").count(), 1);
}

#[test]
fn ten_attackers_are_a_plus() {
    // Eleven white pieces attack e5.
    let pieces = "Q e1,R e8,R a5,R h5,B a1,B h2,B b8,B h8,N c4,N d3,N f7,K a7,k b3";
    let setup: String = pieces.split(',').map(|piece| format!("+ {piece}\n")).collect();
    let input = format!("setup\n{setup}done\ngame human human\nthreats-white\nthreats-black\n");
    let output = printed("waterloo", &ClassicOptions::default(), input.as_bytes());
    assert_eq!(output.matches('+').count(), 1, "{output}");
    let row = output.lines().find(|line| line.contains('+')).unwrap();
    assert_eq!((&row[..2], row.find('+')), ("5 ", Some(6)));
    // The lone king attacks the eight squares around it, its own not.
    let (_, black) = output.split_once('+').unwrap();
    assert!(black.ends_with(&format!(
        "8 ........\n7 ........\n6 ........\n5 ........\n4 111.....\n3 1.1.....\n2 111.....\n1 ........\n\n  abcdefgh\n{NO_SCORE}"
    )));
}
