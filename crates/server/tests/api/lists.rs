//! Games that were played, found again.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::socket::Socket;
use crate::support::{Folder, TestServer, pair};

fn names(found: &Value) -> Vec<String> {
    found["games"].as_array().unwrap().iter().map(|game| game["game"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn games_are_found_by_player_result_rules_and_date() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, _, first) = pair(&server, &json!({}));
    ann.act(&first, &json!({ "do": "resign" })).ok();
    let carl = server.player("Carl 100%");
    let second = carl.create(&json!({ "opponent": "here", "rules": { "name": "hong" } }));
    let find = |query: &str| names(&carl.get(&format!("/v1/games{query}")).ok()).join(" ");
    assert_eq!(find(""), format!("{second} {first}"));
    assert_eq!(find("?player=bob"), first);
    assert_eq!(find("?player=100%25"), second);
    assert_eq!(find("?player=_"), "");
    assert_eq!(find("?result=0-1"), first);
    assert_eq!(find("?rules=hong"), second);
    assert_eq!(find("?stage=live"), second);
    assert_eq!(find("?mine=true"), second);
    assert_eq!(find("?from=2020-01-01&to=2999-01-01"), format!("{second} {first}"));
    assert_eq!(find("?to=2020-01-01"), "");
    assert_eq!(carl.get("/v1/games?from=yesterday").error().1, "bad_date");
}

#[test]
fn a_name_is_found_in_whichever_case_and_without_its_accents() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let who = server.player("Jürgen Ünal Øst");
    let game = who.create(&json!({ "opponent": "here" }));
    let find = |name: &str| names(&who.get(&format!("/v1/games?player={name}")).ok()).join(" ");
    for name in ["j%C3%BCrgen", "J%C3%9CRGEN", "%C3%BCnal", "%C3%9Cn", "%C3%B8ST", "jurgen", "OST"] {
        assert_eq!(find(name), game, "{name}");
    }
    assert_eq!(find("jurgenx"), "");
}

#[test]
fn a_list_says_what_it_does_not_understand() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, eve) = (server.player("Ann"), server.player("Eve"));
    let refused = |query: &str| {
        let reply = ann.get(&format!("/v1/games?{query}"));
        (reply.error(), reply.json()["error"]["says"].as_str().unwrap_or_default().to_owned())
    };
    for result in ["2-0", "", "1-0%00"] {
        let (error, says) = refused(&format!("result={result}"));
        assert_eq!(error, (400, "bad_result".to_owned()), "{result}");
        assert!(says.starts_with("A result is 1-0, 0-1, 1/2-1/2 or *"), "{says}");
    }
    let (error, says) = refused("rules=nope");
    assert_eq!(error, (400, "unknown_rules".to_owned()));
    assert!(says.contains("\"nope\""), "{says}");
    // There is nothing yet that was drawn or is played by these rules, and nothing is wrong with looking for it.
    for query in ["result=1/2-1/2", "result=%C2%BD-%C2%BD", "result=*", "rules=hong", "rules=hong&result=1-0"]
    {
        assert_eq!(names(&ann.get(&format!("/v1/games?{query}")).ok()), [""; 0], "{query}");
    }
    // Rule sets of players have names of their own, which others are not told of.
    let file = "name = \"slow\"\nparent = \"fide\"\nstalemate = \"loses\"\n";
    let game = ann.create(&json!({ "opponent": "here", "rules": { "file": file } }));
    assert_eq!(names(&ann.get("/v1/games?rules=slow").ok()), [game]);
    assert_eq!(names(&ann.get("/v1/games?rules=slow&result=1-0").ok()), [""; 0]);
    assert_eq!(eve.get("/v1/games?rules=slow").error().1, "unknown_rules");
}

#[test]
fn long_lists_come_in_pages_without_gap_or_repetition() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let mut made: Vec<String> = (0..120).map(|_| ann.create(&json!({ "opponent": "here" }))).collect();
    let mut found = Vec::new();
    let mut query = String::new();
    loop {
        let page = ann.get(&format!("/v1/games{query}")).ok();
        found.extend(names(&page));
        match page["after"].as_str() {
            Some(after) => query = format!("?after={after}"),
            None => break,
        }
    }
    assert_eq!(found.len(), 120);
    made.sort();
    found.sort();
    assert_eq!(found, made);
}

#[test]
fn the_list_tells_the_clock_of_every_game() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, _, timed) = pair(&server, &json!({ "clock": "40/90+30,30+30" }));
    let untimed = ann.create(&json!({ "opponent": "here" }));
    let waiting = ann.create(&json!({ "opponent": "link", "clock": "5+3" }));
    let over = ann.create(&json!({ "opponent": "here", "clock": "10d5" }));
    ann.act(&over, &json!({ "do": "resign" })).ok();
    let listed = ann.get("/v1/games").ok();
    let clocks = [timed, untimed, waiting, over].map(|game| {
        let games = listed["games"].as_array().unwrap();
        games.iter().find(|listed| listed["game"] == game.as_str()).unwrap()["clock"].clone()
    });
    assert_eq!(clocks, [json!("40/90+30,30+30"), json!(null), json!("5+3"), json!("10d5")]);
}

#[test]
fn private_games_leave_no_trace_in_lists() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, eve) = (server.player("Ann"), server.player("Eve"));
    let private: Vec<String> = (0..60).map(|_| ann.create(&json!({ "opponent": "link" }))).collect();
    for query in ["", "?stage=open"] {
        let found = eve.get(&format!("/v1/games{query}")).body;
        assert!(!private.iter().any(|game| found.contains(game)), "{found}");
        let found = server.stranger().get(&format!("/v1/games{query}")).body;
        assert!(!private.iter().any(|game| found.contains(game)), "{found}");
    }
    let page = ann.get("/v1/games?stage=open").ok();
    assert_eq!(names(&page).len(), 50);
    let rest = ann.get(&format!("/v1/games?stage=open&after={}", page["after"].as_str().unwrap())).ok();
    assert_eq!(names(&rest).len(), 10);
}

#[test]
fn the_list_tells_whose_turn_it_is_and_what_one_is_in_a_game() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, bob, game) = pair(&server, &json!({ "color": "black" }));
    let alone = ann.create(&json!({ "opponent": "here", "position": "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1" }));
    let told = |client: &crate::support::client::Client, game: &str| {
        let listed = client.get("/v1/games?unfinished=true").ok();
        let games = listed["games"].as_array().unwrap();
        let found = games.iter().find(|listed| listed["game"] == game).cloned().unwrap_or_default();
        (found["turn"].clone(), found["you"].clone(), found["one_board"].clone())
    };
    assert_eq!(told(&ann, &game), (json!("white"), json!("black"), json!(false)));
    assert_eq!(told(&bob, &game), (json!("white"), json!("white"), json!(false)));
    bob.play(&game, "e4").ok();
    assert_eq!(told(&ann, &game), (json!("black"), json!("black"), json!(false)));
    assert_eq!(told(&ann, &alone), (json!("black"), json!("both"), json!(true)));
    ann.play(&alone, "Kd7").ok();
    assert_eq!(told(&ann, &alone).0, "white");
    ann.act(&alone, &json!({ "do": "resign" })).ok();
    assert_eq!(told(&ann, &alone).0, json!(null));
}

#[test]
fn running_games_are_for_everybody_where_they_are_public() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, _, public) = pair(&server, &json!({}));
    let alone = ann.create(&json!({ "opponent": "here" }));
    let listed = |query: &str| names(&server.stranger().get(&format!("/v1/games{query}")).ok());
    assert_eq!(listed(""), [public.as_str()]);
    let running = || {
        let list = server.stranger().get("/v1/running").ok();
        let games = list.as_array().unwrap().clone();
        games.iter().map(|game| (game["game"].clone(), game["plies"].clone())).collect::<Vec<_>>()
    };
    // Nobody has it before their eyes.
    assert_eq!(running(), []);
    let mut socket = Socket::of(&ann, &public, "");
    let mut other = Socket::of(&ann, &alone, "");
    socket.next_of("presence");
    other.next_of("presence");
    assert_eq!(running(), [(json!(public), json!(0))]);
    ann.play(&public, "e4").ok();
    ann.play(&alone, "e4").ok();
    assert_eq!(running(), [(json!(public), json!(1))]);
    ann.act(&public, &json!({ "do": "abort" })).ok();
    ann.act(&alone, &json!({ "do": "abort" })).ok();
    assert_eq!(running(), []);
    assert_eq!(listed(""), [alone, public]);
}

#[test]
fn games_that_never_began_go_from_the_list_of_unfinished_ones_after_a_day() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, _, joined) = pair(&server, &json!({}));
    let token = ann.token.clone();
    let untouched = ann.create(&json!({ "opponent": "here" }));
    let opened = ann.create(&json!({ "opponent": "here", "open": { "pgn": "1. e4 e5 *" } }));
    let waiting = ann.create(&json!({ "opponent": "link" }));
    let moved = ann.create(&json!({ "opponent": "here" }));
    ann.play(&moved, "e4").ok();
    let all = [&moved, &waiting, &opened, &untouched, &joined].map(String::as_str);
    let find = |server: &TestServer, query: &str| {
        let ann = crate::support::client::Client { token: token.clone(), ..server.stranger() };
        names(&ann.get(&format!("/v1/games?mine=true{query}")).ok())
    };
    assert_eq!(find(&server, "&unfinished=true"), all);
    let begun: Vec<Value> = ann.get("/v1/games").ok()["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["begun"].clone())
        .collect();
    assert_eq!(begun, [true, false, false, false, true]);
    assert_eq!(find(&server, "&begun=true"), [moved.as_str(), joined.as_str()]);
    drop(server);
    let server = TestServer::after(Duration::from_secs(25 * 3600), &folder, |_| {});
    assert_eq!(find(&server, "&unfinished=true"), [moved.as_str(), joined.as_str()]);
    assert_eq!(
        find(&server, "&unfinished=true&begun=false"),
        [&waiting, &opened, &untouched].map(String::as_str)
    );
    // Nothing else forgets them.
    assert_eq!(find(&server, ""), all);
}

#[test]
fn pages_of_unfinished_games_are_full_whatever_never_began() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let token = ann.token.clone();
    for number in 0..130 {
        let game = ann.create(&json!({ "opponent": "here" }));
        if number % 2 == 0 {
            ann.play(&game, "e4").ok();
        }
    }
    drop(server);
    let server = TestServer::after(Duration::from_secs(25 * 3600), &folder, |_| {});
    let ann = crate::support::client::Client { token, ..server.stranger() };
    let page = ann.get("/v1/games?unfinished=true").ok();
    assert_eq!(names(&page).len(), 50);
    let rest = ann.get(&format!("/v1/games?unfinished=true&after={}", page["after"].as_str().unwrap())).ok();
    assert_eq!((names(&rest).len(), &rest["after"]), (15, &json!(null)));
}

#[test]
fn a_game_at_one_board_is_called_off_at_any_time() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": "here" }));
    ["e4", "e5", "Nf3"].iter().for_each(|m| drop(ann.play(&game, m).ok()));
    ann.act(&game, &json!({ "do": "abort" })).ok();
    assert_eq!(ann.view(&game)["state"]["ending"]["result"], "*");
}
