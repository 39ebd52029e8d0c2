//! Who may do what: every action by every role, as docs/api.md lists it.

use serde_json::{Value, json};

use crate::support::client::{Client, Reply, request};
use crate::support::socket::Socket;
use crate::support::{Folder, TestServer, pair, pair_up};

const ACTIONS: [&str; 20] = [
    r#"{"do":"move","move":"e2e4"}"#,
    r#"{"do":"pass"}"#,
    r#"{"do":"undo","plies":1}"#,
    r#"{"do":"redo","plies":1}"#,
    r#"{"do":"go_to","node":0}"#,
    r#"{"do":"ask_takeback","plies":1}"#,
    r#"{"do":"answer_takeback","accept":true}"#,
    r#"{"do":"offer_draw"}"#,
    r#"{"do":"answer_draw","accept":true}"#,
    r#"{"do":"claim_draw"}"#,
    r#"{"do":"resign"}"#,
    r#"{"do":"flag"}"#,
    r#"{"do":"abort"}"#,
    r#"{"do":"claim_left"}"#,
    r#"{"do":"stop"}"#,
    r#"{"do":"go_on"}"#,
    r#"{"do":"pause"}"#,
    r#"{"do":"step"}"#,
    r#"{"do":"set_speed","speed":"fast"}"#,
    r#"{"do":"annotate","at":"","change":{"marks":"1"}}"#,
];

/// What is changed in what is said of the moves, once the game is over.
const CHANGES: [(&str, &str, &str); 8] = [
    ("comment", "e2e4", r#"{"comment":{"place":"after","text":"good"}}"#),
    ("marks", "e2e4", r#"{"marks":"1"}"#),
    ("drawing", "e2e4", r#"{"drawing":"Ge2e4"}"#),
    ("play", "", r#"{"play":"d4"}"#),
    ("beside", "e2e4", r#"{"beside":"e5"}"#),
    ("promote", "e2e4", r#""promote""#),
    ("earlier", "e2e4", r#""earlier""#),
    ("delete", "e2e4", r#""delete""#),
];

/// What the table says of an answer.
fn word(reply: &Reply) -> String {
    if (200..300).contains(&reply.status) { "yes".to_owned() } else { reply.error().1 }
}

/// One game for each cell, so that none changes another: two people, White to move, nothing asked or offered.
fn commands(all: &[Client; 4]) -> Vec<String> {
    let mut rows = Vec::new();
    for action in ACTIONS {
        let value: Value = serde_json::from_str(action).unwrap();
        let cells = [0, 1, 2, 3].map(|role| {
            let game = pair_up(&all[0], &all[1], &json!({}));
            word(&all[role].command(&game, "x", 1, &value))
        });
        rows.push(format!("| `{}` | {} |", value["do"].as_str().unwrap(), cells.join(" | ")));
    }
    rows
}

/// The same once Black has resigned after a move of White's.
fn changes(all: &[Client; 4]) -> Vec<String> {
    let [white, black, ..] = all;
    let row = |(name, at, change): &(&str, &str, &str)| {
        let change: Value = serde_json::from_str(change).unwrap();
        let cells = [0, 1, 2, 3].map(|role| {
            let game = pair_up(white, black, &json!({}));
            white.play(&game, "e4").ok();
            black.act(&game, &json!({ "do": "resign" })).ok();
            word(&all[role].command(&game, "x", 3, &json!({ "do": "annotate", "at": at, "change": change })))
        });
        format!("| `annotate` with `{name}`, after the game | {} |", cells.join(" | "))
    };
    CHANGES.iter().map(row).collect()
}

type Request = fn(&Client, &str) -> Reply;

/// The other requests about a game.
const REQUESTS: [(&str, Request); 14] = [
    ("GET games/ID", |who, game| who.get(&format!("/v1/games/{game}"))),
    ("GET games/ID/entries", |who, game| who.get(&format!("/v1/games/{game}/entries"))),
    ("GET games/ID/threats", |who, game| who.get(&format!("/v1/games/{game}/threats"))),
    ("GET games/ID/hint", |who, game| who.get(&format!("/v1/games/{game}/hint"))),
    ("GET games/ID/reach", |who, game| who.get(&format!("/v1/games/{game}/reach"))),
    ("GET games/ID/why", |who, game| who.get(&format!("/v1/games/{game}/why?move=e2e4"))),
    ("GET games/ID/tree", |who, game| who.get(&format!("/v1/games/{game}/tree"))),
    ("GET games/ID/tree/moves", |who, game| who.get(&format!("/v1/games/{game}/tree/moves"))),
    ("GET games/ID/export/pgn", |who, game| {
        let reply = who.get(&format!("/v1/games/{game}/export/pgn"));
        Reply { body: json!({ "pgn": reply.body }).to_string(), ..reply }
    }),
    ("GET games/ID/invitation", |who, game| who.get(&format!("/v1/games/{game}/invitation"))),
    ("POST games/ID/join", |who, game| who.post(&format!("/v1/games/{game}/join"), &json!({}))),
    ("POST games/ID/transfer", |who, game| who.post(&format!("/v1/games/{game}/transfer"), &json!({}))),
    ("POST games/ID/rematch", |who, game| who.post(&format!("/v1/games/{game}/rematch"), &json!({}))),
    ("POST games", |who, _| who.post("/v1/games", &json!({ "opponent": "here" }))),
];

fn requests(all: &[Client; 4]) -> Vec<String> {
    let row = |(name, request): &(&str, Request)| {
        let game = pair_up(&all[0], &all[1], &json!({}));
        let cells = all.each_ref().map(|who| word(&request(who, &game)));
        format!("| `{name}` | {} |", cells.join(" | "))
    };
    REQUESTS.iter().map(row).collect()
}

#[test]
fn everybody_may_do_what_the_page_says() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let head = "| | player to move | opponent | spectator | stranger |\n|---|---|---|---|---|\n";
    let [ann, bob, eve] = ["Ann", "Bob", "Eve"].map(|name| server.player(name));
    let all = [ann, bob, eve, server.stranger()];
    let rows = [commands(&all), changes(&all), requests(&all)].concat();
    let made = format!("{head}{}\n", rows.join("\n"));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/api.md");
    let page = std::fs::read_to_string(path).unwrap();
    let (before, rest) = page.split_once("<!-- who may do what -->\n").unwrap();
    let (kept, after) = rest.split_once("<!-- end -->").unwrap();
    if std::env::var_os("TABIYA_WRITE").is_some() {
        let page = format!("{before}<!-- who may do what -->\n{made}<!-- end -->{after}");
        return std::fs::write(path, page).unwrap();
    }
    assert!(kept == made, "docs/api.md says otherwise (TABIYA_WRITE=1 writes it):\n{made}");
    for line in made.lines().skip(2) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let changes = !cells[1].contains("GET");
        assert!(!changes || cells[5] == "no_session", "a stranger may change something: {line}");
        let only_players = changes && !cells[1].contains("POST games`") && !cells[1].contains("join");
        assert!(!only_players || cells[4] != "yes", "a spectator may change something: {line}");
    }
}

/// Somebody on a page of ours who never said who they are.
#[test]
fn whoever_watches_is_told_that_only_the_players_can_do_that() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (_, _, game) = pair(&server, &json!({}));
    let host = server.address.to_string();
    let page = format!("http://{host}");
    let says = "You are watching this game: only its players can do that.";
    let post = |path: &str, body: &Value| {
        let headers = [("Host", host.as_str()), ("Origin", page.as_str())];
        let path = format!("/v1/games/{game}/{path}");
        let reply = request(server.address, "POST", &path, &headers, &body.to_string()).unwrap();
        (reply.error(), reply.json()["error"]["says"].clone())
    };
    let refused = ((403, "not_a_player".to_owned()), json!(says));
    let undo = json!({ "do": "undo" });
    assert_eq!(post("commands", &json!({ "id": "x", "version": 1, "action": undo })), refused);
    assert_eq!(post("rematch", &json!({})), refused);
    let mut socket =
        Socket::open(server.address, &format!("/v1/games/{game}/socket"), &[("Origin", &page)]).unwrap();
    socket.command("x", 1, &undo);
    let failed = socket.next_of("failed")["failure"]["error"].clone();
    assert_eq!((&failed["code"], &failed["says"]), (&json!("not_a_player"), &json!(says)));
    // Nor is it another answer for somebody who has a name.
    let eve = server.player("Eve").command(&game, "x", 1, &undo);
    assert_eq!((eve.error(), eve.json()["error"]["says"].clone()), refused);
}
