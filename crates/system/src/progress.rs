use std::cell::Cell;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// How long a task may take before it says how far it is.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often it says so.
const INTERVAL: Duration = Duration::from_millis(200);

/// A line on standard error that says how far a task is: only on a terminal, only where it takes long, and gone at
/// the end.
pub struct Progress {
    begun: Instant,
    is_terminal: bool,
    is_shown: Cell<bool>,
    /// When to show it next.
    next: Cell<Instant>,
}

impl Progress {
    /// A task that begins now.
    #[expect(clippy::new_without_default, reason = "a beginning is no default")]
    pub fn new() -> Progress {
        let begun = Instant::now();
        Progress {
            begun,
            is_terminal: io::stderr().is_terminal(),
            is_shown: Cell::new(false),
            next: Cell::new(begun + PATIENCE),
        }
    }

    /// How often to show; `None` where nobody would see it.
    pub fn interval(&self) -> Option<Duration> {
        self.is_terminal.then_some(INTERVAL)
    }

    /// Shows how far the task is, if somebody would see it.
    pub fn show(&self, state: impl Display) {
        if self.is_terminal && self.begun.elapsed() >= PATIENCE {
            self.is_shown.set(true);
            let _ = write!(io::stderr(), "\r\x1b[K{state}");
        }
    }

    /// Whether it is time to show it again.
    pub fn is_due(&self) -> bool {
        let now = Instant::now();
        let is_due = self.is_terminal && now >= self.next.get();
        if is_due {
            self.next.set(now + INTERVAL);
        }
        is_due
    }

    /// Makes room for other lines on the terminal.
    pub fn hide(&self) {
        if self.is_shown.take() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.hide();
    }
}
