//! Games go to python-chess and come back, both ways. Run by `cargo xtask ci python`, which names the interpreter in
//! `TABIYA_PYTHON`; left out where there is none.

use std::io::Write;
use std::process::{Command, Stdio};

use tabiya_notation::pgn::{PgnGame, PgnReader};
use tabiya_rules::{CHESS960, FIDE};

use crate::random::Random;
use crate::random_game::{Kind, game, start};

/// What the script prints for an input.
fn exchange(args: &[&str], input: &str) -> String {
    let python =
        std::env::var_os("TABIYA_PYTHON").expect("TABIYA_PYTHON names a Python with the package chess");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/exchange.py");
    let mut child = Command::new(python)
        .arg(script)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // The script reads all of its input before it writes.
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

fn read(text: &str) -> Vec<PgnGame> {
    let games = PgnReader::new(text.as_bytes()).games().map(Result::unwrap);
    games
        .map(|(game, end)| {
            assert_eq!(end.damage, None, "{game}");
            game
        })
        .collect()
}

fn assert_same(ours: &[PgnGame], theirs: &[PgnGame]) {
    for (ours, theirs) in ours.iter().zip(theirs) {
        if ours != theirs {
            assert_eq!(ours.to_string(), theirs.to_string());
            assert_eq!(format!("{ours:#?}"), format!("{theirs:#?}"));
        }
    }
    assert_eq!(ours.len(), theirs.len());
}

#[test]
#[ignore = "needs python-chess: cargo xtask ci python"]
fn our_games_come_back_from_python_chess() {
    let mut random = Random(11);
    let mut games = Vec::new();
    for i in 0..200 {
        let rules = if i % 3 == 0 { &CHESS960 } else { &FIDE };
        let start = start(&mut random, rules);
        games.push(game(&mut random, start, Kind { is_wild: false, has_null_moves: true }));
    }
    let text: String = games.iter().map(|game| format!("{game}\n")).collect();
    assert_same(&games, &read(&exchange(&["again"], &text)));
}

#[test]
#[ignore = "needs python-chess: cargo xtask ci python"]
fn games_of_python_chess_come_back_from_us() {
    let theirs = exchange(&["make", "200", "1"], "");
    let games = read(&theirs);
    assert_eq!(games.len(), 200);
    let ours: String = games.iter().map(|game| format!("{game}\n")).collect();
    assert_same(&games, &read(&ours));
    assert_same(&games, &read(&exchange(&["again"], &ours)));
}
