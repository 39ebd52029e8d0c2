use std::io::Write;
use std::process::Stdio;

use crate::fake_engine::script;
use crate::support::{Folder, tabiya};

/// Black's pawn becomes a queen in chess, and stays a pawn where nothing is promoted.
const LAST_RANK: &str = "8/8/8/8/7K/8/p7/7k w - - 0 1";

/// What is told when White has moved and an engine has to answer.
fn talk(folder: &Folder, rules: &str, engine: &str) -> String {
    let mut child = tabiya()
        .args(["play", "--plain", "--fen", LAST_RANK, "--rules", rules, "--black", engine])
        .arg("--data")
        .arg(folder.join("data"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"Kg4\nfen\n").unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
fn our_own_engine_plays_by_a_rule_file() {
    let folder = Folder::new();
    let engine = format!("{} uci", env!("CARGO_BIN_EXE_tabiya"));
    for (file, content) in [
        ("named.toml", "name = \"mine\"\nparent = \"hong\"\nstalemate = \"loses\"\n"),
        ("unnamed.toml", "parent = \"hong\"\nstalemate = \"loses\"\n"),
        // The name is no proof of the rules.
        ("like_chess.toml", "name = \"fide\"\nparent = \"hong\"\nstalemate = \"loses\"\n"),
        ("like_another.toml", "name = \"cuhk\"\nparent = \"hong\"\nstalemate = \"loses\"\n"),
        ("built_in.toml", "name = \"fide\"\nparent = \"hong\"\n"),
        // Nor is the name of the file.
        ("rules.txt", "parent = \"hong\"\nstalemate = \"loses\"\n"),
    ] {
        let path = folder.write(file, content);
        let said = talk(&folder, path.to_str().unwrap(), &engine);
        assert!(!said.contains("cannot play"), "{file}: {said}");
        assert!(said.contains(" w - - "), "{file}: the engine has not moved: {said}");
    }
}

#[test]
fn an_engine_that_does_not_know_the_rules_of_a_file_says_so() {
    let folder = Folder::new();
    let rules = folder.write("mine.toml", "name = \"mine\"\nparent = \"hong\"\nstalemate = \"loses\"\n");
    let engine = script(&folder, "good");
    let said = talk(&folder, rules.to_str().unwrap(), engine.to_str().unwrap());
    assert!(said.contains("cannot play: it does not know the rules 'mine'"), "{said}");
}
