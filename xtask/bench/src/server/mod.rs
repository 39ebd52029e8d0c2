//! The server under load: people play over WebSockets, as the page does, and others watch.
//!
//! Several programs are measured in turns, and a plain server in Node beside them, so that a slow minute of the machine
//! hits all of them alike. Processor time is what the system charges the server's process; what the network and a busy
//! machine make others wait is not in it. What the disk takes by itself is asked before and after.

pub mod client;
pub mod contestant;
mod curve;
pub mod figures;
pub mod load;
mod memory;
mod plot;
mod probe;
pub mod process;
pub mod random;
mod report;
pub mod socket;
pub mod table;
mod target;

use std::fs;
use std::path::PathBuf;

use serde::Deserialize;

use contestant::Contestant;
use figures::Figures;
use load::{Crowd, Load, Pace};
use process::Process;

/// What is measured.
#[derive(Deserialize)]
pub struct Plan {
    pub rounds: usize,
    pub games: usize,
    /// Single moves of each game: what a move costs depends on how long its game is.
    pub plies: usize,
    pub spectators: usize,
    /// Moves a second of the second measurement; the first goes as fast as it can.
    pub rate: u32,
    pub programs: Vec<PathBuf>,
    /// Where the server in Node is installed, if it is measured as well.
    pub yardstick: Option<PathBuf>,
    /// The rates of the plot, if there is to be one, and with it the figures of memory.
    pub rates: Vec<u32>,
    /// Where the plot goes.
    pub plot: PathBuf,
}

/// The longest game of random moves that no rule ends: 75 quiet moves of both sides take longer.
pub const LONGEST: usize = 149;

/// The figures of one program, of each round, at one pace.
type Rounds = Vec<Figures>;

pub fn run(plan: &Plan) {
    assert!((1..=LONGEST).contains(&plan.plies), "games have 1 to {LONGEST} moves");
    let ours = plan.programs.iter().cloned().map(Contestant::Unlimited);
    let contestants: Vec<Contestant> =
        ours.chain(plan.yardstick.clone().map(Contestant::Yardstick)).collect();
    let paces = [Pace::Full, Pace::Rate(plan.rate)];
    let before = probe::probe();
    let all = costs(plan, &contestants, paces);
    let curves = curve::measure_all(&contestants, &plan.rates);
    let memories =
        if plan.rates.is_empty() { vec![] } else { contestants.iter().map(memory::measure).collect() };
    let after = probe::probe();
    report::print_costs(plan, &contestants, &paces, &all);
    report::print_probes(&before, &after);
    if !plan.rates.is_empty() {
        report::print_memory(&contestants, &memories);
        report::print_curves(&curves);
        println!("{}", plot::text(&curves));
        fs::write(&plan.plot, plot::svg(&curves)).expect("the plot can be written");
        println!("the same as a picture: {}", plan.plot.display());
        target::print(&target::all(plan, &all[0], &curves[0], &memories[0], before.percentile(50)));
    }
}

/// What a move costs, of every contestant at both paces, in turns.
fn costs(plan: &Plan, contestants: &[Contestant], paces: [Pace; 2]) -> Vec<[Rounds; 2]> {
    let mut all: Vec<[Rounds; 2]> = contestants.iter().map(|_| [vec![], vec![]]).collect();
    for round in 0..plan.rounds {
        let crowd = Crowd { games: plan.games, spectators: plan.spectators, seed: round as u64 + 1 };
        for turn in 0..contestants.len() {
            let number = (turn + round) % contestants.len();
            for (rounds, pace) in all[number].iter_mut().zip(paces) {
                rounds.push(measure(&contestants[number], crowd, pace, plan.plies));
            }
        }
        eprintln!("round {} of {} done", round + 1, plan.rounds);
    }
    all
}

/// A new server with new games, played to their last move.
fn measure(contestant: &Contestant, crowd: Crowd, pace: Pace, plies: usize) -> Figures {
    let process = Process::start(contestant);
    let mut load = Load::prepare(&process, crowd);
    let before = (process.cpu(), process.threads(), process::own_cpu(), process.written());
    let played = load.play(pace, plies);
    let cpu = process.cpu() - before.0;
    let figures = Figures {
        moves: played.moves,
        time: played.time,
        cpu,
        threads: process::difference(&process.threads(), &before.1),
        own_cpu: process::own_cpu() - before.2,
        sent: load.received(),
        written: process.written() - before.3,
        accepted: played.accepted,
        arrived: played.arrived,
    };
    load.check();
    figures
}
