//! What one abusive client costs the others: they play at a steady pace, each from an address of their own, while somebody
//! does what is most annoying, as fast as answers come. The server has the limits that it has by itself.
//!
//! The attacker steps back before everybody else on this machine: what is measured is the server's time that it takes, and
//! not that it runs on the same processors.

mod attack;
mod report;

use std::path::PathBuf;
use std::time::Duration;

use serde::Deserialize;

use crate::server::contestant::Contestant;
use crate::server::figures::Latencies;
use crate::server::load::{Crowd, Load, Pace};
use crate::server::process::Process;
use attack::{Attack, Siege, Tally};

#[derive(Deserialize)]
pub struct Plan {
    pub program: PathBuf,
    pub rounds: usize,
    /// Single moves of each of the games that the others play.
    pub plies: usize,
}

/// How many games the others play, and how fast.
const GAMES: usize = 16;
const RATE: u32 = 240;

/// What one attack did to the others, round by round.
pub struct Damage {
    pub attack: Option<Attack>,
    pub rounds: Vec<Round>,
}

pub struct Round {
    pub accepted: Latencies,
    pub time: Duration,
    /// Processor time of the server in a second.
    pub load: f64,
    pub tally: Tally,
}

impl Round {
    pub fn seconds(&self) -> f64 {
        self.time.as_secs_f64()
    }
}

pub fn run(plan: &Plan) {
    let mut all: Vec<Damage> = [None].into_iter().chain(Attack::ALL.map(Some)).map(untried).collect();
    for round in 0..plan.rounds {
        for damage in &mut all {
            let name = damage.attack.map_or("nothing", Attack::name);
            eprintln!("round {} of {}: {name}", round + 1, plan.rounds);
            damage.rounds.push(measure(plan, damage.attack, round as u64 + 1));
        }
    }
    let faults = report::print(&all);
    assert!(faults == 0, "{faults} attacks cost the others more than a doubled p99");
}

fn untried(attack: Option<Attack>) -> Damage {
    Damage { attack, rounds: vec![] }
}

/// The others' games on a new server. Each of their moves must be accepted, whatever somebody does meanwhile.
fn measure(plan: &Plan, attack: Option<Attack>, seed: u64) -> Round {
    let process = Process::start(&Contestant::Limited(plan.program.clone()));
    let mut load = Load::prepare(&process, Crowd { games: GAMES, spectators: 0, seed });
    let siege = attack.map(|attack| Siege::begin(attack, process.address));
    let before = process.cpu();
    let played = load.play(Pace::Rate(RATE), plan.plies);
    let cpu = process.cpu() - before;
    let tally = siege.map(Siege::end).unwrap_or_default();
    load.check();
    Round { accepted: played.accepted, time: played.time, load: cpu.div_duration_f64(played.time), tally }
}
