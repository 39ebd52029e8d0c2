//! How long a program is waited for.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::program::{ProgramEnd, ProgramRun};

/// Once a program has used up its time, how many times its slowest answer so far it is given, and how long at least.
const HASTE: u32 = 10;
const LEAST: Duration = Duration::from_secs(1);

/// How long a program may be silent, by what it did so far.
pub struct Patience {
    usual: Duration,
    /// Whether the program has used up its time once.
    has_expired: AtomicBool,
    /// Whether it did so before it had written anything.
    has_never_begun: AtomicBool,
    /// Its slowest answer, in microseconds.
    slowest: AtomicU64,
}

impl Patience {
    pub fn new(usual: Duration) -> Patience {
        Patience {
            usual,
            has_expired: AtomicBool::new(false),
            has_never_begun: AtomicBool::new(false),
            slowest: AtomicU64::new(0),
        }
    }

    /// How long the program may be silent now.
    pub fn now(&self) -> Duration {
        if !self.has_expired.load(Ordering::Relaxed) {
            return self.usual;
        }
        let slowest = Duration::from_micros(self.slowest.load(Ordering::Relaxed));
        self.usual.min((slowest * HASTE).max(LEAST))
    }

    /// How long it may be silent before it has written anything.
    pub fn at_start(&self) -> Duration {
        match self.has_never_begun.load(Ordering::Relaxed) {
            true => self.now(),
            false => self.usual,
        }
    }

    /// Takes note of what the program did.
    pub fn note(&self, run: &ProgramRun) {
        self.slowest.fetch_max(run.slowest.as_micros().try_into().unwrap_or(u64::MAX), Ordering::Relaxed);
        let has_expired = run.end == ProgramEnd::OutOfTime;
        self.has_expired.fetch_or(has_expired, Ordering::Relaxed);
        self.has_never_begun.fetch_or(has_expired && run.output.is_empty(), Ordering::Relaxed);
    }
}
