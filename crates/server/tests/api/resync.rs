//! WebSockets: everything is told, and what was missed is told again.

use serde_json::json;

use crate::support::socket::Socket;
use crate::support::{Folder, TestServer, pair};

#[test]
fn both_players_and_a_spectator_are_told_every_move() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (white, black, game) = pair(&server, &json!({ "clock": "5+3" }));
    let eve = server.player("Eve");
    let mut sockets = [&white, &black, &eve].map(|who| Socket::of(who, &game, ""));
    let roles = sockets.each_mut().map(|socket| socket.next_of("game")["you"]["role"].clone());
    assert_eq!(roles, ["white", "black", "spectator"]);
    let moves = ["e4", "e5", "Nf3", "Nc6"];
    for (number, m) in moves.iter().enumerate() {
        let version = number as u64 + 1;
        let mover = number % 2;
        sockets[mover].command(&format!("m{number}"), version, &json!({ "do": "move", "move": m }));
        let mut told = Vec::new();
        for socket in &mut sockets {
            let entry = socket.next_of("entry");
            assert_eq!(entry["version"], version + 1);
            assert_eq!(entry["line"]["add"][0]["san"], *m);
            assert!(entry["state"]["clocks"]["white"].as_u64().unwrap() > 299_000);
            told.push(entry["state"]["dests"].is_object());
        }
        // Whoever is to move is told where to, others are not.
        assert!(told[1 - mover] && !told[mover] && !told[2]);
        assert_eq!(sockets[mover].next_of("accepted")["version"], version + 1);
    }
    sockets[2].command("x", 5, &json!({ "do": "resign" }));
    assert_eq!(sockets[2].next_of("failed")["failure"]["error"]["code"], "not_a_player");
}

/// As the page tells clients: what is not newer than what one has is to be dropped.
#[test]
fn an_entry_may_come_twice_and_is_the_same_then() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (white, _, game) = pair(&server, &json!({}));
    let mut socket = Socket::of(&white, &game, "");
    assert_eq!(socket.next_of("game")["version"], 1);
    let answered = white.play(&game, "e4").ok()["entry"].clone();
    let mut behind = Socket::of(&white, &game, "?since=1");
    for told in [socket.next_of("entry"), behind.next_of("entry")] {
        for same in ["version", "id", "line", "says", "happened"] {
            assert_eq!(told[same], answered[same], "{same}");
        }
    }
    let mut level = Socket::of(&white, &game, "?since=2");
    level.say(&json!({ "type": "ping", "version": 2 }));
    let told = std::iter::from_fn(|| Some(level.next())).take_while(|message| message["type"] != "pong");
    assert!(told.into_iter().all(|message| message["type"] != "entry"), "nothing is missing");
}

#[test]
fn a_gap_is_healed_from_any_version() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (white, black, game) = pair(&server, &json!({}));
    for (who, m) in [(&white, "e4"), (&black, "e5"), (&white, "d4"), (&black, "exd4")] {
        who.play(&game, m).ok();
    }
    for since in 0..=5 {
        let mut socket = Socket::of(&white, &game, &format!("?since={since}"));
        socket.say(&json!({ "type": "ping", "version": since }));
        let mut versions = Vec::new();
        loop {
            let message = socket.next();
            match message["type"].as_str().unwrap() {
                "entry" => versions.push(message["version"].as_u64().unwrap()),
                "pong" => break,
                _ => {}
            }
        }
        let expected: Vec<u64> = (since + 1..=5).collect();
        versions.dedup();
        assert!(versions.ends_with(&expected), "since {since}: {versions:?}");
        let by_http = white.get(&format!("/v1/games/{game}/entries?since={since}")).ok();
        assert_eq!(by_http.as_array().unwrap().len() as u64, 5 - since);
    }
}

#[test]
fn games_survive_a_restart_with_everything() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (white, black, game) = pair(&server, &json!({}));
    white.play(&game, "e4").ok();
    black.act(&game, &json!({ "do": "offer_draw" })).ok();
    let before = black.view(&game);
    drop(server);
    let server = TestServer::open(&folder);
    let at = |client: &crate::support::client::Client| crate::support::client::Client {
        address: server.address,
        token: client.token.clone(),
    };
    let after = at(&black).view(&game);
    for field in ["version", "line", "you", "white", "rules"] {
        assert_eq!(after[field]["name"], before[field]["name"], "{field}");
    }
    assert_eq!(after["state"]["draw_offer"], "black");
    assert_eq!(after["line"], before["line"]);
    at(&white).act(&game, &json!({ "do": "answer_draw", "accept": true })).ok();
}

#[test]
fn whoever_watches_is_told_that_the_server_goes() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (white, _, game) = pair(&server, &json!({}));
    let mut socket = Socket::of(&white, &game, "");
    socket.next_of("game");
    drop(server);
    assert_eq!(socket.closed(), Some(1012));
}

#[test]
fn a_wish_for_a_rematch_survives_a_restart() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (white, black, game) = pair(&server, &json!({}));
    white.act(&game, &json!({ "do": "resign" })).ok();
    let rematch = format!("/v1/games/{game}/rematch");
    assert_eq!(white.post(&rematch, &json!({})).ok()["next"], json!(null));
    drop(server);
    let server = TestServer::open(&folder);
    let black = crate::support::client::Client { address: server.address, ..black };
    assert_eq!(black.view(&game)["rematch"], "white");
    let next = black.post(&rematch, &json!({})).ok()["next"].as_str().unwrap().to_owned();
    assert_eq!(black.view(&next)["you"]["role"], "white");
    assert_eq!(black.view(&game)["rematch"], json!(null));
}

#[test]
fn nobody_pays_for_an_outage_and_nobody_is_given_time() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (white, black, game) = pair(&server, &json!({ "clock": "5" }));
    white.play(&game, "e4").ok();
    black.play(&game, "e5").ok();
    let before = white.view(&game)["state"]["clocks"]["white"].as_u64().unwrap();
    drop(server);
    // Longer than anybody has time: whoever paid for it would have lost.
    let outage = std::time::Duration::from_secs(3600);
    let server = TestServer::after(outage, &folder, |_| {});
    let white = crate::support::client::Client { address: server.address, ..white };
    let view = white.view(&game);
    let after = view["state"]["clocks"]["white"].as_u64().unwrap();
    assert!(after <= before, "time was given: {before} {after}");
    let entries = white.get(&format!("/v1/games/{game}/entries?since=3")).ok();
    assert_eq!(entries[0]["happened"], json!(["interrupted"]));
    assert_eq!(entries[0]["says"], "The game was interrupted; the time did not run.");
    let log = white.get(&format!("/v1/games/{game}/export/json")).ok();
    let left = log["events"].as_array().unwrap().last().unwrap()["left"][0].as_u64().unwrap();
    // The clock was charged up to the last sign of life; the hour after it was not.
    let at = |number: usize| log["events"][number]["at"].as_u64().unwrap();
    let events = log["events"].as_array().unwrap().len();
    let pause = at(events - 1) - at(events - 2) - (300_000 - left);
    assert!(u128::from(pause) >= outage.as_millis(), "{pause}");
}

/// A game at one device with so many entries, in which moves are taken back again and again.
fn restless(ann: &crate::support::client::Client, entries: u64) -> String {
    let game = ann.create(&json!({ "opponent": "here" }));
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"];
    for version in 1..entries {
        let action = match (version - 1) % 5 {
            4 => json!({ "do": "undo", "plies": 4 }),
            number => json!({ "do": "move", "move": moves[number as usize] }),
        };
        ann.command(&game, &format!("m{version}"), version, &action).ok();
    }
    game
}

#[test]
fn history_comes_in_pages() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let game = restless(&server.player("Ann"), 231);
    let someone = server.stranger();
    let mut versions: Vec<u64> = Vec::new();
    loop {
        let since = versions.last().copied().unwrap_or(0);
        let reply = someone.get(&format!("/v1/games/{game}/entries?since={since}"));
        let more = reply.header("tabiya-more").unwrap() == "true";
        let page = reply.ok();
        let page = page.as_array().unwrap();
        assert!(page.len() <= 100);
        versions.extend(page.iter().map(|entry| entry["version"].as_u64().unwrap()));
        if !more {
            break;
        }
    }
    assert_eq!(versions, (1..=231).collect::<Vec<u64>>());
}

#[test]
fn whoever_missed_much_is_told_the_whole_game() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = restless(&ann, 150);
    let mut socket = Socket::of(&ann, &game, "?since=3");
    let first = socket.next();
    assert_eq!((&first["type"], &first["version"]), (&json!("game"), &json!(150)));
    let mut socket = Socket::of(&ann, &game, "?since=147");
    let versions = [socket.next(), socket.next(), socket.next()].map(|entry| entry["version"].clone());
    assert_eq!(versions, [148, 149, 150]);
    let stale = ann.command(&game, "late", 3, &json!({ "do": "resign" }));
    assert_eq!(stale.error().1, "stale");
    let stale = stale.json();
    let missing = stale["missing"].as_array().unwrap();
    assert_eq!((missing.len(), &missing[99]["version"], &stale["version"]), (100, &json!(103), &json!(150)));
}

#[test]
fn whoever_asks_again_and_again_for_what_was_told_has_to_wait() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let game = restless(&server.player("Ann"), 20);
    let mut socket = Socket::of(&server.player("Eve"), &game, "");
    socket.next_of("game");
    for _ in 0..150 {
        socket.say(&json!({ "type": "ping", "version": 0 }));
    }
    let (mut entries, mut pongs) = (0, 0);
    while pongs < 150 {
        match socket.next()["type"].as_str().unwrap() {
            "entry" => entries += 1,
            "pong" => pongs += 1,
            _ => {}
        }
    }
    assert!((20..=20 * 40).contains(&entries), "{entries}");
    assert_eq!(entries % 20, 0, "all that is missing, or nothing");
}

#[test]
fn whoever_is_ahead_of_the_server_is_told_the_whole_game() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": "here" }));
    ["e4", "e5", "Nf3"].iter().for_each(|m| drop(ann.play(&game, m).ok()));
    let mut socket = Socket::of(&ann, &game, "?since=8");
    socket.say(&json!({ "type": "ping", "version": 4 }));
    let told = [socket.next(), socket.next()];
    let told = told.iter().find(|message| message["type"] == "game");
    assert_eq!(told.map(|game| &game["version"]), Some(&json!(4)));
    let mut socket = Socket::of(&ann, &game, "?since=4");
    socket.say(&json!({ "type": "ping", "version": 8 }));
    loop {
        let message = socket.next();
        assert_ne!(message["type"], "pong", "the game comes before the answer");
        if message["type"] == "game" {
            assert_eq!(message["version"], 4);
            break;
        }
    }
    assert_eq!(socket.next_of("pong")["version"], 4);
    let ahead = ann.get(&format!("/v1/games/{game}/entries?since=8"));
    assert_eq!(ahead.error(), (400, "future_version".to_owned()), "{ahead:?}");
    assert_eq!(ann.get(&format!("/v1/games/{game}/entries?since=4")).ok(), json!([]));
    ann.play(&game, "Nc6").ok();
    assert_eq!(socket.next_of("entry")["version"], 5);
}
