use std::io::{self, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use super::reader::{self, Written};
use super::{Log, Trouble};

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
    output: Receiver<Written>,
    stop: Arc<AtomicBool>,
    log: Log,
    name: String,
}

impl Process {
    /// Runs a program. It gets a process group of its own, so that Ctrl-C on our terminal does not reach it.
    pub fn start(command: &mut Command, name: &str, stop: Arc<AtomicBool>, log: Log) -> io::Result<Process> {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.process_group(0).spawn()?;
        let input = child.stdin.take().map(writer);
        let output = child.stdout.take().map(reader::lines);
        let output = output.ok_or_else(|| io::Error::other("it has no standard output"))?;
        Ok(Process { child, input, output, stop, log, name: name.to_owned() })
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

    /// The next line that is not empty. It is `awaited` for until a time, and then the program is given up.
    pub fn receive(&mut self, until: Instant, awaited: &'static str) -> Result<Written, Trouble> {
        let begun = Instant::now();
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Trouble::Interrupted);
            }
            // A program that writes without end must not keep us beyond the time.
            let left = until.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(GLANCE)) {
                Ok(line) if line.text.is_empty() && !left.is_zero() => {}
                Ok(line) if line.at <= until => {
                    self.log.write(&self.name, '>', &line.text);
                    return Ok(line);
                }
                Err(RecvTimeoutError::Timeout) if !left.is_zero() => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Ok(_) | Err(RecvTimeoutError::Timeout) => {
                    let waited = until.saturating_duration_since(begun);
                    return Err(Trouble::Silent { awaited, waited });
                }
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
    fn ended(&mut self) -> Trouble {
        match self.wait(FAREWELL) {
            Some(status) => Trouble::Ended(describe(status)),
            None => Trouble::Ended("it closed its output".to_owned()),
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
        if let Ok(Some(_)) = self.child.try_wait() {
            return;
        }
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        let _ = self.child.kill();
        // Without this the dead child would stay in the system's table.
        let _ = self.child.wait();
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
