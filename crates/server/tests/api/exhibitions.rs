//! Two computers who play each other, and whoever steers them.

use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};
use tabiya_server::Config;

use crate::support::client::Client;
use crate::support::socket::Socket;
use crate::support::{Folder, TestServer};

/// Looks at a game until it is as wanted.
fn when(who: &Client, game: &str, is_so: impl Fn(&Value) -> bool) -> Value {
    loop {
        let view = who.view(game);
        if is_so(&view) {
            return view;
        }
        sleep(Duration::from_millis(20));
    }
}

fn ply(view: &Value) -> u64 {
    view["state"]["ply"].as_u64().unwrap()
}

fn cause(view: &Value) -> &Value {
    &view["exhibition"]["pause"]["code"]
}

fn wish(speed: &str) -> Value {
    json!({ "opponent": { "computers": { "white": 1, "black": 2, "speed": speed } } })
}

/// A game that has paused before its first move.
fn paused(ann: &Client) -> String {
    let game = ann.create(&wish("slow"));
    ann.act(&game, &json!({ "do": "pause" })).ok();
    game
}

fn act(who: &Client, game: &str, what: &str) -> (u16, String) {
    who.act(game, &json!({ "do": what })).error()
}

#[test]
fn two_computers_play_each_other_while_people_watch() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, bob) = (server.player("Ann"), server.player("Bob"));
    let game = ann.create(&wish("fast"));
    let view = ann.view(&game);
    assert_eq!(view["you"], json!({ "role": "spectator", "may_join": false, "may_steer": true }));
    assert_eq!(bob.view(&game)["you"]["may_steer"], false);
    let expected = json!({ "maker": "Ann", "speed": "fast", "pause": null, "one_move": false });
    assert_eq!(bob.view(&game)["exhibition"], expected);
    assert_eq!((&view["white"]["level"], &view["black"]["level"]), (&json!(1), &json!(2)));
    when(&server.stranger(), &game, |view| ply(view) >= 2);
    // It is the maker's, and nobody else's.
    let mine = |who: &Client| who.get("/v1/games?mine=true").ok()["games"].as_array().unwrap().len();
    assert_eq!((mine(&ann), mine(&bob)), (1, 0));
    let own = ann.create(&json!({ "opponent": "here" }));
    assert_eq!(ann.view(&own)["exhibition"], Value::Null);
}

#[test]
fn everybody_is_told_what_the_maker_does() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, bob) = (server.player("Ann"), server.player("Bob"));
    let game = ann.create(&wish("slow"));
    let mut watching = Socket::of(&bob, &game, "");
    watching.next_of("game");
    let mut told = |action: Value| {
        ann.act(&game, &action).ok();
        let entry = watching.next_of("entry");
        (entry["says"].clone(), entry["happened"].clone(), entry["exhibition"].clone())
    };
    let (says, happened, exhibition) = told(json!({ "do": "pause" }));
    assert_eq!((says, happened), (json!("Paused by Ann."), json!(["paused"])));
    assert_eq!(exhibition["pause"], json!({ "code": "maker", "says": "Paused by Ann." }));
    let (says, _, exhibition) = told(json!({ "do": "set_speed", "speed": "fast" }));
    assert_eq!((says, &exhibition["speed"]), (json!("The computers play fast now."), &json!("fast")));
    let (_, happened, exhibition) = told(json!({ "do": "step" }));
    assert_eq!((happened, &exhibition["one_move"]), (json!(["one_move"]), &json!(true)));
    let moved = watching.next_of("entry");
    assert_eq!((&moved["happened"], &moved["state"]["ply"]), (&json!(["moved"]), &json!(1)));
    assert_eq!((&moved["exhibition"]["one_move"], cause(&moved)), (&json!(false), &json!("maker")));
    ann.act(&game, &json!({ "do": "go_on" })).ok();
    let entry = watching.next_of("entry");
    assert_eq!((&entry["says"], &entry["happened"]), (&json!("The computers go on."), &json!(["went_on"])));
    assert_eq!(entry["exhibition"]["pause"], Value::Null);
    assert_eq!(watching.next_of("entry")["state"]["ply"], 2);
    // Whoever comes later reads the same.
    let entries = bob.get(&format!("/v1/games/{game}/entries?since=1")).ok();
    assert_eq!(entries[0]["says"], "Paused by Ann.");
    assert_eq!((cause(&entries[1]), &entries[1]["exhibition"]["speed"]), (&json!("maker"), &json!("fast")));
    assert_eq!(entries[3]["exhibition"]["one_move"], false);
}

#[test]
fn steering_that_is_sent_again_does_nothing_twice() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&wish("slow"));
    let commands = [
        ("p", json!({ "do": "pause" }), 2),
        ("v", json!({ "do": "set_speed", "speed": "normal" }), 3),
        ("s", json!({ "do": "step" }), 4),
    ];
    for (id, action, version) in &commands {
        let first = ann.command(&game, id, version - 1, action).ok();
        assert_eq!(first["version"], *version);
        assert_eq!(ann.command(&game, id, version - 1, action).ok()["version"], *version);
    }
    let view = when(&ann, &game, |view| ply(view) == 1);
    assert_eq!((&view["version"], cause(&view)), (&json!(5), &json!("maker")));
    drop(server);
    let server = TestServer::open(&folder);
    let ann = Client { address: server.address, ..ann };
    for (id, action, version) in &commands {
        assert_eq!(ann.command(&game, id, version - 1, action).ok()["version"], *version);
        let other = ann.command(&game, id, version - 1, &json!({ "do": "abort" }));
        assert_eq!(other.error(), (409, "id_reused".to_owned()));
    }
    assert_eq!(ann.view(&game)["version"], 5);
    assert_eq!(ann.command(&game, "late", 2, &json!({ "do": "step" })).error(), (409, "stale".to_owned()));
}

#[test]
fn after_a_restart_a_game_goes_on_as_it_was_left() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let (waiting, running) = (paused(&ann), ann.create(&wish("fast")));
    let before = ply(&when(&ann, &running, |view| ply(view) >= 1));
    drop(server);
    let server = TestServer::open(&folder);
    let ann = Client { address: server.address, ..ann };
    assert_eq!(cause(&ann.view(&waiting)), "maker");
    when(&ann, &running, |view| ply(view) >= before + 2);
    let view = ann.view(&waiting);
    assert_eq!((ply(&view), &view["exhibition"]["speed"]), (0, &json!("slow")));
    ann.act(&waiting, &json!({ "do": "go_on" })).ok();
    when(&ann, &waiting, |view| ply(view) >= 1);
}

#[test]
fn a_game_that_nobody_watches_pauses_by_itself() {
    let folder = Folder::new();
    let change = |config: &mut Config| config.limits.exhibition_unwatched = Duration::from_millis(50);
    let server = TestServer::with(&folder, change);
    let ann = server.player("Ann");
    let game = ann.create(&wish("slow"));
    // Every look is one of somebody who watches: it must be seldom enough.
    let view = loop {
        sleep(Duration::from_millis(200));
        let view = ann.view(&game);
        if !cause(&view).is_null() {
            break view;
        }
    };
    assert_eq!(view["exhibition"]["pause"]["says"], "Paused: nobody was watching.");
    let mut watching = Socket::of(&ann, &game, "");
    watching.next_of("game");
    ann.act(&game, &json!({ "do": "go_on" })).ok();
    // While somebody is there it goes on, however long that takes.
    while watching.next_of("entry")["state"]["ply"] != 1 {}
    assert_eq!(cause(&ann.view(&game)), &Value::Null);
}

#[test]
fn so_many_run_for_one_maker_and_so_many_for_all() {
    let folder = Folder::new();
    let bounds = |most: usize, most_per_player: usize| {
        move |config: &mut Config| {
            config.limits.exhibitions = most;
            config.limits.exhibitions_per_player = most_per_player;
        }
    };
    let server = TestServer::with(&folder, bounds(2, 1));
    let (ann, bob, eve) = (server.player("Ann"), server.player("Bob"), server.player("Eve"));
    let refused = |who: &Client| {
        let reply = who.post("/v1/games", &wish("slow"));
        assert_eq!(reply.error(), (429, "too_many_exhibitions".to_owned()));
        reply.json()["error"]["says"].as_str().unwrap().to_owned()
    };
    let first = ann.create(&wish("slow"));
    assert!(refused(&ann).contains("your games"));
    let second = bob.create(&wish("slow"));
    assert!(refused(&eve).contains("this server"));
    // What waits takes nobody's place.
    ann.act(&first, &json!({ "do": "pause" })).ok();
    let third = eve.create(&wish("slow"));
    assert_eq!(act(&ann, &first, "go_on"), (429, "too_many_exhibitions".to_owned()));
    assert_eq!(cause(&ann.view(&first)), "maker");
    bob.act(&second, &json!({ "do": "abort" })).ok();
    ann.act(&first, &json!({ "do": "go_on" })).ok();
    // After a restart there may be room for fewer.
    drop(server);
    let server = TestServer::with(&folder, bounds(1, 1));
    let anybody = server.stranger();
    assert_eq!(cause(&anybody.view(&third)), &Value::Null);
    let view = when(&anybody, &first, |view| !cause(view).is_null());
    let says = "Paused: too many games of two computers are running.";
    assert_eq!(view["exhibition"]["pause"], json!({ "code": "crowded", "says": says }));
}

#[test]
fn no_address_takes_all_games_of_two_computers() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| {
        config.limits.exhibitions_per_player = 1;
        config.limits.exhibitions_per_address = 2;
    });
    let [ann, bob, eve] = ["Ann", "Bob", "Eve"].map(|name| server.player(name));
    let first = ann.create(&wish("slow"));
    bob.create(&wish("slow"));
    let refused = eve.post("/v1/games", &wish("slow"));
    assert_eq!(refused.error(), (429, "too_many_exhibitions".to_owned()));
    assert!(refused.body.contains("from your address"), "{}", refused.body);
    ann.act(&first, &json!({ "do": "pause" })).ok();
    eve.create(&wish("slow"));
    assert_eq!(act(&ann, &first, "go_on"), (429, "too_many_exhibitions".to_owned()));
}

#[test]
fn three_names_do_not_hold_all_games_of_two_computers_of_an_address() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| config.limits.exhibition_turn = Duration::ZERO);
    let names @ [mallory, ..] = &["Mallory", "Mallet", "Malory"].map(|name| server.player(name));
    let longest = mallory.create(&wish("slow"));
    let held = [mallory, &names[1], &names[2]].map(|name| name.create(&wish("slow")));
    let eve = server.player("Eve");
    let own = eve.create(&wish("slow"));
    let view = when(&eve, &longest, |view| !cause(view).is_null());
    assert_eq!(cause(&view), "crowded");
    for game in held.iter().chain([&own]) {
        assert_eq!(cause(&eve.view(game)), &Value::Null);
    }
    // It waits for nobody else: whoever has one of their own does not get it back by asking.
    assert_eq!(act(mallory, &longest, "go_on"), (429, "too_many_exhibitions".to_owned()));
}

#[test]
fn a_game_that_grows_long_pauses_after_so_many_moves() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| config.limits.exhibition_moves = 1);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": { "computers": { "white": 1, "black": 1, "speed": "fast" } },
        "rules": { "name": "hong" } }));
    let view = when(&ann, &game, |view| !cause(view).is_null());
    assert_eq!((ply(&view), &view["exhibition"]["pause"]["says"]), (2, &json!("Paused after 1 move.")));
    ann.act(&game, &json!({ "do": "go_on" })).ok();
    let view = when(&ann, &game, |view| !cause(view).is_null());
    assert_eq!((ply(&view), &view["exhibition"]["pause"]["says"]), (4, &json!("Paused after 2 moves.")));
    let last = ann.get(&format!("/v1/games/{game}/entries?since=5")).ok()[0].clone();
    assert_eq!(last["happened"], json!(["moved", "paused"]));
}

#[test]
fn nobody_plays_beside_the_computers_and_only_the_maker_steers() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, bob) = (server.player("Ann"), server.player("Bob"));
    let game = paused(&ann);
    let not_for_people = [
        json!({ "do": "move", "move": "e2e4" }),
        json!({ "do": "pass" }),
        json!({ "do": "undo" }),
        json!({ "do": "redo" }),
        json!({ "do": "go_to", "node": 0 }),
        json!({ "do": "ask_takeback" }),
        json!({ "do": "answer_takeback", "accept": true }),
        json!({ "do": "offer_draw" }),
        json!({ "do": "answer_draw", "accept": true }),
        json!({ "do": "claim_draw" }),
        json!({ "do": "resign" }),
        json!({ "do": "flag" }),
        json!({ "do": "claim_left" }),
    ];
    for action in &not_for_people {
        assert_eq!(ann.act(&game, action).error(), (422, "two_computers".to_owned()), "{action}");
    }
    let steering = ["pause", "go_on", "step", "abort", "stop"].map(|what| json!({ "do": what }));
    for action in steering.iter().chain(&not_for_people) {
        let reply = bob.act(&game, action);
        assert_eq!(reply.error(), (403, "not_the_maker".to_owned()), "{action}");
        assert!(reply.json()["error"]["says"].as_str().unwrap().contains("only Ann"));
    }
    assert_eq!(act(&server.stranger(), &game, "step"), (401, "no_session".to_owned()));
    let rematch = ann.post(&format!("/v1/games/{game}/rematch"), &json!({}));
    assert_eq!(rematch.error(), (403, "not_a_player".to_owned()));
    let join = bob.post(&format!("/v1/games/{game}/join"), &json!({}));
    assert_eq!(join.error(), (409, "seat_taken".to_owned()));
    // What does not fit is told.
    assert_eq!(act(&ann, &game, "pause"), (422, "already_paused".to_owned()));
    let slow = ann.act(&game, &json!({ "do": "set_speed", "speed": "slow" }));
    assert_eq!(slow.error(), (422, "same_speed".to_owned()));
    ann.act(&game, &json!({ "do": "go_on" })).ok();
    assert_eq!(act(&ann, &game, "go_on"), (422, "not_waiting".to_owned()));
    assert_eq!(act(&ann, &game, "step"), (422, "not_paused".to_owned()));
    let own = ann.create(&json!({ "opponent": "here" }));
    assert_eq!(act(&ann, &own, "pause"), (422, "no_exhibition".to_owned()));
}

#[test]
fn wishes_that_make_no_sense_for_two_computers_are_refused() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let refused = |change: Value| {
        let mut wish = wish("fast");
        for (name, value) in change.as_object().unwrap() {
            wish[name] = value.clone();
        }
        ann.post("/v1/games", &wish).error()
    };
    assert_eq!(refused(json!({ "clock": "5+3" })), (400, "clock_of_computers".to_owned()));
    assert_eq!(refused(json!({ "color": "black" })), (400, "color_of_computers".to_owned()));
    let no_level = json!({ "opponent": { "computers": { "white": 1, "black": 0 } } });
    assert_eq!(refused(no_level), (400, "no_such_level".to_owned()));
    let no_speed = json!({ "opponent": { "computers": { "white": 1, "black": 1, "speed": 7 } } });
    assert_eq!(refused(no_speed).0, 400);
}

#[test]
fn the_maker_ends_the_game_and_both_sums_are_told_where_the_rules_count() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let computers = json!({ "computers": { "white": 1, "black": 1, "speed": "slow" } });
    let game = ann.create(&json!({ "opponent": computers, "rules": { "name": "cuhk" } }));
    let stopped = ann.act(&game, &json!({ "do": "stop" })).ok();
    let ending = &stopped["entry"]["state"]["ending"];
    assert!(ending["says"].as_str().unwrap().ends_with("1128 for White and 1128 for Black."), "{ending}");
    assert_eq!(act(&ann, &game, "go_on"), (422, "game_over".to_owned()));
    let game = ann.create(&json!({ "opponent": computers }));
    assert_eq!(act(&ann, &game, "stop"), (422, "not_counted".to_owned()));
    let ended = ann.act(&game, &json!({ "do": "abort" })).ok();
    assert_eq!(ended["entry"]["state"]["ending"]["result"], "*");
}

#[test]
fn a_game_of_two_computers_is_saved_with_both_and_read_back() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let mut wish = wish("slow");
    wish["opening"] = "Ruy Lopez".into();
    let game = ann.create(&wish);
    let pgn = ann.get(&format!("/v1/games/{game}/export/pgn")).body;
    for tag in [
        "[White \"Tabiya level 1\"]",
        "[Black \"Tabiya level 2\"]",
        "[WhiteType \"program\"]",
        "[BlackType \"program\"]",
    ] {
        assert!(pgn.contains(tag), "{pgn}");
    }
    let json = ann.get(&format!("/v1/games/{game}/export/json")).body;
    for open in [json!({ "pgn": pgn }), json!({ "json": json }), json!({ "game": game })] {
        let view = ann.post("/v1/games", &json!({ "opponent": "here", "open": open })).ok();
        assert_eq!((ply(&view), &view["white"]["name"]), (5, &json!("Tabiya level 1")));
    }
    // Against one computer the other player is a person.
    let game = ann.create(&json!({ "opponent": { "computer": 1 } }));
    let pgn = ann.get(&format!("/v1/games/{game}/export/pgn")).body;
    assert!(pgn.contains("[WhiteType \"human\"]") && pgn.contains("[BlackType \"program\"]"), "{pgn}");
}
