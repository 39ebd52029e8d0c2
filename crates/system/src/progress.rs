use std::cell::Cell;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// How long a task may take before it says how far it is.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often it says so.
const INTERVAL: Duration = Duration::from_millis(200);

/// How often a line says so where there is no terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// A line on standard error that says how far a task is: on a terminal, only where it takes long, and gone at the end.
/// Elsewhere a task of minutes may write a line now and then.
pub struct Progress {
    begun: Instant,
    is_terminal: bool,
    is_shown: Cell<bool>,
    /// When to show it next.
    next: Cell<Instant>,
    /// When to write the next line, where there is no terminal.
    next_line: Cell<Instant>,
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
            next_line: Cell::new(begun + LINE_INTERVAL),
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

    /// Shows how far the task is; where there is no terminal, in a line now and then.
    pub fn show_or_log(&self, state: impl Display) {
        if self.is_terminal {
            self.show(state);
        } else if self.is_line_due(Instant::now()) {
            let _ = writeln!(io::stderr(), "{state}");
        }
    }

    /// Whether it is time for another line.
    fn is_line_due(&self, now: Instant) -> bool {
        let is_due = now >= self.next_line.get();
        if is_due {
            self.next_line.set(now + LINE_INTERVAL);
        }
        is_due
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_now_and_then() {
        let progress = Progress::new();
        let at = |seconds| progress.begun + Duration::from_secs(seconds);
        let due: Vec<u64> = (0..=35).filter(|&second| progress.is_line_due(at(second))).collect();
        assert_eq!(due, [10, 20, 30]);
    }
}
