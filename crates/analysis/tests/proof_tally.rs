//! What a proof has found.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What was said and how marks agree, over some games.
#[derive(Default)]
pub struct ProofTally {
    pub games: usize,
    pub sentences: BTreeMap<String, usize>,
    pub wrong: Vec<String>,
    /// Ours, then Stockfish's: none, `?!`, `?`, `??`.
    pub marks: [[usize; 4]; 4],
}

impl ProofTally {
    pub fn add(&mut self, other: ProofTally) {
        self.games += other.games;
        self.wrong.extend(other.wrong);
        for (kind, count) in other.sentences {
            *self.sentences.entry(kind).or_default() += count;
        }
        for (row, more) in self.marks.iter_mut().zip(other.marks) {
            row.iter_mut().zip(more).for_each(|(count, more)| *count += more);
        }
    }

    pub fn table(&self) -> String {
        const NAMES: [&str; 4] = ["-", "?!", "?", "??"];
        let mut table = String::from("ours \\ Stockfish's       -      ?!       ?      ??\n");
        for (name, row) in NAMES.iter().zip(self.marks) {
            let counts: String = row.iter().map(|count| format!("{count:8}")).collect();
            let _ = writeln!(table, "{name:17}{counts}");
        }
        table
    }

    pub fn agreement(&self) -> f64 {
        let all: usize = self.marks.iter().flatten().sum();
        let same: usize = (0..4).map(|mark| self.marks[mark][mark]).sum();
        100.0 * same as f64 / all.max(1) as f64
    }
}
