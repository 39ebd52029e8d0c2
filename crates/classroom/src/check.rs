use std::ffi::OsString;
use std::io;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tabiya_classics::{Classic, Options};

use crate::check_options::OwnStarts;
use crate::comparison::Rest;
use crate::judge::{Severity, judge};
use crate::program::{Program, ProgramError, RunLimits};
use crate::random_game::Undo;
use crate::reference::Reference;
use crate::test_case::TestCase;
use crate::trial::{Trial, Verdict};

/// How much more than expected a program may write before it is stopped.
const SLACK: usize = 256 * 1024;

/// Somebody's program, which classic it is, and how it is checked.
#[expect(missing_docs, reason = "the classic and the program are their own names")]
pub struct Check<'a> {
    pub classic: &'a Classic,
    pub program: Program,
    /// Whether it was started so that moves are taken back.
    pub undo: Undo,
    /// What becomes of cases with a start position of their own.
    pub own_starts: OwnStarts,
    /// What becomes of what the document leaves open.
    pub severity: Severity,
    /// How long the program may take for a case.
    pub timeout: Duration,
}

impl Check<'_> {
    /// Runs the program on a case and judges it. Where `stop` is set meanwhile, the program is ended.
    pub fn run(&self, case: &TestCase, stop: &AtomicBool) -> Result<Trial, ProgramError> {
        if case.fen.is_some() && self.own_starts == OwnStarts::Skipped {
            let why = "the program would have to accept --fen FEN; --with-fen says that it does";
            return Ok(Trial { name: case.name.clone(), verdict: Verdict::Skipped(why), took: None });
        }
        let fen = case.fen.map(str::parse).transpose().map_err(io::Error::other)?;
        let options = Options { fen, undo: self.undo == Undo::Yes, ..Options::default() };
        let reference = Reference::record(self.classic, &options, &case.input)?;
        let expected = reference.output();
        let limits = RunLimits { time: self.timeout, output: 2 * expected.len() + SLACK };
        // Honest programs loop or wait at the end of their input.
        let is_enough = |output: &[u8]| reference.rest == Rest::Anything && output.starts_with(&expected);
        let run = self.with_fen(case).run(&case.input, limits, stop, is_enough)?;
        let verdict = judge(&reference, &case.input, &run, self.severity, limits.time);
        Ok(Trial { name: case.name.clone(), verdict, took: Some(run.took) })
    }

    fn with_fen(&self, case: &TestCase) -> Program {
        let fen = case.fen.iter().flat_map(|fen| ["--fen".into(), OsString::from(fen)]);
        Program {
            path: self.program.path.clone(),
            args: self.program.args.iter().cloned().chain(fen).collect(),
        }
    }
}
