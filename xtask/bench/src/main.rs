//! Counts move paths side by side with other libraries: one thread, no hash table, bulk counting at the last ply.

mod cozy;
mod race;
mod report;
mod shakmaty;
mod suite;

use race::Contestant;
use report::Ratio;
use suite::SUITE;

const FIELD: [Contestant; 2] = [
    Contestant { name: "cozy-chess", count: cozy::count },
    Contestant { name: "shakmaty", count: shakmaty::count },
];

const RATIOS: [Ratio; 1] = [Ratio { of: 0, to: 1 }];

fn main() {
    let rounds =
        std::env::args().nth(1).map_or(5, |arg| arg.parse().expect("the argument is a number of rounds"));
    let best = race::run(&FIELD, &SUITE, rounds);
    println!(
        "perft, one thread, no hash, bulk counting at the last ply; best of {rounds} interleaved rounds"
    );
    report::print(&FIELD, &RATIOS, &SUITE, &best);
}
