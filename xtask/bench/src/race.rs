//! Contestants do the same work in turn, round after round.

use std::time::{Duration, Instant};

/// The times of one contestant at one case, sorted.
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

/// Runs the race of so many contestants; the result is `times[case][contestant]`.
///
/// Rounds are interleaved, and each begins with another contestant, so that a slow minute hits everyone alike.
pub fn run<C>(contestants: usize, cases: &[C], rounds: usize, work: impl Fn(usize, &C)) -> Vec<Vec<Times>> {
    let mut times = vec![vec![Vec::new(); contestants]; cases.len()];
    for round in 0..rounds {
        for (case, times) in cases.iter().zip(&mut times) {
            for turn in 0..contestants {
                let contestant = (turn + round) % contestants;
                let start = Instant::now();
                work(contestant, case);
                times[contestant].push(start.elapsed());
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

/// How much the runs differ, on average. With much of it, trust the ratios little.
pub fn noise(times: &[Vec<Times>]) -> f64 {
    let excess = |times: &Times| times.median().as_secs_f64() / times.best().as_secs_f64() - 1.0;
    let all: Vec<f64> = times.iter().flatten().map(excess).collect();
    all.iter().sum::<f64>() / all.len() as f64
}
