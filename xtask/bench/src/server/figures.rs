//! What one measurement found.

use std::collections::BTreeMap;
use std::time::Duration;

use super::load::Received;

pub struct Figures {
    /// Accepted moves, each of which has come to everybody.
    pub moves: usize,
    pub time: Duration,
    /// Processor time of the server.
    pub cpu: Duration,
    /// The same by the names of its threads, where the system tells.
    pub threads: BTreeMap<String, Duration>,
    /// Processor time of this program.
    pub own_cpu: Duration,
    /// How many bytes the server sent, frames included.
    pub sent: Received,
    /// How many bytes it had written to the disk.
    pub written: u64,
    /// From sending a move to its acceptance.
    pub accepted: Latencies,
    /// From sending a move to the opponent's seeing it.
    pub arrived: Latencies,
}

impl Figures {
    pub fn rate(&self) -> f64 {
        self.moves as f64 / self.time.as_secs_f64()
    }

    pub fn micros_per_move(&self, cpu: Duration) -> f64 {
        cpu.as_secs_f64() * 1e6 / self.moves as f64
    }

    pub fn sent_per_move(&self) -> f64 {
        self.sent.all as f64 / self.moves as f64
    }

    /// The same of what the two players of a game were sent.
    pub fn sent_to_players_per_move(&self) -> f64 {
        self.sent.by_players as f64 / self.moves as f64
    }

    pub fn written_per_move(&self) -> f64 {
        self.written as f64 / self.moves as f64
    }
}

#[derive(Default)]
pub struct Latencies(Vec<Duration>);

impl Latencies {
    pub fn push(&mut self, latency: Duration) {
        self.0.push(latency);
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The latency in milliseconds that so many of a hundred do not exceed.
    pub fn percentile(&self, percent: usize) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let last = sorted.len() - 1;
        sorted[last * percent / 100].as_secs_f64() * 1e3
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_taken_from_sorted_latencies() {
        let mut latencies = Latencies::default();
        (0..=100).rev().for_each(|ms| latencies.push(Duration::from_millis(ms)));
        assert_eq!(latencies.percentile(50), 50.0);
        assert_eq!(latencies.percentile(99), 99.0);
    }
}
