//! Games against the computer and on one device.

use std::time::Duration;

use serde_json::{Value, json};
use tabiya_openings::OpeningBook;

use crate::support::client::{Client, request};
use crate::support::socket::Socket;
use crate::support::{Folder, TestServer, pair};

/// Waits until it is somebody's turn and the computer has moved.
fn when_ply(who: &Client, game: &str, ply: u64) -> Value {
    when_state(who, game, |state| state["ply"] == ply)
}

fn when_state(who: &Client, game: &str, is_so: impl Fn(&Value) -> bool) -> Value {
    let mut socket = Socket::of(who, game, "");
    // The game as it stands comes first, then every entry.
    while !is_so(&socket.next()["state"]) {}
    who.view(game)
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

#[test]
fn letting_the_computer_go_on_is_known_when_it_is_sent_again() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": { "computer": 2 }, "color": "black" }));
    // Not before it has moved: a move between reading the version and sending it would make the wish stale.
    when_ply(&ann, &game, 1);
    let refused = ann.act(&game, &json!({ "do": "go_on" })).error();
    assert!(refused.0 == 422 && ["not_waiting", "no_computer"].contains(&refused.1.as_str()), "{refused:?}");
    ann.act(&game, &json!({ "do": "undo" })).ok();
    let go_on = json!({ "do": "go_on" });
    let answer = ann.command(&game, "on", 3, &go_on).ok();
    assert_eq!((&answer["version"], &answer["entry"]["version"]), (&json!(4), &json!(4)));
    assert_eq!(answer["entry"]["happened"], json!(["went_on"]));
    assert_eq!(answer["entry"]["says"], "The computer goes on.");
    when_ply(&ann, &game, 1);
    let told = |answer: &Value| {
        let entry = &answer["entry"];
        [&answer["version"], &entry["version"], &entry["id"], &entry["says"], &entry["happened"]]
            .map(Value::clone)
    };
    assert_eq!(told(&ann.command(&game, "on", 3, &go_on).ok()), told(&answer));
    let other = ann.command(&game, "on", 3, &json!({ "do": "resign" }));
    assert_eq!(other.error(), (409, "id_reused".to_owned()));
    drop(server);
    let server = TestServer::open(&folder);
    let ann = Client { address: server.address, ..ann };
    assert_eq!(told(&ann.command(&game, "on", 3, &go_on).ok()), told(&answer));
    assert_eq!(ann.view(&game)["version"], 5);
}

#[test]
fn the_computer_is_called_the_same_everywhere() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": { "computer": 4 } }));
    let name = tabiya_engine::Level::new(4).unwrap().player_name();
    assert_eq!(ann.view(&game)["black"]["name"], name.as_str());
    assert_eq!(ann.get("/v1/games").ok()["games"][0]["black"], name.as_str());
    let pgn = ann.get(&format!("/v1/games/{game}/export/pgn")).body;
    assert!(pgn.contains(&format!("[Black \"{name}\"]")), "{pgn}");
}

#[test]
fn the_computer_plays_at_a_rating_and_tells_which_there_are() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let opponents = ann.get("/v1/").ok()["opponents"].clone();
    let weakest = &opponents[0];
    assert_eq!((&weakest["level"], &weakest["name"]), (&json!(400), &json!("Newcomer")));
    let game = ann.create(&json!({ "opponent": { "computer": 400 }, "color": "black" }));
    when_ply(&ann, &game, 1);
    assert_eq!(ann.view(&game)["white"]["name"], "Tabiya 400");
    for level in [0, 10, 399, 9999] {
        let refused = ann.post("/v1/games", &json!({ "opponent": { "computer": level } })).error();
        assert_eq!(refused, (400, "no_such_level".to_owned()), "{level}");
    }
}

#[test]
fn the_computer_resigns_what_is_lost_and_takes_draws_if_it_may() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    // Nobody gives up a position that was just set up: ten moves of both kings come first.
    let begin = |fen: &str, yields: bool| {
        let walk = "1. Kd1 Kd8 2. Kc1 Kc8 3. Kb2 Kb8 4. Kb3 Ka8 5. Kb4 Ka7 6. Kc4 Kb7 7. Kd4 Kc7 8. Kd3 Kd7 9. Ke3 Ke8 10. Kd2 Kd8 *";
        let open = json!({ "pgn": format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{walk}\n") });
        let wish =
            json!({ "opponent": { "computer": 2000 }, "color": "white", "open": open, "yields": yields });
        ann.create(&wish)
    };
    let lost = "4k3/8/8/8/8/8/8/NN2K1NR w - - 0 1";
    let game = begin(lost, true);
    ann.play(&game, "Kd1").ok();
    let ended = when_state(&ann, &game, |state| !state["ending"].is_null());
    assert_eq!(ended["state"]["ending"]["says"], "White wins: Black resigned.");
    let game = begin(lost, false);
    ann.play(&game, "Kd1").ok();
    when_ply(&ann, &game, 22);
    let even = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1";
    let game = begin(even, true);
    ann.act(&game, &json!({ "do": "offer_draw" })).ok();
    ann.play(&game, "Kd1").ok();
    let ended = when_state(&ann, &game, |state| !state["ending"].is_null());
    assert_eq!(ended["state"]["ending"]["winner"], json!(null));
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
    let stop = |rules: Value| {
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
    // Nor at one board.
    let game = ann.create(&json!({ "opponent": "here", "rules": { "name": "fide" } }));
    assert_eq!(ann.act(&game, &json!({ "do": "stop" })).error(), (422, "not_counted".to_owned()));
}

#[test]
fn the_documents_own_code_stops_a_game_where_the_rules_count() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let own = "name = \"sums\"\nparent = \"hong\"\nroyal-taken = \"scored\"\n";
    for rules in [json!({ "name": "cuhk" }), json!({ "file": own })] {
        for opponent in [json!({ "computer": 1 }), json!("here")] {
            let game = ann.create(&json!({ "opponent": opponent, "rules": rules }));
            let why = ann.get(&format!("/v1/games/{game}/why?move=Z0%20Z0")).ok();
            assert_eq!(why["code"], "legal", "{why}");
            assert_eq!(ann.play(&game, "z0 z0").error().1, "not_a_move");
            let ending = ann.play(&game, "Z0 Z0").ok()["entry"]["state"]["ending"].clone();
            assert_eq!(ending["result"], "1/2-1/2", "{opponent}");
            assert_eq!(ann.play(&game, "Z0 Z0").error().1, "game_over");
        }
    }
    let (white, black, game) = pair(&server, &json!({ "rules": { "name": "cuhk" } }));
    assert_eq!(black.play(&game, "Z0 Z0").error().1, "not_your_turn");
    white.play(&game, "Z0 Z0").ok();
    let game = ann.create(&json!({ "opponent": "here", "rules": { "name": "fide" } }));
    assert_eq!(ann.play(&game, "Z0 Z0").error().1, "not_a_move");
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

/// The name of each opening in the line of a game.
fn openings(view: &Value) -> Vec<String> {
    let line = view["line"].as_array().unwrap().iter();
    line.filter_map(|m| m["opening"]["name"].as_str().map(str::to_owned)).collect()
}

#[test]
fn a_game_begins_with_an_opening_and_tells_its_name() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, bob) = (server.player("Ann"), server.player("Bob"));
    let game = ann.create(&json!({ "opponent": "here", "opening": "ruy lopez" }));
    let view = ann.view(&game);
    assert_eq!((&view["state"]["ply"], &view["opened"]), (&json!(5), &Value::Null));
    assert_eq!(openings(&view).last().unwrap(), "Ruy Lopez");
    let entry = ann.play(&game, "a6").ok();
    assert_eq!(
        entry["entry"]["line"]["add"][0]["opening"],
        json!({ "eco": "C70", "name": "Ruy Lopez: Morphy Defense" })
    );
    ann.act(&game, &json!({ "do": "undo", "plies": 6 })).ok();
    assert_eq!(ann.view(&game)["state"]["ply"], 0, "taking back goes into the opening");
    // Whoever comes later finds the moves as well.
    let open = ann.create(&json!({ "opponent": "lobby", "opening": "C65" }));
    bob.post(&format!("/v1/games/{open}/join"), &json!({})).ok();
    let view = bob.view(&open);
    assert_eq!((view["state"]["ply"].as_u64(), &view["opened"]), (Some(6), &Value::Null));
    let pgn = bob.get(&format!("/v1/games/{open}/export/pgn")).body;
    assert!(pgn.contains("[ECO \"C65\"]\n[Opening \"Ruy Lopez: Berlin Defense\"]"), "{pgn}");
}

#[test]
fn an_opening_that_makes_no_sense_is_refused_with_the_reason() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let refused = |wish: Value| ann.post("/v1/games", &wish).error().1;
    assert_eq!(refused(json!({ "opponent": "here", "opening": "Sicilain" })), "no_such_opening");
    assert_eq!(refused(json!({ "opponent": "here", "opening": "A00" })), "no_such_opening");
    let hong = json!({ "opponent": "here", "opening": "C65", "rules": { "name": "hong" } });
    assert_eq!(refused(hong), "no_openings");
    let both = json!({ "opponent": "here", "opening": "C65", "position": "4k3/8/8/8/8/8/8/4K3 w - - 0 1" });
    assert_eq!(refused(both), "position_and_opening");
    let found = ann.get("/v1/openings?text=sicilian%20naj").json();
    assert_eq!(found[0]["name"], "Sicilian Defense: Najdorf Variation");
    assert_eq!(found[0]["moves"], "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6");
    assert_eq!(ann.get("/v1/openings?text=zzzz").json(), json!([]));
}

/// A book that knows the start only, where it moves the pawn of the a-file.
const BOOK: [u8; 16] = [0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 0x02, 0x10, 0, 1, 0, 0, 0, 0];

#[test]
fn the_computer_plays_by_the_servers_book_unless_a_game_wants_it_without() {
    let folder = Folder::new();
    let open = || TestServer::with(&folder, |config| config.book = OpeningBook::read(&BOOK[..]).unwrap());
    let server = open();
    let ann = server.player("Ann");
    let first = |who: &Client, game: &str| when_ply(who, game, 1)["line"][0]["uci"].clone();
    let by_book = ann.create(&json!({ "opponent": { "computer": 7 }, "color": "black" }));
    let without = ann.create(&json!({ "opponent": { "computer": 7 }, "color": "black", "book": false }));
    assert_eq!(first(&ann, &by_book), "a2a3");
    assert_ne!(first(&ann, &without), "a2a3");
    // The server may have been started anew.
    drop(server);
    let server = open();
    let ann = Client { address: server.address, ..ann };
    for (game, is_by_book) in [(&by_book, true), (&without, false)] {
        ann.act(game, &json!({ "do": "undo", "plies": 1 })).ok();
        ann.act(game, &json!({ "do": "go_on" })).ok();
        assert_eq!(first(&ann, game) == "a2a3", is_by_book);
    }
}

/// A game of somebody's own in which the computer thinks about its first move.
fn thinking(server: &TestServer, level: u8) -> Socket {
    let player = server.player("Ann");
    let game = player.create(&json!({ "opponent": { "computer": level }, "book": false }));
    let mut socket = Socket::of(&player, &game, "");
    // Whoever does not listen yet is told nothing.
    socket.next_of("game");
    player.play(&game, "e4").ok();
    socket
}

#[test]
fn a_player_is_told_that_the_computer_is_busy_with_other_games() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| config.limits.busy_after = Duration::ZERO);
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    // Whoever has to wait is told so, of the version that is on the board, and the move follows. Others may be done already,
    // on whatever machine this is: then all is tried again.
    let waited = || {
        let _others: Vec<Socket> = (0..cores).map(|_| thinking(&server, 8)).collect();
        let mut socket = thinking(&server, 7);
        let is_of_answer = |message: &Value| message["type"] == "busy" || message["version"] == 3;
        let first = std::iter::repeat_with(|| socket.next()).find(is_of_answer)?;
        (first["type"] == "busy").then_some((socket, first))
    };
    let (mut socket, busy) = (0..100).find_map(|_| waited()).unwrap();
    assert_eq!(busy["version"], 2);
    assert_eq!(socket.next_of("entry")["version"], 3);
}

const FREE_BISHOP: &str = "4k3/8/8/2b5/8/8/8/2R1K3 w - - 0 1";

#[test]
fn a_hint_is_the_best_move_with_its_reason_whatever_the_level() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let opponents = [json!({ "computer": 1 }), json!("here")];
    for opponent in opponents {
        let game = ann.create(&json!({ "opponent": opponent, "color": "white", "position": FREE_BISHOP }));
        let hint = ann.get(&format!("/v1/games/{game}/hint")).ok();
        assert_eq!((&hint["move"], &hint["san"]), (&json!("c1c5"), &json!("Rxc5")));
        assert_eq!((&hint["node"], &hint["version"]), (&json!(0), &json!(1)));
        let says =
            "The best move is Rxc5: White's rook on c1 takes the bishop on c5. It wins the bishop on c5.";
        assert_eq!(hint["says"], says);
        // Nothing has happened in the game.
        assert_eq!(ann.view(&game)["version"], 1);
    }
}

#[test]
fn hints_are_for_those_who_play_no_other_person() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, bob, game) = pair(&server, &json!({}));
    let eve = server.player("Eve");
    let hint = |who: &Client, game: &str| who.get(&format!("/v1/games/{game}/hint"));
    for who in [&ann, &bob] {
        assert_eq!(hint(who, &game).error(), (422, "two_people".to_owned()));
    }
    assert_eq!(hint(&eve, &game).error(), (403, "not_a_player".to_owned()));
    assert_eq!(hint(&server.stranger(), &game).error(), (401, "no_session".to_owned()));
    ann.command(&game, "over", 1, &json!({ "do": "resign" })).ok();
    for who in [&ann, &bob, &eve] {
        assert_eq!(hint(who, &game).ok()["node"], 0);
    }
    let waiting = ann.create(&json!({ "opponent": "lobby" }));
    assert_eq!(hint(&ann, &waiting).error(), (422, "not_begun".to_owned()));
    let computer = ann.create(&json!({ "opponent": { "computer": 1 }, "position": FREE_BISHOP }));
    assert_eq!(hint(&eve, &computer).error(), (403, "not_a_player".to_owned()));
    let mated = "4k2R/8/4K3/8/8/8/8/8 b - - 0 1";
    let ended = ann.create(&json!({ "opponent": "here", "position": "4k3/8/4K3/8/8/8/8/7R w - - 0 1" }));
    ann.act(&ended, &json!({ "do": "move", "move": "h1h8" })).ok();
    assert_eq!(ann.view(&ended)["state"]["fen"], mated.replace("0 1", "1 1"));
    assert_eq!(hint(&ann, &ended).error(), (422, "no_move".to_owned()));
    // What was before the last move can be asked for as well.
    let before = ann.get(&format!("/v1/games/{ended}/hint?node=0")).ok();
    assert_eq!((&before["san"], before["node"].as_u64()), (&json!("Rh8#"), Some(0)));
    assert!(before["says"].as_str().unwrap().ends_with("It checkmates."), "{before}");
    let nowhere = ann.get(&format!("/v1/games/{ended}/hint?node=99"));
    assert_eq!(nowhere.error(), (400, "no_such_node".to_owned()));
    server.host().send("PATCH", "/v1/host", &json!({ "computer_off": true }).to_string()).unwrap();
    assert_eq!(hint(&ann, &game).error(), (422, "computer_off".to_owned()));
}

#[test]
fn a_game_that_two_people_play_is_not_copied_until_it_is_over() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, bob, game) = pair(&server, &json!({}));
    ann.play(&game, "e4").ok();
    let eve = server.player("Eve");
    let copy = |who: &Client, opponent: &Value| {
        who.post("/v1/games", &json!({ "opponent": opponent, "open": { "game": game }, "from": "e2e4" }))
    };
    let opponents = [json!("here"), json!("link"), json!({ "computer": 1 })];
    for who in [&ann, &bob, &eve] {
        for opponent in &opponents {
            assert_eq!(copy(who, opponent).error(), (422, "two_people".to_owned()), "{opponent}");
        }
    }
    let host = server.address.to_string();
    let bearer = format!("Bearer {}", ann.token.as_ref().unwrap());
    let headers = [("Host", host.as_str()), ("Authorization", &bearer), ("Accept-Language", "de")];
    let wish = json!({ "opponent": "here", "open": { "game": game } }).to_string();
    let german = request(server.address, "POST", "/v1/games", &headers, &wish).unwrap();
    assert!(german.body.contains("Diese Partie spielen zwei Menschen gerade"), "{german:?}");
    bob.act(&game, &json!({ "do": "resign" })).ok();
    let copied = copy(&ann, &opponents[0]).ok()["game"].as_str().unwrap().to_owned();
    ann.get(&format!("/v1/games/{copied}/hint")).ok();
}
