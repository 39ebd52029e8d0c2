use std::io::{self, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};
use tabiya_sandbox::Leash;

use super::reader::{self, OutputLine};
use super::{EngineError, EngineLog};

/// How many lines may wait for a program that does not read.
const MAX_QUEUE: usize = 4096;

/// How long a program may take to leave when it has been asked to.
const FAREWELL: Duration = Duration::from_millis(500);

/// How often we look whether we are to stop, or whether a program has left.
const GLANCE: Duration = Duration::from_millis(50);

/// A running program that is talked to by lines. Dropped, it is killed with all its children.
pub struct Process {
    child: Child,
    /// Writing happens on a thread of its own, because a program that does not read would block us.
    input: Option<SyncSender<String>>,
    output: Receiver<OutputLine>,
    stop: Arc<AtomicBool>,
    log: EngineLog,
    name: String,
    leash: Option<Arc<Leash>>,
}

/// What a program is waited for: perhaps through many lines that are something else.
pub struct Wait {
    begun: Instant,
    /// How long the whole wait may take.
    pub patience: Duration,
    awaited: &'static str,
    /// How many lines have come.
    lines: u64,
}

impl Wait {
    pub fn new(begun: Instant, patience: Duration, awaited: &'static str) -> Wait {
        Wait { begun, patience, awaited, lines: 0 }
    }

    fn error(&self) -> EngineError {
        EngineError::Silent { awaited: self.awaited, waited: self.patience, lines: self.lines }
    }
}

impl Process {
    /// Runs a program. It gets a process group of its own, so that Ctrl-C on our terminal does not reach it.
    pub fn start(
        command: &mut Command,
        name: &str,
        stop: Arc<AtomicBool>,
        log: EngineLog,
        leash: Option<Arc<Leash>>,
    ) -> io::Result<Process> {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        leash.iter().for_each(|leash| leash.mark(command));
        let mut child = command.process_group(0).spawn()?;
        leash.iter().for_each(|leash| leash.tie(child.id()));
        let input = child.stdin.take().map(writer);
        let output = child.stdout.take().map(reader::lines);
        let output = output.ok_or_else(|| io::Error::other("it has no standard output"))?;
        Ok(Process { child, input, output, stop, log, name: name.to_owned(), leash })
    }

    /// Sends a line; says when that was.
    pub fn send(&self, line: &str) -> Instant {
        let at = Instant::now();
        self.log.write(&self.name, '<', line);
        if let Some(input) = &self.input {
            // Of a program that does not read or is gone, the next wait will tell.
            let _ = input.try_send(format!("{line}\n"));
        }
        at
    }

    /// The next line that is not empty. When the time for what is waited for is over, the program is given up.
    pub fn receive(&mut self, wait: &mut Wait) -> Result<OutputLine, EngineError> {
        let until = wait.begun + wait.patience;
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(EngineError::Interrupted);
            }
            // A program that writes without end must not keep us beyond the time.
            let left = until.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(GLANCE)) {
                Ok(line) if line.text.is_empty() && !left.is_zero() => {}
                Ok(line) if line.at <= until => {
                    self.log.write(&self.name, '>', &line.text);
                    wait.lines += 1;
                    return Ok(line);
                }
                Err(RecvTimeoutError::Timeout) if !left.is_zero() => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Ok(_) | Err(RecvTimeoutError::Timeout) => return Err(wait.error()),
            }
        }
    }

    /// Forgets what the program has written and nobody has read.
    pub fn drain(&self) {
        // Not more than the queue holds: the program may be writing faster than we read.
        for line in self.output.try_iter().take(MAX_QUEUE) {
            self.log.write(&self.name, '>', &line.text);
        }
    }

    /// The output has ended: tells how the program did.
    fn ended(&mut self) -> EngineError {
        match self.wait(FAREWELL) {
            Some(status) => EngineError::Ended(describe(status)),
            None => EngineError::Ended("it closed its output".to_owned()),
        }
    }

    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let end = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < end => thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }

    /// Ends a program that was asked to leave, if it does not do so soon.
    pub fn dismiss(&mut self) {
        self.input = None;
        let _ = self.wait(FAREWELL);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        if !matches!(self.child.try_wait(), Ok(Some(_))) {
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
            let _ = self.child.kill();
            // Without this the dead child would stay in the system's table.
            let _ = self.child.wait();
        }
        if let Some(leash) = &self.leash {
            leash.untie(self.child.id());
        }
    }
}

fn writer(mut input: ChildStdin) -> SyncSender<String> {
    let (sender, lines) = mpsc::sync_channel::<String>(MAX_QUEUE);
    thread::spawn(move || {
        for line in lines {
            if input.write_all(line.as_bytes()).is_err() {
                return;
            }
        }
    });
    sender
}

fn describe(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("it exited with status {code}"),
        (None, Some(signal)) => format!("it was ended by signal {signal}"),
        (None, None) => "it exited".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Process {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        Process::start(&mut command, "test", Arc::default(), EngineLog::default(), None).unwrap()
    }

    /// Time enough.
    fn wait(awaited: &'static str) -> Wait {
        Wait::new(Instant::now(), Duration::from_secs(30), awaited)
    }

    #[test]
    fn lines_go_back_and_forth() {
        let mut process = shell("while read line; do echo \"got $line\"; done");
        process.send("one");
        assert_eq!(process.receive(&mut wait("an echo")).unwrap().text, "got one");
    }

    #[test]
    fn nothing_is_left_of_a_dropped_program() {
        let mut process = shell("trap '' TERM INT HUP; sleep 1000 & echo $!; wait; sleep 1000");
        let child: u32 = process.receive(&mut wait("a number")).unwrap().text.parse().unwrap();
        let id = process.child.id();
        drop(process);
        // The program itself is gone with its entry in the table; its child is somebody else's to bury.
        assert!(!std::path::Path::new(&format!("/proc/{id}")).exists());
        let is_running = || {
            let state = std::fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
            !state.is_empty() && !state.contains(") Z ")
        };
        let end = Instant::now() + Duration::from_secs(30);
        while is_running() {
            assert!(Instant::now() < end);
            thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn a_program_that_does_not_read_does_not_block_us() {
        let mut process = shell("sleep 1000");
        for _ in 0..10_000 {
            process.send(&"x".repeat(100));
        }
        let mut wait = Wait::new(Instant::now(), Duration::from_millis(10), "anything");
        assert!(matches!(process.receive(&mut wait), Err(EngineError::Silent { lines: 0, .. })));
    }

    #[test]
    fn a_program_that_only_talks_is_waited_for_as_long_as_was_meant() {
        let patience = Duration::from_millis(300);
        let mut process = shell("yes chatter");
        let mut wait = Wait::new(Instant::now(), patience, "sense");
        let mut heard = 0;
        let error = loop {
            match process.receive(&mut wait) {
                Ok(_) => heard += 1,
                Err(error) => break error,
            }
        };
        assert!(heard > 0);
        assert_eq!(error, EngineError::Silent { awaited: "sense", waited: patience, lines: heard });
        let told = format!("it did not answer for 0.3 s, but wrote {heard} other lines (waited for sense)");
        assert_eq!(error.to_string(), told);
    }

    #[test]
    fn the_end_of_a_program_is_told() {
        let mut process = shell("echo last; exit 3");
        assert_eq!(process.receive(&mut wait("a line")).unwrap().text, "last");
        let error = process.receive(&mut wait("another")).err().unwrap();
        assert_eq!(error, EngineError::Ended("it exited with status 3".to_owned()));
        let mut process = shell("kill -9 $$");
        let error = process.receive(&mut wait("a line")).err().unwrap();
        assert_eq!(error, EngineError::Ended("it was ended by signal 9".to_owned()));
    }

    #[test]
    fn everything_stops_when_it_is_asked_to() {
        let mut process = shell("yes");
        process.stop.store(true, Ordering::Relaxed);
        assert_eq!(process.receive(&mut wait("anything")).err(), Some(EngineError::Interrupted));
    }
}
