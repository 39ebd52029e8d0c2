//! Games against the computer and on one device.

use serde_json::{Value, json};

use crate::support::client::Client;
use crate::support::{Folder, TestServer, pair};

/// Waits until it is somebody's turn and the computer has moved.
fn when_ply(who: &Client, game: &str, ply: u64) -> Value {
    loop {
        let view = who.view(game);
        if view["state"]["ply"] == ply {
            return view;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn the_computer_answers_and_lets_one_take_back_to_the_start() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    for level in [1, 2, 3, 4, 9] {
        let game = ann.create(&json!({ "opponent": { "computer": level } }));
        ann.play(&game, "e4").ok();
        when_ply(&ann, &game, 2);
        ann.play(&game, "d4").ok();
        when_ply(&ann, &game, 4);
        ann.act(&game, &json!({ "do": "undo" })).ok();
        assert_eq!(ann.view(&game)["state"]["ply"], 2);
        ann.act(&game, &json!({ "do": "undo", "plies": 2 })).ok();
        let view = ann.view(&game);
        assert_eq!((&view["state"]["ply"], &view["state"]["ahead"]), (&json!(0), &json!(4)));
        ann.act(&game, &json!({ "do": "redo" })).ok();
        assert_eq!(ann.view(&game)["state"]["ply"], 2);
    }
}

#[test]
fn the_computer_begins_with_white_and_waits_after_a_takeback() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": { "computer": 2 }, "color": "black" }));
    when_ply(&ann, &game, 1);
    ann.act(&game, &json!({ "do": "undo" })).ok();
    let version = ann.view(&game)["version"].clone();
    assert_eq!(ann.view(&game)["state"]["turn"], "white");
    assert_eq!(ann.play(&game, "e4").error().1, "not_your_turn");
    assert_eq!(ann.view(&game)["version"], version);
    ann.act(&game, &json!({ "do": "go_on" })).ok();
    when_ply(&ann, &game, 1);
}

/// A pass is no choice: undoing it alone would only ask for the same pass again.
#[test]
fn taking_back_goes_behind_a_pass_to_the_last_own_move() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({
        "opponent": { "computer": 1 },
        "color": "white",
        "rules": { "name": "cuhk" },
        "open": { "fen": "KP6/PP5P/8/8/8/8/8/k7 w - - 0 1" },
    }));
    ann.play(&game, "h7h8").ok();
    when_ply(&ann, &game, 2);
    ann.act(&game, &json!({ "do": "pass" })).ok();
    when_ply(&ann, &game, 4);
    ann.act(&game, &json!({ "do": "undo" })).ok();
    let view = ann.view(&game);
    assert_eq!((&view["state"]["ply"], &view["state"]["ahead"]), (&json!(0), &json!(4)));
    ann.act(&game, &json!({ "do": "redo" })).ok();
    assert_eq!(ann.view(&game)["state"]["ply"], 4);
}

#[test]
fn one_device_plays_both_sides_and_takes_back_freely() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": "here", "rules": { "name": "cuhk" } }));
    assert_eq!(ann.view(&game)["you"]["role"], "both");
    ann.play(&game, "e4").ok();
    ann.play(&game, "e5").ok();
    let node = ann.view(&game)["state"]["node"].clone();
    ann.act(&game, &json!({ "do": "undo", "plies": 2 })).ok();
    ann.act(&game, &json!({ "do": "go_to", "node": node })).ok();
    assert_eq!(ann.view(&game)["state"]["ply"], 2);
    let stopped = ann.act(&game, &json!({ "do": "stop" })).ok();
    assert_eq!(stopped["entry"]["state"]["ending"]["result"], "1/2-1/2");
}

#[test]
fn a_game_against_the_computer_is_stopped_where_the_rules_count() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let stop = |rules: serde_json::Value| {
        let game = ann.create(&json!({ "opponent": { "computer": 1 }, "rules": rules }));
        let counts = ann.view(&game)["rules"]["counts_pieces"].as_bool().unwrap();
        (counts, ann.act(&game, &json!({ "do": "stop" })))
    };
    let own = "name = \"sums\"\nparent = \"hong\"\nroyal-taken = \"scored\"\n";
    for (rules, sums) in [(json!({ "name": "cuhk" }), "1128 for"), (json!({ "file": own }), " for White and")]
    {
        let (counts, stopped) = stop(rules);
        assert!(counts);
        let ending = &stopped.ok()["entry"]["state"]["ending"];
        assert_eq!(ending["result"], "1/2-1/2");
        assert!(ending["says"].as_str().unwrap().contains(sums), "{ending}");
    }
    let (counts, refused) = stop(json!({ "name": "fide" }));
    assert!(!counts, "whoever leads would always win");
    assert_eq!(refused.error(), (422, "not_counted".to_owned()));
}

#[test]
fn either_of_two_people_stops_at_their_turn_where_the_rules_count() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let stop = json!({ "do": "stop" });
    let (white, black, game) = pair(&server, &json!({ "rules": { "name": "cuhk" } }));
    // Whoever has just taken something must leave the other a turn to take back.
    assert_eq!(black.act(&game, &stop).error().1, "not_your_turn");
    white.play(&game, "e4").ok();
    assert_eq!(white.act(&game, &stop).error().1, "not_your_turn");
    let ending = black.act(&game, &stop).ok()["entry"]["state"]["ending"].clone();
    assert_eq!(ending["result"], "1/2-1/2");
    assert!(ending["says"].as_str().unwrap().ends_with("1128 for White and 1128 for Black."), "{ending}");
    let (white, _, game) = pair(&server, &json!({ "rules": { "name": "hong" } }));
    assert_eq!(white.act(&game, &stop).error().1, "not_for_players");
}

#[test]
fn levels_that_do_not_exist_are_refused() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    for level in [0, 10, 99] {
        let reply = ann.post("/v1/games", &json!({ "opponent": { "computer": level } }));
        assert_eq!(reply.error(), (400, "no_such_level".to_owned()));
    }
}
