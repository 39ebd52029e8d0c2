//! What the tests of the checker share.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde_json::{Value, json};
use tabiya_classics::Classic;
use tabiya_classroom::{
    AfterDifference, CheckOptions, CheckReport, Checker, InputTiming, OwnStarts, Severity, Undo, report_json,
};

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

fn options(words: &str) -> CheckOptions {
    let mut options = CheckOptions::default();
    let mut words = words.split_whitespace();
    while let Some(word) = words.next() {
        let mut value = || words.next().unwrap();
        match word {
            "--undo" => options.undo = Undo::Yes,
            "--with-fen" => options.own_starts = OwnStarts::Given,
            "--strict" => options.severity = Severity::Strict,
            "--read-ahead" => options.timing = InputTiming::AllAtOnce,
            "--fail-fast" => options.after_difference = AfterDifference::Stop,
            "--timeout" => options.timeout = Duration::from_secs(value().parse().unwrap()),
            "--total-time" => options.total_time = Some(Duration::from_secs(value().parse().unwrap())),
            "--games" => options.games = value().parse().unwrap(),
            "--case" => options.only.push(value().to_owned()),
            other => panic!("{other}"),
        }
    }
    options
}

/// How a program does in the cases of a classic.
pub fn checked(classic: &str, program: &[OsString], words: &str) -> CheckReport {
    let options = options(words);
    let classic = Classic::find(classic).unwrap();
    let start = || {
        let mut command = Command::new(&program[0]);
        command.args(&program[1..]);
        command
    };
    let checker = Checker { classic, start: &start, options: &options, leash: None };
    checker.run(&AtomicBool::new(false), &|_, _, _| {}).unwrap()
}

/// How the program with a fault does.
pub fn faulty_report(classic: &str, fault: &str, words: &str) -> CheckReport {
    checked(classic, &[faulty().into(), classic.into(), fault.into()], words)
}

/// The report on the program with a fault, as JSON.
pub fn report(classic: &str, fault: &str, words: &str) -> Value {
    report_json(json!({}), &faulty_report(classic, fault, words))
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
