//! People who analyse at once while others play the strongest computer: how long each waits for the first lines of a position.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use serde::Deserialize;
use serde_json::{Value, json};
use tabiya_notation::UciMove;
use tabiya_rules::Position;

use crate::abuse::newcomer::play_computer;
use crate::server::client::{Client, text};
use crate::server::contestant::Contestant;
use crate::server::figures::Latencies;
use crate::server::process::Process;
use crate::server::random::Dice;
use crate::server::socket::Socket;
use crate::server::table::player;

#[derive(Deserialize)]
pub struct Plan {
    pub program: PathBuf,
    /// How many analyse, and how many play.
    pub analysts: u8,
    pub players: u8,
    /// How many positions each looks at.
    pub positions: usize,
}

/// As many lines as anybody can have.
const LINES: usize = 5;

/// How long somebody looks at a position once there is something to see.
const STAY: Duration = Duration::from_secs(1);

/// Nobody waits longer.
const PATIENCE: Timespec = Timespec { tv_sec: 60, tv_nsec: 0 };

/// The level of the strongest computer.
const STRONGEST: u16 = 9;

/// What one player or analyst saw.
type Seen = Vec<Duration>;

/// Measures on a server with its usual limits. The last line is the result.
pub fn run(plan: &Plan) {
    let server = Process::start(&Contestant::Limited(plan.program.clone()));
    let is_over = AtomicBool::new(false);
    let (waits, moves) = thread::scope(|scope| {
        let play = |number| play_on(somebody(server.address, 3, number), &is_over);
        let players: Vec<_> = (0..plan.players).map(|number| scope.spawn(move || play(number))).collect();
        let look = |number| analyse(somebody(server.address, 4, number), number, plan.positions);
        let analysts: Vec<_> = (0..plan.analysts).map(|number| scope.spawn(move || look(number))).collect();
        let waits: Vec<Seen> =
            analysts.into_iter().map(|analyst| analyst.join().expect("lines come")).collect();
        is_over.store(true, Ordering::Relaxed);
        let moves: usize = players.into_iter().map(|player| player.join().expect("computers move")).sum();
        (waits, moves)
    });
    let mut all = Latencies::default();
    waits.into_iter().flatten().for_each(|wait| all.push(wait));
    println!(
        "result: {} times the first of {LINES} lines, half of them within {:.0} ms, 95 % within {:.0} ms, all within {:.0} ms, beside \
         {moves} moves of level {STRONGEST}",
        all.len(),
        all.percentile(50),
        all.percentile(95),
        all.percentile(100)
    );
}

/// Everybody has an address of their own.
fn somebody(server: SocketAddr, kind: u8, number: u8) -> Client {
    Client::new(server, Ipv4Addr::new(127, kind, 0, number + 1))
}

/// Waits for the first move of the strongest computer in one game after the other, so that it always thinks for this player; how
/// often it has moved.
fn play_on(client: Client, is_over: &AtomicBool) -> usize {
    let mut moves = 0;
    while !is_over.load(Ordering::Relaxed) {
        match play_computer(client, STRONGEST) {
            Ok(()) => moves += 1,
            // Nobody may begin as many games as they like.
            Err(_) => thread::sleep(Duration::from_millis(100)),
        }
    }
    moves
}

/// Looks at the positions of a game by chance, one after the other; how long each took to show something.
fn analyse(client: Client, number: u8, positions: usize) -> Seen {
    let token = player(client, &format!("Analyst {number}"));
    let wish = json!({ "opponent": "here" }).to_string();
    let game = text(&client.request("POST", "/v1/games", Some(&token), &wish), "game");
    let mut socket = Socket::open(client, &format!("/v1/games/{game}/analysis"), &token);
    let (mut dice, mut position, mut seen) = (Dice::new(number.into()), Position::start(), Vec::new());
    let mut moves: Vec<String> = Vec::new();
    let mut waits = Seen::new();
    for _ in 0..positions {
        seen.push(position.key());
        let m = dice.choose(&position, &seen);
        moves.push(UciMove::from_move(m, &position).to_string());
        position = position.play_unchecked(m);
        let line = moves.join(" ");
        let begun = Instant::now();
        socket.send(&json!({ "type": "look", "then": line, "lines": LINES }).to_string());
        wait_for(&mut socket, |message| tells_lines(message, &line)).expect("the server says something");
        waits.push(begun.elapsed());
        thread::sleep(STAY);
    }
    waits
}

/// Reads until something is told.
fn wait_for(socket: &mut Socket, is_told: impl Fn(&Value) -> bool) -> io::Result<()> {
    let mut is_there = false;
    while !is_there {
        if poll(&mut [PollFd::new(socket, PollFlags::IN)], Some(&PATIENCE))? == 0 {
            return Err(io::ErrorKind::TimedOut.into());
        }
        socket.try_receive(|message| {
            is_there |= serde_json::from_slice(message).is_ok_and(|message| is_told(&message));
        })?;
    }
    Ok(())
}

/// Whether a message tells lines of the position after these moves.
fn tells_lines(message: &Value, moves: &str) -> bool {
    let has_lines = message["lines"].as_array().is_some_and(|lines| !lines.is_empty());
    message["type"] == "lines" && message["then"] == moves && has_lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_of_the_position_that_is_looked_at() {
        let message = |kind: &str, then: &str, lines: usize| json!({ "type": kind, "then": then, "lines": vec![0; lines] });
        assert!(tells_lines(&message("lines", "e2e4", 1), "e2e4"));
        for other in [message("place", "e2e4", 1), message("lines", "d2d4", 1), message("lines", "e2e4", 0)] {
            assert!(!tells_lines(&other, "e2e4"), "{other}");
        }
    }
}
