//! People who come while somebody attacks: each from an address that nobody has seen, to play the weakest computer.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use serde_json::Value;

use crate::server::client::{Client, text};
use crate::server::figures::Latencies;
use crate::server::socket::Socket;

/// How often somebody comes.
const INTERVAL: Duration = Duration::from_millis(100);

/// How long somebody waits for the server at most.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long they waited for the computer's first move from when they came, and how many have not got it.
#[derive(Default)]
pub struct Arrivals {
    pub waits: Latencies,
    pub turned_away: usize,
}

/// Lets somebody come now and then until all is over, but one in any case.
pub fn arrive(server: SocketAddr, is_over: &AtomicBool) -> Arrivals {
    let mut arrivals = Arrivals::default();
    for number in 0..u16::MAX {
        if number > 0 && is_over.load(Ordering::Relaxed) {
            break;
        }
        let [high, low] = number.to_be_bytes();
        let client = Client { patience: PATIENCE, ..Client::new(server, Ipv4Addr::new(127, 2, high, low)) };
        let begun = Instant::now();
        match play_computer(client, WEAKEST) {
            Ok(()) => arrivals.waits.push(begun.elapsed()),
            Err(_) => arrivals.turned_away += 1,
        }
        sleep(INTERVAL.saturating_sub(begun.elapsed()));
    }
    arrivals
}

/// The level of the weakest computer.
const WEAKEST: u16 = 1;

/// Says a name, begins a game against a computer, who has White, and waits for its move.
pub fn play_computer(client: Client, level: u16) -> io::Result<()> {
    let token = text(&answer(client, "/v1/session", None, "{\"name\":\"New\",\"token\":true}")?, "token");
    let wish = format!("{{\"opponent\":{{\"computer\":{level}}},\"color\":\"black\",\"book\":false}}");
    let game = text(&answer(client, "/v1/games", Some(&token), &wish)?, "game");
    let mut socket = Socket::try_open(client, &format!("/v1/games/{game}/socket"), &token)?;
    let mut has_moved = false;
    while !has_moved {
        let patience = Timespec { tv_sec: PATIENCE.as_secs() as i64, tv_nsec: 0 };
        if poll(&mut [PollFd::new(&socket, PollFlags::IN)], Some(&patience))? == 0 {
            return Err(io::ErrorKind::TimedOut.into());
        }
        socket.try_receive(|message| has_moved |= is_of_move(message))?;
    }
    Ok(())
}

fn answer(client: Client, path: &str, token: Option<&str>, body: &str) -> io::Result<Value> {
    let (status, answer) = client.try_request("POST", path, token, body)?;
    if !(200..300).contains(&status) {
        return Err(io::Error::other(answer));
    }
    Ok(serde_json::from_str(&answer)?)
}

/// Whether a message tells a game with a move in it, or a move itself.
fn is_of_move(message: &[u8]) -> bool {
    let Ok(message) = serde_json::from_slice::<Value>(message) else { return false };
    let moves = if message["type"] == "entry" { &message["line"]["add"] } else { &message["line"] };
    moves.as_array().is_some_and(|moves| !moves.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_seen_in_a_game_and_in_an_entry() {
        for (message, expected) in [
            (r#"{"type":"game","line":[]}"#, false),
            (r#"{"type":"game","line":[{"san":"e4"}]}"#, true),
            (r#"{"type":"entry","line":{"keep":0,"add":[]}}"#, false),
            (r#"{"type":"entry","line":{"keep":0,"add":[{"san":"e4"}]}}"#, true),
            (r#"{"type":"pong"}"#, false),
        ] {
            assert_eq!(is_of_move(message.as_bytes()), expected, "{message}");
        }
    }
}
