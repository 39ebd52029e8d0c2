//! Times over several servers: those of an entry are those that it was kept with, and an interruption is an entry like any other.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::client::Client;
use crate::support::{Folder, NodeNews, TestServer};

struct Nodes {
    servers: [TestServer; 2],
    _folders: [Folder; 2],
}

impl Nodes {
    fn new() -> Nodes {
        let folder = Folder::new();
        let beside = folder.beside();
        let servers = [&folder, &beside].map(|folder| TestServer::node(folder, NodeNews::Nats, |_| {}));
        Nodes { servers, _folders: [folder, beside] }
    }

    /// Ann at the one server, Bob at the other, and a game with a clock in which both have moved.
    fn game(&self) -> (Client, Client, String) {
        let (ann, bob) = (self.servers[0].player("Ann"), self.servers[1].player("Bob"));
        let game = ann.create(&json!({ "opponent": "lobby", "clock": "5+3" }));
        bob.post(&format!("/v1/games/{game}/join"), &json!({})).ok();
        for (player, m) in [(&ann, "e4"), (&bob, "e5"), (&ann, "Nf3")] {
            player.play(&game, m).ok();
        }
        (ann, bob, game)
    }
}

fn m(text: &str) -> Value {
    json!({ "do": "move", "move": text })
}

#[test]
fn an_answer_that_comes_again_has_the_times_of_the_first() {
    let nodes = Nodes::new();
    let (ann, bob, game) = nodes.game();
    let elsewhere = Client { address: ann.address, ..bob.clone() };
    let first = bob.command(&game, "b", 4, &m("Nc6")).ok();
    std::thread::sleep(Duration::from_millis(700));
    ann.command(&game, "a", 5, &m("Bb5")).ok();
    let clocks = |answer: &Value| {
        ["white", "black"].map(|side| answer["entry"]["state"]["clocks"][side].as_u64().unwrap())
    };
    let again = [&bob, &elsewhere].map(|client| {
        // The server has heard then that it is not the last entry any more.
        client.view(&game);
        clocks(&client.command(&game, "b", 4, &m("Nc6")).ok())
    });
    assert_eq!(again[0], again[1]);
    // What was told at once was told a moment after the entry.
    let first = clocks(&first);
    assert_eq!(again[0][1], first[1]);
    assert!((first[0]..first[0] + 500).contains(&again[0][0]), "{first:?} {again:?}");
    // The same for whoever reads what has happened, at whichever server.
    let told = [&ann, &bob].map(|client| {
        let entries = client.get(&format!("/v1/games/{game}/entries?since=0")).ok();
        let entries = entries.as_array().unwrap().clone();
        entries.iter().map(|entry| entry["state"]["clocks"]["white"].clone()).collect::<Vec<_>>()
    });
    assert_eq!(told[0][..5], told[1][..5]);
}

#[test]
fn an_interruption_takes_a_version_once_for_all_servers() {
    let nodes = Nodes::new();
    let (ann, bob, game) = nodes.game();
    let set = |is_paused: bool| {
        let change = json!({ "clocks_paused": is_paused }).to_string();
        nodes.servers[0].host().send("PATCH", "/v1/host", &change).unwrap().ok();
    };
    let versions = || [&ann, &bob].map(|client| client.view(&game)["version"].as_u64().unwrap());
    for round in 0..4 {
        let before = versions()[0];
        set(true);
        std::thread::sleep(Duration::from_millis(100));
        set(false);
        while versions() != [before + 1; 2] {
            std::thread::sleep(Duration::from_millis(10));
        }
        // Who had not heard of it is told that their version is not the last, and what they lack.
        let late = bob.command(&game, &format!("late{round}"), before, &m("Nc6"));
        assert_eq!(late.error(), (409, "stale".to_owned()));
        assert_eq!(late.json()["missing"][0]["happened"], json!(["interrupted"]), "{late:?}");
    }
    let last = versions()[0];
    bob.command(&game, "sent-again", last, &m("Nc6")).ok();
    assert_eq!(versions(), [last + 1; 2]);
}
