//! Opening and saving.

use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEventKind};
use tabiya_table::Sides;
use tabiya_tui::{Beginning, ScreenEvent};

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
    desk.line(":name white Ann");
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

const THREE_GAMES: &str = "[Event \"Spring\"]\n[White \"Polgár, Judit\"]\n[Black \"Anna\"]\n[Date \"2019.04.01\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n\
    [White \"Bert\"]\n[Black \"Müller\"]\n[Date \"2021.??.??\"]\n\n1. d4 d5 *\n\n[White \"?\"]\n[Black \"Zoë\"]\n\n1. c4 *\n";

#[test]
fn of_a_file_with_several_games_one_is_chosen() {
    let disk = Disk::default();
    disk.write_file("/games/club.pgn", THREE_GAMES);
    for (typed, fen) in [
        ("", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
        ("polgar", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
        ("MULL bert", "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2"),
        ("2021", "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2"),
        // Of which dates it begins the years does not matter where a game has the number.
        ("2", "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2"),
        ("zoe", "rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1"),
        ("#3", "rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1"),
    ] {
        let mut desk = Desk::new(Wish { disk: disk.clone(), ..Wish::default() });
        desk.control('o');
        desk.line("club.pgn");
        assert!(desk.text().contains("club.pgn: 3 of 3 games"), "{}", desk.text());
        desk.line(typed);
        assert_eq!(desk.fen(), fen, "{typed}: {}", desk.text());
        assert!(!desk.text().contains("Games of the file"), "{}", desk.text());
    }
    // Nobody is asked who has said which.
    let mut desk = Desk::new(Wish { disk, ..Wish::default() });
    desk.press(KeyCode::Char(':'));
    desk.line("open /games/club.pgn #1");
    assert_eq!(desk.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "{}", desk.text());
}

#[test]
fn games_are_found_by_what_was_typed_and_no_others() {
    let disk = Disk::default();
    let games = "[White \"Defence, Min. of\"]\n[Black \"Anna\"]\n\n1. e4 *\n\n[White \"Bert\"]\n[Black \"O'Neil\"]\n\n1. d4 *\n";
    disk.write_file("/games/club.pgn", games);
    let unknown = "name ".repeat(21);
    for (typed, count) in [("defenc", 1), ("defense", 0), ("o'ne", 1), ("?!", 2), (unknown.as_str(), 0)] {
        let mut desk = Desk::new(Wish { disk: disk.clone(), ..Wish::default() });
        desk.control('o');
        desk.line("club.pgn");
        typed.chars().for_each(|c| desk.press(KeyCode::Char(c)));
        assert!(desk.text().contains(&format!("{count} of 2 games")), "{typed}: {}", desk.text());
    }
}

#[test]
fn a_game_of_several_is_chosen_by_mouse_or_not_at_all() {
    let disk = Disk::default();
    disk.write_file("/games/club.pgn", THREE_GAMES);
    let mut desk = Desk::new(Wish { disk, ..Wish::default() });
    desk.line("e4");
    let here = desk.fen();
    let open = |desk: &mut Desk| {
        desk.press(KeyCode::Char(':'));
        desk.line("open /games/club.pgn");
    };
    open(&mut desk);
    // Nobody has that name.
    desk.line("nobody");
    assert!(desk.text().contains("0 of 3 games"), "{}", desk.text());
    desk.press(KeyCode::Esc);
    assert_eq!(desk.fen(), here, "{}", desk.text());
    open(&mut desk);
    let text = desk.text();
    let (row, line) = text.lines().enumerate().find(|(_, line)| line.contains("Bert")).unwrap();
    let column = line.chars().position(|c| c == 'B').unwrap();
    desk.mouse_at(MouseEventKind::Down(MouseButton::Left), column as u16, row as u16);
    assert!(desk.fen().contains("3p4/3P4"), "{}", desk.text());
    // One that is named by its number needs no list.
    desk.press(KeyCode::Char(':'));
    desk.line("open /games/club.pgn #3");
    assert!(desk.fen().contains("2P5"), "{}", desk.text());
}

#[test]
fn a_file_that_the_command_names_shows_its_games_first() {
    let disk = Disk::default();
    disk.write_file("/games/club.pgn", THREE_GAMES);
    let beginning = Beginning::GamesOf { path: "/games/club.pgn".into(), sides: Sides::File };
    let mut desk = Desk::new(Wish { disk, beginning, players: ["1", "human"], ..Wish::default() });
    assert!(desk.text().contains("Polgár, Judit"), "{}", desk.text());
    assert!(desk.screen.table().game().history().is_empty(), "nobody moves behind it");
    desk.press(KeyCode::Down);
    desk.press(KeyCode::Enter);
    assert!(desk.fen().contains("3p4/3P4"), "{}", desk.text());
}

/// Whoever opens a game whose clock was running may only want to see it.
#[test]
fn the_clock_of_a_game_from_a_file_runs_when_somebody_plays_on() {
    let disk = Disk::default();
    let game = "[TimeControl \"60\"]\n\n1. e4 {[%clk 0:00:50]} e5 {[%clk 0:00:40]} *\n";
    disk.write_file("/games/club.pgn", game);
    let mut desk = Desk::new(Wish { disk, ..Wish::default() });
    desk.control('o');
    desk.line("club.pgn");
    desk.now += 1_000_000;
    desk.happen(ScreenEvent::Tick);
    assert!(desk.screen.table().game().ending().is_none(), "{}", desk.text());
    assert!(desk.text().contains("0:50") && desk.text().contains("0:40"), "{}", desk.text());
    desk.control('p');
    assert!(desk.text().contains("Yes, as the game is"), "{}", desk.text());
    desk.press(KeyCode::Enter);
    desk.now += 20_000;
    desk.happen(ScreenEvent::Tick);
    assert!(desk.text().contains("0:30") || desk.text().contains("0:29"), "{}", desk.text());
    desk.line("Nf3");
    assert_eq!(desk.screen.table().game().history().line().count(), 3, "{}", desk.text());
    desk.now += 41_000;
    desk.happen(ScreenEvent::Tick);
    assert!(desk.text().contains("White wins: Black's time is up"), "{}", desk.text());
}

#[test]
fn a_file_is_found_by_the_beginning_of_its_name() {
    let disk = Disk::default();
    disk.write_file("/games/Polgár.pgn", "1. d4 d5 *\n");
    for typed in ["Polgár.pgn", "Pol", "polgar", "POLGAR pgn"] {
        let mut desk = Desk::new(Wish { disk: disk.clone(), ..Wish::default() });
        desk.control('o');
        desk.line(typed);
        assert!(desk.fen().contains("3p4/3P4"), "{typed}: {}", desk.text());
    }
    // As far as it is typed, and however much more.
    disk.write_file("/games/Scotch defence.pgn", "1. e4 *\n");
    for typed in ["defenc", "DEFENCE", "scotch defence"] {
        let mut desk = Desk::new(Wish { disk: disk.clone(), ..Wish::default() });
        desk.control('o');
        desk.line(typed);
        assert!(desk.fen().contains("4P3"), "{typed}: {}", desk.text());
    }
    // A name under which something is saved is taken as it is.
    let mut desk = Desk::new(Wish { disk: disk.clone(), ..Wish::default() });
    desk.line("e4");
    desk.press(KeyCode::F(12));
    desk.line("pol");
    assert!(disk.has_file("/games/pol.pgn"), "{}", desk.text());
}

/// Any text can be read as games of which nothing is known.
#[test]
fn a_file_that_says_nothing_of_its_games_is_not_listed() {
    let disk = Disk::default();
    disk.write_file("/games/club.pgn", "root:x:0:0\n\ndaemon:x:1:1\n\nbin:x:2:2\n");
    let mut desk = Desk::new(Wish { disk: disk.clone(), ..Wish::default() });
    desk.control('o');
    desk.line("club.pgn");
    assert!(desk.status().contains("Cannot open"), "{}", desk.text());
    // The first of some games without tags is opened as ever, and the others are told of.
    disk.write_file("/games/club.pgn", "1. e4 *\n\n1. d4 *\n");
    desk.control('o');
    desk.line("club.pgn");
    assert!(desk.fen().contains("4P3") && desk.text().contains("#2"), "{}", desk.text());
}

#[test]
fn a_game_that_waits_is_read_whole_however_long_its_line_is() {
    let mut desk = Desk::people();
    desk.line("e4");
    desk.line("title the long evening at the club before the snow came");
    desk.line("new");
    desk.control('g');
    assert!(desk.text().contains("Unfinished games"), "{}", desk.text());
    assert!(desk.text().contains("Black to move"), "{}", desk.text());
}
