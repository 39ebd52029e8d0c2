//! Contestants count the same positions in turn, round after round.

use std::time::{Duration, Instant};

use crate::suite::Case;

/// A library under its name, reduced to one function so that no contestant is inlined into the clockwork.
pub struct Contestant {
    pub name: &'static str,
    pub count: fn(fen: &str, depth: u32) -> u64,
}

/// The best time of each contestant on each position, `best[case][contestant]`.
///
/// The best rather than the mean: on a shared machine noise only ever adds time. Rounds are interleaved, and each
/// begins with another contestant, so that a slow minute hits everyone alike.
pub fn run(contestants: &[Contestant], suite: &[Case], rounds: usize) -> Vec<Vec<Duration>> {
    let mut best = vec![vec![Duration::MAX; contestants.len()]; suite.len()];
    for round in 0..rounds {
        for (case, best) in suite.iter().zip(&mut best) {
            for turn in 0..contestants.len() {
                let i = (turn + round) % contestants.len();
                best[i] = best[i].min(time(&contestants[i], case));
            }
        }
        eprintln!("round {} of {rounds} done", round + 1);
    }
    best
}

/// Times one count, which must be right: with every contestant held to the known number, all agree with each other.
fn time(contestant: &Contestant, case: &Case) -> Duration {
    let start = Instant::now();
    let nodes = (contestant.count)(case.fen, case.depth);
    let time = start.elapsed();
    assert_eq!(nodes, case.nodes, "{} miscounts {} at depth {}", contestant.name, case.name, case.depth);
    time
}
