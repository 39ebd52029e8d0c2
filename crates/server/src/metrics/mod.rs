//! What is counted for whoever runs the server.

mod exposition;
mod histogram;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

pub(crate) use exposition::{Exposition, MEDIA_TYPE};
pub(crate) use histogram::Histogram;

/// How much memory the process has, where the system tells.
pub(crate) fn resident_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// How much processor time the process has used, where the system tells.
pub(crate) fn processor_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program stands in brackets and may have anything in it.
    let mut columns = stat.rsplit_once(')')?.1.split_ascii_whitespace().skip(11);
    let mut ticks = || columns.next()?.parse::<u64>().ok();
    // The system counts a hundred ticks a second for programs, whatever its own clock does.
    Some(Duration::from_millis((ticks()? + ticks()?) * 10))
}

/// Counted since the server was started.
#[derive(Default)]
pub(crate) struct Metrics {
    /// How long requests took until they were answered.
    pub answers: Histogram,
    /// How long it took until an entry was on disk.
    pub syncs: Histogram,
    /// How long questions to the computer waited before somebody thought about them.
    pub question_waits: Histogram,
    moves: AtomicU64,
    /// By the word for the reason, of which the program has so many.
    refusals: Mutex<BTreeMap<String, u64>>,
}

impl Metrics {
    /// So many moves were made.
    pub fn note_moves(&self, count: usize) {
        self.moves.fetch_add(count as u64, Ordering::Relaxed);
    }

    /// How many moves were made.
    pub fn moves(&self) -> u64 {
        self.moves.load(Ordering::Relaxed)
    }

    /// Something was refused.
    pub fn note_refusal(&self, code: &str) {
        let mut refusals = self.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        match refusals.get_mut(code) {
            Some(count) => *count += 1,
            None => drop(refusals.insert(code.to_owned(), 1)),
        }
    }

    /// Tells all of it.
    pub fn expose(&self, text: &mut Exposition) {
        text.counter("tabiya_moves_total", "Moves that were made and are on disk.", self.moves());
        text.histogram(
            "tabiya_answer_seconds",
            "How long requests took until they were answered.",
            &self.answers,
        );
        text.histogram("tabiya_sync_seconds", "How long it took until an entry was on disk.", &self.syncs);
        text.histogram(
            "tabiya_question_wait_seconds",
            "How long questions to the computer waited.",
            &self.question_waits,
        );
        let refusals = self.refusals.lock().unwrap_or_else(PoisonError::into_inner).clone();
        text.counters(
            "tabiya_refusals_total",
            "What was refused, by the word for the reason.",
            "code",
            refusals,
        );
    }
}
