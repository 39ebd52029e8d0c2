//! Contestants count the same positions in turn, round after round.

use std::time::{Duration, Instant};

use crate::suite::Case;

/// A library under its name, reduced to one function so that no contestant is inlined into the clockwork.
pub struct Contestant {
    pub name: &'static str,
    pub count: fn(fen: &str, depth: u32) -> u64,
}

/// The times of one contestant on one position, sorted.
pub struct Times(Vec<Duration>);

impl Times {
    /// What counts: on a shared machine noise only ever adds time.
    pub fn best(&self) -> Duration {
        self.0[0]
    }

    pub fn median(&self) -> Duration {
        self.0[self.0.len() / 2]
    }
}

/// Runs the race; the result is `times[case][contestant]`.
///
/// Rounds are interleaved, and each begins with another contestant, so that a slow minute hits everyone alike.
pub fn run(contestants: &[Contestant], suite: &[Case], rounds: usize) -> Vec<Vec<Times>> {
    let mut times = vec![vec![Vec::new(); contestants.len()]; suite.len()];
    for round in 0..rounds {
        for (case, times) in suite.iter().zip(&mut times) {
            for turn in 0..contestants.len() {
                let i = (turn + round) % contestants.len();
                times[i].push(time(&contestants[i], case));
            }
        }
        eprintln!("round {} of {rounds} done", round + 1);
    }
    times.into_iter().map(|row| row.into_iter().map(sorted).collect()).collect()
}

fn sorted(mut times: Vec<Duration>) -> Times {
    times.sort();
    Times(times)
}

/// Times one count, which must be right: with every contestant held to the known number, all agree with each other.
fn time(contestant: &Contestant, case: &Case) -> Duration {
    let start = Instant::now();
    let nodes = (contestant.count)(case.fen, case.depth);
    let time = start.elapsed();
    assert_eq!(nodes, case.nodes, "{} miscounts {} at depth {}", contestant.name, case.name, case.depth);
    time
}
