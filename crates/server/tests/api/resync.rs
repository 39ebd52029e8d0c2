//! WebSockets: everything is told, and what was missed is told again.

use serde_json::json;

use crate::support::socket::Socket;
use crate::support::{Folder, House, pair};

#[test]
fn both_players_and_a_spectator_are_told_every_move() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (white, black, game) = pair(&house, &json!({ "clock": "5+3" }));
    let eve = house.player("Eve");
    let mut sockets = [&white, &black, &eve].map(|who| Socket::of(who, &game, ""));
    let roles = sockets.each_mut().map(|socket| socket.next_of("game")["you"]["role"].clone());
    assert_eq!(roles, ["white", "black", "spectator"]);
    let moves = ["e4", "e5", "Nf3", "Nc6"];
    for (number, m) in moves.iter().enumerate() {
        let version = number as u64 + 1;
        let mover = number % 2;
        sockets[mover].command(&format!("m{number}"), version, &json!({ "do": "move", "move": m }));
        for socket in &mut sockets {
            let entry = socket.next_of("entry");
            assert_eq!(entry["version"], version + 1);
            assert_eq!(entry["line"]["add"][0]["san"], *m);
            assert!(entry["state"]["clocks"]["white"].as_u64().unwrap() > 299_000);
        }
        assert_eq!(sockets[mover].next_of("accepted")["version"], version + 1);
    }
    sockets[2].command("x", 5, &json!({ "do": "resign" }));
    assert_eq!(sockets[2].next_of("failed")["failure"]["error"]["code"], "not_a_player");
}

#[test]
fn a_gap_is_healed_from_any_version() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (white, black, game) = pair(&house, &json!({}));
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
    let house = House::open(&folder);
    let (white, black, game) = pair(&house, &json!({}));
    white.play(&game, "e4").ok();
    black.act(&game, &json!({ "do": "offer_draw" })).ok();
    let before = black.view(&game);
    drop(house);
    let house = House::open(&folder);
    let at = |client: &crate::support::client::Client| crate::support::client::Client {
        address: house.address,
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
    let house = House::open(&folder);
    let (white, _, game) = pair(&house, &json!({}));
    let mut socket = Socket::of(&white, &game, "");
    socket.next_of("game");
    drop(house);
    assert_eq!(socket.closed(), Some(1012));
}

#[test]
fn a_wish_for_a_rematch_survives_a_restart() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (white, black, game) = pair(&house, &json!({}));
    white.act(&game, &json!({ "do": "resign" })).ok();
    let rematch = format!("/v1/games/{game}/rematch");
    assert_eq!(white.post(&rematch, &json!({})).ok()["next"], json!(null));
    drop(house);
    let house = House::open(&folder);
    let black = crate::support::client::Client { address: house.address, ..black };
    assert_eq!(black.view(&game)["rematch"], "white");
    let next = black.post(&rematch, &json!({})).ok()["next"].as_str().unwrap().to_owned();
    assert_eq!(black.view(&next)["you"]["role"], "white");
    assert_eq!(black.view(&game)["rematch"], json!(null));
}

#[test]
fn nobody_pays_for_an_outage_and_nobody_is_given_time() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let (white, black, game) = pair(&house, &json!({ "clock": "5" }));
    white.play(&game, "e4").ok();
    black.play(&game, "e5").ok();
    std::thread::sleep(std::time::Duration::from_millis(700));
    let before = white.view(&game)["state"]["clocks"]["white"].as_u64().unwrap();
    drop(house);
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let house = House::open(&folder);
    let white = crate::support::client::Client { address: house.address, ..white };
    let view = white.view(&game);
    let after = view["state"]["clocks"]["white"].as_u64().unwrap();
    assert!(after <= before, "time was given: {before} {after}");
    let entries = white.get(&format!("/v1/games/{game}/entries?since=3")).ok();
    assert_eq!(entries[0]["happened"], json!(["interrupted"]));
    assert_eq!(entries[0]["says"], "The game was interrupted; the time did not run.");
    let log = white.get(&format!("/v1/games/{game}/export/json")).ok();
    let left = log["events"].as_array().unwrap().last().unwrap()["left"][0].as_u64().unwrap();
    // The clock was charged up to the last sign of life; the pause of 1,500 milliseconds was not.
    let at = |number: usize| log["events"][number]["at"].as_u64().unwrap();
    let events = log["events"].as_array().unwrap().len();
    let pause = at(events - 1) - at(events - 2) - (300_000 - left);
    assert!(pause >= 1400, "{pause}");
}
