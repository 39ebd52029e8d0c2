//! Somebody's program, run in such a way that we come back whatever it does.

use std::os::fd::OwnedFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{fmt, io};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use tabiya_sandbox::Leash;

use crate::check_options::InputTiming;
use crate::pipes::Pipes;
use crate::pty::Pty;

/// How often we look whether a program that says nothing has ended.
const GLANCE: Duration = Duration::from_millis(10);

/// How long we wait for the end of the output after the program has ended, in case one that it started still writes.
const AFTERMATH: Duration = Duration::from_millis(250);

/// How long a program may be silent where only an unfinished line is missing. C holds such a line back where its input
/// is no terminal, so that is no fault.
const PROMPT: Duration = Duration::from_millis(250);

/// How long a program that has all its input is left alone.
const PAUSE: Duration = Duration::from_millis(50);

/// How many lines of a program that has written something else are read on, and how long it may be silent meanwhile.
const LINES_AFTER: usize = 8;
const SILENCE_AFTER: Duration = Duration::from_millis(250);

/// How many times the longest silence a session may last in all.
const ENDURANCE: u32 = 24;

/// Whoever plays the part of a program: a process, or in tests something quicker.
pub trait Runner: Sync {
    /// Runs the program on one input, until it ends, has said enough, says something else or exceeds a limit.
    fn run(&self, talk: &Talk<'_>, stop: &AtomicBool) -> Result<ProgramRun, ProgramError>;
}

/// One session with a program: what it is fed, and when.
pub struct Talk<'a> {
    /// The start position, where it is not the usual one.
    pub fen: Option<&'a str>,
    /// Standard input, as far as it is known before.
    pub input: &'a [u8],
    /// When it is given.
    pub timing: InputTiming,
    /// How long the program may be silent.
    pub patience: Duration,
    /// How long it may be silent before it has written anything: some are long in starting, and quick from then on.
    pub start_patience: Duration,
    /// How many bytes of output are read; with more, the program is stopped.
    pub output_limit: usize,
    /// What to do when the program has written this much.
    pub advise: &'a dyn Fn(&[u8], Prompts) -> Advice,
}

/// Whether a program shows a line that is not ended before it reads, and texts that are open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prompts {
    /// As it does before a person.
    Shown,
    /// Its library holds it back, or it says nothing there.
    Held,
}

/// What to do with a program that has written something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Advice {
    /// Let it have so much of its input, and wait.
    Give(usize),
    /// Let it have so much of its input; if only an unfinished line is missing for more, that will do, too.
    GiveBeforePrompt(usize),
    /// Let it have everything, and the end of the input.
    GiveAll,
    /// Tell it this, which nobody knew before.
    Say(Vec<u8>),
    /// It has written everything that was asked.
    Enough,
    /// It has written something else.
    Apart,
}

/// What a program did.
pub struct ProgramRun {
    /// What it wrote to standard output.
    pub output: Vec<u8>,
    /// The last that it wrote to standard error.
    pub complaints: Vec<u8>,
    /// How it came to its end.
    pub end: ProgramEnd,
    /// How long it ran.
    pub took: Duration,
    /// The longest silence between two things that it wrote.
    pub slowest: Duration,
    /// Whether it was given all of its input.
    pub is_all_given: bool,
    /// Whether it read nothing of it.
    pub is_unread: bool,
    /// Whether it shows a line that is not ended before it reads.
    pub prompts: Prompts,
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

/// A program as a process, started anew for each session.
pub struct ProcessRunner<'a> {
    /// Makes the command that starts it.
    pub start: &'a (dyn Fn() -> Command + Sync),
    /// Whether it was seen to hold back lines that are not ended.
    pub holds_prompts: AtomicBool,
    /// What ends it with us, where it does not see to that itself.
    pub leash: Option<&'a Leash>,
}

impl Runner for ProcessRunner<'_> {
    /// Afterwards neither the program nor any process of its group is left.
    fn run(&self, talk: &Talk<'_>, stop: &AtomicBool) -> Result<ProgramRun, ProgramError> {
        let begun = Instant::now();
        let terminal = match talk.timing {
            InputTiming::LineByLine => Some(Pty::open()?),
            InputTiming::AllAtOnce => None,
        };
        let (ours, theirs) = terminal.map(|pty| (pty.ours, pty.theirs)).unzip();
        let mut group = Group::start(self.command(talk), theirs, self.leash).map_err(ProgramError::Start)?;
        let mut pipes = Pipes::new(&mut group.leader, ours, talk.input)?;
        let held = self.holds_prompts.load(Ordering::Relaxed);
        let mut watch = Watch {
            quiet_since: begun,
            slowest: Duration::ZERO,
            prompts: if held { Prompts::Held } else { Prompts::Shown },
            waits_for_prompt: false,
            has_news: true,
            last_advice: begun,
            seems_apart: false,
            apart_at: None,
        };
        let stopped = loop {
            if stop.load(Ordering::Relaxed) {
                return Err(ProgramError::Stopped);
            }
            if let Some(end) = watch.advance(&mut pipes, talk)? {
                break Some(end);
            } else if group.has_ended()? {
                break None;
            } else if begun.elapsed() >= talk.patience * ENDURANCE {
                break Some(ProgramEnd::OutOfTime);
            }
        };
        if stopped.is_none() {
            pipes.drain(AFTERMATH, talk.output_limit)?;
        }
        self.holds_prompts.fetch_or(watch.prompts == Prompts::Held, Ordering::Relaxed);
        let (took, is_unread, is_all_given) = (begun.elapsed(), pipes.is_unread(), pipes.is_all_written());
        let status = group.finish()?;
        let (output, complaints) = pipes.into_output();
        Ok(ProgramRun {
            output,
            complaints,
            end: stopped.unwrap_or_else(|| ProgramEnd::of(status)),
            took,
            slowest: watch.slowest,
            is_all_given,
            is_unread,
            prompts: watch.prompts,
        })
    }
}

impl ProcessRunner<'_> {
    fn command(&self, talk: &Talk<'_>) -> Command {
        let mut command = (self.start)();
        if let Some(fen) = talk.fen {
            command.args(["--fen", fen]);
        }
        command
    }
}

/// What is kept in mind while a program runs.
struct Watch {
    quiet_since: Instant,
    slowest: Duration,
    prompts: Prompts,
    /// Whether only an unfinished line is missing.
    waits_for_prompt: bool,
    /// Whether there is output that nothing has been made of, and when that was done last.
    has_news: bool,
    last_advice: Instant,
    /// Whether it has begun a line that seems to be something else. The rest of the line may come yet, and show that it is not.
    seems_apart: bool,
    /// How much it had written when that was something else. What follows is for people to read.
    apart_at: Option<usize>,
}

impl Watch {
    /// Waits a moment for output, and gives the program what it may have by then. Says how it ends, where we end it.
    fn advance(&mut self, pipes: &mut Pipes<'_>, talk: &Talk<'_>) -> io::Result<Option<ProgramEnd>> {
        let has_begun = !pipes.output().is_empty();
        if pipes.exchange(GLANCE)? {
            self.has_news = true;
            if has_begun {
                self.slowest = self.slowest.max(self.quiet_since.elapsed());
            }
            self.quiet_since = Instant::now();
        }
        if pipes.output().len() > talk.output_limit {
            return Ok(Some(ProgramEnd::Flooded));
        }
        let is_quiet = self.quiet_since.elapsed() >= SILENCE_AFTER;
        if let Some(at) = self.apart_at {
            let is_told = pipes.output()[at..].iter().filter(|&&byte| byte == b'\n').count() >= LINES_AFTER;
            return Ok((is_told || is_quiet).then_some(ProgramEnd::Stopped));
        }
        if self.seems_apart && is_quiet {
            return Ok(Some(ProgramEnd::Stopped));
        }
        let is_held = self.quiet_since.elapsed() >= PROMPT.min(talk.patience / 2);
        if self.waits_for_prompt && self.prompts == Prompts::Shown && is_held {
            self.prompts = Prompts::Held;
            let end = self.take_advice(pipes, talk);
            if end.is_some() {
                return Ok(end);
            }
        }
        // A program that has all its input is only looked at now and then.
        if self.has_news && (!pipes.is_closing() || self.last_advice.elapsed() >= PAUSE) {
            let end = self.take_advice(pipes, talk);
            if end.is_some() {
                return Ok(end);
            }
        }
        let patience = if pipes.output().is_empty() { talk.start_patience } else { talk.patience };
        Ok((self.quiet_since.elapsed() >= patience).then_some(ProgramEnd::OutOfTime))
    }

    fn take_advice(&mut self, pipes: &mut Pipes<'_>, talk: &Talk<'_>) -> Option<ProgramEnd> {
        self.waits_for_prompt = false;
        self.has_news = false;
        self.seems_apart = false;
        let asked = Instant::now();
        let advice = (talk.advise)(pipes.output(), self.prompts);
        // Our own thinking is no silence of the program.
        self.quiet_since += asked.elapsed();
        self.last_advice = Instant::now();
        match advice {
            Advice::Give(upto) => self.give(pipes, upto),
            Advice::GiveBeforePrompt(upto) => {
                self.waits_for_prompt = true;
                self.give(pipes, upto);
            }
            Advice::GiveAll if !pipes.is_closing() => {
                pipes.close();
                self.quiet_since = Instant::now();
            }
            Advice::GiveAll => {}
            Advice::Say(more) => {
                pipes.say(&more);
                self.quiet_since = Instant::now();
            }
            Advice::Apart => match pipes.output().ends_with(b"\n") {
                true => self.apart_at = Some(pipes.output().len()),
                false => self.seems_apart = true,
            },
            Advice::Enough => return Some(ProgramEnd::Stopped),
        }
        None
    }

    fn give(&mut self, pipes: &mut Pipes<'_>, upto: usize) {
        if pipes.allow(upto) {
            self.quiet_since = Instant::now();
        }
    }
}

impl ProgramEnd {
    /// Whether the program used up its time or, as far as can be seen from outside, its memory: who takes too much of that is
    /// killed, by the sandbox or by the system.
    pub fn is_exhaustion(self) -> bool {
        self == ProgramEnd::OutOfTime || self == ProgramEnd::Died(Signal::KILL.as_raw())
    }

    fn of(status: ExitStatus) -> ProgramEnd {
        match status.code() {
            Some(code) => ProgramEnd::Exited(code),
            None => ProgramEnd::Died(status.signal().unwrap_or_default()),
        }
    }
}

/// A process and all that it starts, as long as they do not part from it. None of them outlives this value.
struct Group<'a> {
    leader: Child,
    leash: Option<&'a Leash>,
    is_reaped: bool,
}

impl Group<'_> {
    /// Our copy of the program's end of its terminal is closed with the command.
    fn start(
        mut command: Command,
        terminal: Option<OwnedFd>,
        leash: Option<&Leash>,
    ) -> io::Result<Group<'_>> {
        let output = terminal.map_or_else(Stdio::piped, Stdio::from);
        command.stdin(Stdio::piped()).stdout(output).stderr(Stdio::piped()).process_group(0);
        leash.into_iter().for_each(|leash| leash.mark(&mut command));
        let leader = command.spawn()?;
        leash.into_iter().for_each(|leash| leash.tie(leader.id()));
        Ok(Group { leader, leash, is_reaped: false })
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
        self.leash.into_iter().for_each(|leash| leash.untie(self.leader.id()));
        self.is_reaped = true;
        Ok(status)
    }
}

impl Drop for Group<'_> {
    fn drop(&mut self) {
        if !self.is_reaped {
            let _ = self.finish();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[test]
    fn a_line_that_is_half_read_is_not_judged() {
        let seen = std::env::temp_dir().join(format!("tabiya-half-{}", std::process::id()));
        // As the letters above a board: by the first of them alone nobody can tell.
        let advise = |output: &[u8], _: Prompts| match output {
            b"A" => {
                std::fs::write(&seen, "").unwrap();
                Advice::Apart
            }
            b"A B\n" => Advice::GiveAll,
            _ => Advice::Give(0),
        };
        let talk = Talk {
            fen: None,
            input: b"1\n",
            timing: InputTiming::LineByLine,
            patience: Duration::from_secs(60),
            start_patience: Duration::from_secs(60),
            output_limit: 100,
            advise: &advise,
        };
        let script =
            "printf A; until [ -e \"$1\" ]; do sleep 0.01; done; echo ' B'; read answer; echo $answer";
        let start = || {
            let mut command = Command::new("sh");
            command.args(["-c", script, "half"]).arg(&seen);
            command
        };
        let runner = ProcessRunner { start: &start, holds_prompts: AtomicBool::new(false), leash: None };
        let run = runner.run(&talk, &AtomicBool::new(false));
        std::fs::remove_file(&seen).unwrap();
        let run = run.unwrap();
        assert_eq!((run.output.as_slice(), run.end), (&b"A B\n1\n"[..], ProgramEnd::Exited(0)));
    }

    #[test]
    fn a_silent_program_is_asked_for_its_prompt_once_and_then_waited_for() {
        let asked = AtomicUsize::new(0);
        let advise = |_: &[u8], _: Prompts| {
            asked.fetch_add(1, Ordering::Relaxed);
            Advice::GiveBeforePrompt(1)
        };
        let talk = Talk {
            fen: None,
            input: b"1\n",
            timing: InputTiming::LineByLine,
            patience: Duration::from_millis(400),
            start_patience: Duration::from_millis(400),
            output_limit: 100,
            advise: &advise,
        };
        let start = || {
            let mut command = Command::new("sleep");
            command.arg("1000");
            command
        };
        let runner = ProcessRunner { start: &start, holds_prompts: AtomicBool::new(false), leash: None };
        let run = runner.run(&talk, &AtomicBool::new(false)).unwrap();
        assert_eq!(run.end, ProgramEnd::OutOfTime);
        // Once at the start, and once more when the prompt did not come.
        assert_eq!(asked.into_inner(), 2);
    }
}
