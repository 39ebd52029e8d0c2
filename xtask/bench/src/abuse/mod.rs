//! What one abusive client costs the others.
//!
//! Two servers with their usual limits run at the same time. On both, people play at the same steady pace, each from an
//! address of their own, and others come to play the computer; one of the two is attacked. Whatever else the machine does,
//! it does to both: what the others wait longer on the attacked one is what the attack costs them there. What it takes of the
//! processors would slow both down, and is counted apart, as the system charges it. Where nothing is attacked, the table shows
//! how far two servers are apart by chance.
//!
//! The attackers step back before everybody else on this machine: it is the server's time that is measured, not theirs.

mod attack;
mod deeds;
pub mod newcomer;
mod report;
mod siege;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde::Deserialize;

use crate::server::contestant::Contestant;
use crate::server::figures::Latencies;
use crate::server::load::{Crowd, Load, Pace};
use crate::server::process::{self, Process};
use attack::Attack;
use newcomer::Arrivals;
use siege::{Siege, Tally};

#[derive(Deserialize)]
pub struct Plan {
    pub program: PathBuf,
    pub rounds: usize,
    /// Single moves of each of the games that the others play.
    pub plies: usize,
    /// Only attacks whose names hold this.
    pub only: String,
}

/// How many games the others play on each server, and how fast.
const GAMES: usize = 16;
const RATE: u32 = 240;

/// How the threads of the server are called on which the computer thinks. They step back before those that serve.
const THINKERS: &str = "tabiya-worker";

/// What one attack did, round by round.
pub struct Row {
    pub attack: Option<Attack>,
    pub rounds: Vec<Round>,
}

pub struct Round {
    pub attacked: Experience,
    /// The server beside it that nobody attacks.
    pub bystander: Experience,
    /// What the attacker did meanwhile.
    pub tally: Tally,
}

/// What the others saw of a server, and what it cost.
pub struct Experience {
    pub moves: Latencies,
    pub arrivals: Arrivals,
    pub time: Duration,
    /// Processor time of the server, but for the computer's.
    pub serving: Duration,
    /// Processor time of the computer.
    pub thinking: Duration,
}

pub fn run(plan: &Plan) {
    allow_many_connections();
    let chosen = Attack::ALL.into_iter().filter(|attack| attack.name().contains(&plan.only));
    let attacks = [None].into_iter().chain(chosen.map(Some));
    let mut rows: Vec<Row> = attacks.map(|attack| Row { attack, rounds: vec![] }).collect();
    for round in 0..plan.rounds {
        for row in &mut rows {
            eprintln!("round {} of {}: {}", round + 1, plan.rounds, report::name(row.attack));
            row.rounds.push(measure(plan, row.attack, round as u64 + 1));
        }
    }
    let faults = report::print(&rows);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// As many as the system lets us have.
fn allow_many_connections() {
    let Rlimit { current: _, maximum } = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).expect("a limit may be used up");
}

/// Games on two new servers, one of which is attacked. Each move must be accepted, whatever somebody does meanwhile.
fn measure(plan: &Plan, attack: Option<Attack>, seed: u64) -> Round {
    let servers = [(); 2].map(|()| start(&plan.program));
    let [mut attacked, mut bystander] =
        servers.each_ref().map(|server| Load::prepare(server, Crowd { games: GAMES, spectators: 0, seed }));
    let siege = attack.map(|attack| Siege::prepare(attack, servers[0].address));
    siege.iter().for_each(Siege::begin);
    let tally = || siege.as_ref().map(Siege::tally).unwrap_or_default();
    let before = tally();
    let [attacked_one, bystanding_one] = &servers;
    let (attacked, bystander) = thread::scope(|scope| {
        let beside = scope.spawn(|| play(bystanding_one, &mut bystander, plan.plies));
        let attacked = play(attacked_one, &mut attacked, plan.plies);
        (attacked, beside.join().expect("nobody disturbs the server that is not attacked"))
    });
    let after = tally();
    if let Some(siege) = siege {
        siege.end();
    }
    let tally = Tally { done: after.done - before.done, refused: after.refused - before.refused };
    Round { attacked, bystander, tally }
}

fn start(program: &Path) -> Process {
    Process::start(&Contestant::Limited(program.to_owned()))
}

/// Plays all games to their last move while others come.
fn play(server: &Process, load: &mut Load, plies: usize) -> Experience {
    let is_over = AtomicBool::new(false);
    let before = (server.cpu(), server.threads());
    let (played, arrivals) = thread::scope(|scope| {
        let arrivals = scope.spawn(|| newcomer::arrive(server.address, &is_over));
        let played = load.play(Pace::Rate(RATE), plies);
        is_over.store(true, Ordering::Relaxed);
        (played, arrivals.join().expect("whoever comes does not fail for being turned away"))
    });
    let all = server.cpu() - before.0;
    let threads = process::difference(&server.threads(), &before.1);
    let thinking = threads.iter().filter(|(name, _)| name.starts_with(THINKERS)).map(|(_, time)| *time).sum();
    load.check();
    let serving = all.saturating_sub(thinking);
    Experience { moves: played.accepted, arrivals, time: played.time, serving, thinking }
}
