//! What is said of moves: seen by everybody, changed by those who may, kept whatever happens.

use serde_json::{Value, json};

use crate::support::client::{Client, Reply};
use crate::support::{Folder, TestServer, pair};

const PGN: &str = "[White \"Zoë\"]\n[Black \"Li\"]\n[Result \"*\"]\n\n{Before.} 1. e4! {[%cal Gd2d4] [%clk 0:01:00] bold} e5 \
                   (1... c5 $6 {Sicilian} 2. Nf3 (2. c3 $146)) (1... c5 {once more}) 2. Nf3 $1 *\n";

fn annotate(who: &Client, game: &str, at: &str, change: &Value) -> Reply {
    who.act(game, &json!({ "do": "annotate", "at": at, "change": change }))
}

fn comment(text: &str) -> Value {
    json!({ "comment": { "place": "after", "text": text } })
}

fn tree(who: &Client, game: &str) -> Value {
    who.get(&format!("/v1/games/{game}/tree")).ok()
}

fn pgn(who: &Client, game: &str) -> String {
    let text = who.get(&format!("/v1/games/{game}/export/pgn")).body;
    text.split_once("\n\n").unwrap().1.trim_end().replace('\n', " ")
}

/// The ways to all moves of a tree, in order.
fn paths(tree: &Value) -> Vec<String> {
    let mut paths: Vec<String> = vec![];
    for m in tree["moves"].as_array().unwrap() {
        let step = m["step"].as_str().unwrap_or_default();
        let path =
            m["after"].as_u64().map_or(String::new(), |after| format!("{} {step}", paths[after as usize]));
        paths.push(path.trim().to_owned());
    }
    paths
}

fn at<'a>(tree: &'a Value, path: &str) -> &'a Value {
    let number =
        paths(tree).iter().position(|found| found == path).unwrap_or_else(|| panic!("{path}: {tree}"));
    &tree["moves"][number]
}

#[test]
fn everything_that_a_file_says_is_shown_and_saved_again() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": "here", "open": { "pgn": PGN } }));
    let shown = tree(&server.stranger(), &game);
    assert_eq!(shown["may_edit"], false);
    assert_eq!(shown["moves"][0]["remarks"], json!(["Before."]));
    let first = at(&shown, "e2e4");
    assert_eq!((&first["san"], &first["marks"]), (&json!("e4"), &json!([1])));
    assert_eq!((&first["remarks"], &first["drawing"]), (&json!(["bold"]), &json!(["Gd2d4"])));
    assert_eq!(at(&shown, "e2e4 c7c5~2")["remarks"], json!(["once more"]));
    assert_eq!(at(&shown, "e2e4 c7c5 c2c3")["marks"], json!([146]));
    assert!(shown["signs"].as_array().unwrap().contains(&json!({ "mark": 146, "sign": "N" })));
    let before = pgn(&ann, &game);
    assert!(before.contains("(1... c5 $6 {Sicilian} 2. Nf3 (2. c3 $146)) (1... c5 {once more})"), "{before}");
    // A remark changes nothing else.
    annotate(&ann, &game, "e2e4 e7e5", &comment("solid")).ok();
    assert_eq!(pgn(&ann, &game), before.replace("1... e5", "1... e5 {solid}"));
}

#[test]
fn edits_outlast_a_restart_and_are_told_like_moves() {
    let folder = Folder::new();
    let (token, game, told, written) = {
        let server = TestServer::open(&folder);
        let ann = server.player("Ann");
        let game = ann.create(&json!({ "opponent": "here", "open": { "pgn": PGN } }));
        let edits = [
            ("e2e4", comment("two\nlines")),
            ("e2e4", json!({ "marks": "5 16" })),
            ("", json!({ "drawing": "Ge2e4 Rd5" })),
            ("e2e4", json!({ "play": "d5" })),
            ("e2e4 d7d5", json!({ "play": "e4d5" })),
            ("e2e4 c7c5 c2c3", json!({ "comment": { "place": "before", "text": "or" } })),
            ("e2e4 c7c5~2", json!("delete")),
            ("e2e4 c7c5 g1f3", json!("promote")),
        ];
        for (version, (path, change)) in (2..).zip(&edits) {
            let answer = annotate(&ann, &game, path, change).ok();
            assert_eq!(
                (&answer["version"], &answer["entry"]["happened"]),
                (&json!(version), &json!(["annotated"]))
            );
        }
        // The game goes on, and its move is in the tree.
        ann.play(&game, "Nc6").ok();
        (ann.token.clone(), game.clone(), tree(&ann, &game), pgn(&ann, &game))
    };
    assert_eq!(
        written,
        "{[%csl Rd5][%cal Ge2e4] Before.} 1. e4 $5 $16 {[%cal Gd2d4] [%clk 0:01:00] two} {lines} 1... c5 $6 {Sicilian} \
         (1... e5 2. Nf3 $1 Nc6) (1... d5 2. exd5) 2. Nf3 ({or} 2. c3 $146) *"
    );
    let server = TestServer::open(&folder);
    let ann = Client { token, ..server.stranger() };
    assert_eq!(tree(&ann, &game), told);
    assert_eq!(pgn(&ann, &game), written);
    let entries = ann.get(&format!("/v1/games/{game}/entries?since=1")).ok();
    assert_eq!(entries[3]["annotated"], "e2e4 d7d5", "{entries}");
    assert_eq!(entries[3]["says"], "A variation was added.");
}

#[test]
fn another_main_line_is_for_pgn_and_the_game_stays_the_one_that_was_played() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": "here", "open": { "pgn": PGN } }));
    let saved = |game: &str, form: &str| ann.get(&format!("/v1/games/{game}/export/{form}")).body;
    let before = (saved(&game, "fen"), saved(&game, "xml"));
    annotate(&ann, &game, "e2e4 e7e5 g1f3", &json!({ "play": "Nc6" })).ok();
    annotate(&ann, &game, "e2e4 c7c5 g1f3", &json!("promote")).ok();
    assert!(
        pgn(&ann, &game).contains("1... c5 $6 {Sicilian} (1... e5 2. Nf3 $1 Nc6)"),
        "{}",
        pgn(&ann, &game)
    );
    assert_eq!((saved(&game, "fen"), saved(&game, "xml")), before);
    // A copy goes on from where the game stands, and has all that is said of it.
    let copy = ann.create(&json!({ "opponent": "here", "open": { "game": game } }));
    assert_eq!((saved(&copy, "fen"), saved(&copy, "xml")), before);
    let written = pgn(&ann, &copy);
    assert!(written.contains("1... e5 (1... c5 $6 {Sicilian} 2. Nf3 (2. c3 $146))"), "{written}");
    assert!(written.contains("2. Nf3 $1 (2. Nf3 Nc6)"), "{written}");
}

/// What the header tells that is not in the file.
fn left_out(who: &Client, game: &str) -> Option<String> {
    who.get(&format!("/v1/games/{game}/export/pgn")).header("tabiya-left-out").map(str::to_owned)
}

#[test]
fn what_was_taken_back_is_written_by_the_same_rule_whether_there_are_remarks_or_not() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let undo = json!({ "do": "undo" });
    for has_remark in [false, true] {
        let game = ann.create(&json!({ "opponent": "here" }));
        for m in ["e4", "e5", "Nf3"] {
            ann.play(&game, m).ok();
        }
        let end = || ann.act(&game, &json!({ "do": "resign" })).ok();
        let written = |text: &str| text.replace("{bold} ", if has_remark { "{bold} " } else { "" });
        end();
        if has_remark {
            annotate(&ann, &game, "e2e4 e7e5 g1f3", &comment("bold")).ok();
        }
        // Taken back last, it can still be made again, and is no part of the game until that is settled.
        ann.act(&game, &undo).ok();
        assert_eq!(pgn(&ann, &game), "1. e4 e5 *");
        assert_eq!(left_out(&ann, &game).as_deref(), Some("the moves that were taken back at the end"));
        end();
        assert_eq!(pgn(&ann, &game), written("1. e4 e5 (1... e5 2. Nf3 {bold} ) 0-1").replace(" )", ")"));
        assert_eq!(left_out(&ann, &game), None);
        assert_eq!(tree(&ann, &game)["moves"].as_array().unwrap().len(), 5);
        ann.act(&game, &undo).ok();
        ann.play(&game, "c5").ok();
        let written = pgn(&ann, &game);
        assert!(written.starts_with("1. e4 c5 (1... e5"), "{written}");
    }
    // The first remark after the end changes nothing else, either.
    let game = ann.create(&json!({ "opponent": "here" }));
    for m in ["e4", "e5", "Nf3"] {
        ann.play(&game, m).ok();
    }
    ann.act(&game, &undo).ok();
    ann.act(&game, &json!({ "do": "resign" })).ok();
    let before = pgn(&ann, &game);
    annotate(&ann, &game, "e2e4", &comment("good")).ok();
    assert_eq!(pgn(&ann, &game), before.replace("1. e4 e5", "1. e4 {good} 1... e5"));
}

#[test]
fn an_opened_file_is_written_whole_wherever_one_stands_in_it() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": "here", "open": { "pgn": PGN } }));
    let whole = pgn(&ann, &game);
    for plies in 1..=3 {
        ann.act(&game, &json!({ "do": "undo", "plies": 1 })).ok();
        assert_eq!((pgn(&ann, &game), left_out(&ann, &game)), (whole.clone(), None), "{plies}");
    }
    annotate(&ann, &game, "e2e4 e7e5", &comment("solid")).ok();
    assert_eq!(pgn(&ann, &game), whole.replace("1... e5", "1... e5 {solid}"));
    ann.act(&game, &json!({ "do": "redo", "plies": 3 })).ok();
    assert_eq!(pgn(&ann, &game), whole.replace("1... e5", "1... e5 {solid}"));
}

#[test]
fn what_can_be_made_again_cannot_be_deleted() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": "here", "open": { "pgn": PGN } }));
    ann.act(&game, &json!({ "do": "undo", "plies": 2 })).ok();
    for path in ["e2e4 e7e5", "e2e4 e7e5 g1f3"] {
        let refused = annotate(&ann, &game, path, &json!("delete"));
        assert_eq!(refused.error(), (422, "taken_back".to_owned()), "{path}");
    }
    // Once another move is made, they are a variation like any other, and gone for good.
    ann.play(&game, "d5").ok();
    annotate(&ann, &game, "e2e4 e7e5", &json!("delete")).ok();
    assert!(!pgn(&ann, &game).contains("e5"), "{}", pgn(&ann, &game));
    ann.act(&game, &json!({ "do": "undo" })).ok();
    ann.act(&game, &json!({ "do": "redo" })).ok();
    assert!(!pgn(&ann, &game).contains("e5"), "{}", pgn(&ann, &game));
}

#[test]
fn what_was_taken_back_before_the_end_can_be_deleted() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": "here" }));
    for m in ["e4", "e5", "Nf3"] {
        ann.play(&game, m).ok();
    }
    ann.act(&game, &json!({ "do": "undo" })).ok();
    ann.act(&game, &json!({ "do": "resign" })).ok();
    annotate(&ann, &game, "e2e4 e7e5~2 g1f3", &json!("delete")).ok();
    assert!(!pgn(&ann, &game).contains("Nf3"), "{}", pgn(&ann, &game));
    // The end is taken back, and with it what could be made again before it.
    ann.act(&game, &json!({ "do": "undo" })).ok();
    ann.act(&game, &json!({ "do": "redo", "plies": 2 })).ok();
    assert_eq!(ann.view(&game)["state"]["ply"], 3);
}

#[test]
fn a_promoted_variation_is_told_by_the_way_that_leads_to_it_then() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": "here", "open": { "pgn": PGN } }));
    let answer = annotate(&ann, &game, "e2e4 c7c5~2", &json!("promote")).ok();
    assert_eq!(answer["entry"]["annotated"], "e2e4 c7c5");
    assert_eq!(at(&tree(&ann, &game), "e2e4 c7c5")["remarks"], json!(["once more"]));
    assert_eq!(at(&tree(&ann, &game), "e2e4 c7c5~2")["remarks"], json!(["Sicilian"]));
    // Also told to whoever asks later.
    let entries = ann.get(&format!("/v1/games/{game}/entries?since=1")).ok();
    assert_eq!(entries[0]["annotated"], "e2e4 c7c5");
}

#[test]
fn a_variation_is_put_before_another_and_stays_there() {
    let folder = Folder::new();
    let (token, game) = {
        let server = TestServer::open(&folder);
        let ann = server.player("Ann");
        let text = "1. e4 (1. d4) (1. c4 {English}) (1. Nf3) e5 1-0";
        let game = ann.create(&json!({ "opponent": "here", "open": { "pgn": text } }));
        let entry = annotate(&ann, &game, "g1f3", &json!("earlier")).ok();
        assert_eq!(entry["entry"]["annotated"], "g1f3");
        assert_eq!(
            annotate(&ann, &game, "d2d4", &json!("earlier")).error(),
            (422, "first_variation".to_owned())
        );
        assert_eq!(annotate(&ann, &game, "e2e4", &json!("earlier")).error(), (422, "main_line".to_owned()));
        (ann.token.clone(), game)
    };
    let server = TestServer::open(&folder);
    let ann = Client { token, ..server.stranger() };
    let text = pgn(&ann, &game);
    assert!(text.contains("1. e4 (1. d4) (1. Nf3) (1. c4 {English}) 1... e5"), "{text}");
}

#[test]
fn what_programs_wrote_is_not_told_but_that_there_is_something() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let text = "1. e4 {[%clk 0:01:00]} e5 {[%cal Ge2e4] good} (1... c5 {[%eval 0.3] sharp}) 2. Nf3 1-0";
    let game = ann.create(&json!({ "opponent": "here", "open": { "pgn": text } }));
    let tree = tree(&ann, &game);
    let untold = |path: &str| at(&tree, path)["untold"].clone();
    assert_eq!((untold("e2e4"), untold("e2e4 c7c5")), (json!(true), json!(true)));
    assert_eq!((untold("e2e4 e7e5"), untold("e2e4 e7e5 g1f3")), (Value::Null, Value::Null));
}

#[test]
fn variations_have_the_names_of_openings() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let text = "1. e4 e5 (1... c5 2. Nf3 d6 3. h4) 1-0";
    let game = ann.create(&json!({ "opponent": "here", "open": { "pgn": text } }));
    let tree = tree(&ann, &game);
    assert_eq!(at(&tree, "e2e4 c7c5")["opening"]["name"], "Sicilian Defense");
    assert_eq!(at(&tree, "e2e4")["opening"], ann.view(&game)["line"][0]["opening"]);
    assert_eq!(at(&tree, "e2e4 c7c5 g1f3 d7d6 h2h4")["opening"], Value::Null);
}

#[test]
fn every_file_that_one_opened_can_be_written_in() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    // As short as an opening, without headings, without a result; or without a move.
    for text in ["1. e4 e5 *", "1. e4 c5", "1. e4 *", "*", "{Only words.} *"] {
        let game = ann.create(&json!({ "opponent": "here", "open": { "pgn": text } }));
        assert_eq!(tree(&ann, &game)["may_edit"], true, "{text}");
        annotate(&ann, &game, "", &comment("at first")).ok();
        assert!(pgn(&ann, &game).starts_with("{at first}"), "{text}");
    }
    // A game that is begun with an opening is played.
    let game = ann.create(&json!({ "opponent": "here", "opening": "Ruy Lopez" }));
    assert_eq!(annotate(&ann, &game, "", &comment("x")).error(), (422, "still_playing".to_owned()));
}

#[test]
fn nobody_stands_in_a_variation_that_cannot_be_played() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let text = "1. e4 e5 (1... -- 2. d4 (2. f4) d5) 2. Nf3 *";
    let game = ann.create(&json!({ "opponent": "here", "open": { "pgn": text } }));
    let mut refused = 0;
    for node in 0..=7 {
        let reply = ann.act(&game, &json!({ "do": "go_to", "node": node }));
        refused += usize::from(reply.status == 422 && reply.error().1 == "not_playable");
        let saved = ann.get(&format!("/v1/games/{game}/export/pgn")).body;
        ann.create(&json!({ "opponent": "here", "open": { "pgn": saved } }));
    }
    assert_eq!(refused, 4, "the null move and the three behind it");
    let from = |path: &str| {
        ann.post("/v1/games", &json!({ "opponent": "here", "open": { "pgn": text }, "from": path }))
    };
    assert_eq!(from("e2e4 0000 d2d4").error(), (422, "passes".to_owned()));
}

#[test]
fn what_a_file_has_behind_the_last_move_stands_beside_it_when_the_game_is_over() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let open = json!({ "opponent": "here", "open": { "pgn": "1. e4 e5 2. Nf3 {good} *" } });
    let (first, second) = (ann.create(&open), ann.create(&open));
    annotate(&ann, &first, "e2e4", &comment("best")).ok();
    for game in [&first, &second] {
        ann.act(game, &json!({ "do": "undo" })).ok();
        ann.act(game, &json!({ "do": "resign" })).ok();
    }
    annotate(&ann, &second, "e2e4", &comment("best")).ok();
    for game in [first, second] {
        assert_eq!(pgn(&ann, &game), "1. e4 {best} 1... e5 (1... e5 2. Nf3 {good}) 0-1");
    }
}

#[test]
fn moves_after_the_first_remark_have_their_clocks() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": "here", "open": { "pgn": PGN }, "clock": "5+2" }));
    annotate(&ann, &game, "e2e4", &comment("good")).ok();
    ann.play(&game, "Nc6").ok();
    ann.play(&game, "Bb5").ok();
    let written = pgn(&ann, &game);
    assert!(written.contains(" Nc6 {[%clk 0:0") && written.contains("3. Bb5 {[%clk 0:0"), "{written}");
}

#[test]
fn players_write_once_the_game_is_over_and_nobody_else_does() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, bob, game) = pair(&server, &json!({}));
    let eve = server.player("Eve");
    ann.play(&game, "e4").ok();
    bob.play(&game, "e5").ok();
    assert_eq!(annotate(&ann, &game, "e2e4", &comment("good")).error(), (422, "still_playing".to_owned()));
    assert_eq!(tree(&ann, &game)["may_edit"], false);
    bob.act(&game, &json!({ "do": "resign" })).ok();
    let refused = annotate(&eve, &game, "e2e4", &comment("good"));
    assert_eq!(refused.error(), (403, "not_a_player".to_owned()));
    assert!(refused.body.contains("open a copy of it to write your own"), "{}", refused.body);
    assert_eq!(tree(&eve, &game)["may_edit"], false);
    annotate(&ann, &game, "e2e4", &comment("best by test")).ok();
    annotate(&bob, &game, "e2e4 e7e5", &json!({ "marks": "2" })).ok();
    // What could have followed stands beside the last move, not behind it.
    let answer = annotate(&bob, &game, "e2e4 e7e5", &json!({ "play": "Nf3" })).ok();
    assert_eq!(answer["entry"]["annotated"], "e2e4 e7e5~2 g1f3");
    annotate(&ann, &game, "e2e4 e7e5~2 g1f3", &json!({ "play": "Nc6" })).ok();
    assert_eq!(pgn(&ann, &game), "1. e4 {best by test} 1... e5 $2 (1... e5 2. Nf3 Nc6) 1-0");
    annotate(&ann, &game, "e2e4", &json!({ "play": "c7c5" })).ok();
    assert_eq!(annotate(&ann, &game, "e2e4 c7c5", &json!("promote")).error(), (422, "played".to_owned()));
    assert_eq!(annotate(&ann, &game, "e2e4 e7e5", &json!("delete")).error(), (422, "played".to_owned()));
    annotate(&ann, &game, "e2e4 c7c5", &json!("delete")).ok();
    // The game itself is as it was, and so it comes back from the file.
    let view = ann.view(&game);
    assert_eq!((view["line"].as_array().unwrap().len(), &view["stage"]), (2, &json!("over")));
    let text = ann.get(&format!("/v1/games/{game}/export/pgn")).body;
    let copy = eve.create(&json!({ "opponent": "here", "open": { "pgn": text } }));
    assert_eq!(pgn(&eve, &copy), pgn(&ann, &game));
    assert_eq!(tree(&eve, &copy)["may_edit"], true);
}

#[test]
fn a_stale_or_repeated_edit_is_known_as_such() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": "here", "open": { "pgn": PGN } }));
    let command = |version: u32, text: &str| {
        let action = json!({ "do": "annotate", "at": "e2e4", "change": comment(text) });
        ann.post(
            &format!("/v1/games/{game}/commands"),
            &json!({ "id": "x", "version": version, "action": action }),
        )
    };
    let first = command(1, "good").ok();
    assert_eq!(command(1, "good").ok()["version"], first["version"]);
    assert_eq!(command(1, "bad").error(), (409, "id_reused".to_owned()));
    let action = json!({ "do": "annotate", "at": "e2e4", "change": comment("late") });
    let late = json!({ "id": "y", "version": 1, "action": action });
    assert_eq!(ann.post(&format!("/v1/games/{game}/commands"), &late).error(), (409, "stale".to_owned()));
    assert_eq!(at(&tree(&ann, &game), "e2e4")["remarks"], json!(["good"]));
}

#[test]
fn what_is_too_much_or_makes_no_sense_is_refused_in_words() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": "here", "open": { "pgn": PGN } }));
    let long = "x".repeat(3001);
    let table = [
        ("e2e4", comment(&long), 422, "too_long"),
        ("e2e4 e7e5", json!({ "play": "e5e4" }), 422, "not_yours"),
        ("e2e4 e7e5", json!({ "play": "Ke3" }), 422, "pattern"),
        ("e2e4 e7e5", json!({ "play": "what" }), 400, "not_a_move"),
        ("e2e4 e7e5", json!({ "play": "g1f3" }), 422, "unchanged"),
        ("e2e4 h7h6", json!({ "play": "d4" }), 422, "no_such_move"),
        ("Nf3", json!("delete"), 400, "bad_path"),
        ("", json!("delete"), 422, "no_move_here"),
        ("e2e4", json!("delete"), 422, "played"),
        ("e2e4", json!("promote"), 422, "main_line"),
        ("e2e4", json!({ "drawing": "e4" }), 422, "bad_drawing"),
        ("e2e4", json!({ "marks": "256" }), 400, "bad_marks"),
        ("e2e4", json!({ "comment": { "place": "before", "text": "x" } }), 422, "no_variation"),
        ("e2e4", json!({ "marks": "1" }), 422, "unchanged"),
    ];
    for (path, change, status, code) in table {
        assert_eq!(annotate(&ann, &game, path, &change).error(), (status, code.to_owned()), "{change}");
    }
    assert_eq!(ann.view(&game)["version"], 1);
}

#[test]
fn what_can_be_done_is_told_for_every_place_under_every_rule_set() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    for rules in ["fide", "chess960", "hong", "cuhk", "waterloo", "byu", "imperial"] {
        let game = ann.create(&json!({ "opponent": "here", "rules": { "name": rules } }));
        let moves = ann.get(&format!("/v1/games/{game}/tree/moves")).ok();
        let dests = moves["dests"].as_object().unwrap();
        let (from, to) = dests.iter().next().map(|(from, to)| (from, &to.as_str().unwrap()[..2])).unwrap();
        ann.play(&game, &format!("{from}{to}")).ok();
        ann.act(&game, &json!({ "do": "resign" })).ok();
        let (from, to) =
            dests.iter().next_back().map(|(from, to)| (from, &to.as_str().unwrap()[..2])).unwrap();
        let variation = format!("{from}{to}");
        annotate(&ann, &game, "", &json!({ "play": variation })).ok();
        annotate(&ann, &game, &variation, &comment("or this")).ok();
        let place = ann.get(&format!("/v1/games/{game}/tree/moves?path={variation}")).ok();
        assert_eq!((&place["turn"], &place["path"]), (&json!("black"), &json!(variation)), "{rules}");
        assert!(!place["dests"].as_object().unwrap().is_empty(), "{rules}");
        let why = ann.get(&format!("/v1/games/{game}/why?move=a1a8&path={variation}")).ok();
        assert_ne!(why["code"], "legal", "{rules}: {why}");
        let text = ann.get(&format!("/v1/games/{game}/export/pgn")).body;
        let copy = ann.create(&json!({ "opponent": "here", "open": { "pgn": text } }));
        assert_eq!(pgn(&ann, &copy), pgn(&ann, &game), "{rules}");
        assert!(pgn(&ann, &copy).contains("{or this}"), "{rules}");
    }
    let game = ann.create(&json!({ "opponent": "here" }));
    assert_eq!(
        ann.get(&format!("/v1/games/{game}/tree/moves?path=e2e4")).error(),
        (422, "no_such_move".to_owned())
    );
}
