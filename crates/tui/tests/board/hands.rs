//! Moves by keys, by mouse and by typing.

use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEventKind};
use tabiya_rules::Language;
use tabiya_tui::{Beginning, BoardSettings, ScreenEvent};

use crate::desk::{Desk, Wish};

const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

#[test]
fn a_move_is_typed_in_any_form() {
    for text in ["e4", "e2e4", "E2,E4", "e2-e4", "E4", "1.e4"] {
        let mut desk = Desk::people();
        desk.line(text);
        assert_eq!(desk.fen(), AFTER_E4, "{text}");
    }
    let mut desk = Desk::people();
    desk.moves("Nf3 Nf6 g3 g6 Bg2 Bg7 O-O");
    assert!(desk.text().contains("(♔)"), "the king has moved last: {}", desk.text());
    desk.moves("0-0");
    assert!(desk.fen().starts_with("rnbq1rk1/"), "{}", desk.fen());
    desk.happen(ScreenEvent::Paste("d4\n".to_owned()));
    desk.press(KeyCode::Enter);
    assert!(desk.fen().contains("3P4"), "{}", desk.fen());
}

#[test]
fn the_cursor_chooses_and_moves() {
    let mut desk = Desk::people();
    desk.press(KeyCode::Enter);
    desk.press(KeyCode::Up);
    desk.press(KeyCode::Up);
    desk.press(KeyCode::Char(' '));
    assert_eq!(desk.fen(), AFTER_E4);
    // Whoever likes letters for it moves no pawn with them.
    let settings = BoardSettings { hjkl: true, ..BoardSettings::default() };
    let mut desk = Desk::new(Wish { settings, ..Wish::default() });
    for c in ['h', 'l', ' ', 'k', 'k', ' '] {
        desk.press(KeyCode::Char(c));
    }
    assert_eq!(desk.fen(), AFTER_E4);
}

#[test]
fn the_mouse_clicks_and_drags() {
    let mut desk = Desk::people();
    desk.click("e2");
    assert!(desk.text().contains('*'), "targets are shown");
    desk.click("e4");
    assert_eq!(desk.fen(), AFTER_E4);
    desk.drag("e7", "e5");
    assert!(desk.fen().contains("4p3/4P3"));
    // Another piece of one's own is chosen instead, and a click elsewhere ends it.
    desk.click("g1");
    desk.click("f1");
    assert!(desk.text().contains("[♗]") && !desk.text().contains("[♘]"));
    desk.click("f1");
    assert!(!desk.text().contains("[♗]"));
    desk.click("f1");
    desk.click("h5");
    assert!(!desk.text().contains("[♗]"));
}

#[test]
fn a_drag_that_leads_nowhere_puts_the_piece_back() {
    let mut desk = Desk::people();
    let start = desk.fen();
    desk.drag("e2", "e5");
    assert_eq!(desk.fen(), start);
    assert!(desk.status().contains("A pawn does not move from e2 to e5."), "{}", desk.status());
    desk.mouse(MouseEventKind::Down(MouseButton::Left), "e2");
    desk.mouse_at(MouseEventKind::Up(MouseButton::Left), 70, 20);
    assert_eq!(desk.fen(), start);
    assert!(!desk.text().contains("[♙]"));
}

#[test]
fn the_other_sides_piece_and_an_empty_square_are_told() {
    let mut desk = Desk::people();
    desk.click("e7");
    assert!(
        desk.status().contains("The pawn on e7 is Black's, and it is White's turn."),
        "{}",
        desk.status()
    );
    desk.click("e5");
    assert!(desk.status().contains("There is no piece on e5."), "{}", desk.status());
}

#[test]
fn a_pawn_becomes_what_is_chosen() {
    let fen = Some("7k/P7/8/8/8/8/8/K7 w - - 0 1");
    let mut desk = Desk::new(Wish { fen, ..Wish::default() });
    desk.click("a7");
    desk.click("a8");
    assert!(desk.text().contains("The pawn becomes"));
    desk.press(KeyCode::Esc);
    assert!(desk.fen().starts_with("7k/P7"), "nothing has moved");
    desk.drag("a7", "a8");
    desk.press(KeyCode::Char('n'));
    assert!(desk.fen().starts_with("N6k/"), "{}", desk.fen());
    let mut desk = Desk::new(Wish { fen, ..Wish::default() });
    desk.line("a8=R");
    assert!(desk.fen().starts_with("R6k/"), "{}", desk.fen());
    // Where pawns stay pawns nobody is asked.
    let mut desk = Desk::new(Wish { fen, rules: "byu", ..Wish::default() });
    desk.drag("a7", "a8");
    assert!(desk.fen().starts_with("P6k/"), "{}", desk.fen());
}

#[test]
fn a_typed_move_that_does_not_say_what_the_pawn_becomes_asks_for_it() {
    let fen = Some("1r5k/P7/8/8/8/8/8/K7 w - - 0 1");
    for (typed, key, becomes) in
        [("a8", 'n', "Nr5k/"), ("a7a8", 'q', "Qr5k/"), ("axb8", 'r', "1R5k/"), ("a8q", ' ', "Qr5k/")]
    {
        let mut desk = Desk::new(Wish { fen, ..Wish::default() });
        desk.line(typed);
        assert_eq!(desk.text().contains("The pawn becomes"), key != ' ', "{typed}: {}", desk.text());
        if key != ' ' {
            desk.press(KeyCode::Char(key));
        }
        assert!(desk.fen().starts_with(becomes), "{typed}: {}", desk.fen());
    }
    let mut desk = Desk::new(Wish { fen, ..Wish::default() });
    desk.line("a8");
    desk.press(KeyCode::Esc);
    assert!(desk.fen().starts_with("1r5k/P7"), "nothing has moved");
}

#[test]
fn german_letters_move_men_in_german() {
    let mut desk = Desk::new(Wish { language: Language::German, ..Wish::default() });
    "S".chars().for_each(|c| desk.press(KeyCode::Char(c)));
    assert!(desk.status().contains("Zug: S") && desk.status().contains("Nf3"), "{}", desk.status());
    desk.press(KeyCode::Esc);
    desk.moves("Sf3 e5 sxe5 d6 Sd3");
    assert!(desk.fen().starts_with("rnbqkbnr/ppp2ppp/3p4/8/8/3N4"), "{}", desk.fen());
    desk.line("Lc8");
    assert!(desk.status().contains("Läufer"), "{}", desk.status());
    let mut desk = Desk::people();
    desk.line("Sf3");
    assert!(desk.status().contains("neither a move nor a command"), "{}", desk.status());
    // So do they where the board asks what a pawn becomes.
    for (key, becomes) in [('s', "N6k/"), ('D', "Q6k/"), ('n', "N6k/")] {
        let fen = Some("7k/P7/8/8/8/8/8/K7 w - - 0 1");
        let mut desk = Desk::new(Wish { fen, language: Language::German, ..Wish::default() });
        desk.drag("a7", "a8");
        desk.press(KeyCode::Char(key));
        assert!(desk.fen().starts_with(becomes), "{key}: {}", desk.fen());
    }
}

#[test]
fn castling_is_the_kings_move() {
    let fen = Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    for to in ["g1", "h1"] {
        let mut desk = Desk::new(Wish { fen, ..Wish::default() });
        desk.click("e1");
        desk.drag("e1", to);
        assert!(desk.fen().contains("5RK1"), "{to}: {}", desk.fen());
    }
}

#[test]
fn undo_reaches_the_start_also_against_the_computer() {
    let mut desk = Desk::new(Wish { players: ["human", "1"], ..Wish::default() });
    let start = desk.fen();
    desk.line("e4");
    desk.line("a3");
    assert_eq!(desk.screen.table().game().history().line().count(), 4);
    desk.control('z');
    desk.control('z');
    assert_eq!(desk.fen(), start);
    desk.control('z');
    assert!(desk.status().contains("There is nothing to take back"), "{}", desk.status());
    desk.control('y');
    desk.control('y');
    assert_eq!(desk.screen.table().game().history().line().count(), 4);
}

#[test]
fn after_mate_no_move_is_taken_but_undo_works() {
    let mut desk = Desk::people();
    desk.moves("f3 e5 g4 Qh4");
    assert!(desk.status().contains("Black wins by checkmate"), "{}", desk.status());
    desk.line("a3");
    assert!(desk.text().contains("The game is over: Black wins by checkmate"));
    desk.control('z');
    desk.line("Qe7");
    assert_eq!(desk.screen.table().game().history().line().count(), 4);
}

#[test]
fn nobody_moves_for_a_computer_that_is_to_move() {
    let mut desk = Desk::new(Wish { players: ["human", "somebody"], engine: &["resign"], ..Wish::default() });
    desk.line("e4");
    assert!(desk.text().contains("White wins: Black resigned"), "{}", desk.text());
}

#[test]
fn an_engine_that_fails_is_blamed_and_tried_twice() {
    let mut desk =
        Desk::new(Wish { players: ["human", "somebody"], engine: &["e7e4", "e7e3"], ..Wish::default() });
    desk.line("e4");
    let text = desk.text();
    assert!(text.contains("The engine somebody cannot play: it cheats"), "{text}");
    assert!(text.contains("It is started again."), "{text}");
    assert_eq!(desk.fen(), AFTER_E4);
    // It rests, and the board goes on.
    desk.control('z');
    assert!(!desk.has_quit && desk.fen() != AFTER_E4);
}

#[test]
fn escape_backs_out_of_everything() {
    let mut desk = Desk::people();
    let empty = desk.text();
    for code in [
        KeyCode::F(10),
        KeyCode::Char('?'),
        KeyCode::Char(':'),
        KeyCode::Char('N'),
        KeyCode::F(7),
        KeyCode::F(12),
    ] {
        desk.press(code);
        assert_ne!(desk.text(), empty, "{code:?}");
        desk.press(KeyCode::Esc);
        assert_eq!(desk.text(), empty, "{code:?}");
    }
    for c in ['n', 'o'] {
        desk.control(c);
        assert_ne!(desk.text(), empty);
        desk.press(KeyCode::Esc);
        assert_eq!(desk.text(), empty, "{c}");
    }
    assert!(!desk.has_quit);
    desk.control('c');
    assert!(desk.has_quit);
}

#[test]
fn the_tool_bar_is_clicked() {
    let mut desk = Desk::people();
    desk.line("e4");
    let text = desk.text();
    let toolbar = text.lines().next().unwrap();
    for (label, seen) in [("Undo", "taken back"), ("Menu", "Unfinished games"), ("Quit", "")] {
        let column = toolbar.find(label).unwrap() as u16;
        desk.mouse_at(MouseEventKind::Down(MouseButton::Left), column, 0);
        assert!(desk.text().contains(seen), "{label}: {}", desk.text());
        desk.press(KeyCode::Esc);
    }
    assert!(desk.has_quit);
}

#[test]
fn the_clock_starts_with_the_first_move_and_ends_the_game() {
    let mut desk = Desk::new(Wish { time: Some("1+0"), ..Wish::default() });
    desk.now += 100_000;
    desk.happen(ScreenEvent::Tick);
    assert_eq!(desk.text().matches("1:00").count(), 2, "{}", desk.text());
    desk.line("e4");
    desk.now += 30_000;
    assert!(desk.text().contains("0:30") && desk.text().contains("1:00"), "{}", desk.text());
    desk.now += 31_000;
    desk.happen(ScreenEvent::Tick);
    assert!(desk.text().contains("White wins: Black's time is up"), "{}", desk.text());
}

#[test]
fn after_an_opening_the_clock_starts_with_the_first_move_by_hand() {
    let mut desk = Desk::new(Wish { time: Some("1+0"), ..Wish::default() });
    desk.line(":opening Ruy Lopez");
    let stands_still = |desk: &mut Desk| {
        desk.now += 100_000;
        desk.happen(ScreenEvent::Tick);
        assert_eq!(desk.text().matches("1:00").count(), 2, "{}", desk.text());
        desk.line(":clock");
        assert!(desk.text().contains("White has 1 minute, Black has 1 minute."), "{}", desk.text());
    };
    stands_still(&mut desk);
    // A move of the opening that is taken back is none by hand, nor is one that is refused.
    desk.control('z');
    stands_still(&mut desk);
    desk.line("Ke4");
    stands_still(&mut desk);
    desk.line("Bc4");
    assert!(!desk.text().contains("interrupted"), "{}", desk.text());
    desk.now += 30_000;
    assert!(desk.text().contains("0:30") && desk.text().contains("1:00"), "{}", desk.text());
    desk.now += 31_000;
    desk.happen(ScreenEvent::Tick);
    assert!(desk.text().contains("White wins: Black's time is up"), "{}", desk.text());
}

#[test]
fn moves_of_several_lines_are_pasted_and_nothing_else_of_them_is_obeyed() {
    let mut desk = Desk::people();
    desk.happen(ScreenEvent::Paste("1. e4 e5\r\n2. Nf3\nNc6\n".to_owned()));
    assert!(desk.fen().starts_with("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/"), "{}", desk.fen());
    // A move that is refused ends it, and those before it stay.
    desk.happen(ScreenEvent::Paste("Bb5\nKe4\na6".to_owned()));
    assert!(desk.fen().starts_with("r1bqkbnr/pppp1ppp/2n5/1B2p3/"), "{}", desk.fen());
    desk.happen(ScreenEvent::Paste("Dear Ann,\nresign\nquit".to_owned()));
    assert!(desk.status().contains("can be pasted here"), "{}", desk.status());
    assert!(!desk.has_quit && desk.screen.table().game().ending().is_none());
    // Against a computer, it answers first.
    let mut desk = Desk::new(Wish { players: ["human", "1"], ..Wish::default() });
    desk.happen(ScreenEvent::Paste("e4\nd4\n".to_owned()));
    assert!(desk.text().contains("d4"), "{}", desk.text());
    assert_eq!(desk.screen.table().game().history().line().count(), 2);
}

#[test]
fn a_position_that_is_pasted_is_set_up_once_somebody_agrees() {
    const FEN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let mut desk = Desk::people();
    desk.happen(ScreenEvent::Paste(format!("{FEN}\n")));
    assert_eq!(desk.fen(), FEN);
    desk.moves("e4");
    desk.happen(ScreenEvent::Paste("4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1".to_owned()));
    assert!(desk.text().contains("Begin a game from this position?"), "{}", desk.text());
    desk.press(KeyCode::Esc);
    assert!(desk.fen().starts_with("4k3/8/8/8/4P3/"), "{}", desk.fen());
    desk.happen(ScreenEvent::Paste("8/8/8/8/8/8/8/4K3 w - - 0 1".to_owned()));
    assert!(desk.status().contains("king"), "{}", desk.status());
}

#[test]
fn a_game_that_is_pasted_is_opened_with_all_that_is_said_of_it() {
    const PGN: &str =
        "[White \"Anna\"]\n[Black \"Bert\"]\n[Result \"1-0\"]\n\n1. e4 {bold} e5 (1... c5) 2. Nf3 1-0\n";
    let mut desk = Desk::people();
    desk.moves("d4");
    desk.happen(ScreenEvent::Paste(PGN.to_owned()));
    assert!(desk.text().contains("Open the game that you pasted?"), "{}", desk.text());
    desk.press(KeyCode::Enter);
    let seen = desk.text();
    assert!(["Anna", "Bert", "bold", "c5", "1-0"].iter().all(|word| seen.contains(word)), "{seen}");
    // It is in no file yet: a name is asked for.
    desk.control('s');
    assert!(desk.text().contains("Save as"), "{}", desk.text());
    // At the menu it is what somebody has chosen.
    let mut desk = Desk::new(Wish { beginning: Beginning::Menu, ..Wish::default() });
    desk.happen(ScreenEvent::Paste(PGN.to_owned()));
    assert!(desk.text().contains("Anna") && !desk.text().contains("Begin the game"), "{}", desk.text());
    // What is wrong with it is told, and nothing has changed.
    let mut desk = Desk::people();
    desk.happen(ScreenEvent::Paste("[FEN \"nonsense\"]\n\n1. e4 *".to_owned()));
    assert!(desk.status().contains("Cannot open this text: game 1"), "{}", desk.status());
    assert!(desk.fen().starts_with("rnbqkbnr/pppppppp/8/8/8/8/"), "{}", desk.fen());
}

#[test]
fn a_refusal_leaves_the_status_line_with_what_is_done_next() {
    let refused = |desk: &mut Desk| {
        desk.line("e2e5");
        assert!(desk.status().contains("does not move from e2 to e5"), "{}", desk.status());
    };
    let answers: [fn(&mut Desk); 5] = [
        |desk| desk.press(KeyCode::Esc),
        |desk| desk.press(KeyCode::F(2)),
        |desk| desk.click("d2"),
        |desk| desk.line("e4"),
        |desk| {
            desk.press(KeyCode::Char('e'));
            desk.press(KeyCode::Esc);
        },
    ];
    for (number, answer) in answers.into_iter().enumerate() {
        let mut desk = Desk::people();
        refused(&mut desk);
        // Whoever reads it may move the cursor meanwhile.
        desk.press(KeyCode::Up);
        assert!(desk.status().contains("does not move"), "{}", desk.status());
        answer(&mut desk);
        assert!(!desk.status().contains("does not move"), "{number}: {}", desk.status());
    }
}

#[test]
fn letters_that_move_the_cursor_tell_how_moves_are_typed() {
    let mut desk = Desk::people();
    desk.line(":hjkl on");
    assert!(desk.status().contains("a move such as h4 is typed :h4"), "{}", desk.status());
    desk.press(KeyCode::Char('h'));
    assert!(!desk.status().contains("Move: h"), "{}", desk.status());
    desk.line(":h4");
    assert!(desk.fen().contains("7P/8/PPPPPPP1"), "{}", desk.fen());
    desk.line(":hjkl off");
    desk.line("h5");
    assert!(desk.status().contains("goes from h7 to h5"), "{}", desk.status());
}
