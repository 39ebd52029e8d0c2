//! Somebody's program, run in such a way that we come back whatever it does.

use std::ffi::OsString;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{fmt, io};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use crate::pipes::Pipes;

/// How often we look whether a program that says nothing has ended.
const GLANCE: Duration = Duration::from_millis(10);

/// How long we wait for the end of the output after the program has ended, in case one that it started still writes.
const AFTERMATH: Duration = Duration::from_millis(250);

/// What to start.
#[derive(Clone, Debug)]
pub struct Program {
    /// The file, or the name under which it is found on the path.
    pub path: OsString,
    /// Its arguments.
    pub args: Vec<OsString>,
}

/// How far a program may go.
#[derive(Clone, Copy)]
pub struct RunLimits {
    pub time: Duration,
    /// How many bytes of output are read; with more, it is stopped.
    pub output: usize,
}

/// What a program did.
pub struct ProgramRun {
    pub output: Vec<u8>,
    /// The last that it wrote to standard error.
    pub complaints: Vec<u8>,
    pub end: ProgramEnd,
    pub took: Duration,
}

/// How a program came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProgramEnd {
    /// By itself, with this status.
    Exited(i32),
    /// By a signal that was not ours.
    Died(i32),
    /// We stopped it: it had said all that was asked.
    Stopped,
    /// We stopped it: its time was up.
    OutOfTime,
    /// We stopped it: it wrote and wrote.
    Flooded,
}

/// Why there is nothing to tell of a program.
#[derive(Debug)]
pub enum ProgramError {
    /// It cannot be started.
    Start(io::Error),
    /// We were asked to stop.
    Stopped,
    /// Something of ours went wrong.
    Other(io::Error),
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProgramError::Start(error) => write!(f, "the program cannot be started: {error}"),
            ProgramError::Stopped => f.write_str("stopped before the end, as you asked; nothing was written"),
            ProgramError::Other(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ProgramError {}

impl From<io::Error> for ProgramError {
    fn from(error: io::Error) -> ProgramError {
        ProgramError::Other(error)
    }
}

impl Program {
    /// Runs the program on an input that ends, until it ends, has said enough or exceeds a limit.
    ///
    /// Afterwards neither it nor any process of its group is left.
    pub(crate) fn run(
        &self,
        input: &[u8],
        limits: RunLimits,
        stop: &AtomicBool,
        is_enough: impl Fn(&[u8]) -> bool,
    ) -> Result<ProgramRun, ProgramError> {
        let begun = Instant::now();
        let mut group = Group::start(self).map_err(ProgramError::Start)?;
        let mut pipes = Pipes::new(&mut group.leader, input)?;
        let deadline = begun + limits.time;
        let stopped = loop {
            let has_news = pipes.exchange(GLANCE)?;
            if stop.load(Ordering::Relaxed) {
                return Err(ProgramError::Stopped);
            }
            if has_news && is_enough(pipes.output()) {
                break Some(ProgramEnd::Stopped);
            } else if pipes.output().len() > limits.output {
                break Some(ProgramEnd::Flooded);
            } else if group.has_ended()? {
                break None;
            } else if Instant::now() >= deadline {
                break Some(ProgramEnd::OutOfTime);
            }
        };
        if stopped.is_none() {
            pipes.drain(AFTERMATH, limits.output)?;
        }
        let took = begun.elapsed();
        let status = group.finish()?;
        let (output, complaints) = pipes.into_output();
        Ok(ProgramRun { output, complaints, end: stopped.unwrap_or_else(|| ProgramEnd::of(status)), took })
    }
}

impl ProgramEnd {
    fn of(status: ExitStatus) -> ProgramEnd {
        match status.code() {
            Some(code) => ProgramEnd::Exited(code),
            None => ProgramEnd::Died(status.signal().unwrap_or_default()),
        }
    }
}

/// A process and all that it starts, as long as they do not part from it. None of them outlives this value.
struct Group {
    leader: Child,
    is_reaped: bool,
}

impl Group {
    fn start(program: &Program) -> io::Result<Group> {
        let leader = Command::new(&program.path)
            .args(&program.args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        Ok(Group { leader, is_reaped: false })
    }

    /// Whether the leader has ended. It is not reaped yet, so that nobody else can get the number of its group.
    fn has_ended(&self) -> io::Result<bool> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        Ok(waitid(WaitId::Pid(Pid::from_child(&self.leader)), options)?.is_some())
    }

    /// Ends whatever is left of the group, and says how the leader ended.
    fn finish(&mut self) -> io::Result<ExitStatus> {
        // Where nothing is left to end, that is as well.
        let _ = kill_process_group(Pid::from_child(&self.leader), Signal::KILL);
        let status = self.leader.wait()?;
        self.is_reaped = true;
        Ok(status)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if !self.is_reaped {
            let _ = self.finish();
        }
    }
}
