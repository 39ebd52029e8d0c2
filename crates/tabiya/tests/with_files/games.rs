//! `tabiya games` and `tabiya book` with files.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::support::{Folder, many_games, tabiya, told};
use serde_json::Value;

#[test]
fn the_table_fits_the_terminal() {
    for (columns, line) in [
        ("80", "    1   1972.07.23  Fischer, R…  Spassky, B…  1-0          5  D59  Reykjavik"),
        ("60", "    1   1972.07.23  Fischer…  Spassky…  1-0          5  D59"),
        ("40", "    1   Fischer, …  Spassky, …  1-0"),
    ] {
        let run = tabiya().args(["games", "files/club.pgn"]).env("COLUMNS", columns).output().unwrap();
        let text = String::from_utf8(run.stdout).unwrap();
        assert!(text.lines().all(|line| line.chars().count() <= columns.parse().unwrap()), "{text}");
        assert_eq!(text.lines().nth(1), Some(line));
    }
}

#[test]
fn extracted_games_are_whole_and_no_others() {
    let folder = Folder::new();
    let out = folder.join("out.pgn");
    let args = ["games", "files/club.pgn", "files/plain.pgn", "--result", "0-1", "--extract"];
    let run = tabiya().args(args).arg(&out).output().unwrap();
    assert!(run.status.success(), "{}", told(&run));
    let plain = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/files/plain.pgn")).unwrap();
    assert_eq!(fs::read_to_string(&out).unwrap(), format!("{plain}\n{plain}"));

    let args = ["games", "files/club.pgn", "--player", "nobody", "--extract"];
    let run = tabiya().args(args).arg(&out).output().unwrap();
    assert_eq!(run.status.code(), Some(1));
    let args = ["games", "files/damaged.pgn", "--extract"];
    let run = tabiya().args(args).arg(&out).output().unwrap();
    assert_eq!(run.status.code(), Some(1));
    assert_eq!(fs::read_to_string(&out).unwrap(), format!("{plain}\n{plain}"));
}

#[test]
fn the_same_rules_by_another_name_are_found_by_that_name() {
    let folder = Folder::new();
    let game = |name| format!("[White \"{name}\"]\n[Variant \"{name}\"]\n\n1. e3 *\n\n");
    let file = folder.write("two.pgn", game("byu") + &game("imperial"));
    let unnamed = folder.write("unnamed.toml", "parent = \"byu\"\n");
    let whites = |rules: &str| {
        let run = tabiya().arg("games").arg(&file).args(["--json", "--rules", rules]).output().unwrap();
        let text = String::from_utf8(run.stdout).unwrap();
        text.lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap()["white"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(whites("imperial"), ["imperial"]);
    assert_eq!(whites("byu"), ["byu"]);
    assert!(whites("fide").is_empty());
    assert_eq!(whites(unnamed.to_str().unwrap()), ["byu", "imperial"]);
}

#[test]
fn many_games_are_listed_in_little_memory() {
    // The program itself takes some 55 MB of that, as large as it is without optimisation.
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -v 80000; exec \"$0\" games - --json", env!("CARGO_BIN_EXE_tabiya")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        let block = many_games(10_000);
        for _ in 0..10 {
            input.write_all(block.as_bytes()).unwrap();
        }
    });
    let run = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(run.status.success());
    let lines = String::from_utf8(run.stdout).unwrap();
    assert_eq!(lines.lines().count(), 100_000);
    let last: Value = serde_json::from_str(lines.lines().last().unwrap()).unwrap();
    assert_eq!((&last["number"], &last["plies"]), (&100_000.into(), &6.into()));
    assert_eq!(last["file"], "-");
}

#[test]
fn a_hostile_file_cannot_write_to_a_terminal() {
    for args in [&["games", "files/hostile.pgn"][..], &["games", "files/hostile.pgn", "--json"]] {
        let run = tabiya().args(args).output().unwrap();
        let all = [run.stdout, run.stderr].concat();
        let text = String::from_utf8(all).unwrap();
        assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{args:?}: {text:?}");
        assert!(text.contains("<img src=x onerror=alert(1)>"));
    }
}

#[test]
fn a_book_plays_what_won() {
    let folder = Folder::new();
    let games = folder.write(
        "games.pgn",
        "1. e4 e5 2. Nf3 1-0\n\n1. e4 c5 1/2-1/2\n\n1. d4 d5 1-0\n\n1. c4 e5 0-1\n\n[Variant \"hong\"]\n\n1. e3 *\n",
    );
    let book = folder.join("book.bin");
    let make = tabiya().args(["book", "make"]).args([&games, &book]).output().unwrap();
    assert!(make.status.success(), "{}", told(&make));
    assert_eq!(told(&make), "note: 1 game under other rules left out\n");
    assert!(String::from_utf8(make.stdout).unwrap().starts_with("5 moves of 4 games in "));
    assert_eq!(fs::metadata(&book).unwrap().len(), 5 * 16);

    let show = tabiya().args(["book", "show"]).arg(&book).output().unwrap();
    let lines = String::from_utf8(show.stdout).unwrap();
    assert_eq!(lines, "e4      e2e4      3  60.0 %\nd4      d2d4      2  40.0 %\n");

    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let show = tabiya().args(["book", "show", "--json", "--fen", fen]).arg(&book).output().unwrap();
    let answer: Value = serde_json::from_slice(&show.stdout).unwrap();
    assert_eq!(answer["moves"][0]["san"], "c5");
    assert_eq!(answer["moves"][0]["percent"], 100.0);

    for (more, moves) in [(&["--depth", "1"][..], 2), (&["--min-games", "2"], 1)] {
        let make = tabiya().args(["book", "make"]).args([&games, &book]).args(more).output().unwrap();
        assert!(make.status.success(), "{}", told(&make));
        assert_eq!(fs::metadata(&book).unwrap().len(), moves * 16, "{more:?}");
    }
    let make = tabiya().args(["book", "make", "--min-games", "9"]).args([&games, &book]).output().unwrap();
    assert_eq!(make.status.code(), Some(1));
    assert_eq!(fs::metadata(&book).unwrap().len(), 16);
    assert_eq!(folder.count(), 2);
}

#[test]
fn damaged_books_are_refused_and_bad_entries_told() {
    let folder = Folder::new();
    let games = folder.write("games.pgn", "1. e4 e5 1-0\n\n1. d4 d5 1/2-1/2\n");
    let book = folder.join("book.bin");
    assert!(tabiya().args(["book", "make"]).args([&games, &book]).output().unwrap().status.success());
    let bytes = fs::read(&book).unwrap();
    let show = |bytes: &[u8]| {
        let path = folder.write("damaged.bin", bytes);
        tabiya().args(["book", "show"]).arg(path).output().unwrap()
    };

    let cut = show(&bytes[..bytes.len() - 1]);
    assert_eq!(cut.status.code(), Some(1));
    assert!(told(&cut).contains("no whole number of entries"), "{}", told(&cut));
    let mut turned = bytes.clone();
    turned.rotate_left(bytes.len() / 2);
    let turned = show(&turned);
    assert_eq!(turned.status.code(), Some(1));
    assert!(told(&turned).contains("is out of order"), "{}", told(&turned));

    // The book is sorted: the start position's key is among the entries, and one of them gets a move that is none.
    let e4 = bytes.chunks(16).position(|entry| entry[8..10] == [0x03, 0x1c]).unwrap();
    let mut wrong = bytes.clone();
    wrong[16 * e4 + 8..16 * e4 + 10].copy_from_slice(&[0x7f, 0xff]);
    let ignored = show(&wrong);
    assert!(ignored.status.success());
    assert!(told(&ignored).contains("1 entry is ignored: its move is not legal here"), "{}", told(&ignored));
    assert_eq!(String::from_utf8(ignored.stdout).unwrap(), "d4      d2d4      1 100.0 %\n");
}

#[test]
fn games_are_found_by_words_of_their_openings_name() {
    let folder = Folder::new();
    let text = "[White \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 h6 *\n\n[White \"b\"]\n[ECO \"C60\"]\n[Opening \"Spanish\"]\n\n\
                1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n\n[White \"c\"]\n\n1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *\n\n\
                [White \"d\"]\n[Opening \"Sicilian Defence\"]\n\n*\n";
    let file = folder.write("mixed.pgn", text);
    let found = |words: &str| -> Vec<String> {
        let run = tabiya().arg("games").arg(&file).args(["--json", "--opening", words]).output().unwrap();
        let lines = String::from_utf8(run.stdout).unwrap();
        let rows = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        rows.map(|row| row["white"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(found("ruy LOP"), ["a", "b"], "the moves tell it, whatever the tag calls it");
    assert_eq!(found("spanish"), ["b"]);
    assert_eq!(found("sicilian defence"), ["c", "d"]);
    assert_eq!(found("sicilian naj"), ["c"]);
    assert_eq!(found("caro"), [""; 0]);
    let wrong = tabiya().arg("games").arg(&file).args(["--opening", "?"]).output().unwrap();
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn games_without_a_code_are_found_by_their_opening() {
    let folder = Folder::new();
    let text = "[White \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 h6 *\n\n[White \"b\"]\n[ECO \"A00\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n\n\
                [White \"c\"]\n[ECO \"?\"]\n[Opening \"Spanish\"]\n\n1. Nf3 Nc6 2. e4 e5 3. Bb5 *\n\n[White \"d\"]\n\n1. a3 *\n";
    let file = folder.write("mixed.pgn", text);
    let run = tabiya().arg("games").arg(&file).args(["--json", "--eco", "c6"]).output().unwrap();
    let rows: Vec<Value> = String::from_utf8(run.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let told: Vec<_> = rows.iter().map(|row| (&row["white"], &row["eco"], &row["opening"])).collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0] == (&"a".into(), &"C60".into(), &"Ruy Lopez".into()), "{told:?}");
    assert!(told[1] == (&"c".into(), &"C60".into(), &"Spanish".into()), "a file's own name stays: {told:?}");
}
