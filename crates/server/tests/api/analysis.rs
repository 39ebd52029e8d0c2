//! Games and positions analysed over a WebSocket.

use std::sync::Arc;

use serde_json::{Value, json};
use tabiya_engine::Tables;

use crate::support::client::Client;
use crate::support::socket::Socket;
use crate::support::{Folder, TestServer, pair};

fn analysis_path(game: &str) -> String {
    format!("/v1/games/{game}/analysis")
}

fn open(who: &Client, game: &str) -> Socket {
    open_at(who, &analysis_path(game)).unwrap()
}

fn open_at(who: &Client, path: &str) -> Result<Socket, u16> {
    let bearer = format!("Bearer {}", who.token.as_ref().unwrap());
    Socket::open(who.address, path, &[("Authorization", &bearer)])
}

fn look(at: &str, then: &str, lines: u8) -> Value {
    json!({ "type": "look", "at": at, "then": then, "lines": lines })
}

/// A game at one board in which a queen is lost, and which is over.
fn over(who: &Client) -> String {
    let game = who.create(&json!({ "opponent": "here" }));
    for m in ["f3", "e5", "g4", "Qh4"] {
        who.play(&game, m).ok();
    }
    game
}

/// What is known of a game once nothing is left to find out.
fn whole_review(socket: &mut Socket) -> Value {
    loop {
        let review = socket.next_of("review");
        if review["done"] == review["of"] {
            return review;
        }
    }
}

#[test]
fn lines_of_any_position_come_and_get_deeper() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = over(&ann);
    let mut socket = open(&ann, &game);
    socket.say(&look("f2f3 e7e5", "g2g3 d7d5", 3));
    let place = socket.next();
    assert_eq!((&place["type"], &place["at"]), (&json!("place"), &json!("f2f3 e7e5")));
    assert_eq!(place["moves"][1]["san"], "d5");
    assert_eq!(place["fen"], place["moves"][1]["fen"]);
    assert_eq!(place["place"]["turn"], "white");
    let first = socket.next_of("lines");
    assert_eq!(first["lines"].as_array().unwrap().len(), 3);
    assert_eq!(first["score"], first["lines"][0]["score"]);
    let chances = first["score"]["chances"].as_f64().unwrap();
    assert!((0.0..0.6).contains(&chances) && first["score"]["pawns"].is_number(), "{first}");
    let deeper = |lines: &Value| lines["depth"].as_u64() > first["depth"].as_u64();
    while !deeper(&socket.next_of("lines")) {}
    // Another position takes its place.
    socket.say(&look("", "", 1));
    assert_eq!(socket.next_of("place")["at"], "");
    let lines = socket.next_of("lines");
    assert_eq!((&lines["at"], lines["lines"].as_array().unwrap().len()), (&json!(""), 1));
    socket.say(&look("f2f3 e7e5 g2g4", "", 1));
    let mate = loop {
        let lines = socket.next_of("lines");
        if lines["score"]["mate"] == -1 {
            break lines;
        }
    };
    assert_eq!(mate["lines"][0]["moves"][0], json!({ "uci": "d8h4", "san": "Qh4#" }));
    assert_eq!(mate["score"]["says"], "#-1");
    // There is nothing to think about where the game is over.
    socket.say(&look("f2f3 e7e5 g2g4 d8h4", "", 2));
    assert!(socket.next_of("place")["over"].as_str().unwrap().contains("checkmate"));
    let lines = loop {
        let lines = socket.next_of("lines");
        if lines["at"] == "f2f3 e7e5 g2g4 d8h4" {
            break lines;
        }
    };
    assert_eq!(
        (&lines["lines"], &lines["is_done"], &lines["score"]["over"]),
        (&json!([]), &json!(true), &json!("0-1"))
    );
}

#[test]
fn threats_are_what_the_other_side_would_do() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": "here" }));
    let mut socket = open(&ann, &game);
    // Black threatens mate on h4.
    let threat = |then: &str| json!({ "type": "look", "then": then, "lines": 1, "threat": true });
    socket.say(&threat("f2f3 e7e5 g2g4 a7a6"));
    loop {
        let lines = socket.next_of("lines");
        if lines["lines"][0]["moves"][0]["uci"] == "d8h4" {
            assert_eq!((&lines["threat"], &lines["score"]["mate"]), (&json!(true), &json!(-1)));
            break;
        }
    }
    socket.say(&threat("e2e4 f7f6 d1h5"));
    let failed = socket.next_of("failed");
    assert_eq!((&failed["of"], &failed["error"]["code"]), (&json!("look"), &json!("in_check")));
}

#[test]
fn every_rule_set_is_analysed() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    for rules in ["hong", "cuhk", "waterloo", "byu", "imperial", "chess960"] {
        let game = ann.create(&json!({ "opponent": "here", "rules": { "name": rules } }));
        let mut socket = open(&ann, &game);
        socket.say(&look("", "", 2));
        let lines = socket.next_of("lines");
        let first = lines["lines"][0]["moves"][0]["uci"].as_str().unwrap().to_owned();
        assert_eq!(lines["lines"].as_array().unwrap().len(), 2, "{rules}: {lines}");
        ann.play(&game, &first).ok();
        socket.say(&look(&first, "", 1));
        assert_eq!(socket.next_of("place")["at"], first, "{rules}");
    }
}

#[test]
fn lines_tell_what_tables_of_endgames_know() {
    let tables = Tables::open(concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/tests/tables")).unwrap();
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| config.tables = Some(Arc::new(tables)));
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": "here", "position": "8/8/8/4k3/8/8/8/K2R4 w - - 0 1" }));
    let mut socket = open(&ann, &game);
    socket.say(&look("", "", 1));
    let known = socket.next_of("lines")["tables"].clone();
    assert_eq!(known["wins"], "white");
    assert!(known["says"].as_str().unwrap().starts_with("White wins, by the endgame tables"), "{known}");
}

#[test]
fn nothing_is_analysed_while_two_people_play() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, bob, game) = pair(&server, &json!({ "color": "white" }));
    for who in [&ann, &bob, &server.player("Cleo")] {
        let mut socket = open(who, &game);
        let failed = socket.next();
        assert_eq!((&failed["type"], &failed["of"]), (&json!("failed"), &Value::Null));
        let code = failed["error"]["code"].as_str().unwrap();
        assert!(["two_people", "not_a_player"].contains(&code), "{failed}");
        assert_eq!(socket.closed(), Some(1008));
    }
    ann.play(&game, "e4").ok();
    bob.act(&game, &json!({ "do": "resign" })).ok();
    let mut socket = open(&bob, &game);
    socket.say(&look("e2e4", "", 1));
    assert_eq!(socket.next_of("lines")["at"], "e2e4");
    // A game against the computer is its player's alone until it is over.
    let game = ann.create(&json!({ "opponent": { "computer": 1 } }));
    assert_eq!(open(&bob, &game).next_of("failed")["error"]["code"], "not_a_player");
    let waiting = ann.create(&json!({ "opponent": "link" }));
    let german = open_at(&ann, &format!("{}?language=de", analysis_path(&waiting))).unwrap().next();
    assert_eq!(
        german["error"]["says"],
        "Die Partie hat noch nicht begonnen: noch gibt es nichts zu analysieren."
    );
    assert_eq!(open_at(&ann, &analysis_path("AAAAAAAA")).err(), Some(404));
    assert_eq!(Socket::open(server.address, &analysis_path(&game), &[]).err(), Some(403));
}

#[test]
fn the_host_can_let_the_computer_rest() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = over(&ann);
    let mut socket = open(&ann, &game);
    socket.say(&look("", "", 1));
    socket.next_of("lines");
    server.host().send("PATCH", "/v1/host", &json!({ "computer_off": true }).to_string()).unwrap().ok();
    assert_eq!(socket.next_of("failed")["error"]["code"], "computer_off");
    assert_eq!(socket.closed(), Some(1008));
}

#[test]
fn what_makes_no_sense_is_refused_and_the_socket_goes_on() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = over(&ann);
    let mut socket = open(&ann, &game);
    let many = "g1f3 g8f6 f3g1 f6g8 ".repeat(51);
    for (message, of, code) in [
        (look("e2e5", "", 1), json!("look"), "no_such_move"),
        (look("x", "", 1), json!("look"), "bad_path"),
        (look("f2f3~0", "", 1), json!("look"), "bad_path"),
        (look("", "e2e5", 1), json!("look"), "pattern"),
        (look("", "e2e4 e2e4", 1), json!("look"), "no_piece"),
        (look("", "0000", 1), json!("look"), "unclear_move"),
        (look("", &many, 1), json!("look"), "too_long"),
        (look("", "", 0), json!("look"), "bad_lines"),
        (look("", "", 6), json!("look"), "bad_lines"),
        (json!({ "type": "look" }), Value::Null, "bad_json"),
        (json!({ "type": "look", "lines": 300 }), Value::Null, "bad_json"),
        (json!({ "type": "look", "lines": 1, "then": ["e2e4"] }), Value::Null, "bad_json"),
        (json!({ "type": "look", "lines": 1, "depth": 99 }), Value::Null, "bad_json"),
        (json!({ "type": "rest", "now": true }), Value::Null, "bad_json"),
        (json!({ "type": "think" }), Value::Null, "bad_json"),
        (json!("rest"), Value::Null, "bad_json"),
        (json!({ "type": "judge", "ply": 4, "move": "e2e4" }), json!("judge"), "no_such_ply"),
        (json!({ "type": "judge", "ply": 4_000_000_000_u32, "move": "e2e4" }), json!("judge"), "no_such_ply"),
        (json!({ "type": "judge", "ply": 0, "move": "e2e5" }), json!("judge"), "pattern"),
        (json!({ "type": "judge", "ply": -1, "move": "e2e4" }), Value::Null, "bad_json"),
    ] {
        socket.say(&message);
        let failed = socket.next_of("failed");
        assert_eq!((&failed["of"], &failed["error"]["code"]), (&of, &json!(code)), "{message} {failed}");
    }
    socket.say(&look("", "", 1));
    assert_eq!(socket.next_of("lines")["at"], "");
    // Too large a message ends the socket, and so do too many.
    socket.say(&look(&"e2e4 ".repeat(5000), "", 1));
    assert_eq!(socket.closed(), Some(1009));
}

#[test]
fn whoever_says_too_much_is_let_go() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| config.limits.requests_per_second = 2);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": "here" }));
    let mut socket = open(&ann, &game);
    for _ in 0..100 {
        socket.say(&json!({ "type": "rest" }));
    }
    assert_eq!(socket.closed(), Some(1008));
}

#[test]
fn nobody_analyses_in_too_many_windows() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| config.limits.analyses = 7);
    let (ann, bob) = (server.player("Ann"), server.player("Bob"));
    let game = over(&ann);
    let mut all: Vec<Socket> = (0..6).map(|_| open(&ann, &game)).collect();
    for socket in &mut all {
        socket.say(&look("", "", 1));
        socket.next_of("lines");
    }
    let mut refused = open(&ann, &game);
    assert_eq!(refused.next_of("failed")["error"]["code"], "too_many_analyses");
    assert_eq!(refused.closed(), Some(1013));
    let mut last = open(&bob, &game);
    last.say(&look("", "", 1));
    last.next_of("lines");
    let mut refused = open(&server.player("Cleo"), &game);
    assert_eq!(refused.next_of("failed")["error"]["code"], "too_many_analyses");
}

/// A figure of the server.
fn figure(who: &Client, name: &str) -> u64 {
    figure_if_any(who, name).unwrap()
}

/// One that only some servers tell.
fn figure_if_any(who: &Client, name: &str) -> Option<u64> {
    let text = who.get("/metrics").body;
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
    line.parse().ok()
}

#[test]
fn the_work_for_a_socket_ends_with_it() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = over(&ann);
    let mut socket = open(&ann, &game);
    socket.say(&look("f2f3", "", 5));
    socket.next_of("lines");
    socket.say(&json!({ "type": "review" }));
    socket.next_of("review");
    assert!(figure(&ann, "tabiya_analyses") >= 1);
    drop(socket);
    while figure(&ann, "tabiya_analyses") + figure(&ann, "tabiya_analysis_engines") > 0 {}
    // Whoever rests lets the computer rest.
    let mut socket = open(&ann, &game);
    socket.say(&look("f2f3", "", 5));
    socket.next_of("lines");
    socket.say(&json!({ "type": "rest" }));
    while figure(&ann, "tabiya_analyses") > 0 {}
}

#[test]
fn mistakes_are_found_told_and_tried_again() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, bob) = (server.player("Ann"), server.player("Bob"));
    let game = over(&ann);
    let mut socket = open(&ann, &game);
    socket.say(&json!({ "type": "review" }));
    let review = whole_review(&mut socket);
    assert_eq!((&review["done"], review["points"].as_array().unwrap().len()), (&json!(5), 5));
    assert_eq!(review["line"], "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(review["points"][4]["over"], "0-1");
    let worst = review["moves"].as_array().unwrap().iter().find(|m| m["ply"] == 2).unwrap();
    assert_eq!(
        (&worst["san"], &worst["mark"], &worst["name"]),
        (&json!("g4"), &json!("??"), &json!("blunder"))
    );
    assert_eq!(worst["says"], "g4 allows mate on h4.");
    assert!(worst["better_says"].as_str().unwrap().starts_with("Better is "), "{worst}");
    assert!(!worst["line"].as_array().unwrap().is_empty() && worst["loss"].as_f64().unwrap() > 0.15);
    assert!(review["black"]["accuracy"].as_f64() > review["white"]["accuracy"].as_f64());
    assert!(review["graph"].as_str().unwrap().contains("The worst mistake is 2. g4??."), "{review}");
    let judged = |socket: &mut Socket, m: &str| {
        socket.say(&json!({ "type": "judge", "ply": 2, "move": m }));
        socket.next_of("judged")
    };
    let best = worst["line"][0]["uci"].as_str().unwrap();
    let found = judged(&mut socket, best);
    assert_eq!((&found["is_good"], &found["move"], &found["ply"]), (&json!(true), &json!(best), &json!(2)));
    assert!(found["says"].as_str().unwrap().ends_with("is the best move."), "{found}");
    let wrong = judged(&mut socket, "g2g4");
    assert_eq!(
        wrong["says"],
        "g4 is a blunder: there is a better move. G4 allows mate on h4.".replace("G4", "g4")
    );
    assert_eq!(wrong["is_good"], false);
    // Others are told at once what is known, in their language.
    let mut other = open_at(&bob, &format!("{}?language=de", analysis_path(&game))).unwrap();
    let german = other.next();
    assert_eq!(german["moves"].as_array().unwrap().len(), review["moves"].as_array().unwrap().len());
    let worst = german["moves"].as_array().unwrap().iter().find(|m| m["ply"] == 2).unwrap();
    assert_eq!(worst["name"], "grober Fehler");
    assert!(worst["better_says"].as_str().unwrap().starts_with("Besser ist "), "{worst}");
}

#[test]
fn a_review_outlasts_the_server_and_leaves_in_the_pgn() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = over(&ann);
    let export = |who: &Client, query: &str| who.get(&format!("/v1/games/{game}/export/{query}"));
    assert_eq!(export(&ann, "pgn?review=true").error(), (422, "no_review".to_owned()));
    let mut socket = open(&ann, &game);
    socket.say(&json!({ "type": "review" }));
    let review = whole_review(&mut socket);
    let written = export(&ann, "pgn?review=true").body;
    drop(socket);
    drop(server);
    let server = TestServer::open(&folder);
    let ann = Client { address: server.address, ..ann };
    let mut socket = open(&ann, &game);
    let known = socket.next();
    for field in ["points", "moves", "white", "black", "done"] {
        assert_eq!(known[field], review[field], "{field}");
    }
    // All is known, so that nothing is searched again.
    socket.say(&json!({ "type": "review" }));
    assert_eq!(whole_review(&mut socket)["points"], review["points"]);
    assert_eq!(figure(&ann, "tabiya_analyses"), 0);
    let again = export(&ann, "pgn?review=true").body;
    assert_eq!(again, written);
    // The link to the file works for whoever has it, as the game's page does.
    assert_eq!(export(&server.stranger(), "pgn?review=true").body, written);
    let running = ann.create(&json!({ "opponent": "here" }));
    let told = server.stranger().get(&format!("/v1/games/{running}/export/pgn?review=true"));
    assert_eq!(told.error(), (401, "no_session".to_owned()));
    let text = again.replace('\n', " ");
    assert!(text.contains("2. g4 $4 {[%eval #-1,") && text.contains("g4 allows mate on h4."), "{again}");
    assert!(text.contains("{Better:}"), "{again}");
    assert!(!export(&ann, "pgn").body.contains("%eval"));
    assert_eq!(export(&ann, "fen?review=true").error(), (422, "not_in_this_form".to_owned()));
}

/// Analyses wait for moves and hints, and not the other way round; and they go on all the same.
#[test]
fn many_analyse_while_many_play_and_nobody_waits_for_them() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let players: Vec<Client> = (0..2).map(|number| server.player(&format!("P{number}"))).collect();
    let game = over(&players[0]);
    let analyst = |number: u32| open(&server.player(&format!("A{number}")), &game);
    let mut sockets: Vec<Socket> = (0..6).map(analyst).collect();
    for socket in &mut sockets {
        socket.say(&look("", "", 5));
        socket.next_of("lines");
    }
    let asker = server.player("H");
    // On a slow machine that may be later than the server lets somebody wait.
    let mut hints = std::iter::repeat_with(|| asker.get(&format!("/v1/games/{game}/hint?node=2")).status);
    assert_eq!(hints.find(|status| *status != 408), Some(200));
    // More work at the highest level than is done while this runs.
    for player in &players {
        for _ in 0..20 {
            let strong = player.create(&json!({ "opponent": { "computer": 9 }, "book": false }));
            player.play(&strong, "e4").ok();
        }
    }
    let quick = players[0].create(&json!({ "opponent": { "computer": 1 } }));
    let mut watched = Socket::of(&players[0], &quick, "");
    players[0].play(&quick, "e4").ok();
    while watched.next()["state"]["ply"] != 2 {}
    sockets.iter_mut().for_each(|socket| socket.say(&look("f2f3", "", 5)));
    for socket in &mut sockets {
        let mut lines = std::iter::repeat_with(|| socket.next_of("lines"));
        let lines = lines.find(|lines| lines["at"] == "f2f3").unwrap();
        assert_eq!(lines["lines"].as_array().unwrap().len(), 5);
    }
    // They wait here, or in the database for any server.
    let in_database = figure_if_any(&players[0], "tabiya_engine_jobs_waiting").unwrap_or_default();
    assert!(figure(&players[0], "tabiya_questions") + in_database > 0, "the storm is over");
}
