//! The full-screen board in a terminal.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::board::Folder;
use crate::tty::Tty;

const PEOPLE: [&str; 4] = ["--white", "human", "--black", "human"];
/// Four moves to a mate.
const MATE: [(&str, &str); 4] = [("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4")];
const UNDO: &str = "\u{1a}";

/// Takes everything back, leaves, and finds nothing left over.
fn back_to_the_start(mut tty: Tty) {
    tty.wait_for("Black wins by checkmate");
    for _ in 0..4 {
        tty.send(UNDO);
    }
    tty.wait_for("White to move");
    tty.ask(UNDO, "There is nothing to take back");
    tty.quit();
}

#[test]
fn a_whole_game_is_typed_and_taken_back() {
    let folder = Folder::new();
    let mut tty = Tty::new(&folder, &PEOPLE);
    tty.wait_for("White to move");
    tty.send("f3\re2e5\r");
    tty.wait_for("The pawn on e2 is White's");
    tty.send("E7,E5\rg4\rqh4\r");
    back_to_the_start(tty);
}

#[test]
fn a_whole_game_is_played_by_arrows_and_taken_back() {
    let folder = Folder::new();
    let mut tty = Tty::new(&folder, &PEOPLE);
    tty.wait_for("White to move");
    let mut cursor = (4, 1);
    for (from, to) in MATE {
        for square in [from, to] {
            let square = (i32::from(square.as_bytes()[0] - b'a'), i32::from(square.as_bytes()[1] - b'1'));
            let keys = |steps: i32, less: &str, more: &str| {
                (if steps < 0 { less } else { more }).repeat(steps.unsigned_abs() as usize)
            };
            tty.send(&keys(square.0 - cursor.0, "\u{1b}[D", "\u{1b}[C"));
            tty.send(&keys(square.1 - cursor.1, "\u{1b}[B", "\u{1b}[A"));
            tty.send("\r");
            cursor = square;
        }
    }
    back_to_the_start(tty);
}

#[test]
fn a_whole_game_is_played_by_mouse_and_taken_back() {
    let folder = Folder::new();
    let mut tty = Tty::new(&folder, &PEOPLE);
    tty.wait_for("White to move");
    for (number, (from, to)) in MATE.into_iter().enumerate() {
        if number % 2 == 0 {
            tty.click(from);
            tty.click(to);
        } else {
            tty.drag(from, to);
        }
    }
    back_to_the_start(tty);
}

#[test]
fn a_game_against_level_5_is_saved_killed_and_gone_on_with() {
    let folder = Folder::new();
    let mut tty = Tty::new(&folder, &["--black", "5", "--clock", "15+10"]);
    tty.wait_for("White to move");
    tty.send("e4\r");
    // The computer has answered, and both clocks have run.
    tty.wait_until("an answer", |seen| seen.contains("Black's") && seen.contains("White to move"));
    tty.ask("a3\r", "White's pawn goes from a2 to a3.");
    tty.wait_until("another answer", |seen| seen.contains("White to move"));
    tty.ask(":saveas mine.pgn\r", "The game is saved as PGN");
    let saved = fs::read_to_string(folder.path().join("mine.pgn")).unwrap();
    assert!(saved.contains("1. e4") && saved.contains("[Black \"Tabiya level 5\"]"), "{saved}");
    tty.kill();
    let listed = crate::board::tabiya(&folder, &["play", "--data", "data", "--list"].map(str::to_owned));
    let listed = { listed }.output().unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    assert!(listed.contains("you have White against level 5, 4 single moves played"), "{listed}");
    let mut tty = Tty::new(&folder, &[]);
    tty.wait_for("Go on: you have White against level 5");
    tty.ask("\r", "Black: Tabiya level 5");
    tty.wait_for("a3");
    let text = tty.text();
    assert!(text.contains("15:") || text.contains("14:"), "the clocks are as they were: {text}");
    // It ends, and the next one has the colors swapped.
    tty.ask("\u{1b}[20~", "Do you resign the game?");
    tty.ask("\u{1b}[B\r", "Black wins: White resigned");
    tty.ask("\u{12}", "White: Tabiya level 5");
    tty.wait_for("Match: Human 0 - Tabiya level 5 1");
    tty.quit();
}

#[test]
fn a_menu_comes_first_and_a_window_may_have_any_size() {
    let folder = Folder::new();
    let mut tty = Tty::new(&folder, &[]);
    tty.wait_for("Begin the game");
    tty.resize(40, 10);
    tty.wait_for("This window is too small");
    tty.resize(100, 30);
    tty.wait_for("Begin the game");
    // What was chosen is remembered, and the rest of the file stays.
    tty.send("\u{1b}[B\u{1b}[B\u{1b}[C");
    tty.wait_for("rating 1000");
    tty.send("\u{1b}[A\u{1b}[A\r");
    tty.wait_for("White to move");
    tty.ask(":theme green\r", "Theme: green");
    tty.quit();
    let settings = fs::read_to_string(folder.path().join("config/tabiya/tabiya.toml")).unwrap();
    assert!(settings.contains("black = \"1000\"") && settings.contains("theme = \"green\""), "{settings}");
}

#[test]
fn a_terminal_that_answers_nothing_is_drawn_anew_at_once() {
    let folder = Folder::new();
    let mut tty = Tty::new(&folder, &PEOPLE);
    tty.wait_for("White to move");
    // If each waited for an answer, together they would wait longer than anybody here does.
    tty.send(&"\u{c}".repeat(20));
    tty.ask("e4\r", "Black to move");
    tty.quit();
}

#[test]
fn a_terminal_with_one_screen_is_cleared_before_and_has_a_clean_last_line_after() {
    let folder = Folder::new();
    let old = "old text ".repeat(8);
    let mut tty = Tty::with_one_screen(&folder, &PEOPLE, &format!("{old}\r\n").repeat(23));
    tty.wait_for("White to move");
    assert!(!tty.text().contains("old"), "{}", tty.text());
    tty.send("\u{11}");
    assert!(tty.wait().success());
    tty.wait_until("a line of its own", |seen| seen.lines().any(|line| line == "Goodbye."));
}

#[test]
fn a_signal_leaves_the_terminal_as_it_was() {
    let asked = [("-TERM", 143), ("-INT", 130), ("-HUP", 129), ("-QUIT", 131)];
    let stray = [("-USR1", 138), ("-USR2", 140), ("-ALRM", 142)];
    for (signal, code) in asked.into_iter().chain(stray) {
        let folder = Folder::new();
        let mut tty = Tty::new(&folder, &PEOPLE);
        tty.wait_for("White to move");
        tty.ask("e4\r", "Black to move");
        tty.signal(signal);
        assert_eq!(tty.wait().code(), Some(code), "{signal}");
        tty.wait_until("the terminal as it was", |_| tty.is_restored());
        assert_eq!(folder.files("play", "jsonl").len(), 1, "the game waits");
    }
}

/// Some programs leave a terminal so that it refuses what it cannot take at once.
#[test]
fn a_terminal_that_is_slow_is_waited_for() {
    let folder = Folder::new();
    let mut tty = Tty::impatient(&folder, &PEOPLE);
    tty.wait_for("White to move");
    tty.overfill("\u{c}");
    tty.ask("e4\r", "Black to move");
    tty.quit();
}

/// An engine that shakes hands and then does something else than playing.
pub fn engine(folder: &Folder, deed: &str) -> String {
    let path = folder.path().join("engine");
    let text = format!(
        "#!/bin/sh\nwhile read line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;; quit) exit;; \
         go*) {deed};; esac; done\n"
    );
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_hostile_engine_is_blamed_by_name_and_the_board_goes_on() {
    for (deed, blame) in [
        ("exit 3", "cannot play"),
        ("echo bestmove e2e4", "cannot play"),
        ("printf 'bestmove \\033[2J\\033[?1049l\\n'", "cannot play"),
    ] {
        let folder = Folder::new();
        let mut tty = Tty::new(&folder, &["--black", &engine(&folder, deed)]);
        tty.wait_for("White to move");
        tty.send("e4\r");
        tty.wait_until(blame, |seen| seen.contains("The engine engine") && seen.contains(blame));
        tty.wait_for("It is started again.");
        tty.ask(UNDO, "White to move");
        tty.quit();
    }
}

#[test]
fn an_engine_that_never_answers_holds_nobody_up() {
    let folder = Folder::new();
    let mut tty = Tty::new(&folder, &["--black", &engine(&folder, "echo $$ > pid; sleep 1000")]);
    tty.wait_for("White to move");
    tty.ask("e4\r", "thinking");
    tty.ask("?", "Games and files");
    tty.send("\u{1b}");
    // A key that comes with it would be taken for one with Alt.
    tty.wait_until("the board", |seen| !seen.contains("Games and files"));
    tty.ask(UNDO, "White to move");
    tty.ask("d4\r", "Black to move");
    tty.quit();
    // Nothing of it is left.
    let pid = fs::read_to_string(folder.path().join("pid")).unwrap();
    let is_there = std::path::Path::new("/proc").join(pid.trim()).exists();
    assert!(!is_there, "the engine still runs");
}

#[test]
fn a_board_that_is_stopped_leaves_the_terminal_and_takes_it_again() {
    let folder = Folder::new();
    let mut tty = Tty::new(&folder, &PEOPLE);
    tty.wait_for("White to move");
    for (signal, typed, told) in [("-TSTP", "e4\r", "Black to move"), ("-TSTP", "e5\r", "White to move")] {
        tty.signal(signal);
        tty.wait_until_stopped();
        tty.wait_until("the terminal as it was", |_| tty.is_restored());
        tty.signal("-CONT");
        tty.wait_until("the board again", |seen| seen.contains("Moves") && tty.is_taken());
        tty.ask(typed, told);
    }
    // Nobody hears this one, and the shell may have left the terminal otherwise.
    tty.signal("-STOP");
    tty.wait_until_stopped();
    tty.leave_otherwise();
    tty.signal("-CONT");
    tty.wait_until("the board again", |seen| seen.contains("Moves") && tty.is_taken());
    tty.ask("Nf3\r", "Black to move");
    tty.quit();
}

#[test]
fn rubbish_from_the_terminal_is_nobodys_move() {
    let folder = Folder::new();
    let mut tty = Tty::new(&folder, &PEOPLE);
    tty.wait_for("White to move");
    for rubbish in [
        "\u{1b}[<0;0;5M",
        "\u{1b}[<0;5;0m",
        "\u{1b}[M   ",
        "\u{1b}[0;0R",
        "\u{1b}[99999999999999999999A",
        "\u{1b}]11;rgb:zzzz\u{7}",
        "\u{1b}[200~\u{1b}[201~",
        // Begun, and given up for a key that draws everything anew.
        "\u{1b}[1;\u{c}",
    ] {
        tty.send(rubbish);
    }
    tty.ask("e4\r", "Black to move");
    tty.quit();
}

#[test]
fn a_terminal_that_is_gone_ends_the_board_in_order() {
    let folder = Folder::new();
    let mut tty = Tty::new(&folder, &["--white", "human", "--black", "human", "--clock", "5+0"]);
    tty.wait_for("White to move");
    tty.ask("e4\r", "Black to move");
    tty.hang_up();
    // Whichever is noticed first: that nothing comes from it any more, or the signal that says so.
    let status = tty.wait();
    assert!(matches!(status.code(), Some(0 | 129)), "{status}");
    assert_eq!(folder.files("play", "jsonl").len(), 1, "the game waits");
}

#[test]
fn a_terminal_without_a_size_has_the_usual_one() {
    let folder = Folder::new();
    let mut tty = Tty::sized(&folder, &PEOPLE, (0, 0));
    tty.wait_for("White to move");
    tty.ask("e4\r", "Black to move");
    tty.quit();
}

#[test]
fn a_game_of_a_file_is_found_and_opened() {
    let folder = Folder::new();
    let games = "[White \"Polgár\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n[White \"Bert\"]\n\n1. d4 *\n";
    fs::write(folder.path().join("club.pgn"), games).unwrap();
    let mut tty = Tty::new(&folder, &["club.pgn"]);
    tty.wait_for("2 of 2 games");
    tty.ask("polgar", "1 of 2 games");
    tty.ask("\r", "White: Polgár");
    tty.quit();
}

#[test]
fn an_analysis_tells_its_three_best_lines_and_draws_a_bar() {
    let folder = Folder::new();
    let mut tty = Tty::new(&folder, &[&PEOPLE[..], &["--fen", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"]].concat());
    tty.wait_for("White to move");
    tty.send("\u{1b}OS");
    let lines = |seen: &str| seen.lines().filter(|line| line.contains("  1. ")).count();
    tty.wait_until("three lines", |seen| seen.contains("1. Rd8#") && lines(seen) == 3);
    assert!(tty.text().contains("#1"), "{}", tty.text());
    tty.ask("\u{1b}[17~", "█");
    // The board goes on meanwhile, and so does the analysis, with the answers.
    tty.ask("Kb2\r", "Black to move");
    tty.wait_until("lines of another place", |seen| seen.contains("1... "));
    tty.send("\u{1b}OS\u{1b}[17~");
    tty.wait_until("no lines and no bar", |seen| !seen.contains("1... h") && !seen.contains('█'));
    tty.quit();
}

#[test]
fn a_whole_game_is_analysed_and_saved_with_its_mistakes() {
    let folder = Folder::new();
    let mut tty = Tty::new(&folder, &PEOPLE);
    tty.wait_for("White to move");
    for (m, seen) in
        [("f3", "Black to move"), ("e5", "White to move"), ("g4", "Black to move"), ("Qh4", "wins")]
    {
        tty.ask(&format!("{m}\r"), seen);
    }
    tty.wait_for("or analyse to learn");
    tty.ask("\u{1}", "Accuracy: White");
    tty.ask("\u{1b}[Z", "g4 allows mate on h4");
    assert!(tty.text().contains("2. g4??") && tty.text().contains("Qh4#"), "{}", tty.text());
    tty.ask(":save game.pgn\r", "Save the analysis with the game?");
    tty.ask("\r", "saved as PGN");
    tty.quit();
    let saved = fs::read_to_string(folder.path().join("game.pgn")).unwrap().replace('\n', " ");
    assert!(saved.contains("[%eval") && saved.contains("2. g4 $4"), "{saved}");
}
