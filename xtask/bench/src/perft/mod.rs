//! Counts move paths: one thread, no hash table, bulk counting at the last ply.

mod cozy;
mod ours;
mod report;
mod shakmaty;
mod suite;

use report::Ratio;
use suite::{Case, SUITE};

use crate::race;

/// A library under its name, reduced to one function so that no contestant is inlined into the clockwork.
pub struct Contestant {
    pub name: &'static str,
    pub count: fn(fen: &str, depth: u32) -> u64,
}

const FIELD: [Contestant; 4] = [
    Contestant { name: "tabiya", count: ours::specialized },
    Contestant { name: "run-time", count: ours::run_time },
    Contestant { name: "cozy-chess", count: cozy::count },
    Contestant { name: "shakmaty", count: shakmaty::count },
];

/// Places in the field: ours against each, and what rules as a value cost against rules known when compiling.
const RATIOS: [Ratio; 3] = [Ratio { of: 0, to: 2 }, Ratio { of: 0, to: 3 }, Ratio { of: 1, to: 0 }];

pub fn run(rounds: usize) {
    let times = race::run(FIELD.len(), &SUITE, rounds, |i, case| count(&FIELD[i], case));
    println!(
        "perft, one thread, no hash, bulk counting at the last ply; best of {rounds} interleaved rounds"
    );
    report::print(&FIELD, &RATIOS, &SUITE, &times);
}

/// One count, which must be right: with every contestant held to the known number, all agree with each other.
fn count(contestant: &Contestant, case: &Case) {
    let nodes = (contestant.count)(case.fen, case.depth);
    assert_eq!(nodes, case.nodes, "{} miscounts {} at depth {}", contestant.name, case.name, case.depth);
}
