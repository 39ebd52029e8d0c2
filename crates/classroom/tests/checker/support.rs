//! What the tests of the checker share.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde_json::{Value, json};
use tabiya_classics::Classic;
use tabiya_classroom::{Check, OwnStarts, Program, Severity, Trial, Undo, cases, report_json};

/// The program with faults, which `cargo test` builds with the other examples.
pub fn faulty() -> PathBuf {
    let here = std::env::current_exe().unwrap();
    let path = here.parent().and_then(Path::parent).unwrap().join("examples/faulty");
    let changed = |path: &Path| path.metadata().and_then(|about| about.modified()).ok();
    let source = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/faulty.rs"));
    let is_built = changed(&path) >= changed(source);
    assert!(
        is_built,
        "cargo test builds examples when no target is named; else: cargo build --example faulty"
    );
    path
}

/// What was asked for in the words of the command.
struct Wishes {
    undo: Undo,
    own_starts: OwnStarts,
    severity: Severity,
    timeout: Duration,
    games: usize,
    only: Vec<String>,
}

fn wishes(options: &str) -> Wishes {
    let mut wishes = Wishes {
        undo: Undo::No,
        own_starts: OwnStarts::Skipped,
        severity: Severity::Fair,
        timeout: Duration::from_secs(5),
        games: 20,
        only: Vec::new(),
    };
    let mut words = options.split_whitespace();
    while let Some(word) = words.next() {
        let mut value = || words.next().unwrap();
        match word {
            "--undo" => wishes.undo = Undo::Yes,
            "--with-fen" => wishes.own_starts = OwnStarts::Given,
            "--strict" => wishes.severity = Severity::Strict,
            "--timeout" => wishes.timeout = Duration::from_secs(value().parse().unwrap()),
            "--games" => wishes.games = value().parse().unwrap(),
            "--case" => wishes.only.push(value().to_owned()),
            other => panic!("{other}"),
        }
    }
    wishes
}

/// How a program does in the cases of a classic.
pub fn trials(classic: &str, program: &[OsString], options: &str) -> Vec<Trial> {
    let Wishes { undo, own_starts, severity, timeout, games, only } = wishes(options);
    let classic = Classic::find(classic).unwrap();
    let program = Program { path: program[0].clone(), args: program[1..].to_vec() };
    let check = Check { classic, program, undo, own_starts, severity, timeout };
    let mut cases = cases(classic, undo, games, 1);
    cases.retain(|case| only.is_empty() || only.contains(&case.name));
    assert!(only.is_empty() || cases.len() == only.len(), "{only:?}");
    let stop = AtomicBool::new(false);
    cases.iter().map(|case| check.run(case, &stop).unwrap()).collect()
}

/// How the program with a fault does.
pub fn faulty_trials(classic: &str, fault: &str, options: &str) -> Vec<Trial> {
    trials(classic, &[faulty().into(), classic.into(), fault.into()], options)
}

/// The report on the program with a fault.
pub fn report(classic: &str, fault: &str, options: &str) -> Value {
    report_json(json!({}), &faulty_trials(classic, fault, options))
}

/// The first difference in a report.
pub fn first_difference(report: &Value) -> Option<&Value> {
    report["cases"]
        .as_array()?
        .iter()
        .map(|case| &case["difference"])
        .find(|difference| difference.is_object())
}

pub fn text<'a>(difference: &'a Value, field: &str) -> &'a str {
    difference[field].as_str().unwrap_or_default()
}
