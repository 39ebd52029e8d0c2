use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// How long a task may take before it says how far it is.
const PATIENCE: Duration = Duration::from_secs(1);

/// A line on standard error that says how far a task is: only on a terminal, only where it takes long, and gone at
/// the end.
pub struct Progress {
    begun: Instant,
    is_terminal: bool,
    is_shown: bool,
}

impl Progress {
    pub fn new() -> Progress {
        Progress { begun: Instant::now(), is_terminal: io::stderr().is_terminal(), is_shown: false }
    }

    /// How often to show; `None` where nobody would see it.
    pub fn interval(&self) -> Option<Duration> {
        self.is_terminal.then_some(Duration::from_millis(200))
    }

    pub fn show(&mut self, state: impl Display) {
        if self.is_terminal && self.begun.elapsed() >= PATIENCE {
            self.is_shown = true;
            let _ = write!(io::stderr(), "\r\x1b[K{state}");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
