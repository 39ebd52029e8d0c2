//! Several servers over one database: whatever one of them has done holds at all others.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::client::Client;
use crate::support::socket::Socket;
use crate::support::{Folder, NodeNews, TestServer};

/// Two nodes, and their folders.
struct Nodes {
    one: TestServer,
    other: TestServer,
    _folders: [Folder; 2],
}

impl Nodes {
    fn new() -> Nodes {
        Nodes::by(NodeNews::Nats)
    }

    fn by(news: NodeNews) -> Nodes {
        let folder = Folder::new();
        let beside = folder.beside();
        let [one, other] = [&folder, &beside].map(|folder| TestServer::node(folder, news, |_| {}));
        Nodes { one, other, _folders: [folder, beside] }
    }

    /// The same player at the other node.
    fn elsewhere(&self, client: &Client) -> Client {
        let address = if client.address == self.one.address { self.other.address } else { self.one.address };
        Client { address, ..client.clone() }
    }

    /// Ann at the one node, Bob at the other, and a game between them.
    fn pair(&self, wish: &Value) -> (Client, Client, String) {
        let (ann, bob) = (self.one.player("Ann"), self.other.player("Bob"));
        let mut wish = wish.clone();
        wish["opponent"] = "lobby".into();
        let game = ann.create(&wish);
        bob.post(&format!("/v1/games/{game}/join"), &json!({})).ok();
        (ann, bob, game)
    }
}

fn m(text: &str) -> Value {
    json!({ "do": "move", "move": text })
}

/// Waits until something is so.
fn until(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(30), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn two_play_at_two_nodes_and_each_is_told_at_once() {
    let nodes = Nodes::new();
    let (ann, bob, game) = nodes.pair(&json!({ "clock": "5+3" }));
    let mut sockets = [Socket::of(&ann, &game, ""), Socket::of(&bob, &game, "")];
    for socket in &mut sockets {
        assert_eq!(socket.next_of("game")["version"], 1);
    }
    let moves = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"];
    for (number, text) in moves.iter().enumerate() {
        let version = number as u64 + 1;
        sockets[number % 2].command(&format!("c{version}"), version, &m(text));
        for socket in &mut sockets {
            assert_eq!(socket.next_of("entry")["version"], version + 1);
        }
        assert_eq!(sockets[number % 2].next_of("accepted")["version"], version + 1);
    }
    // Whoever asks is never told less than anybody was told before.
    for client in [&ann, &bob, &nodes.elsewhere(&ann)] {
        assert_eq!(client.view(&game)["version"], 7);
    }
    let answered = |client: &Client| client.get("/v1/session").header("Tabiya-Node").unwrap().to_owned();
    assert_ne!(answered(&ann), answered(&bob));
}

#[test]
fn a_command_sent_again_elsewhere_is_obeyed_once() {
    let nodes = Nodes::new();
    let (ann, bob, game) = nodes.pair(&json!({}));
    let elsewhere = nodes.elsewhere(&ann);
    let answers = [&ann, &elsewhere].map(|node| node.command(&game, "a1", 1, &m("e4")).ok());
    for answer in &answers {
        assert_eq!((&answer["version"], &answer["entry"]["id"]), (&json!(2), &json!("a1")));
    }
    assert_eq!(answers[0]["entry"]["state"], answers[1]["entry"]["state"]);
    // Also where much has happened since, and the node has not been asked for the game before.
    bob.command(&game, "b1", 2, &m("e5")).ok();
    ann.command(&game, "a2", 3, &m("Nf3")).ok();
    assert_eq!(elsewhere.command(&game, "a1", 1, &m("e4")).ok()["version"], 2);
    assert_eq!(elsewhere.command(&game, "a2", 3, &m("Nf3")).ok()["version"], 4);
    assert_eq!(elsewhere.command(&game, "a2", 3, &m("Nc3")).error(), (409, "id_reused".to_owned()));
    assert_eq!(elsewhere.view(&game)["version"], 4);
}

#[test]
fn of_two_moves_for_one_version_one_is_accepted() {
    let nodes = Nodes::new();
    let (ann, bob, game) = nodes.pair(&json!({}));
    let players = [[ann.clone(), nodes.elsewhere(&ann)], [bob.clone(), nodes.elsewhere(&bob)]];
    let choices = [["e4", "d4"], ["e5", "d5"], ["Nf3", "Nc3"], ["Nf6", "Nc6"], ["a3", "h3"], ["a6", "h6"]];
    for (number, texts) in choices.iter().enumerate() {
        let version = number as u64 + 1;
        let statuses: Vec<u16> = std::thread::scope(|scope| {
            let tries = [0, 1].map(|node| {
                let (client, game) = (&players[number % 2][node], &game);
                let id = format!("{version}-{node}");
                scope.spawn(move || client.command(game, &id, version, &m(texts[node])).status)
            });
            tries.into_iter().map(|tried| tried.join().unwrap()).collect()
        });
        assert!(statuses == [200, 409] || statuses == [409, 200], "{statuses:?}");
        let views = [&ann, &bob].map(|client| client.view(&game));
        assert_eq!(views[0]["line"], views[1]["line"]);
        assert_eq!(views[0]["version"], version + 1);
    }
}

#[test]
fn a_session_that_has_ended_has_ended_everywhere() {
    for news in [NodeNews::Nats, NodeNews::Lost] {
        let nodes = Nodes::by(news);
        let ann = nodes.one.player("Ann");
        let elsewhere = nodes.elsewhere(&ann);
        let game = elsewhere.create(&json!({ "opponent": "here" }));
        let mut socket = Socket::of(&elsewhere, &game, "");
        socket.next_of("game");
        assert_eq!(ann.send("PATCH", "/v1/session", r#"{"name": "Anna"}"#).unwrap().status, 200);
        until("she is called so everywhere", || elsewhere.get("/v1/session").ok()["name"] == "Anna");
        ann.send("DELETE", "/v1/session", "").unwrap();
        until("nobody knows her any more", || elsewhere.get("/v1/session").status == 401);
        assert_eq!(socket.closed(), Some(1008));
    }
}

#[test]
fn what_the_host_sets_holds_everywhere() {
    for news in [NodeNews::Nats, NodeNews::Lost] {
        let nodes = Nodes::by(news);
        let (one, other) = (nodes.one.host(), nodes.other.host());
        let set =
            |host: &Client, change: &Value| host.send("PATCH", "/v1/host", &change.to_string()).unwrap().ok();
        let switches = |host: &Client| host.get("/v1/host").ok()["switches"].clone();
        set(&one, &json!({ "lobby_closed": true }));
        until("the lobby is closed", || switches(&other)["lobby_closed"] == true);
        // What was set at one node is not taken back by what is set at another.
        set(&one, &json!({ "takebacks_off": true }));
        set(&other, &json!({ "announcement": "Lunch!" }));
        for host in [&one, &other] {
            until("all of it holds", || {
                let now = switches(host);
                now["lobby_closed"] == true && now["takebacks_off"] == true && now["announcement"] == "Lunch!"
            });
        }
        let refused = nodes.other.player("Ann").post("/v1/games", &json!({ "opponent": "lobby" }));
        assert_eq!(refused.error(), (422, "lobby_closed".to_owned()));
    }
}

#[test]
fn seats_that_wait_and_games_that_run_are_shown_everywhere() {
    let nodes = Nodes::new();
    let (ann, bob) = (nodes.one.player("Ann"), nodes.other.player("Bob"));
    let names = |client: &Client, path: &str| -> Vec<String> {
        let shown = client.get(path).ok();
        shown.as_array().unwrap().iter().map(|game| game["game"].as_str().unwrap().to_owned()).collect()
    };
    let game = ann.create(&json!({ "opponent": "lobby" }));
    let mut socket = Socket::of(&ann, &game, "");
    socket.next_of("game");
    until("the seat is shown", || names(&bob, "/v1/lobby") == [game.as_str()]);
    bob.post(&format!("/v1/games/{game}/join"), &json!({})).ok();
    socket.next_of("entry");
    for client in [&ann, &bob] {
        until("the seat is taken", || names(client, "/v1/lobby").is_empty());
        until("the game is shown", || names(client, "/v1/running") == [game.as_str()]);
    }
    drop(socket);
    until("nobody plays it any more", || names(&bob, "/v1/running").is_empty());
}

#[test]
fn whoever_is_connected_to_another_node_has_not_left() {
    let folder = Folder::new();
    let beside = folder.beside();
    let quick = |config: &mut tabiya_server::Config| {
        config.limits.presence = Duration::from_millis(200);
        config.limits.claim_without_clock = Duration::ZERO;
    };
    let [one, other] = [&folder, &beside].map(|folder| TestServer::node(folder, NodeNews::Nats, quick));
    let nodes = Nodes { one, other, _folders: [folder, beside] };
    let (ann, bob, game) = nodes.pair(&json!({}));
    ann.command(&game, "a1", 1, &m("e4")).ok();
    let mut socket = Socket::of(&bob, &game, "");
    socket.next_of("game");
    until("Bob is seen", || ann.view(&game)["black"]["present"] == true);
    std::thread::sleep(Duration::from_millis(600));
    let claim = |id: &str| ann.command(&game, id, 2, &json!({ "do": "claim_left" }));
    assert_eq!(claim("c1").error(), (422, "opponent_present".to_owned()));
    drop(socket);
    until("Bob has left", || claim("c2").status == 200);
}

#[test]
fn a_wish_for_a_game_sent_again_makes_no_second_one() {
    let nodes = Nodes::new();
    let ann = nodes.one.player("Ann");
    let wish = |id: &str| json!({ "id": id, "opponent": "lobby" });
    let game = ann.create(&wish("first"));
    assert_eq!(ann.create(&wish("first")), game);
    assert_eq!(nodes.elsewhere(&ann).create(&wish("first")), game);
    assert_ne!(ann.create(&wish("second")), game);
    assert_ne!(nodes.other.player("Bob").create(&wish("first")), game, "each has ids of their own");
    let refused = ann.post("/v1/games", &wish("with blanks"));
    assert_eq!(refused.error(), (400, "bad_id".to_owned()));
    // However often it comes at the same time.
    let made: Vec<String> = std::thread::scope(|scope| {
        let clients = [ann.clone(), nodes.elsewhere(&ann), ann.clone(), nodes.elsewhere(&ann)];
        let tries = clients.map(|client| scope.spawn(move || client.create(&wish("third"))));
        tries.into_iter().map(|tried| tried.join().unwrap()).collect()
    });
    assert!(made.iter().all(|other| *other == made[0]), "{made:?}");
    ann.command(&game, "gone", 0, &json!({ "do": "abort" })).ok();
    assert_eq!(ann.post("/v1/games", &wish("first")).error(), (404, "called_off".to_owned()));
}

#[test]
fn a_flag_falls_where_nobody_has_opened_the_game() {
    let nodes = Nodes::new();
    let (ann, bob, game) = nodes.pair(&json!({ "clock": "4s" }));
    ann.command(&game, "a1", 1, &m("e4")).ok();
    bob.command(&game, "b1", 2, &m("e5")).ok();
    let Nodes { one, other, _folders: [folder, beside] } = nodes;
    // One that ends well goes on for some seconds, and the flag would fall meanwhile.
    one.kill();
    other.kill();
    // Neither node is asked for the game: whoever stands first for it opens it.
    let [one, other] = [&folder, &beside].map(|folder| TestServer::node(folder, NodeNews::Nats, |_| {}));
    let clocks = |server: &TestServer| {
        let figures = server.stranger().get("/metrics").body;
        figures.lines().any(|line| line == "tabiya_running_clocks 1")
    };
    until("one of them has opened it", || clocks(&one) || clocks(&other));
    until("the flag has fallen", || !clocks(&one) && !clocks(&other));
    for address in [one.address, other.address] {
        let view = Client { address, ..ann.clone() }.view(&game);
        assert_eq!((&view["stage"], &view["state"]["ending"]["result"]), (&json!("over"), &json!("0-1")));
    }
}

#[test]
fn the_computer_moves_once_whichever_node_is_asked() {
    let nodes = Nodes::new();
    let ann = nodes.one.player("Ann");
    let elsewhere = nodes.elsewhere(&ann);
    let game = ann.create(&json!({ "opponent": { "computer": 1 } }));
    let mut sockets = [Socket::of(&ann, &game, ""), Socket::of(&elsewhere, &game, "")];
    sockets.iter_mut().for_each(|socket| drop(socket.next_of("game")));
    for number in 0..4 {
        let version = 1 + 2 * number;
        let view = ann.view(&game);
        assert_eq!(view["version"], version);
        let dests = view["state"]["dests"].as_object().unwrap();
        let (from, to) = dests.iter().next().unwrap();
        let text = format!("{from}{}", &to.as_str().unwrap()[..2]);
        let asked = if number % 2 == 0 { &ann } else { &elsewhere };
        asked.command(&game, &format!("c{number}"), version, &m(&text)).ok();
        for socket in &mut sockets {
            assert_eq!(socket.next_of("entry")["version"], version + 1);
            assert_eq!(socket.next_of("entry")["version"], version + 2);
        }
    }
}

#[test]
fn news_that_are_lost_are_found_in_the_database() {
    let nodes = Nodes::by(NodeNews::Lost);
    let (ann, bob) = (nodes.one.player("Ann"), nodes.other.player("Bob"));
    let game = ann.create(&json!({ "opponent": "link" }));
    let invitation = ann.get(&format!("/v1/games/{game}/invitation")).ok();
    let mut socket = Socket::of(&ann, &game, "");
    assert_eq!(socket.next_of("game")["stage"], "open");
    bob.post(&format!("/v1/games/{game}/join"), &json!({ "invitation": invitation["key"] })).ok();
    assert_eq!(socket.next_of("entry")["version"], 1);
    socket.command("a1", 1, &m("e4"));
    socket.next_of("accepted");
    // Bob's node knows the game as it was, and has heard of nothing.
    assert_eq!(bob.view(&game)["version"], 2);
    bob.command(&game, "b1", 2, &m("e5")).ok();
    assert_eq!(socket.next_of("entry")["version"], 3);
    // A seat moves, and whoever has it now may play at once, at any node.
    let moved = bob.post(&format!("/v1/games/{game}/transfer"), &json!({})).ok();
    let zoe = nodes.one.player("Zoe");
    zoe.post(&format!("/v1/seats/{}", moved["key"].as_str().unwrap()), &json!({})).ok();
    socket.command("a2", 3, &m("d4"));
    assert_eq!(socket.next_of("accepted")["version"], 4);
    let elsewhere = nodes.elsewhere(&zoe);
    elsewhere.command(&game, "z1", 4, &m("exd4")).ok();
    assert_eq!(bob.command(&game, "b2", 5, &m("Qxd4")).error(), (403, "not_a_player".to_owned()));
}
