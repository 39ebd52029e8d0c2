use std::process::Command;
use std::sync::atomic::AtomicBool;

use tabiya_classics::Classic;

use crate::check::Check;
use crate::check_options::{AfterDifference, CheckOptions};
use crate::check_report::CheckReport;
use crate::program::{Program, ProgramError};
use crate::test_case::{TestCase, cases};
use crate::trial::Verdict;

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
}

impl Checker<'_> {
    /// Runs all cases. `tell` is told each case before it is run: how many there are before it, how many in all, and
    /// its name. Where `stop` is set meanwhile, the program is ended.
    pub fn run(
        &self,
        stop: &AtomicBool,
        tell: &(dyn Fn(usize, usize, &str) + Sync),
    ) -> Result<CheckReport, ProgramError> {
        let cases = self.cases();
        let check = self.check();
        let mut trials = Vec::new();
        for (number, case) in cases.iter().enumerate() {
            tell(number, cases.len(), &case.name);
            let trial = check.run(case, stop)?;
            let is_over = matches!(trial.verdict, Verdict::Differs(_))
                && self.options.after_difference == AfterDifference::Stop;
            trials.push(trial);
            if is_over {
                break;
            }
        }
        Ok(CheckReport {
            classic: self.classic,
            points: 0.0,
            max_points: 0.0,
            coverage: Vec::new(),
            layout: Vec::new(),
            trials,
            remarks: Vec::new(),
        })
    }

    /// The cases that are asked for.
    pub fn cases(&self) -> Vec<TestCase> {
        let CheckOptions { undo, games, seed, only, .. } = self.options;
        let mut cases = cases(self.classic, *undo, *games, *seed);
        cases.retain(|case| only.is_empty() || only.contains(&case.name));
        cases
    }

    fn check(&self) -> Check<'_> {
        let command = (self.start)();
        let program = Program {
            path: command.get_program().to_owned(),
            args: command.get_args().map(ToOwned::to_owned).collect(),
        };
        let CheckOptions { undo, own_starts, severity, timeout, .. } = *self.options;
        Check { classic: self.classic, program, undo, own_starts, severity, timeout }
    }
}
