//! Latency over rate.

use super::contestant::Contestant;
use super::load::{Crowd, Pace};
use super::{LONGEST, measure};

/// How long a rate is kept up, if the games are long enough for that.
const SECONDS: usize = 3;

const GAMES: usize = 128;

/// What players wait for their move's acceptance at a rate, in milliseconds.
pub struct Point {
    pub rate: u32,
    /// The moves a second that came about.
    pub reached: f64,
    pub median: f64,
    pub p99: f64,
}

pub struct Curve {
    pub name: String,
    pub points: Vec<Point>,
}

impl Curve {
    pub fn at(&self, rate: u32) -> Option<&Point> {
        self.points.iter().find(|point| point.rate == rate)
    }
}

/// Every contestant at every rate, in turns.
pub fn measure_all(contestants: &[Contestant], rates: &[u32]) -> Vec<Curve> {
    let mut curves: Vec<Curve> =
        contestants.iter().map(|one| Curve { name: one.name(), points: vec![] }).collect();
    for &rate in rates {
        for (contestant, curve) in contestants.iter().zip(&mut curves) {
            curve.points.push(point(contestant, rate));
        }
        eprintln!("{rate} moves a second done");
    }
    curves
}

fn point(contestant: &Contestant, rate: u32) -> Point {
    let plies = (rate as usize * SECONDS / GAMES).clamp(4, LONGEST);
    let crowd = Crowd { games: GAMES, spectators: 0, seed: u64::from(rate) };
    let figures = measure(contestant, crowd, Pace::Rate(rate), plies);
    let accepted = &figures.accepted;
    Point { rate, reached: figures.rate(), median: accepted.percentile(50), p99: accepted.percentile(99) }
}
