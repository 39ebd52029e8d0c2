//! The server under load: people play over WebSockets, as the page does, and others watch.
//!
//! Several programs are measured in turns, so that a slow minute of the machine hits all of them alike. Processor time
//! is what the system charges the server's process; what the network and a busy machine make others wait is not in it.

mod figures;
mod http;
mod load;
mod process;
mod random;
mod report;
mod socket;
mod table;

use std::path::{Path, PathBuf};

use figures::Figures;
use load::{Load, Pace};
use process::Process;

/// What is measured.
pub struct Plan {
    pub rounds: usize,
    pub games: usize,
    /// Single moves of each game: what a move costs depends on how long its game is.
    pub plies: usize,
    pub spectators: usize,
    /// Moves a second of the second measurement; the first goes as fast as it can.
    pub rate: u32,
    pub programs: Vec<PathBuf>,
}

/// The longest game of random moves that no rule ends: 75 quiet moves of both sides take longer.
pub const LONGEST: usize = 149;

/// The figures of one program, of each round, at one pace.
type Rounds = Vec<Figures>;

pub fn run(plan: &Plan) {
    assert!((1..=LONGEST).contains(&plan.plies), "games have 1 to {LONGEST} moves");
    let paces = [Pace::Full, Pace::Rate(plan.rate)];
    let mut all: Vec<[Rounds; 2]> = plan.programs.iter().map(|_| [vec![], vec![]]).collect();
    for round in 0..plan.rounds {
        for turn in 0..plan.programs.len() {
            let number = (turn + round) % plan.programs.len();
            for (rounds, pace) in all[number].iter_mut().zip(paces) {
                rounds.push(measure(plan, &plan.programs[number], pace, round as u64 + 1));
            }
        }
        eprintln!("round {} of {} done", round + 1, plan.rounds);
    }
    report::print(plan, &paces, &all);
}

/// A new server with new games, played to their last move.
fn measure(plan: &Plan, program: &Path, pace: Pace, seed: u64) -> Figures {
    let process = Process::start(program);
    let mut load = Load::prepare(&process, plan, seed);
    let before = (process.cpu(), process.threads(), process::own_cpu());
    let played = load.play(pace);
    let cpu = process.cpu() - before.0;
    let figures = Figures {
        moves: plan.games * plan.plies,
        time: played.time,
        cpu,
        threads: process::difference(&process.threads(), &before.1),
        own_cpu: process::own_cpu() - before.2,
        bytes: load.received(),
        accepted: played.accepted,
        arrived: played.arrived,
    };
    load.check(&process);
    figures
}
