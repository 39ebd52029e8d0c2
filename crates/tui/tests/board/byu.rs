//! The window of the fourth classic program at a terminal: what its description asks for, row by row, by mouse and by keys.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEventKind};
use tabiya_tui::{BoardSettings, ScreenEvent};

use crate::desk::{Desk, Wish};
use crate::memory::Disk;

fn window(fen: Option<&'static str>) -> Desk {
    Desk::new(Wish { rules: "byu", fen, ..Wish::default() })
}

/// Two ways to touch a square: a click, or the cursor and Enter.
fn touches() -> [fn(&mut Desk, &str); 2] {
    [|desk, square| desk.click(square), enter_on]
}

/// Moves the cursor to a square, and presses Enter there.
fn enter_on(desk: &mut Desk, square: &str) {
    let place = |square: &str| {
        let bytes = square.as_bytes();
        (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'1'))
    };
    // From the corner every square is reached.
    (0..7).for_each(|_| desk.press(KeyCode::Left));
    (0..7).for_each(|_| desk.press(KeyCode::Down));
    let (file, rank) = place(square);
    (0..file).for_each(|_| desk.press(KeyCode::Right));
    (0..rank).for_each(|_| desk.press(KeyCode::Up));
    desk.press(KeyCode::Enter);
}

#[test]
fn a_piece_of_ones_own_is_chosen_and_shows_where_it_can_go() {
    for touch in touches() {
        let mut desk = window(None);
        touch(&mut desk, "b1");
        let text = desk.text();
        assert_eq!(text.matches('*').count(), 2, "{text}");
        assert!(text.contains("[♘]"), "{text}");
        // Another one of one's own is chosen instead.
        touch(&mut desk, "e2");
        assert!(desk.text().contains("[♙]") && !desk.text().contains("[♘]"), "{}", desk.text());
        // A square that it cannot reach ends the choice, and changes nothing.
        let start = desk.fen();
        touch(&mut desk, "e6");
        assert!(!desk.text().contains("[♙]") && !desk.text().contains('*'), "{}", desk.text());
        assert_eq!(desk.fen(), start);
        // One that it can reach is gone to.
        touch(&mut desk, "e2");
        touch(&mut desk, "e4");
        assert!(desk.fen().contains("4P3"), "{}", desk.fen());
        // The other side's men are not chosen.
        touch(&mut desk, "d2");
        assert!(!desk.text().contains("[♙]"), "{}", desk.text());
    }
}

#[test]
fn a_click_beside_the_board_and_escape_end_a_choice() {
    let mut desk = window(None);
    desk.click("e2");
    desk.mouse_at(MouseEventKind::Down(MouseButton::Left), 60, 12);
    assert!(!desk.text().contains("[♙]"), "{}", desk.text());
    desk.click("e2");
    desk.press(KeyCode::Esc);
    assert!(!desk.text().contains("[♙]"), "{}", desk.text());
}

#[test]
fn a_drag_moves_or_puts_the_piece_back() {
    let mut desk = window(None);
    let start = desk.fen();
    for (column, row) in [(79, 23), (0, 0), (44, 5)] {
        desk.mouse(MouseEventKind::Down(MouseButton::Left), "e2");
        assert!(desk.text().contains("[♙]") && desk.text().contains('*'), "{}", desk.text());
        desk.mouse_at(MouseEventKind::Drag(MouseButton::Left), column, row);
        desk.mouse_at(MouseEventKind::Up(MouseButton::Left), column, row);
        assert_eq!(desk.fen(), start);
        assert!(!desk.text().contains("[♙]"), "{}", desk.text());
    }
    for square in ["e5", "d3", "d2", "e2"] {
        desk.drag("e2", square);
        assert_eq!(desk.fen(), start, "{square}");
        desk.press(KeyCode::Esc);
    }
    desk.drag("e2", "e4");
    assert!(desk.fen().contains("4P3"), "{}", desk.fen());
}

#[test]
fn castling_en_passant_and_promotion_are_not_among_the_moves() {
    let mut desk = window(Some("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1"));
    desk.click("e1");
    assert_eq!(desk.text().matches('*').count(), 5, "the king steps, and castles not: {}", desk.text());
    let mut desk = window(Some("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1"));
    desk.line("d4");
    desk.click("e4");
    assert_eq!(desk.text().matches('*').count(), 1, "{}", desk.text());
}

#[test]
fn the_side_to_move_is_shown_whatever_is_open() {
    for key in [KeyCode::F(10), KeyCode::Char('?'), KeyCode::Char(':'), KeyCode::F(12), KeyCode::Char('N')] {
        let mut desk = window(None);
        desk.line("e4");
        desk.press(key);
        let text = desk.text();
        assert!(text.contains("> Black") || text.contains("Black to move"), "{key:?}: {text}");
    }
}

#[test]
fn check_mate_and_stalemate_are_announced_and_undo_works_after_them() {
    let mut desk = window(None);
    desk.moves("e4 f6 Qh5");
    assert!(
        desk.status().contains("Black to move - check!") && desk.text().contains("+♚+"),
        "{}",
        desk.text()
    );
    for (fen, mated, announced) in [
        ("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", ("g6", "g7"), "checkmate"),
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", ("f1", "f7"), "stalemate"),
    ] {
        for touch in touches() {
            let mut desk = window(Some(fen));
            touch(&mut desk, mated.0);
            touch(&mut desk, mated.1);
            let over = desk.fen();
            assert!(desk.status().to_lowercase().contains(announced), "{}", desk.text());
            let messages = desk.text().lines().skip(18).take(5).collect::<String>().to_lowercase();
            assert!(messages.contains(announced), "{}", desk.text());
            // No move is taken.
            touch(&mut desk, "h8");
            touch(&mut desk, "h7");
            desk.line("Kf6");
            assert_eq!(desk.fen(), over);
            desk.control('z');
            assert_eq!(desk.fen(), fen);
            touch(&mut desk, mated.0);
            assert!(desk.text().contains("[♕]"), "{}", desk.text());
        }
    }
}

/// A game in XML ends on its board, with mate: it is taken back like any other.
#[test]
fn undo_reaches_the_start_of_a_finished_game_that_was_opened() {
    let disk = Disk::default();
    let mut desk = Desk::new(Wish { rules: "byu", disk: disk.clone(), ..Wish::default() });
    desk.moves("f3 e5 g4 Qh4");
    desk.press(KeyCode::F(12));
    desk.line("mate.xml");
    desk.press(KeyCode::Down);
    desk.press(KeyCode::Enter);
    assert!(disk.has_file("/games/mate.xml"), "{}", desk.text());
    let mut desk = Desk::new(Wish { rules: "byu", disk, ..Wish::default() });
    let men = |desk: &Desk| desk.fen().split(' ').next().map(str::to_owned);
    let start = men(&desk);
    desk.control('o');
    desk.line("mate.xml");
    assert!(desk.status().contains("checkmate"), "{}", desk.text());
    for _ in 0..4 {
        desk.control('z');
    }
    assert_eq!(men(&desk), start, "{}", desk.text());
    desk.control('z');
    assert!(desk.status().contains("There is nothing to take back"), "{}", desk.status());
}

/// What each of the first five does, as it is seen.
const COMMANDS: [(&str, &str); 5] = [
    ("New", "Begin the game"),
    ("Open", "Choose or type a file"),
    ("Save", "Type a name"),
    ("Save as", "Type a name"),
    ("Undo", "There is nothing to take back"),
];

#[test]
fn every_command_has_a_key_a_place_in_the_menu_and_one_on_the_tool_bar() {
    let key = |c: char, modifiers| ScreenEvent::Key(KeyEvent::new(KeyCode::Char(c), modifiers));
    let control = KeyModifiers::CONTROL;
    let keys = [
        key('n', control),
        key('o', control),
        key('s', control),
        // For terminals that can tell it; all others have F12.
        key('S', control | KeyModifiers::SHIFT),
        key('z', control),
    ];
    for ((label, seen), key) in COMMANDS.into_iter().zip(keys) {
        let mut desk = window(None);
        let start = desk.text();
        desk.happen(key);
        assert!(desk.text().contains(seen), "{label}: {}", desk.text());
        // Cancelling does nothing.
        desk.press(KeyCode::Esc);
        assert_eq!(desk.text().lines().next(), start.lines().next());
        assert!(desk.screen.table().game().history().is_empty());

        let mut desk = window(None);
        let column = start.find(&format!(" {label}")).unwrap() as u16 + 1;
        desk.mouse_at(MouseEventKind::Down(MouseButton::Left), column, 0);
        assert!(desk.text().contains(seen), "{label}: {}", desk.text());

        let mut desk = window(None);
        desk.press(KeyCode::F(10));
        let label = match label {
            "New" => "New game",
            "Open" => "Open a file",
            "Undo" => "Take back",
            other => other,
        };
        while !desk.text().contains(&format!(">{label} ")) {
            desk.press(KeyCode::Down);
        }
        desk.press(KeyCode::Enter);
        assert!(desk.text().contains(seen), "{label}: {}", desk.text());
    }
    let quits: [fn(&mut Desk); 3] = [
        |desk| desk.control('q'),
        |desk| {
            let column = desk.text().find("Quit").unwrap() as u16;
            desk.mouse_at(MouseEventKind::Down(MouseButton::Left), column, 0);
        },
        |desk| {
            desk.press(KeyCode::F(10));
            while !desk.text().contains(">Quit") {
                desk.press(KeyCode::Down);
            }
            desk.press(KeyCode::Enter);
        },
    ];
    for quit in quits {
        let mut desk = window(None);
        quit(&mut desk);
        assert!(desk.has_quit);
    }
}

#[test]
fn messages_are_logged_and_the_status_line_tells_the_last_result() {
    let disk = Disk::default();
    disk.write_file("/games/old.xml", "<chessgame>");
    let settings = BoardSettings::default();
    let mut desk = Desk::new(Wish { rules: "byu", disk, settings, ..Wish::default() });
    desk.moves("e4 e5");
    assert!(desk.text().contains("White's pawn goes from e2 to e4."), "{}", desk.text());
    assert!(desk.text().contains("Black's pawn goes from e7 to e5."), "{}", desk.text());
    desk.press(KeyCode::F(12));
    desk.line("mine.pgn");
    assert!(desk.status().contains("The game is saved"), "{}", desk.status());
    desk.control('o');
    desk.line("old.xml");
    assert!(desk.status().contains("Cannot open"), "{}", desk.text());
    let tail = |desk: &Desk| desk.text().lines().skip(18).collect::<Vec<_>>().join(" ");
    assert!(tail(&desk).contains("old.xml"), "{}", desk.text());
    desk.control('z');
    desk.control('z');
    desk.control('z');
    assert!(desk.status().contains("There is nothing to take back"), "{}", desk.status());
}
