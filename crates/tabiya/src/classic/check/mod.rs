//! `tabiya classic check`: somebody's own program beside ours.

mod case;
mod chooser;
mod comparison;
mod difference;
mod interrupt;
mod invisible;
mod json;
mod judge;
mod junit;
mod moment;
mod pipes;
mod program;
mod random_game;
mod reference;
mod report;
mod tongue;
mod trial;
mod witness;

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::error::ErrorKind;
use serde_json::json;
use tabiya_classics::{Classic, Options};

use self::case::{Case, cases};
use self::comparison::Rest;
use self::interrupt::Interrupt;
use self::judge::{Severity, judge};
use self::program::{Failure, Limits, Program};
use self::random_game::Undo;
use self::reference::Reference;
use self::tongue::{Tongue, tongue};
use self::trial::{Tally, Trial, Verdict};
use crate::output::{Status, print_lines};
use tabiya_system::{Draft, Progress};

/// How much more than expected a program may write before it is stopped.
const SLACK: usize = 256 * 1024;

/// Check somebody's own program of a classic against ours
///
/// The program is fed the cases that belong to the classic and random games, in which right moves, wrong moves and
/// nonsense are mixed, and what it prints is compared byte for byte with what ours prints.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Which classic the program is
    #[arg(value_parser = ["hong", "hong-written", "cuhk", "waterloo", "imperial"])]
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
    let check = Check::new(args)?;
    if args.list {
        print_lines(check.cases.iter().map(|case| &case.name))?;
        return Ok(Status::Done);
    }
    let trials = check.run()?;
    if let Some(path) = &args.junit {
        let mut draft = Draft::new(path)?;
        draft.write_all(
            junit::report(&format!("tabiya classic check {}", check.classic.name), &trials).as_bytes(),
        )?;
        draft.commit()?;
    }
    if args.json {
        print_lines([tabiya_system::json_line(&json::report(check.about(), &trials))])?;
    } else {
        print_lines(report::lines(&trials, tabiya_system::width()))?;
    }
    Ok(if Tally::of(&trials).is_agreement() { Status::Done } else { Status::Refused })
}

/// Everything that was asked for.
struct Check<'a> {
    args: &'a Args,
    classic: &'static Classic,
    tongue: &'static Tongue,
    cases: Vec<Case>,
    program: Program,
}

impl Check<'_> {
    fn new(args: &Args) -> anyhow::Result<Check<'_>> {
        let name = match (args.name.as_str(), args.as_written) {
            ("hong" | "hong-written", true) => "hong-written",
            (_, true) => return Err(usage("--as-written is for hong only")),
            (name, false) => name,
        };
        if args.undo && name != "waterloo" {
            return Err(usage("--undo is for waterloo only"));
        }
        let classic = Classic::find(name).context("there is no such classic")?;
        let tongue = tongue(name).context("nobody knows how to speak to this classic")?;
        let undo = if args.undo { Undo::Yes } else { Undo::No };
        let mut cases = cases(classic, tongue, undo, args.games as usize, args.seed);
        for name in &args.only {
            if !cases.iter().any(|case| case.name == *name) {
                let name = tabiya_system::visible(name);
                return Err(usage(&format!("there is no case {name}: --list tells which there are")));
            }
        }
        cases.retain(|case| args.only.is_empty() || args.only.contains(&case.name));
        let (path, others) = match args.program.split_first() {
            Some((path, others)) => (path.clone(), others.to_vec()),
            None => (OsString::new(), Vec::new()),
        };
        Ok(Check { args, classic, tongue, cases, program: Program { path, args: others } })
    }

    fn run(&self) -> anyhow::Result<Vec<Trial>> {
        let interrupt = Interrupt::watch()?;
        let progress = Progress::new();
        let mut trials = Vec::new();
        for (number, case) in self.cases.iter().enumerate() {
            progress.show(format_args!("{} of {}: {}", number + 1, self.cases.len(), case.name));
            trials.push(self.try_case(case, &interrupt)?);
        }
        Ok(trials)
    }

    fn try_case(&self, case: &Case, interrupt: &Interrupt) -> anyhow::Result<Trial> {
        if case.fen.is_some() && !self.args.with_fen {
            let why = "the program would have to accept --fen FEN; --with-fen says that it does";
            return Ok(Trial { name: case.name.clone(), verdict: Verdict::Skipped(why), took: None });
        }
        let fen = case.fen.map(str::parse).transpose().context("the position of a case")?;
        let options = Options { fen, undo: self.args.undo, ..Options::default() };
        let reference = Reference::record(self.classic, self.tongue, &options, &case.input)?;
        let expected = reference.output();
        let limits = Limits { time: self.args.timeout, output: 2 * expected.len() + SLACK };
        // Honest programs loop or wait at the end of their input.
        let is_enough = |output: &[u8]| reference.rest == Rest::Anything && output.starts_with(&expected);
        let run = self.with_fen(case).run(&case.input, limits, interrupt, is_enough);
        let run = run.map_err(|error| self.explain(error))?;
        let severity = if self.args.strict { Severity::Strict } else { Severity::Fair };
        let verdict = judge(&reference, &run, severity, limits.time);
        Ok(Trial { name: case.name.clone(), verdict, took: Some(run.took) })
    }

    fn with_fen(&self, case: &Case) -> Program {
        let fen = case.fen.iter().flat_map(|fen| ["--fen".into(), OsString::from(fen)]);
        Program {
            path: self.program.path.clone(),
            args: self.program.args.iter().cloned().chain(fen).collect(),
        }
    }

    /// Whatever is wrong with a program that cannot be run is wrong usage of ours.
    fn explain(&self, error: Failure) -> anyhow::Error {
        match error {
            Failure::Start(error) => {
                let path = tabiya_system::visible(&self.program.path.to_string_lossy());
                usage(&format!("{path} cannot be started: {error}"))
            }
            Failure::Other(error) => error.into(),
        }
    }

    fn about(&self) -> serde_json::Value {
        let program = std::iter::once(&self.program.path).chain(&self.program.args);
        json!({
            "classic": self.classic.name,
            "program": program.map(|word| word.to_string_lossy()).collect::<Vec<_>>(),
            "games": self.args.games,
            "seed": self.args.seed,
            "strict": self.args.strict,
        })
    }
}

fn usage(message: &str) -> anyhow::Error {
    clap::Error::raw(ErrorKind::ValueValidation, format!("{message}\n")).into()
}

fn seconds(text: &str) -> anyhow::Result<Duration> {
    let seconds: f64 = text.parse().map_err(|_| anyhow!("it is no number of seconds"))?;
    if !(0.01..=3600.0).contains(&seconds) {
        return Err(anyhow!("it must be between 0.01 and 3600 seconds"));
    }
    Ok(Duration::from_secs_f64(seconds))
}
