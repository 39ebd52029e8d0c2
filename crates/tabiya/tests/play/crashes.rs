//! Whatever happens to the process or to its files, no move is lost that was told.

use std::fs::{self, OpenOptions};
use std::io::Write;

use crate::board::{Board, Folder, tabiya};
use crate::tty::Tty;

const PEOPLE: &str = "--white human --black human";
const MOVES: [&str; 8] = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"];

/// Plays some moves and hears that they were made.
fn play(board: &mut Board, moves: &[&str]) {
    for m in moves {
        assert!(board.ask(m).contains(" goes from "), "{m}");
    }
}

#[test]
fn moves_that_were_told_survive_a_kill_after_each_of_them() {
    let folder = Folder::new();
    let mut board = Board::new(&folder, PEOPLE);
    for (number, m) in MOVES.into_iter().enumerate() {
        play(&mut board, &[m]);
        board.kill();
        board = Board::new(&folder, "--resume");
        let list = board.ask("list");
        let made = list.split(' ').filter(|word| !word.ends_with('.')).count();
        assert_eq!(made, number + 1, "{list}");
        assert!(list.ends_with(m), "{list}");
    }
}

#[test]
fn a_kill_in_the_middle_of_everything_leaves_a_game_to_go_on_with() {
    for millis in [0, 1, 2, 5, 9, 14, 20, 30] {
        let folder = Folder::new();
        let mut board = Board::new(&folder, "--white 1 --black 1 --seed 5");
        std::thread::sleep(std::time::Duration::from_millis(millis));
        board.kill();
        let mut told = 0;
        while let line = board.hear()
            && !line.is_empty()
        {
            told += usize::from(
                line.starts_with("White's") || line.starts_with("Black's") || line.contains("castles"),
            );
        }
        if folder.files("play", "jsonl").is_empty() {
            assert!(told == 0 || !folder.files("games", "pgn").is_empty(), "{told} moves are nowhere");
            continue;
        }
        let text = fs::read_to_string(folder.record()).unwrap();
        let kept = text.lines().filter(|line| line.contains("\"moved\"")).count();
        assert!(kept >= told, "{told} moves told, {kept} kept");
        let output = tabiya(&folder, &["play", "--data", "data"].map(str::to_owned)).spawn().unwrap();
        let output = output.wait_with_output().unwrap();
        assert!(output.status.success());
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(told == 0 || said.contains("is waiting") || said.contains("is kept as"), "{said}");
        assert!(folder.files("play", "damaged").is_empty(), "{said}");
    }
}

#[test]
fn a_torn_last_line_is_dropped_and_written_over() {
    for torn in ["{", "{\"happened\":[{\"schema\":1,\"at\":17", "\0\0\0\0", "\u{fffd}"] {
        let folder = Folder::new();
        let mut board = Board::new(&folder, PEOPLE);
        play(&mut board, &MOVES[..3]);
        board.kill();
        let mut file = OpenOptions::new().append(true).open(folder.record()).unwrap();
        file.write_all(torn.as_bytes()).unwrap();
        let mut board = Board::new(&folder, "--resume");
        assert_eq!(board.ask("list"), "1. e4 e5 2. Nf3");
        play(&mut board, &MOVES[3..4]);
        board.kill();
        let mut board = Board::new(&folder, "--resume");
        assert_eq!(board.ask("list"), "1. e4 e5 2. Nf3 Nc6");
        board.kill();
    }
}

#[test]
fn a_damaged_record_is_kept_aside_and_told() {
    for damage in [
        "rubbish\n",
        "{\"happened\":[{\"schema\":1,\"at\":1,\"left\":null,\"fact\":{\"moved\":\"a1a8\"}}]}\n",
        "{\"happened\":[{\"schema\":1,\"at\":9999999999999,\"left\":null,\"fact\":{\"moved\":\"a1a8\"}}]}\n",
        // An answer to nobody's question, and nothing taken back.
        "{\"happened\":[{\"schema\":1,\"at\":9999999999999,\"left\":null,\"fact\":{\"draw_declined\":{\"seat\":0}}}]}\n",
        "{\"happened\":[{\"schema\":1,\"at\":9999999999999,\"left\":null,\"fact\":{\"undone\":0}}]}\n",
        "\n",
    ] {
        let folder = Folder::new();
        let mut board = Board::new(&folder, PEOPLE);
        play(&mut board, &MOVES[..3]);
        board.kill();
        let path = folder.record();
        let mut other = Board::new(&folder, "--white human --black human --rules hong");
        play(&mut other, &["e3"]);
        other.kill();
        let text = fs::read_to_string(&path).unwrap();
        let (whole, last) = text.trim_end().rsplit_once('\n').unwrap();
        let damaged = format!("{whole}\n{damage}{last}\n");
        fs::write(&path, &damaged).unwrap();
        let output = tabiya(&folder, &["play", "--data", "data"].map(str::to_owned)).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success());
        assert!(said.contains("is damaged: entry 5: "), "{said}");
        assert!(
            said.contains("A game is waiting: two people play on this board, 1 single move played"),
            "{said}"
        );
        assert!(said.contains("it is kept as "), "{said}");
        let aside = folder.files("play", "damaged");
        assert_eq!(fs::read_to_string(&aside[0]).unwrap(), damaged);
        assert_eq!(folder.files("play", "jsonl").len(), 1);
    }
}

#[test]
fn a_game_that_waits_is_thrown_away_by_its_number() {
    let folder = Folder::new();
    let mut board = Board::new(&folder, PEOPLE);
    play(&mut board, &MOVES[..3]);
    board.kill();
    let throw = |number: &str| {
        let words = ["play", "--data", "data", "--throw-away", number].map(str::to_owned);
        tabiya(&folder, &words).output().unwrap()
    };
    let missing = throw("2");
    let told = String::from_utf8_lossy(&missing.stderr);
    assert!(told.contains("only one game is waiting: tabiya play --list shows them"), "{missing:?}");
    assert!(!missing.status.success());
    assert_eq!(folder.files("play", "jsonl").len(), 1);
    let thrown = throw("1");
    assert!(String::from_utf8_lossy(&thrown.stdout).contains("This game is thrown away: "), "{thrown:?}");
    assert_eq!(folder.files("play", "jsonl").len(), 0);
}

#[test]
fn the_game_that_was_left_last_is_the_first_even_without_a_move() {
    let folder = Folder::new();
    for moves in [&MOVES[..1], &MOVES[..2]] {
        let mut board = Board::new(&folder, PEOPLE);
        play(&mut board, moves);
        board.kill();
    }
    let run = |words: &[&str]| {
        let words = ["play", "--data", "data"].iter().chain(words).map(|word| (*word).to_owned());
        let output = tabiya(&folder, &words.collect::<Vec<_>>()).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let first = || run(&["--list"]).lines().next().unwrap_or_default().to_owned();
    assert!(first().contains("2 single moves played"), "{}", first());
    // There is no input: the board is left at once.
    run(&["--plain", "--resume", "2"]);
    assert!(first().contains("1 single move played"), "{}", first());
}

#[test]
fn a_word_that_stays_and_a_question_keep_the_wrong_game_from_being_thrown_away() {
    let folder = Folder::new();
    for moves in [&MOVES[..1], &MOVES[..2], &MOVES[..3]] {
        let mut board = Board::new(&folder, PEOPLE);
        play(&mut board, moves);
        board.kill();
    }
    let run = |words: &[&str]| {
        let words: Vec<String> =
            ["play", "--data", "data"].iter().chain(words).map(|word| (*word).to_owned()).collect();
        let output = tabiya(&folder, &words).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let word = |moves: &str| {
        let list = run(&["--list"]);
        let line = list.lines().find(|line| line.contains(moves)).unwrap_or_default();
        line.split_whitespace().nth(1).unwrap_or_default().to_owned()
    };
    let (one, two) = (word("1 single move played"), word("2 single moves played"));
    assert!(run(&["--throw-away", &two]).contains("2 single moves played"));
    // What was the third is the second now, and still has its word.
    assert_eq!(word("1 single move played"), one);
    let mut tty = Tty::new(&folder, &["--throw-away", "2"]);
    tty.wait_for("1 single move played");
    tty.ask("n\r", "The game still waits.");
    assert!(tty.wait().success());
    assert_eq!(folder.files("play", "jsonl").len(), 2);
    let mut tty = Tty::new(&folder, &["--throw-away", "2"]);
    tty.wait_for("Throw this game away for good?");
    tty.ask("y\r", "This game is thrown away:");
    assert!(tty.wait().success());
    let left = word("3 single moves played");
    assert!(run(&["--list"]).contains(&format!("--throw-away {left} throws it away.")));
}

#[test]
fn a_list_tells_of_a_damaged_record_that_it_puts_aside() {
    let folder = Folder::new();
    let mut board = Board::new(&folder, PEOPLE);
    play(&mut board, &MOVES[..3]);
    board.kill();
    fs::write(folder.record(), "rubbish\n").unwrap();
    let list = ["play", "--data", "data", "--list"].map(str::to_owned);
    let output = tabiya(&folder, &list).output().unwrap();
    assert!(output.status.success() && output.stdout == b"No game waits.\n", "{output:?}");
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("is damaged: ") && told.contains("it is kept as "), "{told}");
    assert_eq!(folder.files("play", "damaged").len(), 1);
}

#[test]
fn records_of_another_schema_are_not_touched_by_guessing() {
    let folder = Folder::new();
    let mut board = Board::new(&folder, PEOPLE);
    play(&mut board, &MOVES[..1]);
    board.kill();
    let path = folder.record();
    let later = fs::read_to_string(&path).unwrap().replace("\"schema\":1", "\"schema\":99");
    fs::write(&path, &later).unwrap();
    let output = tabiya(&folder, &["play", "--data", "data"].map(str::to_owned)).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let told =
        format!("{} is left alone, for a newer Tabiya wrote it.", path.canonicalize().unwrap().display());
    assert!(said.contains(&told), "{said}");
    let resumed =
        tabiya(&folder, &["play", "--data", "data", "--resume"].map(str::to_owned)).output().unwrap();
    let said = String::from_utf8(resumed.stderr).unwrap();
    assert!(said.starts_with("error: no game is waiting. "), "{said}");
    assert!(said.contains(told.trim_end_matches('.')), "{said}");
    assert_eq!(fs::read_to_string(&path).unwrap(), later);
    assert_eq!(folder.files("play", "damaged").len(), 0);
}

#[test]
fn whoever_resumes_a_damaged_record_is_told_of_the_damage() {
    let folder = Folder::new();
    let mut board = Board::new(&folder, PEOPLE);
    play(&mut board, &MOVES[..1]);
    board.kill();
    let damaged = folder.record();
    fs::write(&damaged, "rubbish\n").unwrap();
    let resume = ["play", "--plain", "--data", "data", "--resume"].map(str::to_owned);
    let output = tabiya(&folder, &resume).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("error: no game is waiting. "), "{said}");
    assert!(said.contains("is damaged: entry 1: ") && said.contains("it is kept as "), "{said}");
    // Another game is gone on with, and the damage is told all the same.
    let mut other = Board::new(&folder, PEOPLE);
    fs::write(&damaged, "rubbish\n").unwrap();
    play(&mut other, &MOVES[..2]);
    other.kill();
    let output = tabiya(&folder, &resume).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("is damaged: entry 1: ") && said.contains("it is kept as "), "{said}");
    assert!(said.contains("The game goes on: 2 single moves played"), "{said}");
}

#[test]
fn two_boards_do_not_mix_their_games() {
    let folder = Folder::new();
    let mut one = Board::new(&folder, PEOPLE);
    play(&mut one, &["e4"]);
    assert_eq!(one.ask("continue"), "No game is waiting.");
    let mut other = Board::new(&folder, PEOPLE);
    assert_eq!(other.ask("continue"), "No game is waiting: one is open elsewhere.");
    play(&mut other, &["d4"]);
    play(&mut one, &["e5"]);
    play(&mut other, &["d5"]);
    assert_eq!(one.ask("list"), "1. e4 e5");
    assert_eq!(other.ask("list"), "1. d4 d5");
    one.kill();
    assert!(other.ask("continue").starts_with("The game goes on: 2 single moves played, White to move."));
    assert_eq!(other.ask("list"), "1. e4 e5");
    assert!(other.ask("continue").starts_with("The game goes on"));
    assert_eq!(other.ask("list"), "1. d4 d5");
    assert_eq!(other.end(), "");
    assert_eq!(folder.files("play", "jsonl").len(), 2);
}

#[test]
fn a_finished_game_is_kept_as_pgn_after_a_kill() {
    let folder = Folder::new();
    let mut board = Board::new(&folder, PEOPLE);
    play(&mut board, &["f3", "e5", "g4", "Qh4"]);
    board.kill();
    let mut board = Board::new(&folder, PEOPLE);
    assert_eq!(board.ask("continue"), "No game is waiting.");
    board.end();
    assert!(folder.files("play", "jsonl").is_empty());
    let games = folder.files("games", "pgn");
    assert_eq!(games.len(), 1);
    assert!(fs::read_to_string(&games[0]).unwrap().ends_with("1. f3 e5 2. g4 Qh4# 0-1\n"));
}

#[test]
fn the_match_goes_on_where_it_was_left() {
    let folder = Folder::new();
    let mut board = Board::new(&folder, PEOPLE);
    board.say("name white Anna");
    board.say("e4");
    board.say("resign");
    board.say("new");
    board.say("d4");
    while !board.hear().starts_with("White's pawn goes from d2") {}
    board.kill();
    let mut board = Board::new(&folder, "--resume");
    assert_eq!(board.ask("score"), "Match: Anna 1, Second player 0, after 1 game.");
}

#[test]
fn a_board_that_cannot_keep_a_move_does_not_make_it() {
    let folder = Folder::new();
    fs::write(folder.path().join("data"), "no folder").unwrap();
    let mut board = Board::new(&folder, PEOPLE);
    for _ in 0..2 {
        let told = board.ask("e4");
        assert!(told.starts_with("This cannot be kept on disk and is not done: "), "{told}");
        assert!(told.ends_with("; tabiya play --data FOLDER keeps games elsewhere."), "{told}");
    }
    assert_eq!(board.ask("list"), "No move has been made.");
    // As soon as there is room, the game goes on.
    fs::remove_file(folder.path().join("data")).unwrap();
    play(&mut board, &["e4", "e5"]);
    board.kill();
    let mut board = Board::new(&folder, "--resume");
    assert_eq!(board.ask("list"), "1. e4 e5");
}

#[test]
fn a_folder_that_cannot_be_read_is_told() {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("data")).unwrap();
    fs::write(folder.path().join("data/play"), "no folder").unwrap();
    let output = tabiya(&folder, &["play", "--data", "data"].map(str::to_owned)).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        said.starts_with("Games that wait cannot be looked for: ") && said.contains("/data/play: "),
        "{said}"
    );
    let mut board = Board::new(&folder, PEOPLE);
    let told = board.ask("continue");
    assert!(
        told.starts_with("Games that wait cannot be looked for: ") && told.contains("/data/play: "),
        "{told}"
    );
}

#[test]
fn a_full_disk_takes_no_move_that_was_told() {
    let folder = Folder::new();
    // No file grows over three kilobytes: the shell counts blocks of 512 bytes or of 1024.
    let script = "ulimit -f 3; exec \"$0\" play --plain --data data --white human --black human";
    let mut command = std::process::Command::new("sh");
    command
        .args(["-c", script, env!("CARGO_BIN_EXE_tabiya")])
        .current_dir(folder.path())
        .env("LC_ALL", "C.UTF-8");
    command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    let knights = ["Nf3", "Nf6", "Ng1", "Ng8"].join("\n") + "\n";
    let pawns: String = ('a'..='h').map(|file| format!("{file}3\n{file}6\n")).collect();
    // Repetition claims nothing by itself before the fifth time.
    child.stdin.as_mut().unwrap().write_all((knights.repeat(4) + &pawns).as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let told = said.matches(" goes from ").count();
    let refused = said.matches("This cannot be kept on disk and is not done: ").count();
    assert!(told > 0 && refused > 0, "{said}");
    let mut board = Board::new(&folder, "--resume");
    let list = board.ask("list");
    assert_eq!(list.split(' ').filter(|word| !word.ends_with('.')).count(), told, "{list}");
}

#[test]
fn a_flag_that_falls_on_a_full_disk_is_told_once() {
    let folder = Folder::new();
    fs::write(folder.path().join("data"), "no folder").unwrap();
    let mut board = Board::new(&folder, "--white human --black human --clock 1s");
    let told = board.hear();
    assert!(told.starts_with("This cannot be kept on disk and is not done: "), "{told}");
    assert!(board.ask("fen").starts_with("rnbqkbnr/"));
}

#[test]
fn ctrl_c_says_how_to_go_on() {
    let folder = Folder::new();
    for (moves, expected) in
        [(&[][..], "\n"), (&["e4"], "\nThe game is kept: tabiya play --resume goes on with it.\n")]
    {
        let mut board = Board::new(&folder, PEOPLE);
        play(&mut board, moves);
        let pid = board.child.id().to_string();
        assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        let mut told = String::new();
        std::io::Read::read_to_string(board.child.stderr.as_mut().unwrap(), &mut told).unwrap();
        assert_eq!(told, expected);
        assert_eq!(board.child.wait().unwrap().code(), Some(130));
    }
}

#[test]
fn a_flag_falls_while_nobody_types() {
    let folder = Folder::new();
    let mut board = Board::new(&folder, "--white human --black human --clock 0.3s");
    assert_eq!(board.hear(), "Black wins: White's time is up.");
    assert_eq!(
        board.hear(),
        "The game is over: 0-1. Say new for another one, or analyse to learn from this one."
    );
    assert!(board.ask("e4").starts_with("The game is over: Black wins: White's time is up; new begins"));
}

#[test]
fn the_clock_stands_while_nobody_plays() {
    let folder = Folder::new();
    let mut board = Board::new(&folder, "--white human --black human --clock 1");
    board.ask("e4");
    board.hear();
    board.kill();
    let path = folder.record();
    // The move was made long ago.
    let text = fs::read_to_string(&path).unwrap();
    let old = text.replace("\"at\":1", "\"at\":");
    fs::write(&path, old).unwrap();
    let mut board = Board::new(&folder, "--resume");
    let clock = board.ask("clock");
    assert!(clock.contains("Black has 1 minute") || clock.contains("Black has 59 seconds"), "{clock}");
}

#[test]
fn rubbish_is_refused_within_bounds() {
    let folder = Folder::new();
    let mut board = Board::new(&folder, PEOPLE);
    assert_eq!(board.ask(&"x".repeat(10_000_000)), "This line is too long.");
    let told = board.ask(&format!("save {}", "y".repeat(5000)));
    assert!(told.ends_with("File name too long (os error 36)."), "{told}");
    for rubbish in ["\u{1b}[31m", "\u{0}", "e4\u{202e}", "((((", "$(reboot)"] {
        let told = board.ask(rubbish);
        assert!(told.contains("neither a move nor a command"), "{told}");
        assert!(!told.contains(['\u{1b}', '\u{0}', '\u{202e}']), "{told}");
    }
    assert_eq!(board.ask("e4"), "White's pawn goes from e2 to e4. Opening: King's Pawn Game (B00).");
}
