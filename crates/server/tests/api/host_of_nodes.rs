//! The host of several servers over one database: what one of them shows and does is that of all.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::client::Client;
use crate::support::socket::Socket;
use crate::support::{Folder, NodeNews, TestServer};

fn nodes(news: NodeNews) -> ([TestServer; 2], [Folder; 2]) {
    let folder = Folder::new();
    let beside = folder.beside();
    ([&folder, &beside].map(|folder| TestServer::node(folder, news, |_| {})), [folder, beside])
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(30), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn number_of(server: &TestServer) -> i64 {
    server.stranger().get("/healthz").header("Tabiya-Node").unwrap().parse().unwrap()
}

/// What the host sees at a server.
fn view(server: &TestServer) -> Value {
    server.host().get("/v1/host").ok()
}

/// Somebody of those whom the host sees.
fn person<'a>(view: &'a Value, name: &str) -> Option<&'a Value> {
    view["people"].as_array().unwrap().iter().find(|person| person["name"] == name)
}

fn at(server: &TestServer, client: &Client) -> Client {
    Client { address: server.address, ..client.clone() }
}

#[test]
fn the_host_sees_everybody_and_at_which_server_they_are() {
    let ([one, other], _folders) = nodes(NodeNews::Nats);
    let numbers = [&one, &other].map(number_of);
    let (ann, bob, cid) = (one.player("Ann"), other.player("Bob"), one.player("Cid"));
    let game = ann.create(&json!({ "opponent": "here" }));
    let _sockets = [
        Socket::of(&ann, &game, ""),
        Socket::of(&bob, &game, ""),
        Socket::of(&cid, &game, ""),
        Socket::of(&at(&other, &cid), &game, ""),
    ];
    for server in [&one, &other] {
        until("both know of each other", || view(server)["nodes"].as_array().unwrap().len() == 2);
        let view = view(server);
        let names: Vec<&str> =
            view["people"].as_array().unwrap().iter().filter_map(|person| person["name"].as_str()).collect();
        assert_eq!(names, ["Ann", "Bob", "Cid"]);
        let of = |name: &str| {
            let person = person(&view, name).unwrap();
            (person["windows"].clone(), person["nodes"].clone(), person["address"].clone())
        };
        assert_eq!(of("Ann"), (json!(1), json!([numbers[0]]), json!("127.0.0.1")));
        assert_eq!(of("Bob"), (json!(1), json!([numbers[1]]), json!("127.0.0.1")));
        assert_eq!(of("Cid"), (json!(2), json!(numbers), json!("127.0.0.1")));
        assert_eq!(view["load"]["sockets"], 4);
        let people: Vec<&Value> =
            view["nodes"].as_array().unwrap().iter().map(|node| &node["people"]).collect();
        assert_eq!(people, [2, 2]);
    }
    // The same whichever is asked, but for what goes on meanwhile.
    assert_eq!(view(&one)["started"], view(&other)["started"]);
}

#[test]
fn a_server_that_does_not_answer_is_named_to_the_host() {
    let ([one, other], _folders) = nodes(NodeNews::Lost);
    until("they know of each other", || view(&one)["nodes"].as_array().unwrap().len() == 2);
    let silent = number_of(&other);
    let found = view(&one)["nodes"].as_array().unwrap().iter().find(|node| node["node"] == silent).cloned();
    assert_eq!(found.unwrap()["load"], Value::Null);
}

#[test]
fn what_the_host_does_at_one_server_is_done_at_all() {
    let ([one, other], _folders) = nodes(NodeNews::Nats);
    let (ann, bob) = (one.player("Ann"), other.player("Bob"));
    let game = ann.create(&json!({ "opponent": "lobby", "clock": "5+3" }));
    bob.post(&format!("/v1/games/{game}/join"), &json!({})).ok();
    let mut socket = Socket::of(&bob, &game, "");
    socket.next_of("game");
    for (player, m) in [(&ann, "e4"), (&bob, "e5"), (&ann, "Nf3")] {
        player.play(&game, m).ok();
    }
    let set = |change: Value| one.host().send("PATCH", "/v1/host", &change.to_string()).unwrap().ok();
    let play =
        |id: &str, version: u64| bob.command(&game, id, version, &json!({ "do": "move", "move": "Nc6" }));
    set(json!({ "clocks_paused": true }));
    until("the clocks stand at the other", || bob.view(&game)["state"]["clocks"]["running"].is_null());
    assert_eq!(play("b1", 4).error(), (422, "clocks_paused".to_owned()));
    set(json!({ "clocks_paused": false, "announcement": "Lunch!" }));
    until("the clocks run at the other", || bob.view(&game)["state"]["clocks"]["running"] == "black");
    let version = bob.view(&game)["version"].as_u64().unwrap();
    play("b2", version).ok();
    assert_eq!(view(&other)["switches"]["announcement"], "Lunch!");
    // Who is sent away is at the other server, and so is where they came from.
    until("Bob is seen", || person(&view(&one), "Bob").is_some());
    let bobs = person(&view(&one), "Bob").unwrap()["player"].clone();
    let wish = json!({ "player": bobs, "minutes": 10, "address": true });
    let after = one.host().post("/v1/host/removals", &wish).ok();
    assert_eq!(after["removals"][0]["address"], true);
    assert_eq!(socket.closed(), Some(1008));
    for server in [&one, &other] {
        until("Bob is not here any more", || person(&view(server), "Bob").is_none());
        until("nobody knows his session", || at(server, &bob).get("/v1/session").status == 401);
        until("nobody comes from there", || {
            let newcomer = server.stranger().post("/v1/session", &json!({ "name": "Eve", "token": true }));
            newcomer.status == 403
        });
    }
    let ended = one.host().send("DELETE", &format!("/v1/host/removals/{}", bobs.as_str().unwrap()), "");
    assert_eq!(ended.unwrap().ok()["removals"], json!([]));
    until("everybody may come again", || {
        other.stranger().post("/v1/session", &json!({ "name": "Eve", "token": true })).status < 300
    });
}
