//! Correct programs that share nothing with ours: written in Python, from the documents alone (`tests/python`).

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::json;
use tabiya_classics::Classic;
use tabiya_classroom::{CheckOptions, CheckReport, Undo, report_json};

use crate::support::{checked, first_difference, sampled};

/// The interpreter itself, where there is one: `python3` may be a script that looks for it at every start. `cargo xtask ci`
/// sees to it that there is one.
fn interpreter() -> Option<String> {
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

/// How a program of the folder does with some texts of its source replaced.
pub fn replaced(program: &str, texts: &[(&str, &str)], options: &str) -> Option<CheckReport> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let interpreter = interpreter()?;
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/python/{program}.py"));
    let mut code = std::fs::read_to_string(source).unwrap();
    for (text, other) in texts {
        assert!(code.contains(text), "{text}");
        code = code.replace(text, other);
    }
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("tabiya-{program}-{}-{number}.py", std::process::id()));
    std::fs::write(&path, code).unwrap();
    let command_line = [interpreter.into(), path.clone().into_os_string()];
    let report = checked(program, &command_line, &format!("--timeout 60 {options}"));
    std::fs::remove_file(path).unwrap();
    Some(report)
}

/// The time is no part of the question: a busy machine may be slow.
#[track_caller]
fn assert_agreement(classic: &str, program: &str, options: &str) {
    // Of the directed games some, and a few random ones: all of them are for the proof.
    let undo = if options.contains("--undo") { Undo::Yes } else { Undo::No };
    let asked = CheckOptions { undo, games: 3, ..CheckOptions::default() };
    let names = sampled(Classic::find(classic).unwrap(), asked, 10).only;
    let some: String = names.iter().map(|name| format!(" --case {name}")).collect();
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

#[test]
fn a_broken_level_of_waterloos_computer_is_told_by_its_rule() {
    let chance = "return random.choice(random.choice(movable))";
    let plan = "return random.choice([move for move, worth in zip(moves, worths) if worth == best])";
    let illegal = r#"return Move(moves[0].source, "e5", None)"#;
    let by_chance = "--case computer-1 --case computer-1-first-moves";
    let broken = [
        ("always the first move", chance, "return movable[0][0]", by_chance, "machine-chance"),
        // It then waits for a line that nobody sends, which takes the whole time.
        ("a move that is none", plan, illegal, "--case computer-3 --timeout 10", "machine"),
    ];
    for (what, text, other, cases, rule) in broken {
        let Some(report) = replaced("waterloo", &[(text, other)], cases) else { return };
        let wrong = report.coverage.iter().filter(|rule| rule.agreed < rule.tested);
        assert_eq!(wrong.map(|rule| rule.key.as_str()).collect::<Vec<_>>(), [rule], "{what}");
    }
}

#[test]
fn a_broken_setup_of_waterloos_game_is_told_by_its_rule() {
    let one_king = r#"self.need(kings == ["K", "k"], "each side needs exactly one king")"#;
    let no_pawns = r#"self.need(not rows & {"1", "8"}, "no pawn can stand on the first or last row")"#;
    let no_check = r#"self.need(not in_check, "neither king may be in check")"#;
    let broken = [
        ("several kings", one_king, r#"self.need({"K", "k"} <= set(kings), "there are kings")"#),
        ("pawns anywhere", no_pawns, ""),
        ("kings in check", no_check, ""),
    ];
    for (what, text, other) in broken {
        let cases = "--strict --read-ahead --case rules-65 --case rules-66 --case rules-67";
        let Some(report) = replaced("waterloo", &[(text, other)], cases) else { return };
        let wrong: Vec<_> = report.coverage.iter().filter(|rule| rule.agreed < rule.tested).collect();
        assert!(wrong.iter().any(|rule| rule.key == "setup-refused"), "{what}: {wrong:?}");
    }
}

#[test]
fn a_wrong_score_is_no_matter_of_words() {
    // What differs at the end of a program is waited for.
    let Some(report) = replaced(
        "waterloo",
        &[("+= 0.5 if winner", "+= 0 if winner")],
        "--case setup-stalemate --timeout 10",
    ) else {
        return;
    };
    let score = report.coverage.iter().find(|rule| rule.key == "match-score").unwrap();
    assert!(score.agreed < score.tested, "{score:?}");
    assert!(report.layout.is_empty(), "{:?}", report.layout);
}
