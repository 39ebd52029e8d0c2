//! Games from files and into files.

use serde_json::json;

use crate::support::{Folder, TestServer};

#[test]
fn games_come_back_from_every_form() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
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
fn xml_from_any_start_is_opened_taken_back_and_exported() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/../notation/tests/byu");
    for (name, start) in
        [("any-start", "7k/5K2/6p1/6Q1/8/8/8/8 w - - 0 1"), ("position", "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1")]
    {
        let text = std::fs::read_to_string(format!("{cases}/{name}.xml")).unwrap();
        let game = ann.create(&json!({ "opponent": "here", "open": { "xml": text } }));
        let view = ann.view(&game);
        assert_eq!((&view["start"], &view["rules"]["name"]), (&json!(start), &json!("byu")));
        assert_ne!(view["start"], view["rules"]["start"]);
        assert_eq!(ann.get(&format!("/v1/games/{game}/export/xml")).body, text);
        let plies = view["line"].as_array().unwrap().len();
        if plies > 0 {
            ann.act(&game, &json!({ "do": "undo", "plies": plies })).ok();
        }
        assert_eq!(ann.view(&game)["state"]["fen"], start);
    }
    let usual = ann.view(&ann.create(&json!({ "opponent": "here", "rules": { "name": "byu" } })));
    assert_eq!(usual["start"], usual["rules"]["start"]);
    let turn = json!({ "opponent": "here", "position": "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1" });
    let reply = ann.get(&format!("/v1/games/{}/export/xml", ann.create(&turn)));
    assert!(reply.header("tabiya-left-out").unwrap().contains("that it is Black's turn"), "{reply:?}");
}

#[test]
fn variations_and_clocks_are_written() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann \"the\" <b>");
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
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let open = json!({ "pgn": "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *" });
    let game = ann.create(&json!({ "opponent": "here", "clock": "5+60", "open": open }));
    let clocks = ann.view(&game)["state"]["clocks"].clone();
    assert_eq!(clocks["running"], "white");
    assert_eq!(clocks["black"], 300_000);
    assert!(clocks["white"].as_u64().unwrap() <= 300_000);
}

const SEVERAL: &str = r#"[Event "Club"]
[White "Anderssen"]
[Black "Kieseritzky"]
[Date "1851.06.21"]
[Result "1-0"]

{an old one} 1. e4! {best by test} (1. d4 d5 (1... Nf6 {Indian})) e5 2. f4 1-0

[White "Philidor"]
[Black "?"]

1. d4 *

[White "x"]

1. e4 e5 2. Ke3 *
"#;

#[test]
fn players_variations_and_remarks_of_a_file_are_kept() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let made = ann.post("/v1/games", &json!({ "opponent": "here", "open": { "pgn": SEVERAL } })).ok();
    let expected = json!({
        "number": 1, "games": 3, "white": "Anderssen", "black": "Kieseritzky", "event": "Club",
        "date": "1851.06.21", "result": "1-0", "headings": [], "left_out": [],
    });
    assert_eq!(made["opened"], expected);
    assert_eq!(
        (&made["white"]["name"], &made["black"]["name"]),
        (&json!("Anderssen"), &json!("Kieseritzky"))
    );
    let game = made["game"].as_str().unwrap();
    let export = |game: &str| ann.get(&format!("/v1/games/{game}/export/pgn"));
    let pgn = export(game).body;
    assert!(pgn.contains("[Event \"Club\"]") && pgn.contains("[Result \"1-0\"]"), "{pgn}");
    let moves = "{an old one} 1. e4 $1 {best by test} (1. d4 d5 (1... Nf6 {Indian})) 1... e5 2. f4 1-0";
    assert_eq!(pgn.split("\n\n").nth(1).unwrap().replace('\n', " ").trim(), moves);
    // From the game itself it goes on with everything, too; and the tree is there to walk in.
    let open = json!({ "opponent": "here", "open": { "game": game }, "from": "e2e4 e7e5 f2f4" });
    let again = ann.create(&open);
    let moves = |text: &str| text.split("\n\n").nth(1).unwrap().replace("1-0", "*");
    assert_eq!(moves(&export(&again).body), moves(&pgn));
    ann.act(&again, &json!({ "do": "undo", "plies": 3 })).ok();
    ann.play(&again, "d4").ok();
    ann.play(&again, "Nf6").ok();
    assert_eq!(ann.view(&again)["state"]["ahead"], json!(null));
    assert!(export(&again).body.contains("1. d4 (1. e4"), "{}", export(&again).body);
}

#[test]
fn a_game_of_several_is_chosen_by_its_number() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let wish = |number: u32| json!({ "opponent": "here", "open": { "pgn": SEVERAL }, "number": number });
    let second = ann.post("/v1/games", &wish(2)).ok();
    assert_eq!((&second["opened"]["number"], &second["opened"]["games"]), (&json!(2), &json!(3)));
    assert_eq!(second["line"][0]["san"], "d4");
    // One player is known, the other is not.
    assert_eq!((&second["white"]["name"], &second["black"]["name"]), (&json!("Philidor"), &json!("?")));
    assert_eq!(ann.post("/v1/games", &wish(3)).error(), (422, "bad_file".to_owned()));
    for number in [0, 4] {
        let reply = ann.post("/v1/games", &wish(number));
        assert_eq!(reply.error(), (422, "no_such_number".to_owned()));
        assert!(reply.json()["error"]["says"].as_str().unwrap().contains("3 games"), "{reply:?}");
    }
    let alone = json!({ "opponent": "here", "number": 1 });
    assert_eq!(ann.post("/v1/games", &alone).error(), (400, "number_without_file".to_owned()));
}

#[test]
fn an_opened_game_waits_for_a_player_with_everything_and_survives_a_restart() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, bob) = (server.player("Ann"), server.player("Bob"));
    let game = ann.create(&json!({ "opponent": "lobby", "clock": "5+3", "open": { "pgn": SEVERAL } }));
    drop(server);
    let server = TestServer::open(&folder);
    let at = |client: crate::support::client::Client| crate::support::client::Client {
        address: server.address,
        ..client
    };
    let (ann, bob) = (at(ann), at(bob));
    let joined = bob.post(&format!("/v1/games/{game}/join"), &json!({})).ok();
    assert_eq!((&joined["opened"]["white"], &joined["white"]["name"]), (&json!("Anderssen"), &json!("Ann")));
    bob.play(&game, "exf4").ok();
    let pgn = ann.get(&format!("/v1/games/{game}/export/pgn")).body.replace('\n', " ");
    assert!(pgn.contains("[Source \"Anderssen - Kieseritzky, Club, 1851.06.21\"]"), "{pgn}");
    assert!(
        pgn.contains("[White \"Ann\"]") && pgn.contains("best by test") && pgn.contains("2. f4 exf4"),
        "{pgn}"
    );
    assert!(!pgn.contains("2. f4 {[%clk") && pgn.contains("exf4 {[%clk"), "{pgn}");
}

#[test]
fn the_computer_plays_on_in_an_opened_game_with_variations() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let wish = json!({ "opponent": { "computer": 1 }, "open": { "pgn": SEVERAL }, "color": "white" });
    let game = ann.create(&wish);
    let mut socket = crate::support::socket::Socket::of(&ann, &game, "?since=1");
    assert_eq!(socket.next_of("entry")["happened"], json!(["moved"]));
}

#[test]
fn what_a_form_has_no_place_for_is_told_in_a_header() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let open = json!({ "pgn": SEVERAL });
    let game = ann.create(&json!({ "opponent": "here", "clock": "5", "open": open }));
    let left_out = |form: &str| {
        let reply = ann.get(&format!("/v1/games/{game}/export/{form}"));
        assert_eq!(reply.status, 200, "{reply:?}");
        reply.header("tabiya-left-out").unwrap_or_default().to_owned()
    };
    assert_eq!(left_out("pgn"), "");
    let xml = left_out("xml");
    for part in ["names", "clocks", "comments", "variations"] {
        assert!(xml.contains(part), "{part}: {xml}");
    }
    assert_eq!(left_out("json"), "the comments");
    assert_eq!(left_out("fen"), "everything but the position");
    ann.act(&game, &json!({ "do": "undo", "plies": 1 })).ok();
    assert_eq!(left_out("pgn"), "");
    assert!(left_out("xml").contains("the moves that were taken back at the end"));
}

#[test]
fn bad_files_are_refused_with_their_place() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
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
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    let game = ann.create(&json!({ "opponent": "here", "position": passing }));
    ann.play(&game, "exd6").ok();
    let reply = ann.get(&format!("/v1/games/{game}/export/xml"));
    assert_eq!(reply.error(), (422, "not_in_this_form".to_owned()));
    assert_eq!(ann.get(&format!("/v1/games/{game}/export/doc")).error(), (404, "no_such_form".to_owned()));
}

#[test]
fn xml_is_opened_under_the_rules_that_were_wished_for_or_not_at_all() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": "here" }));
    for m in ["e4", "e5", "Nf3", "Nf6", "Bc4", "Bc5", "O-O"] {
        ann.play(&game, m).ok();
    }
    let xml = ann.get(&format!("/v1/games/{game}/export/xml")).body;
    let open = |rules: Option<&str>| {
        let mut wish = json!({ "opponent": "here", "open": { "xml": xml } });
        if let Some(name) = rules {
            wish["rules"] = json!({ "name": name });
        }
        ann.post("/v1/games", &wish)
    };
    let refused = open(Some("byu"));
    assert_eq!(refused.error(), (422, "other_rules".to_owned()));
    let says = refused.json()["error"]["says"].as_str().unwrap().to_owned();
    assert_eq!(says, "Its moves are legal under the rules fide, not under byu.");
    for rules in [Some("fide"), None] {
        assert_eq!(open(rules).ok()["rules"]["name"], "fide");
    }
}

#[test]
fn rules_keep_the_name_that_somebody_gave_them() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let named = json!({ "name": "imperial" });
    let game = ann.create(&json!({ "opponent": "here", "rules": named }));
    ann.play(&game, "e4").ok();
    let export = |game: &str, form: &str| ann.get(&format!("/v1/games/{game}/export/{form}"));
    let pgn = export(&game, "pgn").body;
    assert!(pgn.contains("[Variant \"imperial\"]"), "{pgn}");
    let xml = export(&game, "xml");
    assert!(
        xml.header("tabiya-left-out").unwrap().contains("XML does not name the rules imperial"),
        "{xml:?}"
    );
    let rules_of = |open: serde_json::Value| {
        let game = ann.create(&open);
        assert!(export(&game, "pgn").body.contains("[Variant \"imperial\"]"), "{open}");
        ann.view(&game)["rules"]["name"].clone()
    };
    for open in [
        json!({ "opponent": "here", "open": { "pgn": pgn } }),
        json!({ "opponent": "here", "open": { "json": export(&game, "json").body } }),
        json!({ "opponent": "here", "open": { "game": game } }),
        json!({ "opponent": "here", "open": { "xml": xml.body }, "rules": named }),
        json!({ "opponent": "here", "open": { "fen": export(&game, "fen").body }, "rules": named }),
        json!({ "opponent": "here", "open": { "pgn": "1. d4 *" }, "rules": named }),
    ] {
        assert_eq!(rules_of(open), "imperial");
    }
}
