//! Games from files and into files.

use serde_json::json;

use crate::support::{Folder, House};

#[test]
fn games_come_back_from_every_form() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let ann = house.player("Ann");
    let game = ann.create(&json!({ "opponent": "here", "rules": { "name": "byu" } }));
    for m in ["e4", "e5", "Nf3", "Nc6"] {
        ann.play(&game, m).ok();
    }
    let fen = ann.view(&game)["state"]["fen"].clone();
    for (form, key) in [("pgn", "pgn"), ("xml", "xml"), ("fen", "fen"), ("json", "json")] {
        let file = ann.get(&format!("/v1/games/{game}/export/{form}"));
        assert_eq!(file.status, 200, "{file:?}");
        assert!(file.header("content-disposition").unwrap().contains(&format!("{game}.{form}")));
        let open = json!({ "opponent": "here", "rules": { "name": "byu" }, "open": { key: file.body } });
        let again = ann.create(&open);
        let view = ann.view(&again);
        assert_eq!(view["state"]["fen"], fen, "{form}");
        assert_eq!(view["line"].as_array().unwrap().len(), if form == "fen" { 0 } else { 4 }, "{form}");
        assert_eq!(view["rules"]["name"], "byu", "{form}");
    }
    let again = ann.create(&json!({ "opponent": "here", "open": { "game": game } }));
    assert_eq!(ann.view(&again)["state"]["fen"], fen);
    ann.act(&again, &json!({ "do": "undo", "plies": 4 })).ok();
    ann.play(&again, "d4").ok();
    assert!(ann.get(&format!("/v1/games/{again}/export/pgn")).body.contains("1. d4 (1. e4 e5"));
}

#[test]
fn variations_and_clocks_are_written() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let ann = house.player("Ann \"the\" <b>");
    let game = ann.create(&json!({ "opponent": "here", "clock": "5+3" }));
    for m in ["e4", "e5"] {
        ann.play(&game, m).ok();
    }
    ann.act(&game, &json!({ "do": "undo", "plies": 1 })).ok();
    ann.play(&game, "c5").ok();
    let pgn = ann.get(&format!("/v1/games/{game}/export/pgn")).body;
    assert!(pgn.contains("[White \"Ann \\\"the\\\" <b>\"]"), "{pgn}");
    assert!(pgn.contains("[TimeControl \"300+3\"]") && pgn.contains("[%clk 0:05:00]"), "{pgn}");
    assert!(pgn.contains("c5") && pgn.contains("(1... e5"), "{pgn}");
}

#[test]
fn an_opened_game_gives_nobody_time() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let ann = house.player("Ann");
    let open = json!({ "pgn": "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *" });
    let game = ann.create(&json!({ "opponent": "here", "clock": "5+60", "open": open }));
    let clocks = ann.view(&game)["state"]["clocks"].clone();
    assert_eq!(clocks["running"], "white");
    assert_eq!(clocks["black"], 300_000);
    assert!(clocks["white"].as_u64().unwrap() <= 300_000);
}

#[test]
fn bad_files_are_refused_with_their_place() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let ann = house.player("Ann");
    for (file, place) in [
        (json!({ "pgn": "1. e4 e5 2. Ke3 *" }), "line 1"),
        (json!({ "pgn": "" }), "no game"),
        (json!({ "xml": "<!DOCTYPE x [<!ENTITY a 'b'>]><chessgame/>" }), "line 1"),
        (json!({ "fen": "8/8/8/8/8/8/8/8 w - - 0 1" }), "no king"),
        (json!({ "json": "{\"events\": []}" }), "event 0"),
        (json!({ "json": "[".repeat(10_000) }), "line 1"),
    ] {
        let reply = ann.post("/v1/games", &json!({ "opponent": "here", "open": file }));
        assert_eq!(reply.error(), (422, "bad_file".to_owned()), "{file}");
        let says = reply.json()["error"]["says"].as_str().unwrap().to_owned();
        assert!(says.to_lowercase().contains(place), "{file}: {says}");
    }
    let nested = format!("1. e4 {} *", "(".repeat(100_000));
    assert_eq!(ann.post("/v1/games", &json!({ "opponent": "here", "open": { "pgn": nested } })).status, 422);
    for name in ["../../etc", "/etc/passwd", "x\u{0}y", &"a".repeat(5000)] {
        let reply = ann.post("/v1/games", &json!({ "opponent": "here", "open": { "game": name } }));
        assert_eq!(reply.error(), (404, "no_game".to_owned()), "{name}");
    }
}

#[test]
fn what_a_form_cannot_hold_is_refused() {
    let folder = Folder::new();
    let house = House::open(&folder);
    let ann = house.player("Ann");
    let game = ann.create(&json!({ "opponent": "here", "rules": { "name": "hong" } }));
    let reply = ann.get(&format!("/v1/games/{game}/export/xml"));
    assert_eq!(reply.error(), (422, "not_in_this_form".to_owned()));
    assert_eq!(ann.get(&format!("/v1/games/{game}/export/doc")).error(), (404, "no_such_form".to_owned()));
}
