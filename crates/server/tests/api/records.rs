//! Games that were played elsewhere and are over: they are looked at, and played on where somebody wants that.

use serde_json::{Value, json};

use crate::support::client::Client;
use crate::support::socket::Socket;
use crate::support::{Folder, TestServer, pair};

/// Black resigned: the board does not tell that the game is over.
const RESIGNED: &str = "[Event \"Club\"]\n[Site \"Riga\"]\n[White \"Zoë\"]\n[Black \"Li\"]\n[Result \"1-0\"]\n\n1. e4 \
                        {bold} (1. d4 d5) e5 2. Nf3 d6 1-0\n";

const MATE: &str = "[White \"Zoë\"]\n[Black \"Li\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

const DRAWN: &str = "1. e4 e5 1/2-1/2\n";

fn open(who: &Client, text: &str, more: &Value) -> Value {
    let mut wish = json!({ "opponent": "here", "open": { "pgn": text } });
    wish.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    who.post("/v1/games", &wish).ok()
}

fn id(view: &Value) -> &str {
    view["game"].as_str().unwrap()
}

fn saved(who: &Client, game: &str) -> String {
    who.get(&format!("/v1/games/{game}/export/pgn")).body
}

#[test]
fn a_finished_file_is_looked_at_with_its_result() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    for (text, result, winner, says) in [
        (RESIGNED, "1-0", json!("white"), "White won."),
        (MATE, "0-1", json!("black"), "Black wins by checkmate."),
        (DRAWN, "1/2-1/2", json!(null), "Draw."),
    ] {
        let view = open(&ann, text, &json!({}));
        assert_eq!((&view["stage"], &view["recorded"]), (&json!("over"), &json!(true)), "{view}");
        let ending = &view["state"]["ending"];
        assert_eq!((&ending["result"], &ending["winner"]), (&json!(result), &winner), "{view}");
        assert_eq!(ending["says"], says);
        assert_eq!(view["opened"]["result"], result);
        assert_eq!(view["opened"]["left_out"], json!([]));
        // Nothing is played in it and nothing is taken back, so that the result cannot get lost.
        let game = id(&view);
        let plies = view["line"].as_array().unwrap().len();
        for action in [
            json!({ "do": "move", "move": "a4" }),
            json!({ "do": "undo" }),
            json!({ "do": "redo" }),
            json!({ "do": "go_to", "node": 1 }),
            json!({ "do": "resign" }),
            json!({ "do": "abort" }),
        ] {
            assert_eq!(ann.act(game, &action).status, 422, "{action}");
        }
        let rematch = ann.post(&format!("/v1/games/{game}/rematch"), &json!({}));
        assert_eq!(rematch.error(), (422, "recorded".to_owned()));
        assert_eq!(ann.view(game)["line"].as_array().unwrap().len(), plies);
        assert_eq!(ann.view(game)["state"]["ending"]["result"], result);
    }
}

#[test]
fn a_finished_file_is_saved_again_as_it_was() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let again = |text: &str| saved(&ann, id(&open(&ann, text, &json!({}))));
    for text in [RESIGNED, MATE, DRAWN] {
        let once = again(text);
        assert!(!once.contains("Tabiya"), "what the file does not say is not said for it: {once}");
        assert_eq!(again(&once), once);
        let result = text.split_whitespace().last().unwrap();
        assert!(
            once.contains(&format!("[Result \"{result}\"]")) && once.trim_end().ends_with(result),
            "{once}"
        );
    }
    assert!(again(RESIGNED).contains("1. e4 {bold} (1. d4 d5) 1... e5"), "{}", again(RESIGNED));
}

#[test]
fn remarks_are_written_in_a_finished_file_and_the_result_stays() {
    let folder = Folder::new();
    let (token, game) = {
        let server = TestServer::open(&folder);
        let ann = server.player("Ann");
        let view = open(&ann, RESIGNED, &json!({}));
        let change = json!({ "comment": { "place": "after", "text": "solid" } });
        ann.act(id(&view), &json!({ "do": "annotate", "at": "e2e4 e7e5", "change": change })).ok();
        ann.act(id(&view), &json!({ "do": "annotate", "at": "d2d4", "change": "promote" })).ok();
        (ann.token.clone(), id(&view).to_owned())
    };
    let server = TestServer::open(&folder);
    let ann = Client { token, ..server.stranger() };
    let view = ann.view(&game);
    assert_eq!((&view["stage"], &view["recorded"]), (&json!("over"), &json!(true)));
    let text = saved(&ann, &game);
    assert!(
        text.contains("1... e5 {solid}") && text.contains("1. d4 (1. e4") && text.contains("1-0"),
        "{text}"
    );
}

#[test]
fn playing_on_is_a_game_of_its_own_that_says_what_became_of_the_result() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let record = open(&ann, RESIGNED, &json!({}));
    let told = json!(["the result 1-0: the game is played on, and has none yet"]);
    for more in [
        json!({ "from": "e2e4 e7e5 g1f3 d7d6" }),
        json!({ "clock": "5+3" }),
        json!({ "opponent": { "computer": 1 }, "color": "white" }),
        json!({ "opponent": "link" }),
    ] {
        let view = open(&ann, RESIGNED, &more);
        assert_eq!(view["recorded"], false, "{more}");
        assert_ne!(view["stage"], "over", "{more}");
        assert_eq!(view["opened"]["left_out"], told, "{more}");
        assert_eq!((&view["opened"]["result"], &view["state"]["ending"]), (&json!("*"), &Value::Null));
        assert!(saved(&ann, id(&view)).trim_end().ends_with('*'), "{more}");
    }
    // From any place of the game that is looked at, which stays as it is.
    for (path, plies, moves) in [
        ("", 0, "*"),
        ("e2e4 e7e5", 2, "1. e4 {bold} (1. d4 d5) 1... e5 *"),
        ("d2d4", 1, "1. d4 (1. e4 {bold} 1... e5 2. Nf3 d6) *"),
    ] {
        let wish = json!({ "opponent": "here", "open": { "game": id(&record) }, "from": path });
        let view = ann.post("/v1/games", &wish).ok();
        assert_eq!(
            (&view["stage"], view["line"].as_array().unwrap().len()),
            (&json!("live"), plies),
            "{path}"
        );
        let text = saved(&ann, id(&view));
        assert_eq!(text.split("\n\n").nth(1).unwrap().trim_end().replace('\n', " "), moves, "{path}");
        assert!(text.contains("[Result \"*\"]"), "{text}");
    }
    // Whoever plays what was played there has played that much, and no more.
    let wish = json!({ "opponent": "here", "open": { "game": id(&record) }, "from": "e2e4 e7e5" });
    let view = ann.post("/v1/games", &wish).ok();
    assert_eq!(view["opened"]["left_out"][0], "the moves that followed");
    ann.play(id(&view), "Nf3").ok();
    let text = saved(&ann, id(&view));
    assert!(text.trim_end().ends_with("1. e4 {bold} (1. d4 d5) 1... e5 2. Nf3 *"), "{text}");
    let timeless = |mut view: Value| {
        view["now"].take();
        view
    };
    assert_eq!(timeless(ann.view(id(&record))), timeless(record.clone()));
    // The opening is that of the moves that are left.
    let philidor = RESIGNED.replace("[Site", "[ECO \"C41\"]\n[Site");
    let eco = |more: Value| {
        let text = saved(&ann, id(&open(&ann, &philidor, &more)));
        text.lines().find(|line| line.starts_with("[ECO")).map(str::to_owned)
    };
    assert_eq!(eco(json!({})).as_deref(), Some("[ECO \"C41\"]"));
    assert_eq!(eco(json!({ "from": "e2e4 e7e5" })).as_deref(), Some("[ECO \"C20\"]"));
    let wrong = |wish: Value| ann.post("/v1/games", &wish).error();
    let at = |path: &str| json!({ "opponent": "here", "open": { "pgn": RESIGNED }, "from": path });
    assert_eq!(wrong(at("e2e4 h7h6")), (422, "no_such_move".to_owned()));
    assert_eq!(wrong(at("e4")), (400, "bad_path".to_owned()));
    assert_eq!(wrong(json!({ "opponent": "here", "from": "e2e4" })), (400, "from_without_file".to_owned()));
}

#[test]
fn a_file_without_a_result_goes_on_as_ever() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let view = open(&ann, "1. e4 e5 *", &json!({}));
    assert_eq!((&view["stage"], &view["recorded"]), (&json!("live"), &json!(false)));
    ann.play(id(&view), "Nf3").ok();
    ann.act(id(&view), &json!({ "do": "undo" })).ok();
}

#[test]
fn a_copy_of_a_finished_game_is_looked_at_as_well() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, bob, game) = pair(&server, &json!({}));
    ann.play(&game, "e4").ok();
    bob.act(&game, &json!({ "do": "resign" })).ok();
    let eve = server.player("Eve");
    for open in [
        json!({ "game": game }),
        json!({ "json": ann.get(&format!("/v1/games/{game}/export/json")).body }),
        json!({ "pgn": saved(&ann, &game) }),
    ] {
        let copy = eve.post("/v1/games", &json!({ "opponent": "here", "open": open })).ok();
        assert_eq!(
            (&copy["stage"], &copy["state"]["ending"]["result"]),
            (&json!("over"), &json!("1-0")),
            "{open}"
        );
    }
}

#[test]
fn what_somebody_looks_at_is_in_nobody_elses_list() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, eve) = (server.player("Ann"), server.player("Eve"));
    let view = open(&ann, RESIGNED, &json!({}));
    let listed = |who: &Client, query: &str| {
        let page = who.get(&format!("/v1/games{query}")).ok();
        page["games"].as_array().unwrap().clone()
    };
    for query in ["", "?stage=over", "?player=zo%C3%AB"] {
        assert_eq!(listed(&eve, query), [] as [Value; 0], "{query}");
        assert_eq!(listed(&server.stranger(), query), [] as [Value; 0], "{query}");
        let own = listed(&ann, query);
        assert_eq!(
            (own.len(), &own[0]["recorded"], &own[0]["result"]),
            (1, &json!(true), &json!("1-0")),
            "{query}"
        );
    }
    assert_eq!(listed(&ann, "?unfinished=true&mine=true"), [] as [Value; 0]);
    // Whoever knows its link may look, too.
    assert_eq!(eve.view(id(&view))["you"]["role"], "spectator");
    let mut socket = Socket::of(&eve, id(&view), "");
    assert_eq!(socket.next_of("game")["recorded"], true);
}

#[test]
fn a_copy_does_not_tell_the_way_to_a_game_that_is_not_for_everybody() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, eve) = (server.player("Ann"), server.player("Eve"));
    let private = ann.create(&json!({ "opponent": { "computer": 1 }, "color": "white" }));
    ann.play(&private, "e4").ok();
    let site = |game: &str| {
        let text = saved(&eve, game);
        text.lines().find(|line| line.starts_with("[Site")).map(str::to_owned)
    };
    let copy =
        |game: &str| eve.create(&json!({ "opponent": "here", "open": { "game": game }, "from": "e2e4" }));
    let first = copy(&private);
    assert!(!saved(&eve, &first).contains(&private), "{}", saved(&eve, &first));
    assert!(!saved(&eve, &copy(&first)).contains(&private));
    assert!(!saved(&eve, &copy(&first)).contains(&first));
    // Once it is over it is no secret.
    ann.act(&private, &json!({ "do": "resign" })).ok();
    assert_eq!(site(&copy(&private)), Some(format!("[Site \"{private}\"]")));
    // What a file says stays.
    let riga = open(&eve, RESIGNED, &json!({}));
    assert_eq!(site(&copy(id(&riga))).as_deref(), Some("[Site \"Riga\"]"));
}

/// Nobody wrote how it ended, but the board shows it.
const MATE_UNTOLD: &str = "[White \"Zoë\"]\n[Black \"Li\"]\n\n1. f3 e5 2. g4 Qh4# *\n";

#[test]
fn a_file_that_is_over_on_the_board_is_looked_at_whatever_it_says() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let view = open(&ann, MATE_UNTOLD, &json!({}));
    assert_eq!((&view["stage"], &view["recorded"]), (&json!("over"), &json!(true)), "{view}");
    assert_eq!(view["state"]["ending"]["result"], "0-1");
    assert_eq!(ann.act(id(&view), &json!({ "do": "undo" })).error(), (422, "no_takeback".to_owned()));
    // To play on is a choice.
    let more = json!({ "from": "f2f3 e7e5 g2g4" });
    for wish in [json!({ "game": id(&view) }), json!({ "pgn": MATE_UNTOLD })] {
        let wish = json!({ "opponent": "here", "open": wish, "from": more["from"] });
        let on = ann.post("/v1/games", &wish).ok();
        assert_eq!((&on["stage"], &on["recorded"]), (&json!("live"), &json!(false)), "{on}");
        ann.play(id(&on), "Qh4").ok();
        ann.act(id(&on), &json!({ "do": "undo" })).ok();
    }
}

#[test]
fn xml_that_is_over_is_taken_back_as_ever() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let mate = ann.create(&json!({ "opponent": "here", "rules": { "name": "byu" } }));
    for m in ["f3", "e5", "g4", "Qh4"] {
        ann.play(&mate, m).ok();
    }
    let xml = ann.get(&format!("/v1/games/{mate}/export/xml")).body;
    let view = ann.post("/v1/games", &json!({ "opponent": "here", "open": { "xml": xml } })).ok();
    let ending = &view["state"]["ending"];
    assert_eq!((&view["stage"], &view["recorded"]), (&json!("over"), &json!(false)), "{view}");
    assert_eq!((&ending["result"], &ending["on_board"]), (&json!("0-1"), &json!(true)));
    ann.act(id(&view), &json!({ "do": "undo" })).ok();
    assert_eq!(ann.view(id(&view))["stage"], "live");
    ann.act(id(&view), &json!({ "do": "redo" })).ok();
    assert_eq!(ann.view(id(&view))["stage"], "over");
}

#[test]
fn nobody_plays_on_where_the_game_is_over() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    for text in [MATE, MATE_UNTOLD] {
        for more in [
            json!({ "from": "f2f3 e7e5 g2g4 d8h4" }),
            json!({ "opponent": "link" }),
            json!({ "opponent": "lobby" }),
            json!({ "opponent": { "computers": { "white": 1, "black": 1, "speed": "fast" } } }),
        ] {
            let mut wish = json!({ "opponent": "here", "open": { "pgn": text } });
            wish.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            assert_eq!(ann.post("/v1/games", &wish).error(), (422, "over_there".to_owned()), "{wish}");
        }
    }
    // Against the computer one goes back by oneself.
    let view = open(&ann, MATE, &json!({ "opponent": { "computer": 1 }, "color": "white" }));
    assert_eq!((&view["stage"], &view["recorded"]), (&json!("over"), &json!(false)));
    ann.act(id(&view), &json!({ "do": "undo" })).ok();
}

#[test]
fn everything_that_the_headings_of_a_file_say_is_told() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let text =
        RESIGNED.replace("[Site", "[Round \"7\"]\n[WhiteElo \"2100\"]\n[Annotator \"J. \\\"x\\\"\"]\n[Site");
    let view = open(&ann, &text, &json!({}));
    let told: Vec<(&str, &str)> = view["opened"]["headings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|heading| (heading["name"].as_str().unwrap(), heading["value"].as_str().unwrap()))
        .collect();
    let mut expected = [("Site", "Riga"), ("Round", "7"), ("WhiteElo", "2100"), ("Annotator", "J. \"x\"")];
    let mut sorted = told.clone();
    expected.sort_unstable();
    sorted.sort_unstable();
    assert_eq!(sorted, expected);
    // However many a file has, so many are shown.
    let many: String = (0..100).map(|i| format!("[X{i} \"{}\"]\n", "y".repeat(2000))).collect();
    let view = open(&ann, &format!("{many}\n1. e4 1-0\n"), &json!({}));
    let told = view["opened"]["headings"].as_array().unwrap();
    assert_eq!((told.len(), told[0]["value"].as_str().unwrap().len()), (60, 500));
}
