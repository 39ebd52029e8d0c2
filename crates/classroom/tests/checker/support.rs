//! What the tests of the checker share.

use std::cell::RefCell;
use std::ffi::OsString;
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde_json::{Value, json};
use tabiya_classics::{Classic, ClassicOptions, SessionHost, run_hosted};
use tabiya_classroom::{
    Advice, AfterDifference, CheckOptions, CheckReport, Checker, InputTiming, OwnStarts, ProgramEnd,
    ProgramRun, Prompts, Runner, Severity, Talk, Undo, case_names, check_with, chosen_cases, report_json,
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

/// The case that is played again and again.
pub const LONG_CASE: &str = "mode-3-again";

/// The same options for a sample of the cases: of the directed games every so many, and nothing again and again. `cargo xtask
/// proof mutants` tries all.
pub fn sampled(classic: &'static Classic, options: CheckOptions, every: usize) -> CheckOptions {
    if std::env::var_os("TABIYA_ALL_CASES").is_some() {
        return options;
    }
    let names = case_names(classic, &options).into_iter().enumerate();
    let is_left_out = |number: usize, name: &str| {
        name == LONG_CASE || name.starts_with("rules-") && !number.is_multiple_of(every)
    };
    let only = names.filter(|(number, name)| !is_left_out(*number, name)).map(|(_, name)| name).collect();
    CheckOptions { only, ..options }
}

fn options(words: &str) -> CheckOptions {
    // Whoever is not waited for may be slow: the machine may have more to do.
    let mut options = CheckOptions { timeout: Duration::from_secs(10), ..CheckOptions::default() };
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

/// The report on whatever a runner runs.
pub fn report_on(runner: &dyn Runner, classic: &'static Classic, options: &CheckOptions) -> CheckReport {
    let cases = chosen_cases(classic, options);
    check_with(classic, runner, &cases, options, &AtomicBool::new(false), &|_, _, _| {}).unwrap()
}

/// A session with a program of ours, in this process.
pub fn run_in_process(
    classic: &Classic,
    talk: &Talk<'_>,
    seed: u64,
    host: &mut dyn SessionHost,
) -> ProgramRun {
    let fen = talk.fen.map(|fen| fen.parse().unwrap());
    let options = ClassicOptions { fen, seed: Some(seed), ..ClassicOptions::default() };
    let written = RefCell::new(Vec::new());
    let mut input = Spoken { talk, written: &written, all: talk.input.to_vec(), read: 0 };
    let mut output = Limited { written: &written, limit: talk.output_limit };
    let ran = run_hosted(classic, &options, &mut input, &mut output, host);
    ProgramRun {
        output: written.into_inner(),
        complaints: Vec::new(),
        end: ran.map_or(ProgramEnd::Flooded, |()| ProgramEnd::Exited(0)),
        took: Duration::ZERO,
        slowest: Duration::ZERO,
        is_all_given: true,
        is_unread: false,
        prompts: Prompts::Shown,
    }
}

/// An input that may go on when the program has answered.
struct Spoken<'a> {
    talk: &'a Talk<'a>,
    written: &'a RefCell<Vec<u8>>,
    all: Vec<u8>,
    read: usize,
}

impl Read for Spoken<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Spoken<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read == self.all.len() {
            let advice = (self.talk.advise)(&self.written.borrow(), Prompts::Shown);
            if let Advice::Say(more) = advice {
                self.all.extend(more);
            }
        }
        Ok(&self.all[self.read..])
    }

    fn consume(&mut self, count: usize) {
        self.read += count;
    }
}

/// An output that has an end, for programs that would have none.
struct Limited<'a> {
    written: &'a RefCell<Vec<u8>>,
    limit: usize,
}

impl Write for Limited<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut written = self.written.borrow_mut();
        if written.len() > self.limit {
            return Err(io::Error::other("too much"));
        }
        written.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
