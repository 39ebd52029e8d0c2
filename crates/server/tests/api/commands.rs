//! Commands: obeyed once, refused for a reason.

use serde_json::{Value, json};

use crate::support::client::Client;
use crate::support::{Folder, TestServer, pair};

#[test]
fn the_end_is_taken_back_by_going_back_and_not_by_going_on() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": "here" }));
    for m in ["e4", "e5", "Nf3"] {
        ann.play(&game, m).ok();
    }
    let act = |action: Value| ann.act(&game, &action);
    act(json!({ "do": "undo" })).ok();
    act(json!({ "do": "resign" })).ok();
    for action in ["redo", "abort", "resign", "offer_draw"] {
        assert_eq!(act(json!({ "do": action })).error(), (422, "game_over".to_owned()), "{action}");
    }
    assert_eq!(ann.view(&game)["state"]["ending"]["result"], "0-1");
    // Going back, or to another place, takes the end back.
    act(json!({ "do": "undo" })).ok();
    assert_eq!(ann.view(&game)["stage"], "live");
    act(json!({ "do": "redo", "plies": 2 })).ok();
    // At one device anybody may break it off at any time, which is taken back the same way.
    act(json!({ "do": "abort" })).ok();
    act(json!({ "do": "go_to", "node": 1 })).ok();
    assert_eq!(ann.view(&game)["stage"], "live");
    // Against the computer and between people only before both have moved.
    let (ann, bob, game) = pair(&server, &json!({}));
    ann.play(&game, "e4").ok();
    bob.play(&game, "e5").ok();
    assert_eq!(ann.act(&game, &json!({ "do": "abort" })).error(), (422, "too_late_to_abort".to_owned()));
}

#[test]
fn ends_on_the_board_are_told_from_others() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let ended_by = |rules: &str, moves: &[&str], last: &[Value]| {
        let game = ann.create(&json!({ "opponent": "here", "rules": { "name": rules } }));
        moves.iter().for_each(|m| drop(ann.play(&game, m).ok()));
        last.iter().for_each(|action| drop(ann.act(&game, action).ok()));
        ann.view(&game)["state"]["ending"].clone()
    };
    let ended = |moves: &[&str], last: &[Value]| ended_by("byu", moves, last);
    let mate = ended(&["f3", "e5", "g4", "Qh4"], &[]);
    assert_eq!((&mate["result"], &mate["on_board"]), (&json!("0-1"), &json!(true)));
    for (rules, action) in [("byu", "resign"), ("byu", "abort"), ("cuhk", "stop")] {
        let ending = ended_by(rules, &["e4"], &[json!({ "do": action })]);
        assert_eq!(ending["on_board"], false, "{action}: {ending}");
    }
    let agreed =
        ended(&["e4"], &[json!({ "do": "offer_draw" }), json!({ "do": "answer_draw", "accept": true })]);
    assert_eq!((&agreed["result"], &agreed["on_board"]), (&json!("1/2-1/2"), &json!(false)));
}

#[test]
fn two_people_play_to_mate() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (white, black, game) = pair(&server, &json!({}));
    for (who, m) in [(&white, "f3"), (&black, "e7e5"), (&white, "g2 - g4")] {
        who.play(&game, m).ok();
    }
    let answer = black.play(&game, "Qh4#").ok();
    assert_eq!(answer["entry"]["says"], "Black's queen goes from d8 to h4. Black wins by checkmate.");
    assert_eq!(answer["entry"]["happened"], json!(["moved", "ended"]));
    let view = server.stranger().view(&game);
    assert_eq!(view["stage"], "over");
    assert_eq!(view["state"]["ending"]["result"], "0-1");
    assert_eq!(view["you"]["role"], "spectator");
    assert_eq!(white.play(&game, "a3").error(), (422, "game_over".to_owned()));
}

#[test]
fn a_command_sent_twice_is_obeyed_once() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (white, _, game) = pair(&server, &json!({}));
    let e4 = json!({ "do": "move", "move": "e2e4" });
    let first = white.command(&game, "one", 1, &e4).ok();
    let again = white.command(&game, "one", 1, &e4).ok();
    assert_eq!((&first["version"], &again["version"]), (&json!(2), &json!(2)));
    assert_eq!(first["entry"]["line"], again["entry"]["line"]);
    // With a version that was brought up to date, it is still the same command.
    assert_eq!(white.command(&game, "one", 2, &e4).ok()["version"], 2);
    assert_eq!(white.view(&game)["line"].as_array().unwrap().len(), 1);
}

#[test]
fn the_same_id_with_another_move_is_an_error() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (white, _, game) = pair(&server, &json!({}));
    white.command(&game, "one", 1, &json!({ "do": "move", "move": "e2e4" })).ok();
    let other = white.command(&game, "one", 1, &json!({ "do": "move", "move": "d2d4" }));
    assert_eq!(other.error(), (409, "id_reused".to_owned()));
    assert_eq!(white.view(&game)["version"], 2);
}

/// Neither by chance nor on purpose does anybody use up the ids of others, also after a restart.
#[test]
fn everybody_has_ids_of_their_own() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (white, black, game) = pair(&server, &json!({}));
    let offer = json!({ "do": "offer_draw" });
    assert_eq!(white.command(&game, "1", 1, &json!({ "do": "move", "move": "e2e4" })).ok()["version"], 2);
    let theirs = black.command(&game, "1", 2, &json!({ "do": "move", "move": "e7e5" })).ok();
    assert_eq!((&theirs["version"], &theirs["entry"]["id"]), (&json!(3), &json!("1")));
    white.command(&game, "2", 3, &offer).ok();
    let theirs = black.command(&game, "2", 4, &json!({ "do": "answer_draw", "accept": false })).ok();
    assert_eq!(theirs["version"], 5);
    drop(server);
    let server = TestServer::open(&folder);
    let [white, black] = [white, black].map(|client| Client { address: server.address, ..client });
    assert_eq!(white.command(&game, "2", 5, &offer).ok()["version"], 4, "it is known");
    let entries = white.get(&format!("/v1/games/{game}/entries?since=1")).ok();
    let ids: Vec<&str> = entries.as_array().unwrap().iter().map(|e| e["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["1", "1", "2", "2"]);
    assert_eq!(black.command(&game, "2", 5, &offer).error(), (409, "id_reused".to_owned()));
}

/// Under a clock a server that is started anew makes an entry of its own. What was kept is known all the same; what was not
/// comes upon a version that has passed, and is told what it missed.
#[test]
fn a_move_sent_again_after_a_restart_is_known_though_a_clock_was_stopped() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (white, black, game) = pair(&server, &json!({ "clock": "5+3" }));
    white.play(&game, "e4").ok();
    black.play(&game, "e5").ok();
    let knight = json!({ "do": "move", "move": "Nf3" });
    let first = white.command(&game, "knight", 3, &knight).ok();
    drop(server);
    let server = TestServer::open(&folder);
    let [white, black] = [white, black].map(|client| Client { address: server.address, ..client });
    let again = white.command(&game, "knight", 3, &knight).ok();
    assert_eq!((&again["version"], &again["entry"]["id"]), (&first["version"], &first["entry"]["id"]));
    assert_eq!(again["entry"]["happened"], json!(["moved"]));
    // Whoever's answer was lost with a command that never reached the disk goes on from what is told.
    let answer = json!({ "do": "move", "move": "Nc6" });
    let late = black.command(&game, "answer", 4, &answer);
    assert_eq!(late.error(), (409, "stale".to_owned()));
    assert_eq!(late.json()["missing"][0]["happened"], json!(["interrupted"]));
    let version = late.json()["version"].as_u64().unwrap();
    assert_eq!(black.command(&game, "answer", version, &answer).ok()["version"], version + 1);
}

#[test]
fn a_stale_command_gets_what_its_sender_missed() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (white, black, game) = pair(&server, &json!({}));
    white.play(&game, "e4").ok();
    black.play(&game, "e5").ok();
    let stale = white.command(&game, "late", 1, &json!({ "do": "move", "move": "d2d4" }));
    assert_eq!(stale.error(), (409, "stale".to_owned()));
    let stale = stale.json();
    assert_eq!(stale["version"], 3);
    let missing: Vec<&str> = stale["missing"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["line"]["add"][0]["san"].as_str().unwrap())
        .collect();
    assert_eq!(missing, ["e4", "e5"]);
    // A command that was not obeyed has not used up its id.
    assert_eq!(white.command(&game, "late", 3, &json!({ "do": "move", "move": "d2d4" })).ok()["version"], 4);
}

#[test]
fn refusals_come_in_their_own_words() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (white, black, game) = pair(&server, &json!({}));
    let m = |m: &str| json!({ "do": "move", "move": m });
    let refused =
        |reply: crate::support::client::Reply| (reply.error().1, reply.json()["error"]["says"].clone());
    assert_eq!(
        refused(black.command(&game, "a", 1, &m("e7e5"))),
        ("not_your_turn".to_owned(), json!("It is White's turn."))
    );
    let (code, says) = refused(white.command(&game, "b", 9, &m("e2e4")));
    assert_eq!(
        (code.as_str(), &says),
        ("future_version", &json!("This game has version 1: 9 is yet to come."))
    );
    let blocked = white.command(&game, "c", 1, &m("a1a4"));
    assert_eq!(blocked.json()["error"]["marks"][0], json!({ "square": "a2", "mark": "blocker" }));
    assert_eq!(refused(white.command(&game, "d", 1, &m("hello"))).0, "not_a_move");
    assert_eq!(refused(white.command(&game, "", 1, &m("e2e4"))).0, "bad_id");
    assert_eq!(refused(white.command(&game, "computer 2", 1, &m("e2e4"))).0, "bad_id");
    assert_eq!(white.command("nosuchgm", "e", 1, &m("e2e4")).error(), (404, "no_game".to_owned()));
    let nonsense = white.post(
        &format!("/v1/games/{game}/commands"),
        &json!({ "id": "f", "version": 1, "action": { "do": "win" } }),
    );
    assert_eq!(nonsense.error(), (400, "bad_json".to_owned()));
    let listed = white.command(&game, "g", 1, &json!(["move", "e2e4"]));
    assert_eq!(listed.error(), (400, "bad_json".to_owned()));
    assert_eq!(white.view(&game)["version"], 1);
}

#[test]
fn takebacks_between_people_need_a_yes() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (white, black, game) = pair(&server, &json!({}));
    white.play(&game, "e4").ok();
    assert_eq!(white.act(&game, &json!({ "do": "undo" })).error(), (422, "ask_first".to_owned()));
    white.act(&game, &json!({ "do": "ask_takeback" })).ok();
    assert_eq!(black.view(&game)["state"]["takeback"], json!({ "by": "white", "plies": 1 }));
    assert_eq!(white.act(&game, &json!({ "do": "answer_takeback", "accept": true })).error().1, "own_offer");
    black.act(&game, &json!({ "do": "answer_takeback", "accept": false })).ok();
    white.act(&game, &json!({ "do": "ask_takeback", "plies": 1 })).ok();
    let undone = black.act(&game, &json!({ "do": "answer_takeback", "accept": true })).ok();
    assert_eq!(undone["entry"]["line"], json!({ "keep": 0, "add": [] }));
    assert_eq!(undone["entry"]["state"]["ahead"], 1);
}

#[test]
fn draws_resignations_and_aborts_end_games() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ending = |who: &Client, game: &str| who.view(game)["state"]["ending"]["says"].clone();
    let (white, black, game) = pair(&server, &json!({}));
    white.act(&game, &json!({ "do": "offer_draw" })).ok();
    assert_eq!(black.view(&game)["state"]["draw_offer"], "white");
    black.act(&game, &json!({ "do": "answer_draw", "accept": true })).ok();
    assert_eq!(ending(&white, &game), "Draw by agreement.");
    let (white, black, game) = pair(&server, &json!({}));
    black.act(&game, &json!({ "do": "resign" })).ok();
    assert_eq!(ending(&white, &game), "White wins: Black resigned.");
    let (white, black, game) = pair(&server, &json!({}));
    black.act(&game, &json!({ "do": "abort" })).ok();
    assert_eq!(white.view(&game)["state"]["ending"]["result"], "*");
}

#[test]
fn a_fallen_flag_ends_the_game_without_anybody_asking() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (white, black, game) = pair(&server, &json!({ "clock": "1s" }));
    white.play(&game, "e4").ok();
    black.play(&game, "e5").ok();
    let mut socket = crate::support::socket::Socket::of(&black, &game, "");
    let entry = socket.next_of("entry");
    assert_eq!(entry["happened"], json!(["ended"]));
    assert_eq!(entry["says"], "Black wins: White's time is up.");
    assert_eq!(white.view(&game)["state"]["clocks"]["white"], 0);
}

#[test]
fn what_comes_after_a_fallen_flag_is_too_late() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (white, black, game) = pair(&server, &json!({ "clock": "1s" }));
    white.play(&game, "e4").ok();
    black.play(&game, "e5").ok();
    let mut socket = crate::support::socket::Socket::of(&white, &game, "?since=3");
    let entry = socket.next_of("entry");
    assert_eq!((&entry["version"], &entry["id"]), (&json!(4), &json!("flag 4")));
    assert_eq!(entry["state"]["clocks"]["running"], json!(null));
    let late = |version| white.command(&game, "late", version, &json!({ "do": "move", "move": "d4" }));
    assert_eq!(late(3).error(), (409, "stale".to_owned()));
    assert_eq!(late(3).json()["missing"][0]["happened"], json!(["ended"]));
    assert_eq!(late(4).error(), (422, "game_over".to_owned()));
}

#[test]
fn a_server_that_was_started_anew_takes_nobody_for_there_whom_it_has_not_seen() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (white, black, game) = pair(&server, &json!({}));
    white.play(&game, "e4").ok();
    drop(server);
    let server = TestServer::after(std::time::Duration::from_secs(3600), &folder, |config| {
        config.limits.presence = std::time::Duration::from_millis(200);
    });
    let [white, black] = [white, black].map(|client| Client { address: server.address, ..client });
    let mut watching = crate::support::socket::Socket::of(&white, &game, "");
    let presence = watching.next_of("presence");
    assert_eq!((&presence["white"]["present"], &presence["black"]["present"]), (&json!(true), &json!(false)));
    // Once they have had their time to come back, it is told that they may be claimed against.
    while watching.next_of("presence")["black"]["claim_in"].is_null() {}
    let _there = crate::support::socket::Socket::of(&black, &game, "");
    while watching.next_of("presence")["black"]["present"] == false {}
}

#[test]
fn whoever_leaves_can_be_claimed_against_after_a_while() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| {
        config.limits.presence = std::time::Duration::from_millis(50);
        config.limits.claim_without_clock = std::time::Duration::from_secs(2);
    });
    let (white, black, game) = pair(&server, &json!({}));
    let mut watching = crate::support::socket::Socket::of(&white, &game, "");
    let there = crate::support::socket::Socket::of(&black, &game, "");
    watching.next_of("presence");
    assert_eq!(white.act(&game, &json!({ "do": "claim_left" })).error().1, "opponent_present");
    drop(there);
    loop {
        let presence = watching.next_of("presence");
        if presence["black"]["present"] == false {
            assert!(presence["black"]["claim_in"].as_u64().is_some());
            break;
        }
    }
    assert_eq!(white.act(&game, &json!({ "do": "claim_left" })).error().1, "too_early");
    // Nobody is told of the moment: whoever asks early is refused until it has come.
    let claimed = loop {
        let claimed = white.act(&game, &json!({ "do": "claim_left" }));
        if claimed.status == 200 || claimed.error().1 != "too_early" {
            break claimed;
        }
        let wait = white.view(&game)["black"]["claim_in"].as_u64().unwrap_or_default();
        std::thread::sleep(std::time::Duration::from_millis(wait.max(1)));
    };
    claimed.ok();
    assert_eq!(white.view(&game)["state"]["ending"]["says"], "White wins: Black left the game.");
}

#[test]
fn a_rematch_changes_colors_and_keeps_the_score() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, bob, game) = pair(&server, &json!({ "clock": "5+3" }));
    let path = format!("/v1/games/{game}/rematch");
    assert_eq!(ann.post(&path, &json!({})).error().1, "not_over");
    ann.act(&game, &json!({ "do": "resign" })).ok();
    assert_eq!(ann.post(&path, &json!({})).ok()["next"], json!(null));
    assert_eq!(bob.view(&game)["rematch"], "white");
    let next = bob.post(&path, &json!({})).ok()["next"].as_str().unwrap().to_owned();
    assert_eq!(ann.post(&path, &json!({})).ok()["next"], next.as_str());
    let view = ann.view(&next);
    assert_eq!(
        (&view["you"]["role"], &view["clock"], &view["previous"]),
        (&json!("black"), &json!("5+3"), &json!(game))
    );
    assert_eq!(view["score"], json!({ "white": "1", "black": "0", "games": 1 }));
}

#[test]
fn a_rematch_begins_with_the_same_opening() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let mut game = ann.create(&json!({ "opponent": "here", "opening": "ruy lopez" }));
    let line = |game: &str| ann.view(game)["line"].clone();
    let begun = line(&game);
    // And the rematch of the rematch.
    for _ in 0..2 {
        ann.play(&game, "a6").ok();
        ann.act(&game, &json!({ "do": "resign" })).ok();
        let next = ann.post(&format!("/v1/games/{game}/rematch"), &json!({})).ok()["next"].clone();
        game = next.as_str().unwrap().to_owned();
        assert_eq!((line(&game), &ann.view(&game)["opened"]), (begun.clone(), &json!(null)));
    }
    // A game that was opened from a file begins at its start.
    let pgn = "[White \"Zoë\"]\n\n1. e4 e5 2. Nf3 *\n";
    let opened = ann.create(&json!({ "opponent": "here", "open": { "pgn": pgn } }));
    ann.act(&opened, &json!({ "do": "resign" })).ok();
    let next = ann.post(&format!("/v1/games/{opened}/rematch"), &json!({})).ok()["next"].clone();
    assert_eq!(line(next.as_str().unwrap()), json!([]));
}
