//! Screens as they should look. `TABIYA_WRITE_SCREENS=1` writes them anew, to be looked at before they are kept.

use std::path::PathBuf;

use ratatui::crossterm::event::KeyCode;
use tabiya_game::Moment;
use tabiya_rules::Language;
use tabiya_tui::{Beginning, BoardSettings, ColorDepth, PieceImage};

use crate::desk::{Desk, Wish};
use crate::memory::Disk;

pub fn expect_screen(name: &str, desk: &Desk) {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/board/screens").join(format!("{name}.txt"));
    let seen = desk.text();
    if std::env::var_os("TABIYA_WRITE_SCREENS").is_some() {
        std::fs::write(&path, &seen).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(seen == expected, "{name}: expected\n{expected}\nseen\n{seen}");
}

#[test]
fn the_menu_offers_everything_before_a_game() {
    expect_screen("menu", &Desk::new(Wish { beginning: Beginning::Menu, ..Wish::default() }));
}

#[test]
fn a_game_is_seen_whole_at_every_size() {
    for (name, size) in [
        ("usual", (80, 24)),
        ("larger", (100, 30)),
        ("large", (120, 40)),
        ("huge", (160, 50)),
        ("small", (58, 14)),
        ("too-small", (57, 14)),
    ] {
        let mut desk = Desk::new(Wish { size, time: Some("5+3"), ..Wish::default() });
        desk.moves("e4 d5 exd5 Qxd5 Nc3");
        expect_screen(name, &desk);
    }
}

/// Windows of all kinds: columns and lines.
const SIZES: [(u16, u16); 9] =
    [(0, 0), (0, 50), (1, 1), (3, 200), (200, 2), (58, 14), (79, 23), (80, 24), (300, 100)];

#[test]
fn no_size_breaks_the_screen() {
    let mut desk = Desk::people();
    desk.moves("e4 e5");
    for popup in [None, Some(KeyCode::F(10)), Some(KeyCode::F(1)), Some(KeyCode::F(7)), Some(KeyCode::F(12))]
    {
        if let Some(key) = popup {
            desk.press(key);
        }
        for (width, height) in SIZES {
            desk.resize(width, height);
            assert_eq!(desk.text().lines().count(), usize::from(height.max(1)));
        }
        desk.press(KeyCode::Esc);
    }
}

/// The path of a file may be longer than any window.
#[test]
fn no_question_is_too_long_for_the_screen() {
    let disk = Disk::default();
    let path = format!("/games/{}.pgn", "club ".repeat(160).trim_end());
    disk.write_file(&path, "1. d4 *\n");
    let mut desk = Desk::new(Wish { disk: disk.clone(), ..Wish::default() });
    desk.line("e4");
    desk.press(KeyCode::F(12));
    desk.line(&path);
    assert!(desk.text().contains("Question"), "{}", desk.text());
    for (width, height) in SIZES {
        desk.resize(width, height);
        assert_eq!(desk.text().lines().count(), usize::from(height.max(1)));
    }
    // What can be answered is seen.
    desk.resize(58, 14);
    assert!(desk.text().contains(">No") && desk.text().contains("Yes, replace it"), "{}", desk.text());
    desk.press(KeyCode::Down);
    desk.press(KeyCode::Enter);
    assert!(disk.file(&path).ends_with("1. e4 *\n"), "{}", desk.text());
}

#[test]
fn what_is_chosen_where_it_can_go_and_what_was_last_are_seen_without_colors() {
    let settings = BoardSettings { pieces: PieceImage::Letters, ..BoardSettings::default() };
    let wish = Wish { depth: ColorDepth::None, has_unicode: false, settings, ..Wish::default() };
    let mut desk = Desk::new(wish);
    desk.moves("e4 d5");
    desk.click("e4");
    expect_screen("colorless", &desk);
}

#[test]
fn a_refusal_is_told_and_drawn() {
    let mut desk = Desk::new(Wish { fen: Some("4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1"), ..Wish::default() });
    desk.line("Bd3");
    assert!(desk.status().contains("The bishop is pinned to your king by the rook on e8."));
    expect_screen("pinned", &desk);
    desk.press(KeyCode::Esc);
    assert!(!desk.text().contains('!'));
}

#[test]
fn a_check_attacks_and_german_are_shown() {
    let mut desk = Desk::new(Wish { language: Language::German, ..Wish::default() });
    desk.moves("e4 f6 Qh5");
    desk.press(KeyCode::F(5));
    expect_screen("german", &desk);
}

#[test]
fn the_editor_lists_what_is_wrong() {
    let mut desk = Desk::people();
    desk.press(KeyCode::F(7));
    desk.press(KeyCode::F(5));
    desk.press(KeyCode::Char('K'));
    expect_screen("editor", &desk);
}

#[test]
fn the_editor_has_all_it_needs_in_the_smallest_window() {
    for (language, name) in [(Language::English, "editor-small"), (Language::German, "editor-small-german")] {
        let mut desk = Desk::new(Wish { language, size: (58, 14), ..Wish::default() });
        desk.press(KeyCode::F(7));
        let keys = [
            "Tab ",
            "F7 ",
            "1:K",
            "2:Q",
            "3:k",
            "4:q",
            "e en passant -",
            "F5 ",
            "F6 ",
            "F2 ",
            "F8 FEN",
            "KQRBNP ",
            "Enter ",
            "Esc ",
            " Hand",
        ];
        for key in keys {
            assert!(desk.text().contains(key), "{key}: {}", desk.text());
        }
        desk.press(KeyCode::F(5));
        desk.press(KeyCode::Char('K'));
        expect_screen(name, &desk);
    }
    // The faults of the position stand where messages do, so that what is wrong with a FEN has a frame of its own.
    let mut desk = Desk::people();
    desk.press(KeyCode::F(7));
    desk.press(KeyCode::F(5));
    desk.press(KeyCode::F(8));
    desk.line("7k/8/8/8/8/8/8/K8 w - - 0 1");
    let says = "This is no FEN: board: rank 1 has 9 squares instead of 8.";
    assert!(framed_words(&desk.text()).contains(says), "{}", desk.text());
    desk.press(KeyCode::Enter);
    assert!(
        !desk.text().contains("─ Message ─") && desk.text().contains("White has no king"),
        "{}",
        desk.text()
    );
}

/// The words in the frame of a popup, whatever line they stand in.
fn framed_words(text: &str) -> String {
    let framed = text.lines().filter_map(|line| line.split('│').nth(1));
    framed.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

#[test]
fn questions_and_messages_are_whole_in_the_smallest_window() {
    let questions = [
        (
            Language::English,
            "Throw this game away for good? 1970-01-01 two people play on this board, 1 single move played, Black to move (fide)",
        ),
        (
            Language::German,
            "Diese Partie für immer wegwerfen? 1970-01-01 zwei Menschen spielen an diesem Brett, 1 einzelner Zug gespielt, Schwarz am Zug (fide)",
        ),
    ];
    for (language, question) in questions {
        let disk = Disk::default();
        let mut desk = Desk::new(Wish { disk: disk.clone(), language, ..Wish::default() });
        desk.line("e4");
        desk.screen.close(Moment(desk.now)).unwrap();
        drop(desk);
        let mut desk = Desk::new(Wish { disk, language, size: (58, 14), ..Wish::default() });
        desk.control('g');
        desk.press(KeyCode::Delete);
        assert!(framed_words(&desk.text()).contains(question), "{}", desk.text());
    }
    // Whose text is longer than the room for it is told where the rest is.
    let disk = Disk::default();
    let names = ["Anna", "Bert"].map(|name| format!("{name} {}", "von und zu ".repeat(8)));
    let game = format!("[White \"{}\"]\n[Black \"{}\"]\n\n1. e4 e5 *\n", names[0], names[1]);
    disk.write_file("/games/club.pgn", game);
    let mut desk = Desk::new(Wish { disk, size: (58, 14), ..Wish::default() });
    desk.control('o');
    desk.line("club.pgn");
    assert!(desk.text().contains("Anna von und zu"), "{}", desk.text());
    assert!(desk.text().contains(".. :messages"), "{}", desk.text());
    desk.press(KeyCode::Char(':'));
    desk.line("messages");
    assert!(framed_words(&desk.text()).contains("It is White's turn."), "{}", desk.text());
}

#[test]
fn what_is_typed_is_seen_in_the_smallest_window_however_long_its_label_is() {
    let german = Wish { language: Language::German, size: (58, 14), ..Wish::default() };
    let mut desk = Desk::new(Wish { beginning: Beginning::Menu, ..german });
    assert!(desk.text().contains("ändern, Esc zurück"), "{}", desk.text());
    // White's player.
    desk.press(KeyCode::Down);
    desk.press(KeyCode::Enter);
    "stockfish".chars().for_each(|c| desk.press(KeyCode::Char(c)));
    assert!(
        desk.status().starts_with("human, eine Stufe") && desk.status().contains("stockfish"),
        "{}",
        desk.text()
    );
}

#[test]
fn what_is_wrong_in_the_menu_is_whole_in_the_smallest_window() {
    let refused = |size| {
        let menu = Wish { beginning: Beginning::Menu, size, ..Wish::default() };
        let mut desk = Desk::new(Wish { language: Language::German, ..menu });
        for _ in 0..5 {
            desk.press(KeyCode::Down);
        }
        desk.press(KeyCode::Enter);
        desk.line("7k/8/8/8/8/8/8/K8 w - - 0 1");
        desk
    };
    let large = refused((200, 60));
    let says = large.status().split_once("  ").map(|(_, says)| says.to_owned()).unwrap();
    assert!(says.ends_with('.') && says.len() > 50, "{says}");
    assert!(!large.text().contains("─ Meldung ─"), "what is seen anyway is told once: {}", large.text());
    let mut desk = refused((58, 14));
    // It has a frame of its own within that of the menu.
    let words = desk.text().replace('│', " ").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(&says), "{says}: {}", desk.text());
    desk.press(KeyCode::Enter);
    assert!(desk.text().contains("Partie beginnen"), "{}", desk.text());
}

#[test]
fn who_has_won_by_the_file_is_told_at_the_end_and_nobody_is_to_move() {
    for (language, over) in
        [(Language::English, "The game is over: 1-0"), (Language::German, "Die Partie ist zu Ende: 1-0")]
    {
        let disk = Disk::default();
        disk.write_file(
            "/games/club.pgn",
            "[White \"Anna\"]\n[Black \"Bert\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n",
        );
        let mut desk = Desk::new(Wish { disk, language, players: ["human", "3"], ..Wish::default() });
        desk.control('o');
        desk.line("club.pgn");
        assert!(desk.status().starts_with(over), "{}", desk.status());
        let text = desk.text();
        for told in ["> White", "> Weiß", "level 3", "Stufe 3", "turn", "am Zug"] {
            assert!(!text.contains(told), "{told}: {text}");
        }
        desk.press(KeyCode::PageUp);
        assert!(!desk.status().starts_with(over), "{}", desk.status());
    }
}

#[test]
fn a_finished_game_is_looked_at_with_all_that_was_said_of_it() {
    let disk = Disk::default();
    disk.write_file(
        "/games/club.pgn",
        "[White \"Anna\"]\n[Black \"Bert\"]\n[Result \"1-0\"]\n\n1. e4! {best by test} (1. d4 d5 (1... Nf6)) e5 2. Nf3 1-0\n",
    );
    let mut desk = Desk::new(Wish { disk, ..Wish::default() });
    desk.control('o');
    desk.line("club.pgn");
    desk.press(KeyCode::PageUp);
    expect_screen("viewed", &desk);
}

#[test]
fn keys_are_shown_in_groups() {
    let mut desk = Desk::people();
    desk.press(KeyCode::Char('?'));
    expect_screen("keys", &desk);
    desk.press(KeyCode::Esc);
    desk.press(KeyCode::F(10));
    assert!(desk.text().contains("Save as") && desk.text().contains("F12"));
}

#[test]
fn keys_are_called_as_german_keyboards_have_them() {
    let mut desk = Desk::new(Wish { language: Language::German, size: (100, 60), ..Wish::default() });
    for keys in ["?", "menu"] {
        match keys {
            "?" => desk.press(KeyCode::Char('?')),
            _ => desk.press(KeyCode::F(10)),
        }
        let text = desk.text();
        assert!(text.contains("Strg-N") && text.contains("Bild auf oder <"), "{text}");
        for english in ["Ctrl", "PageUp", "Home", "arrows", "mouse"] {
            assert!(!text.contains(english), "{english}: {text}");
        }
        desk.press(KeyCode::Esc);
    }
}

#[test]
fn settings_and_the_games_of_a_file_are_shown() {
    let disk = Disk::default();
    disk.write_file(
        "/games/club.pgn",
        "[White \"Polgár\"]\n[Black \"Anna\"]\n[Date \"1994.05.01\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n\
         [White \"Bert\"]\n[Black \"\u{1b}[2J\u{202e}\"]\n[Event \"Spring\"]\n\n1. d4 *\n\n1. c4 *\n",
    );
    let mut desk = Desk::new(Wish { disk, ..Wish::default() });
    desk.control('o');
    desk.line("club.pgn");
    expect_screen("games", &desk);
    desk.press(KeyCode::Esc);
    desk.press(KeyCode::F(11));
    expect_screen("settings", &desk);
}
