//! `tabiya classic check`: somebody's own program beside ours.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context;
use serde_json::json;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use tabiya_classics::Classic;
use tabiya_classroom::{
    AfterDifference, CheckOptions, CheckReport, Checker, Difference, ProgramError, RuleWeights, TestCase,
    Topic, case_names, chosen_cases, report_json, report_junit, report_lines, tested_topics,
};
use tabiya_sandbox::{Helper, Leash, Orphans};
use tabiya_system::Progress;

use super::check_args::{CheckArgs, read, seconds, usage};
use super::read_start;
use crate::SANDBOX;
use crate::output::{Status, print_lines, save};
use crate::shell_word::quoted;

/// Check somebody's own program of a classic against ours
///
/// The program is fed the cases that belong to the classic, short games that reach every rule, games of its computer
/// player and random games, in which right moves, wrong moves and nonsense are mixed. Each line is given when the program
/// has printed what ours would have by then, on a terminal, as a person would; what it prints is compared byte for byte
/// with what ours prints.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    check: CheckArgs,

    /// The program and its arguments
    #[arg(last = true, value_name = "PROGRAM", required_unless_present = "list")]
    program: Vec<OsString>,

    /// Only this case; may be given several times
    #[arg(long = "case", value_name = "NAME")]
    only: Vec<String>,

    /// Only the input in this file, as --save-case leaves it
    #[arg(long, value_name = "FILE", conflicts_with = "only")]
    input: Option<PathBuf>,

    /// The start position of that input; a program is given --fen FEN behind its arguments
    #[arg(long, value_name = "FEN", requires = "input")]
    fen: Option<String>,

    /// How long everything may take; what is left then is skipped
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    total_time: Option<Duration>,

    /// Stop at the first difference
    #[arg(long)]
    fail_fast: bool,

    /// List the cases and run nothing
    #[arg(long)]
    list: bool,

    /// Show the whole input that leads to the first difference, with its blanks
    #[arg(long)]
    show_input: bool,

    /// Save the input of every difference in this folder, and its start position where it has one of its own
    #[arg(long, value_name = "DIR")]
    save_case: Option<PathBuf>,

    /// Print the report as JSON, with the difference of every case
    #[arg(long)]
    json: bool,

    /// Write a report in JUnit's XML form, too
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
}

/// The case that is there for programs which read nothing.
const SAMPLE: &str = "sample";

const EXAMPLES: &str = "\
Examples:
  tabiya classic check hong -- ./chess
  tabiya classic check cuhk --games 200 -- java -cp build Chess
  tabiya classic check waterloo --undo -- ./chess -undo
  tabiya classic check imperial --strict --junit report.xml -- python3 chess.py
  tabiya classic check hong --case random-7 -- ./chess     one case again
  tabiya classic check hong --save-case cases -- ./chess
                                   and then: --input cases/NAME.in

Where a game ends by its rules, the program must end, too. Elsewhere it is
stopped after its last input, and only what it wrote until then is compared.
Where the document leaves a text open, something must be said; other words are
noted and do not count, but for --strict. Stopped with Ctrl-C, the check
reports what it has found. Points are given for every rule by how often the
program agrees; blanks, the board's frame and texts that are always the same
other ones (\"Your move:\") are counted apart, once. The game that shows a fault
is made as short as it can be. The program runs with all your rights: programs
of people you do not know are for `tabiya classic grade`.

Exit status: 0 everything agrees, 1 something differs or was not reached, 2
wrong usage or a program that cannot be started.";

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let classic = args.check.classic()?;
    let options = args.options(classic)?;
    args.refuse_unknown(classic, &options)?;
    // Whoever stops us from here on hears what there is.
    let stop = stop_on_signals()?;
    let cases = chosen_cases(classic, &options);
    if args.list {
        print_lines(cases.iter().map(|case| &case.name))?;
        return Ok(Status::Done);
    }
    let report = args.check(classic, &options, &cases, &stop)?;
    if let Some(path) = &args.junit {
        let suite = format!("tabiya classic check {}", classic.name);
        save(path, report_junit(&suite, &report).as_bytes())?;
    }
    if let Some(folder) = &args.save_case {
        save_cases(folder, &report, &cases)?;
    }
    if args.json {
        print_lines([tabiya_system::json_line(&report_json(args.about(classic), &report))])?;
    } else {
        print_lines(report_lines(&report, tabiya_system::width()))?;
        print_lines(args.afterword(classic, &cases, &report))?;
    }
    Ok(if report.is_agreement() { Status::Done } else { Status::Refused })
}

/// The input of every difference, as a file by the name of its case; beside it the position that it begins with, where
/// that is its own.
fn save_cases(folder: &Path, report: &CheckReport, cases: &[TestCase]) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    for (name, difference) in report.differences() {
        save(&folder.join(format!("{name}.in")), &difference.input)?;
        if let Some(fen) = own_start(cases, name, difference) {
            save(&folder.join(format!("{name}.fen")), format!("{fen}\n").as_bytes())?;
        }
    }
    Ok(())
}

/// The start position of a case, where it has one of its own. What shows in several has the name of none, and the input of
/// the first.
fn own_start<'a>(cases: &'a [TestCase], name: &str, difference: &Difference) -> Option<&'a str> {
    let by_name = cases.iter().find(|case| case.name == name);
    let mut own = cases.iter().filter(|case| case.fen.is_some());
    let case = by_name.or_else(|| own.find(|case| case.input() == difference.input));
    case?.fen.as_deref()
}

/// Set when we are asked to stop. The programs we run are in groups of their own, so that no signal of the terminal
/// reaches them: we must end them before we go.
pub fn stop_on_signals() -> io::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}

/// This program as a helper of what runs other people's.
pub fn helper() -> anyhow::Result<Helper> {
    let path = std::env::current_exe().context("our own program")?;
    Ok(Helper { path, words: vec![SANDBOX.to_owned()] })
}

impl Args {
    fn options(&self, classic: &Classic) -> anyhow::Result<CheckOptions> {
        let start = self.fen.as_deref().map(|fen| read_start(fen, classic)).transpose();
        Ok(CheckOptions {
            total_time: self.total_time,
            input: self.input.as_deref().map(read).transpose()?,
            fen: start.map_err(|error| usage(&error.to_string()))?.map(|fen| fen.to_string()),
            only: self.only.clone(),
            after_difference: if self.fail_fast { AfterDifference::Stop } else { AfterDifference::GoOn },
            ..self.check.options()?
        })
    }

    /// Refuses names of cases and rules that there are not.
    fn refuse_unknown(&self, classic: &'static Classic, options: &CheckOptions) -> anyhow::Result<()> {
        let names = case_names(classic, options);
        let is_there = |name: &&String| names.contains(name) || *name == SAMPLE;
        if let Some(name) = self.only.iter().find(|name| !is_there(name)) {
            let name = tabiya_system::visible(name);
            return Err(usage(&format!("there is no case {name}: --list tells which there are")));
        }
        if options.weights == RuleWeights::default() {
            return Ok(());
        }
        let all = chosen_cases(classic, &CheckOptions { only: Vec::new(), ..options.clone() });
        let mut rules: Vec<Topic> = tested_topics(classic, &all)?.into_iter().collect();
        rules.extend([Topic::Layout, Topic::Pace, Topic::Sample]);
        if let Some(key) = options.weights.unknown(&rules).first() {
            let keys: Vec<String> = rules.iter().map(|rule| rule.key()).collect();
            let key = tabiya_system::visible(key);
            return Err(usage(&format!(
                "there is no rule {key} in {}: they are {}",
                classic.name,
                keys.join(", ")
            )));
        }
        Ok(())
    }

    fn check(
        &self,
        classic: &'static Classic,
        options: &CheckOptions,
        cases: &[TestCase],
        stop: &AtomicBool,
    ) -> anyhow::Result<CheckReport> {
        // What the program leaves behind in a session of its own is ended with the check.
        let _orphans = Orphans::adopt()?;
        let progress = Mutex::new(Progress::new());
        let start = || {
            let mut command = Command::new(&self.program[0]);
            command.args(&self.program[1..]);
            command
        };
        let tell = |number: usize, all: usize, name: &str| {
            let progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
            progress.show_or_log(format_args!("{} of {all}: {name}", number + 1));
        };
        // Nor does it outlive us where we are killed.
        let leash = Leash::start(&helper()?).context("a process that ends the program with this one")?;
        let checker = Checker { classic, start: &start, options, leash: Some(&leash) };
        checker.run_in(cases, stop, &tell).map_err(|failure| self.explain(failure))
    }

    /// Whatever is wrong with a program that cannot be run is wrong usage of ours.
    fn explain(&self, failure: ProgramError) -> anyhow::Error {
        match failure {
            ProgramError::Start(error) => {
                let path = tabiya_system::visible(&self.program[0].to_string_lossy());
                usage(&format!("{path} cannot be started: {error}"))
            }
            ProgramError::Stopped | ProgramError::Other(_) => failure.into(),
        }
    }

    /// The input of the first difference, where it is asked for, and how to run it again.
    fn afterword(&self, classic: &Classic, cases: &[TestCase], report: &CheckReport) -> Vec<String> {
        let Some((name, difference)) = report.plainest_difference() else { return Vec::new() };
        let mut lines = Vec::new();
        if self.show_input && !difference.input.is_empty() {
            lines.extend([String::new(), "The input, blanks shown:".to_owned()]);
            let input = difference.input.split_inclusive(|&byte| byte == b'\n');
            lines.extend(input.map(|line| format!("    {}", tabiya_classroom::shown(line))));
        }
        let file = self.save_case.as_ref().map(|folder| folder.join(format!("{name}.in")));
        let again = match file.as_ref().or(self.input.as_ref()) {
            Some(file) => {
                let start = own_start(cases, name, difference);
                let start = start.map(|fen| format!(" --fen {}", quoted(fen))).unwrap_or_default();
                format!(" --input {}{start}", quoted(&file.to_string_lossy()))
            }
            None if cases.iter().any(|case| case.name == name) || name == SAMPLE => format!(" --case {name}"),
            // Something that shows in every case, or in several taken together.
            None => String::new(),
        };
        lines.extend([String::new(), format!("Again: {}", self.command_line(classic, &again))]);
        lines
    }

    /// The command that runs something again as it was run.
    fn command_line(&self, classic: &Classic, again: &str) -> String {
        let (default, check) = (CheckOptions::default(), &self.check);
        let mut words = vec![format!("tabiya classic check {}{again}", classic.name)];
        words.extend(check.undo.then(|| "--undo".to_owned()));
        words.extend(check.with_fen.then(|| "--with-fen".to_owned()));
        words.extend(check.read_ahead.then(|| "--read-ahead".to_owned()));
        words.extend(check.strict.then(|| "--strict".to_owned()));
        words.extend((check.seed != default.seed).then(|| format!("--seed {}", check.seed)));
        words.extend((check.games as usize > default.games).then(|| format!("--games {}", check.games)));
        words.push("--".to_owned());
        words.extend(self.program.iter().map(|word| quoted(&word.to_string_lossy())));
        words.join(" ")
    }

    /// What was checked, for programs that read the report.
    fn about(&self, classic: &Classic) -> serde_json::Value {
        json!({
            "classic": classic.name,
            "program": self.program.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>(),
            "games": self.check.games,
            "seed": self.check.seed,
            "strict": self.check.strict,
        })
    }
}
