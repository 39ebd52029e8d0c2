//! What the network took is given back: never more than was measured, never more than the server allows.

use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::socket::Socket;
use crate::support::{Folder, TestServer, pair};

const DELAY: Duration = Duration::from_millis(300);

/// A move of White's after both have moved, by a client that answers the server's measurement late and says that it
/// did not think at all.
struct Late {
    /// From the moment that counts to the telling of the entry: what was given back, and what the disk took.
    given_at_most: u64,
    /// How long White waited, by a clock that began later and ended earlier than the server's.
    waited_at_least: u64,
    /// What White paid.
    paid: u64,
    /// The network's time as the server can have measured it at most.
    ping_at_most: u64,
}

fn millis(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap()
}

fn late_move(cap: Duration, thought: Option<u64>, is_measured: bool) -> Late {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| config.limits.lag = cap);
    let (white, black, game) = pair(&server, &json!({ "clock": "5" }));
    white.play(&game, "e4").ok();
    black.play(&game, "e5").ok();
    let waiting = Instant::now();
    let version = 3;
    let action = json!({ "do": "move", "move": "Nf3" });
    let command =
        json!({ "type": "command", "id": "late", "version": version, "action": action, "thought": thought });
    let mut ping_at_most = Duration::ZERO;
    let told_at = if is_measured {
        let connecting = Instant::now();
        let mut socket = Socket::of(&white, &game, "");
        // The ping lies in the buffer all this time; reading answers it.
        sleep(DELAY);
        socket.next_of("game");
        socket.say(&json!({ "type": "ping", "version": version }));
        socket.next_of("pong");
        ping_at_most = connecting.elapsed();
        // By now everything that came before has been taken in.
        socket.say(&command);
        socket.next_of("entry")["now"].as_u64().unwrap()
    } else {
        sleep(DELAY);
        let body = json!({ "id": "late", "version": version, "action": action, "thought": thought });
        let answer = white.post(&format!("/v1/games/{game}/commands"), &body).ok();
        answer["entry"]["now"].as_u64().unwrap()
    };
    let log = white.get(&format!("/v1/games/{game}/export/json")).ok();
    let events = log["events"].as_array().unwrap();
    let number = |event: &Value, seat: usize| event["left"][seat].as_u64().unwrap();
    let [before, after] = &events[events.len() - 2..] else { panic!("{log}") };
    assert_eq!(after["fact"]["moved"], "g1f3");
    Late {
        given_at_most: told_at - after["at"].as_u64().unwrap(),
        waited_at_least: millis(DELAY.min(waiting.elapsed())),
        paid: number(before, 0) - number(after, 0),
        ping_at_most: millis(ping_at_most) + 1,
    }
}

#[test]
fn a_late_answer_is_given_back_as_far_as_it_was_measured() {
    let late = late_move(Duration::from_secs(60), Some(0), true);
    // The measurement begins a little after the client begins to wait.
    assert!(late.given_at_most >= millis(DELAY / 2), "nothing was given back: {}", late.given_at_most);
    assert!(
        late.paid + late.ping_at_most >= late.waited_at_least,
        "more was given than the network can have taken: paid {} of {}, ping {}",
        late.paid,
        late.waited_at_least,
        late.ping_at_most
    );
}

#[test]
fn never_more_is_given_back_than_the_server_allows() {
    let cap = Duration::from_millis(100);
    let late = late_move(cap, Some(0), true);
    assert!(late.given_at_most >= 100, "{}", late.given_at_most);
    assert!(late.paid + 100 >= late.waited_at_least, "{} of {}", late.paid, late.waited_at_least);
}

#[test]
fn whoever_was_not_measured_is_given_nothing_whatever_they_say() {
    let late = late_move(Duration::from_secs(60), Some(0), false);
    assert!(late.paid >= late.waited_at_least, "{} of {}", late.paid, late.waited_at_least);
}

#[test]
fn time_spent_thinking_is_not_given_back() {
    let late = late_move(Duration::from_secs(60), Some(3_600_000), true);
    assert!(late.paid >= late.waited_at_least, "{} of {}", late.paid, late.waited_at_least);
}

/// A slow network is slow for every client of a player: a move that came soon by another connection tells how fast it is.
#[test]
fn a_quick_move_by_another_client_bounds_what_a_late_one_is_given_back() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| config.limits.lag = Duration::from_secs(60));
    let (white, black, game) = pair(&server, &json!({ "clock": "5" }));
    white.play(&game, "e4").ok();
    let quick = Instant::now();
    black.play(&game, "e5").ok();
    white.play(&game, "Nf3").ok();
    let quick = quick.elapsed();
    black.play(&game, "Nc6").ok();
    let waiting = Instant::now();
    let mut socket = Socket::of(&white, &game, "");
    // The ping is answered late, and so it seems that the network takes that long.
    sleep(DELAY);
    socket.next_of("game");
    socket.say(&json!({ "type": "ping", "version": 5 }));
    socket.next_of("pong");
    let waited = waiting.elapsed();
    let action = json!({ "do": "move", "move": "Bc4" });
    socket.say(&json!({ "type": "command", "id": "late", "version": 5, "action": action, "thought": 0 }));
    socket.next_of("accepted");
    let log = white.get(&format!("/v1/games/{game}/export/json")).ok();
    let left = |event: &Value| event["left"][0].as_u64().unwrap();
    let [before, after] = log["events"].as_array().unwrap().last_chunk().unwrap();
    assert_eq!(after["fact"]["moved"], "f1c4");
    let paid = left(before) - left(after);
    // Clocks count whole milliseconds.
    assert!(paid + millis(quick) + 2 >= millis(waited), "{paid} ms were paid for {waited:?} after {quick:?}");
}

#[test]
fn a_forged_lag_gains_no_more_than_a_few_moves_worth() {
    const MOVES: u64 = 14;
    let (cap, wait) = (Duration::from_millis(200), Duration::from_millis(150));
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| config.limits.lag = cap);
    let (white, black, game) = pair(&server, &json!({ "clock": "5" }));
    white.play(&game, "e4").ok();
    black.play(&game, "e5").ok();
    let mut socket = Socket::of(&white, &game, "");
    // The ping is answered late, and so it seems that the network takes that long.
    sleep(DELAY);
    socket.next_of("game");
    let mut version = 3;
    // No position comes five times, which would end the game.
    for (number, (ours, theirs)) in ["Nf3", "Nc3", "Ng1", "Nb1"]
        .into_iter()
        .cycle()
        .zip(["Nf6", "Nc6", "Ng8", "Nb8"].into_iter().cycle())
        .take(MOVES as usize)
        .enumerate()
    {
        sleep(wait);
        let action = json!({ "do": "move", "move": ours });
        socket.say(&json!({ "type": "command", "id": format!("m{number}"), "version": version, "action": action, "thought": 0 }));
        socket.next_of("accepted");
        black.play(&game, theirs).ok();
        version += 2;
    }
    let log = white.get(&format!("/v1/games/{game}/export/json")).ok();
    let left = |event: &Value| event["left"][0].as_u64().unwrap();
    let events = log["events"].as_array().unwrap();
    let paid = left(&events[0]) - left(events.last().unwrap());
    // Four times the cap, and what a program may take to answer.
    let least = (millis(wait) - 25) * MOVES - millis(cap) * 4;
    assert!(paid >= least, "{paid} ms were paid for {MOVES} moves of {wait:?} at least, expected {least}");
}
