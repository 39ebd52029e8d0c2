//! Holds what the clients have written down against what is kept. What decides is their own logs, not what a server says of itself.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::player::{Acknowledged, FallenFlag, Journal};
use crate::client::Client;

/// How early a flag may fall: nobody's time is known better than the network and the clocks of nodes tell it.
const EARLY: Duration = Duration::from_millis(100);

/// How late it may be seen to have fallen while nothing is disturbed: a flag waits for what may be on its way, and a test machine is busy.
const LATE: Duration = Duration::from_secs(2);

/// When something was disturbed.
pub type Disturbed = Vec<(Instant, Instant)>;

/// What was found to be right.
#[derive(Default)]
pub struct Findings {
    pub acknowledged: usize,
    /// By how much flags were seen late, in milliseconds: while nothing was disturbed, and otherwise.
    pub flags: Vec<u128>,
    pub disturbed_flags: Vec<u128>,
}

/// Looks at all games of one client, as each of some nodes tells them.
pub fn check(journal: &Journal, clients: &[Client], disturbed: &Disturbed, findings: &mut Findings) {
    let mut by_game: HashMap<&str, Vec<&Acknowledged>> = HashMap::new();
    for acknowledged in &journal.acknowledged {
        by_game.entry(&acknowledged.game).or_default().push(acknowledged);
    }
    let made: HashSet<&String> = journal.games.iter().collect();
    assert_eq!(made.len(), journal.games.len(), "two wishes were told that they have made the same game");
    for game in &journal.games {
        let told: Vec<Vec<Value>> = clients.iter().map(|client| entries(client, game)).collect();
        let kept = &told[0];
        for (number, entry) in kept.iter().enumerate() {
            assert_eq!(entry["version"], number as u64 + 1);
        }
        // A clock may be mended between one question and the next.
        let common = told.iter().map(Vec::len).min().unwrap_or_default();
        let ids = |entries: &[Value]| entries.iter().map(|entry| entry["id"].clone()).collect::<Vec<_>>();
        for other in &told[1..] {
            assert_eq!(ids(&kept[..common]), ids(&other[..common]), "two nodes tell {game} otherwise");
        }
        let ids: Vec<&str> = kept.iter().map(|entry| entry["id"].as_str().unwrap()).collect();
        assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len(), "something was done twice: {ids:?}");
        let mut versions = HashSet::new();
        for Acknowledged { id, version, m, .. } in by_game.get(game.as_str()).into_iter().flatten() {
            assert!(
                versions.insert(version),
                "two commands were told that they have version {version} of {game}"
            );
            let entry = kept.get(*version as usize - 1).map_or(&Value::Null, |entry| &entry["id"]);
            assert_eq!(entry, id.as_str(), "an acknowledged move of {game} is lost: {m}");
        }
        for id in ids {
            assert!(!journal.refused.contains(&(game.clone(), id.to_owned())), "{id} was refused, and kept");
        }
        check_clock(&log(&clients[0], game));
    }
    findings.acknowledged += journal.acknowledged.len();
    for flag in &journal.flags {
        check_flag(flag, &log(&clients[0], &flag.game), disturbed, findings);
    }
}

/// All entries of a game, as a node tells them.
fn entries(client: &Client, game: &str) -> Vec<Value> {
    let mut entries: Vec<Value> = Vec::new();
    loop {
        let page = client.get(&format!("/v1/games/{game}/entries?since={}", entries.len())).ok();
        match page.as_array().unwrap().as_slice() {
            [] => return entries,
            page => entries.extend(page.iter().cloned()),
        }
    }
}

fn log(client: &Client, game: &str) -> Value {
    client.get(&format!("/v1/games/{game}/export/json")).ok()
}

fn left(event: &Value, seat: usize) -> u64 {
    event["left"][seat].as_u64().unwrap()
}

/// Nobody was given time, and nobody was charged more than passed.
fn check_clock(log: &Value) {
    for pair in log["events"].as_array().unwrap().windows(2) {
        let at = |event: &Value| event["at"].as_u64().unwrap();
        let passed = at(&pair[1]).checked_sub(at(&pair[0])).expect("time went back");
        let spent = [0, 1]
            .map(|seat| left(&pair[0], seat).checked_sub(left(&pair[1], seat)).expect("time was given"));
        assert!(spent[0] == 0 || spent[1] == 0, "both paid");
        assert!(spent[0] + spent[1] <= passed, "more was charged than passed");
    }
}

/// By the client's own clock, nobody's flag fell while there was time left; where nothing was disturbed, it fell when there was none.
fn check_flag(flag: &FallenFlag, log: &Value, disturbed: &Disturbed, findings: &mut Findings) {
    let events = log["events"].as_array().unwrap();
    let last = events.last().unwrap();
    assert_eq!([left(last, 0), left(last, 1)].iter().filter(|left| **left == 0).count(), 1, "{log}");
    let loser = if left(last, 0) == 0 { 0 } else { 1 };
    let moved =
        events.iter().rfind(|event| event["fact"]["moved"].is_object() || event["fact"]["moved"].is_string());
    let had = Duration::from_millis(left(moved.unwrap_or_else(|| panic!("{log}")), loser));
    let waited = flag.seen.duration_since(flag.sent);
    assert!(waited + EARLY >= had, "a flag fell after {waited:?}, and there were {had:?}: {log}");
    let late = flag.seen.duration_since(flag.acknowledged).saturating_sub(had);
    // News of what is over are known everywhere some seconds later.
    let margin = Duration::from_secs(5);
    let is_disturbed = disturbed.iter().any(|(from, to)| *from <= flag.seen && *to + margin >= flag.sent);
    if is_disturbed {
        findings.disturbed_flags.push(late.as_millis());
    } else {
        assert!(late <= LATE, "a flag fell {late:?} late: {log}");
        findings.flags.push(late.as_millis());
    }
}
