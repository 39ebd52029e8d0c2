//! Counts move paths side by side with other libraries: one thread, no hash table, bulk counting at the last ply.

mod cozy;
mod ours;
mod race;
mod report;
mod shakmaty;
mod suite;

use race::Contestant;
use report::Ratio;
use suite::SUITE;

const FIELD: [Contestant; 4] = [
    Contestant { name: "tabiya", count: ours::specialized },
    Contestant { name: "run-time", count: ours::run_time },
    Contestant { name: "cozy-chess", count: cozy::count },
    Contestant { name: "shakmaty", count: shakmaty::count },
];

/// Places in the field: ours against each, and what rules as a value cost against rules known when compiling.
const RATIOS: [Ratio; 3] = [Ratio { of: 0, to: 2 }, Ratio { of: 0, to: 3 }, Ratio { of: 1, to: 0 }];

fn main() {
    let rounds =
        std::env::args().nth(1).map_or(5, |arg| arg.parse().expect("the argument is a number of rounds"));
    let times = race::run(&FIELD, &SUITE, rounds);
    println!(
        "perft, one thread, no hash, bulk counting at the last ply; best of {rounds} interleaved rounds"
    );
    report::print(&FIELD, &RATIOS, &SUITE, &times);
}
