//! Rule sets, positions, threats and reasons.

use serde_json::json;

use crate::support::{Folder, TestServer};

#[test]
fn every_rule_set_can_be_played_against_the_computer() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let welcome = server.stranger().get("/v1/").ok();
    assert_eq!(
        (&welcome["name"], &welcome["levels"]),
        (&json!("tabiya"), &json!([1, 2, 3, 4, 5, 6, 7, 8, 9]))
    );
    let sets = welcome["rules"].as_array().unwrap();
    assert_eq!(sets.len(), 8);
    for set in sets {
        let game = ann.create(&json!({ "opponent": { "computer": 1 }, "rules": { "name": set["name"] } }));
        let view = ann.view(&game);
        assert_eq!(view["rules"]["name"], set["name"]);
        let (from, to) = view["state"]["dests"].as_object().unwrap().iter().next().unwrap();
        ann.play(&game, &format!("{from}{}", &to.as_str().unwrap()[..2])).ok();
    }
}

#[test]
fn a_rule_file_makes_a_game_and_bad_ones_are_told_all_faults() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| config.limits.rule_sets_per_hour = 1);
    let ann = server.player("Ann");
    let file = "name = \"queens only\"\nparent = \"fide\"\npromotes-to = [\"queen\"]\n";
    let wish = json!({ "opponent": "here", "rules": { "file": file }, "position": "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1" });
    let game = ann.create(&wish);
    let view = ann.view(&game);
    assert_eq!(view["rules"]["name"], "queens only");
    assert_eq!(view["rules"]["differences"], "promotes-to = [\"queen\"]");
    assert_eq!(view["rules"]["says"], json!(["A pawn at the end of the board becomes a queen."]));
    assert_eq!(view["state"]["promotes_to"], json!(["q"]));
    assert_eq!(ann.play(&game, "e8=N").error().1, "promotion_not_allowed");
    let bad = ann.post("/v1/rules", &json!({ "text": "royal = \"quen\"\ncasteling = false\n" }));
    assert_eq!(bad.error(), (422, "bad_rules".to_owned()));
    let says = bad.json()["error"]["says"].as_str().unwrap().to_owned();
    assert!(says.contains("line 1") || says.contains("Line 1"), "{says}");
    assert!(says.contains("line 2"), "{says}");
    // Nobody else in this program has brought it.
    let another = "parent = \"hong\"\npromotes-to = [\"rook\", \"bishop\"]\n";
    let reply = ann.post("/v1/games", &json!({ "opponent": "here", "rules": { "file": another } }));
    assert_eq!(reply.error(), (429, "too_many_rules".to_owned()));
    ann.create(&wish);
}

#[test]
fn positions_are_checked_with_every_fault() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let check = |fen: &str| ann.post("/v1/position", &json!({ "fen": fen })).ok();
    let faults = |fen: &str| -> Vec<String> {
        check(fen)["faults"]
            .as_array()
            .unwrap()
            .iter()
            .map(|fault| fault["code"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(faults("P7/8/8/8/8/8/8/8 w - - 0 1"), ["royal_missing", "royal_missing", "pawn_on_end_rank"]);
    assert_eq!(faults("8/8/8/8/8/8/8 w - - 0 1"), ["bad_fen"]);
    let good = check("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(good["faults"], json!([]));
    assert_eq!(good["state"]["turn"], "white");
}

#[test]
fn threats_and_reasons_come_from_the_server() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": "here", "position": "4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1" }));
    let threats = ann.get(&format!("/v1/games/{game}/threats")).ok();
    assert_eq!(threats["black"]["e2"], json!(["e8"]));
    assert_eq!(threats["white"]["e2"], json!(["e1"]));
    assert_eq!(threats["node"], 0);
    let why = |m: &str| ann.get(&format!("/v1/games/{game}/why?move={m}")).ok();
    assert_eq!(why("e2d3")["says"], "The bishop is pinned to your king by the rook on e8.");
    assert_eq!(why("Kf2")["code"], "legal");
    assert_eq!(ann.get(&format!("/v1/games/{game}/why?move=what")).error().1, "not_a_move");
}

#[test]
fn threats_are_told_for_every_move_of_the_game() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": "here", "open": { "pgn": "1. e4 e5 2. Nf3 *" } }));
    let after = |node: &str| ann.get(&format!("/v1/games/{game}/threats?node={node}"));
    assert_eq!(after("0").ok()["white"]["e5"], json!(null));
    assert_eq!(after("3").ok()["white"]["e5"], json!(["f3"]));
    assert_eq!(after("3").ok(), ann.get(&format!("/v1/games/{game}/threats")).ok());
    assert_eq!(after("4").error().1, "no_such_node");
}

#[test]
fn rules_that_only_borrow_a_name_are_not_shown_with_its_summary() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let rules = |text: &str| ann.post("/v1/rules", &json!({ "text": text })).ok();
    let borrowed = rules("name = \"hong\"\nparent = \"fide\"\npromotes-to = [\"queen\"]\n");
    assert_eq!((&borrowed["name"], &borrowed["summary"]), (&json!("hong"), &json!("")));
    let welcome = ann.get("/v1/").ok();
    let hong = welcome["rules"].as_array().unwrap().iter().find(|set| set["name"] == "hong").unwrap();
    assert_ne!(hong["summary"], "");
}

#[test]
fn squares_of_a_reason_are_marked_with_the_words_of_the_documentation() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": "here" }));
    let why = ann.get(&format!("/v1/games/{game}/why?move=e4e5")).ok();
    assert_eq!(why["marks"], json!([{ "square": "e4", "mark": "place" }]));
}
