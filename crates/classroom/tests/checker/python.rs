//! Correct programs that share nothing with ours: written in Python, from the documents alone (`tests/python`).

use std::ffi::OsString;
use std::io::ErrorKind;
use std::process::Command;

use serde_json::json;
use tabiya_classics::Classic;
use tabiya_classroom::{CheckOptions, Undo, case_names, report_json};

use crate::support::{checked, first_difference};

/// The interpreter itself, where there is one: `python3` may be a script that looks for it at every start. `cargo xtask ci`
/// sees to it that there is one.
pub fn interpreter() -> Option<String> {
    let ask = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
    match ask {
        Err(e) if e.kind() == ErrorKind::NotFound => {
            eprintln!("skipped: there is no python3");
            None
        }
        answer => Some(String::from_utf8(answer.unwrap().stdout).unwrap().trim().to_owned()),
    }
}

/// What starts a program of the folder with the words behind its name.
fn command_line(program: &str) -> Option<Vec<OsString>> {
    let mut words = program.split(' ');
    let path = format!("{}/tests/python/{}", env!("CARGO_MANIFEST_DIR"), words.next()?);
    let start = [interpreter()?, path].map(OsString::from);
    Some(start.into_iter().chain(words.map(OsString::from)).collect())
}

/// The time is no part of the question: a busy machine may be slow.
#[track_caller]
fn assert_agreement(classic: &str, program: &str, options: &str) {
    // Of the directed games some, and a few random ones: all of them are for the proof.
    let undo = if options.contains("--undo") { Undo::Yes } else { Undo::No };
    let all = case_names(
        Classic::find(classic).unwrap(),
        &CheckOptions { undo, games: 3, ..CheckOptions::default() },
    );
    let is_left_out = |number: usize, name: &str| name.starts_with("rules-") && !number.is_multiple_of(10);
    let names = all.iter().enumerate().filter(|(number, name)| !is_left_out(*number, name));
    let some: String = names.map(|(_, name)| format!(" --case {name}")).collect();
    assert_agreement_in(classic, program, &format!("{options}{some}"));
}

#[track_caller]
fn assert_agreement_in(classic: &str, program: &str, options: &str) {
    if let Some(command_line) = command_line(program) {
        let report = checked(classic, &command_line, &format!("{options} --timeout 60"));
        let report = report_json(json!({}), &report);
        assert_eq!(report["agrees"], true, "{program}: {:?}", first_difference(&report));
    }
}

#[test]
#[ignore = "takes a minute: cargo xtask proof mutants"]
fn all_programs_in_python_agree_in_all_cases() {
    assert_agreement_in("hong", "hong.py", "--with-fen");
    assert_agreement_in("hong-written", "hong.py --as-written", "");
    assert_agreement_in("cuhk", "cuhk.py", "");
    assert_agreement_in("waterloo", "waterloo.py", "");
    assert_agreement_in("imperial", "imperial.py", "");
}

#[test]
fn hongs_game_in_python_agrees() {
    assert_agreement("hong", "hong.py", "--with-fen");
}

#[test]
fn hongs_game_as_written_in_python_agrees() {
    assert_agreement("hong-written", "hong.py --as-written", "");
}

#[test]
fn cuhks_game_in_python_agrees() {
    assert_agreement("cuhk", "cuhk.py", "");
}

#[test]
fn waterloos_game_in_python_agrees() {
    assert_agreement("waterloo", "waterloo.py", "");
}

#[test]
fn waterloos_game_in_python_agrees_with_undo() {
    assert_agreement("waterloo", "waterloo.py -undo", "--undo");
}

#[test]
fn imperials_narrator_in_python_agrees() {
    assert_agreement("imperial", "imperial.py", "");
}

#[test]
fn imperials_own_game_in_python_is_the_sample() {
    if let Some(program) = command_line("imperial.py --sample") {
        let told = Command::new(&program[0]).args(&program[1..]).output().unwrap();
        let mut sample = Vec::new();
        tabiya_classics::sample(&mut sample).unwrap();
        assert_eq!(String::from_utf8_lossy(&told.stdout), String::from_utf8_lossy(&sample));
    }
}
