//! `tabiya classic check`: somebody's own program beside ours.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use serde_json::json;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use tabiya_classics::{CLASSICS, Classic};
use tabiya_classroom::{
    Check, OwnStarts, Program, ProgramError, Severity, TestCase, Totals, Trial, Undo, cases, report_json,
    report_junit, report_lines,
};
use tabiya_system::{Draft, Progress};

use crate::output::{Status, print_lines};

/// Check somebody's own program of a classic against ours
///
/// The program is fed the cases that belong to the classic and random games, in which right moves, wrong moves and
/// nonsense are mixed, and what it prints is compared byte for byte with what ours prints.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Which classic the program is
    #[arg(value_parser = PossibleValuesParser::new(CLASSICS.iter().map(|classic| classic.name)))]
    name: String,

    /// The program and its arguments
    #[arg(last = true, value_name = "PROGRAM", required_unless_present = "list")]
    program: Vec<OsString>,

    /// Hong's game as its requirements have it, not as it was verified; the same as the name hong-written
    #[arg(long)]
    as_written: bool,

    /// The program was started with -undo: every turn begins with `play` or `undo` (waterloo only)
    #[arg(long)]
    undo: bool,

    /// Run the cases with their own start position, too: the program is given --fen FEN behind its arguments
    #[arg(long)]
    with_fen: bool,

    /// How many random games to play
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(..=100_000))]
    games: u32,

    /// Which random games: the same number gives the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Only this case; may be given several times
    #[arg(long = "case", value_name = "NAME")]
    only: Vec<String>,

    /// How long the program may take for a case
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    timeout: Duration,

    /// Count what the document leaves open, too
    #[arg(long)]
    strict: bool,

    /// List the cases and run nothing
    #[arg(long)]
    list: bool,

    /// Print the report as JSON, with the difference of every case
    #[arg(long)]
    json: bool,

    /// Write a report in JUnit's XML form, too
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  tabiya classic check hong -- ./chess
  tabiya classic check cuhk --games 200 -- java -cp build Chess
  tabiya classic check waterloo --undo -- ./chess -undo
  tabiya classic check imperial --strict --junit report.xml -- python3 chess.py
  tabiya classic check hong --case random-7 -- ./chess     one case again

Where a game ends by its rules, the program must end, too. Elsewhere it is stopped after its last input, and only what
it wrote until then is compared. Texts that the document leaves open are noted and do not count, but for --strict.
The program runs with all your rights: check programs of people you do not know in a container.

Exit status: 0 everything agrees, 1 something differs, 2 wrong usage or a program that cannot be started.";

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let check = args.check()?;
    let cases = args.cases(&check)?;
    if args.list {
        print_lines(cases.iter().map(|case| &case.name))?;
        return Ok(Status::Done);
    }
    let trials = run_cases(&check, &cases)?;
    if let Some(path) = &args.junit {
        let suite = format!("tabiya classic check {}", check.classic.name);
        let mut draft = Draft::new(path)?;
        draft.write_all(report_junit(&suite, &trials).as_bytes())?;
        draft.commit()?;
    }
    if args.json {
        print_lines([tabiya_system::json_line(&report_json(args.about(&check), &trials))])?;
    } else {
        print_lines(report_lines(&trials, tabiya_system::width()))?;
    }
    Ok(if Totals::of(&trials).is_agreement() { Status::Done } else { Status::Refused })
}

fn run_cases(check: &Check, cases: &[TestCase]) -> anyhow::Result<Vec<Trial>> {
    let stop = stop_on_signals()?;
    let progress = Progress::new();
    let mut trials = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        progress.show(format_args!("{} of {}: {}", number + 1, cases.len(), case.name));
        trials.push(check.run(case, &stop).map_err(|failure| explain(check, failure))?);
    }
    Ok(trials)
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

/// Whatever is wrong with a program that cannot be run is wrong usage of ours.
fn explain(check: &Check, failure: ProgramError) -> anyhow::Error {
    match failure {
        ProgramError::Start(error) => {
            let path = tabiya_system::visible(&check.program.path.to_string_lossy());
            usage(&format!("{path} cannot be started: {error}"))
        }
        ProgramError::Stopped | ProgramError::Other(_) => failure.into(),
    }
}

impl Args {
    fn check(&self) -> anyhow::Result<Check<'static>> {
        let name = match (self.name.as_str(), self.as_written) {
            ("hong" | "hong-written", true) => "hong-written",
            (_, true) => return Err(usage("--as-written is for hong only")),
            (name, false) => name,
        };
        let classic = Classic::find(name).context("there is no such classic")?;
        if self.undo && !classic.takes_back() {
            return Err(usage(&format!("--undo is not for {name}: it takes no move back")));
        }
        let (path, others) = match self.program.split_first() {
            Some((path, others)) => (path.clone(), others.to_vec()),
            None => (OsString::new(), Vec::new()),
        };
        Ok(Check {
            classic,
            program: Program { path, args: others },
            undo: if self.undo { Undo::Yes } else { Undo::No },
            own_starts: if self.with_fen { OwnStarts::Given } else { OwnStarts::Skipped },
            severity: if self.strict { Severity::Strict } else { Severity::Fair },
            timeout: self.timeout,
        })
    }

    /// The cases that were asked for.
    fn cases(&self, check: &Check) -> anyhow::Result<Vec<TestCase>> {
        let mut cases = cases(check.classic, check.undo, self.games as usize, self.seed);
        for name in &self.only {
            if !cases.iter().any(|case| case.name == *name) {
                let name = tabiya_system::visible(name);
                return Err(usage(&format!("there is no case {name}: --list tells which there are")));
            }
        }
        cases.retain(|case| self.only.is_empty() || self.only.contains(&case.name));
        Ok(cases)
    }

    /// What was checked, for programs that read the report.
    fn about(&self, check: &Check) -> serde_json::Value {
        let program = std::iter::once(&check.program.path).chain(&check.program.args);
        json!({
            "classic": check.classic.name,
            "program": program.map(|word| word.to_string_lossy()).collect::<Vec<_>>(),
            "games": self.games,
            "seed": self.seed,
            "strict": self.strict,
        })
    }
}

pub fn usage(message: &str) -> anyhow::Error {
    clap::Error::raw(ErrorKind::ValueValidation, format!("{message}\n")).into()
}

pub fn seconds(text: &str) -> anyhow::Result<Duration> {
    let seconds: f64 = text.parse().map_err(|_| anyhow!("it is no number of seconds"))?;
    if !(0.01..=3600.0).contains(&seconds) {
        return Err(anyhow!("it must be between 0.01 and 3600 seconds"));
    }
    Ok(Duration::from_secs_f64(seconds))
}
