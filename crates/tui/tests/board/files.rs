//! Opening and saving.

use ratatui::crossterm::event::KeyCode;

use crate::desk::{Desk, Wish};
use crate::memory::Disk;

#[test]
fn a_game_without_a_name_is_saved_under_one() {
    let disk = Disk::default();
    let mut desk = Desk::new(Wish { disk: disk.clone(), ..Wish::default() });
    desk.moves("e4 e5");
    desk.control('s');
    assert!(desk.text().contains("Save as"), "{}", desk.text());
    desk.line("mine");
    assert!(desk.status().contains("The game is saved as PGN in"), "{}", desk.status());
    assert!(disk.file("/games/mine.pgn").ends_with("1. e4 e5 *\n"));
    desk.line("Nf3");
    desk.control('s');
    assert!(disk.file("/games/mine.pgn").ends_with("1. e4 e5 2. Nf3 *\n"));
}

#[test]
fn overwriting_is_asked_first() {
    let disk = Disk::default();
    disk.write_file("/games/club.pgn", "1. d4 *\n");
    let mut desk = Desk::new(Wish { disk: disk.clone(), ..Wish::default() });
    desk.line("e4");
    desk.press(KeyCode::F(12));
    desk.line("club.pgn");
    assert!(desk.text().contains("is there already"), "{}", desk.text());
    desk.press(KeyCode::Enter);
    assert_eq!(disk.file("/games/club.pgn"), "1. d4 *\n");
    desk.press(KeyCode::F(12));
    desk.line("club.pgn");
    desk.press(KeyCode::Down);
    desk.press(KeyCode::Enter);
    assert!(disk.file("/games/club.pgn").ends_with("1. e4 *\n"));
}

#[test]
fn what_a_form_cannot_hold_is_asked_first() {
    let disk = Disk::default();
    let mut desk = Desk::new(Wish { disk: disk.clone(), ..Wish::default() });
    desk.line("e4");
    desk.press(KeyCode::Char(':'));
    desk.line("saveas /games/a.fen");
    assert!(desk.text().contains("FEN cannot hold"), "{}", desk.text());
    assert!(!disk.has_file("/games/a.fen"));
    desk.press(KeyCode::Down);
    desk.press(KeyCode::Enter);
    assert!(disk.file("/games/a.fen").starts_with("rnbqkbnr/pppppppp/8/8/4P3"));
}

#[test]
fn a_file_is_chosen_from_a_list_and_one_that_is_wrong_leaves_the_game() {
    let disk = Disk::default();
    disk.write_file("/games/club.pgn", "1. d4 d5 *\n");
    disk.write_file("/games/old.xml", "<chessgame>");
    let mut desk = Desk::new(Wish { disk, ..Wish::default() });
    desk.control('o');
    assert!(desk.text().contains("club.pgn") && !desk.text().contains("notes.txt"), "{}", desk.text());
    // The folder above, another folder, the two files.
    desk.press(KeyCode::Down);
    desk.press(KeyCode::Down);
    desk.press(KeyCode::Enter);
    assert!(desk.fen().contains("3p4/3P4"), "{}", desk.text());
    let here = desk.fen();
    desk.control('o');
    desk.line("old.xml");
    assert!(desk.status().contains("Cannot open") || desk.text().contains("Cannot open"), "{}", desk.text());
    assert_eq!(desk.fen(), here);
    desk.control('z');
    desk.control('z');
    assert!(desk.fen().starts_with("rnbqkbnr/pppppppp"), "undo reaches the start of what was opened");
}

#[test]
fn what_is_left_out_is_left_out_of_the_file_that_is_saved() {
    let disk = Disk::default();
    let mut desk = Desk::new(Wish { disk: disk.clone(), ..Wish::default() });
    let leave_out = |desk: &mut Desk| {
        assert!(desk.text().contains("cannot hold"), "{}", desk.text());
        desk.press(KeyCode::Down);
        desk.press(KeyCode::Enter);
    };
    // A game whose XML leaves something out, and which somebody plays on.
    desk.moves("e4 e5");
    desk.press(KeyCode::F(12));
    desk.line("/games/b.xml");
    leave_out(&mut desk);
    desk.control('r');
    desk.press(KeyCode::Down);
    desk.press(KeyCode::Enter);
    desk.line("d4");
    desk.press(KeyCode::F(12));
    desk.line("/games/a.xml");
    leave_out(&mut desk);
    let first = disk.file("/games/a.xml");
    desk.control('o');
    desk.line("b.xml");
    desk.line("Nf3");
    desk.press(KeyCode::F(9));
    desk.press(KeyCode::Down);
    desk.press(KeyCode::Enter);
    let before = disk.file("/games/b.xml");
    desk.control('s');
    leave_out(&mut desk);
    assert_eq!(disk.file("/games/a.xml"), first, "{}", desk.text());
    assert_ne!(disk.file("/games/b.xml"), before, "{}", desk.text());
}
