//! What sockets and games take of the server's memory.

use std::thread::sleep;
use std::time::{Duration, Instant};

use super::contestant::Contestant;
use super::load::{Crowd, Load, Pace};
use super::process::Process;

/// How many sockets are opened to see what one takes, beside some that were there before.
const SOCKETS: usize = 1000;

/// How many games grow to see what a ply takes, and from where to where. The first plies fill what is there once.
const GAMES: usize = 300;
const FIRST: usize = 20;
const LAST: usize = 140;

/// How many games are played before.
const WARMING_UP: usize = 30;

/// How long a server may take to forget games: ours does so a minute after nobody looks.
const FORGETS: Duration = Duration::from_secs(90);

pub struct Memory {
    pub per_socket: f64,
    pub per_ply: f64,
    /// How much of what the games took is there again after they have ended.
    pub given_back: Option<f64>,
}

pub fn measure(contestant: &Contestant) -> Memory {
    let (per_ply, given_back) = games(contestant);
    Memory { per_socket: socket(contestant), per_ply, given_back }
}

fn socket(contestant: &Contestant) -> f64 {
    let process = Process::start(contestant);
    let mut load = Load::prepare(&process, Crowd { games: 20, spectators: 100, seed: 1 });
    let before = process.memory();
    load.watch_more(SOCKETS);
    (process.memory() as f64 - before as f64) / SOCKETS as f64
}

fn games(contestant: &Contestant) -> (f64, Option<f64>) {
    let process = Process::start(contestant);
    let forgets = matches!(contestant, Contestant::Unlimited(_));
    let fresh = if forgets { warmed_up(&process) } else { process.memory() };
    let mut load = Load::prepare(&process, Crowd { games: GAMES, spectators: 0, seed: 1 });
    load.play(Pace::Full, FIRST);
    let before = process.memory();
    load.play(Pace::Full, LAST);
    let after = process.memory();
    let per_ply = (after as f64 - before as f64) / (GAMES * (LAST - FIRST)) as f64;
    let given_back = forgets.then(|| {
        load.end();
        (after as f64 - settled(&process) as f64) / (after as f64 - fresh as f64)
    });
    (per_ply, given_back)
}

/// The memory of a server that has had some games and forgotten them: what it takes once is not what games take.
fn warmed_up(process: &Process) -> u64 {
    let mut load = Load::prepare(process, Crowd { games: WARMING_UP, spectators: 0, seed: 2 });
    load.play(Pace::Full, LAST);
    load.end();
    settled(process)
}

/// The least memory in the time in which it is given back.
fn settled(process: &Process) -> u64 {
    let begun = Instant::now();
    let mut least = process.memory();
    while begun.elapsed() < FORGETS {
        sleep(Duration::from_secs(1));
        least = least.min(process.memory());
    }
    least
}
