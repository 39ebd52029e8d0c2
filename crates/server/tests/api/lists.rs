//! Games that were played, found again.

use serde_json::{Value, json};

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
