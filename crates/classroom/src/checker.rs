use std::process::Command;
use std::sync::atomic::AtomicBool;

use tabiya_classics::Classic;
use tabiya_sandbox::Leash;

use crate::check_options::CheckOptions;
use crate::check_report::CheckReport;
use crate::check_run::{CheckRun, known_topics};
use crate::program::{ProcessRunner, ProgramError, Runner};
use crate::test_case::{TestCase, cases};

/// Checks a program of a classic. This is the door for whoever grades programs.
///
/// `start` makes the command that starts the program, as often as it is asked; standard input, output and error are set
/// here, and where a case has a start position of its own, `--fen FEN` is added behind the arguments.
pub struct Checker<'a> {
    /// Of which classic the program should be.
    pub classic: &'static Classic,
    /// What starts the program.
    pub start: &'a (dyn Fn() -> Command + Sync),
    /// How it is checked.
    pub options: &'a CheckOptions,
    /// What ends the program with us, where it does not see to that itself.
    pub leash: Option<&'a Leash>,
}

impl Checker<'_> {
    /// Runs all cases. `tell` is told each case before it is run: how many there are before it, how many in all, and
    /// its name. Where `stop` is set meanwhile, the program is ended, and what is left is skipped.
    pub fn run(
        &self,
        stop: &AtomicBool,
        tell: &(dyn Fn(usize, usize, &str) + Sync),
    ) -> Result<CheckReport, ProgramError> {
        self.run_in(&chosen_cases(self.classic, self.options), stop, tell)
    }

    /// Runs these cases, for whoever has them already.
    pub fn run_in(
        &self,
        cases: &[TestCase],
        stop: &AtomicBool,
        tell: &(dyn Fn(usize, usize, &str) + Sync),
    ) -> Result<CheckReport, ProgramError> {
        let runner =
            ProcessRunner { start: self.start, holds_prompts: AtomicBool::new(false), leash: self.leash };
        check_with(self.classic, &runner, cases, self.options, stop, tell)
    }
}

/// Checks whatever a runner runs in these cases, as [`Checker::run`] does with a program.
pub fn check_with(
    classic: &'static Classic,
    runner: &dyn Runner,
    cases: &[TestCase],
    options: &CheckOptions,
    stop: &AtomicBool,
    tell: &(dyn Fn(usize, usize, &str) + Sync),
) -> Result<CheckReport, ProgramError> {
    CheckRun::new(classic, runner, options, stop).with_lessons()?.run(cases, tell)
}

/// What a program that reads moves can earn in the cases that the options ask for.
pub fn max_points(classic: &'static Classic, options: &CheckOptions) -> Result<f64, ProgramError> {
    let topics = known_topics(classic, options, &chosen_cases(classic, options))?;
    Ok(topics.into_iter().map(|topic| options.weights.of(topic)).sum())
}

/// The cases that the options ask for.
pub fn chosen_cases(classic: &'static Classic, options: &CheckOptions) -> Vec<TestCase> {
    if let Some(input) = &options.input {
        return vec![TestCase::new("input", input.clone()).from_position(options.fen.as_deref())];
    }
    let is_wanted = |name: &str| options.only.is_empty() || options.only.iter().any(|only| only == name);
    cases(classic, options.undo, options.games, options.seed, &is_wanted)
}

/// The names of all cases that can be asked for.
pub fn case_names(classic: &'static Classic, options: &CheckOptions) -> Vec<String> {
    let all = cases(classic, options.undo, options.games, options.seed, &|_| true);
    all.into_iter().map(|case| case.name).collect()
}
