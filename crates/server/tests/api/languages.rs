//! Everybody is told everything in the language that they ask for.

use serde_json::{Value, json};

use crate::support::client::{Client, Reply, request};
use crate::support::socket::Socket;
use crate::support::{Folder, TestServer, pair};

fn asked(who: &Client, language: &str, method: &str, path: &str, body: &Value) -> Reply {
    let host = who.address.to_string();
    let bearer = who.token.as_ref().map(|token| format!("Bearer {token}"));
    let mut headers = vec![("Host", host.as_str()), ("Accept-Language", language)];
    headers.extend(bearer.as_deref().map(|bearer| ("Authorization", bearer)));
    let body = if body.is_null() { String::new() } else { body.to_string() };
    request(who.address, method, path, &headers, &body).unwrap()
}

fn said(reply: &Reply) -> (u16, String, String) {
    let error = &reply.json()["error"];
    let text = |field: &str| error[field].as_str().unwrap_or_default().to_owned();
    (reply.status, text("code"), text("says"))
}

#[test]
fn a_refusal_follows_the_language_of_the_request_and_nothing_else_of_it_changes() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": "here" }));
    let path = format!("/v1/games/{game}/commands");
    let body = json!({ "id": "x", "version": 1, "action": { "do": "move", "move": "a1a5" } });
    let english =
        (422, "blocked".to_owned(), "The rook's way to a5 is blocked by the pawn on a2.".to_owned());
    let german =
        (422, "blocked".to_owned(), "Dem Turm versperrt der Bauer auf a2 den Weg nach a5.".to_owned());
    for (language, expected) in
        [("en", &english), ("", &english), ("fr", &english), ("de", &german), ("de-AT,en;q=0.5", &german)]
    {
        let reply = asked(&ann, language, "POST", &path, &body);
        assert_eq!(said(&reply), *expected, "{language}");
        assert_eq!(reply.json()["error"]["marks"][0]["square"], "a2");
    }
    let why = asked(&ann, "de", "GET", &format!("/v1/games/{game}/why?move=g1f3"), &Value::Null).ok();
    assert_eq!(why["says"], "Weiß zieht den Springer von g1 nach f3.");
}

#[test]
fn whoever_is_refused_before_anybody_knows_them_is_told_in_their_language() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let stranger = server.stranger();
    for (method, path, status, says) in [
        ("GET", "/v1/session", 401, "Sag erst, wer du bist: die Anmeldung fehlt oder ist abgelaufen."),
        ("GET", "/v1/nothing", 404, "Diesen Pfad hat die API nicht; docs/api.md nennt alle."),
        ("GET", "/v1/games/AAAAAAAA", 404, "Diese Partie gibt es nicht."),
        ("PUT", "/v1/lobby", 405, "Dieser Pfad kennt diese Methode nicht; docs/api.md nennt alle."),
    ] {
        let bearer = Client { token: Some(server.player("Ann").token.unwrap()), ..stranger.clone() };
        let who = if status == 405 { &bearer } else { &stranger };
        let reply = asked(who, "de", method, path, &Value::Null);
        let (found, _, told) = said(&reply);
        assert_eq!((found, told.as_str()), (status, says), "{method} {path}");
        assert_eq!(reply.header("allow").is_some(), status == 405, "{reply:?}");
    }
}

#[test]
fn moves_may_be_typed_with_the_letters_of_the_language_asked_for() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": "here" }));
    let path = format!("/v1/games/{game}/commands");
    let typed = |language: &str, version: u32, m: &str| {
        let body = json!({ "id": format!("{m}{language}"), "version": version, "action": { "do": "move", "move": m } });
        asked(&ann, language, "POST", &path, &body)
    };
    assert_eq!(typed("en", 1, "Sf3").error(), (400, "not_a_move".to_owned()));
    assert_eq!(typed("de", 1, "Sf3").status, 200);
    assert_eq!(typed("de", 2, "Nf6").status, 200);
    let why = |language: &str, m: &str| {
        asked(&ann, language, "GET", &format!("/v1/games/{game}/why?move={m}"), &Value::Null)
    };
    assert_eq!(why("de", "Sd4").json()["code"], "legal");
    assert_eq!(why("en", "Sd4").error(), (400, "not_a_move".to_owned()));
    let san = &ann.view(&game)["line"][0]["san"];
    assert_eq!(san, "Nf3");
}

#[test]
fn listeners_of_one_game_hear_every_entry_in_their_own_language() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, bob, game) = pair(&server, &json!({}));
    let mut english = Socket::of(&ann, &game, "");
    let mut german = Socket::of(&bob, &game, "?language=de");
    assert_eq!(german.next_of("game")["rules"]["summary"], "Schach nach den Regeln des Weltverbands");
    english.next_of("game");
    for (m, in_english, in_german) in [
        ("f2f3", "White's pawn goes from f2 to f3.", "Weiß zieht den Bauern von f2 nach f3."),
        ("e7e5", "Black's pawn goes from e7 to e5.", "Schwarz zieht den Bauern von e7 nach e5."),
        ("g2g4", "White's pawn goes from g2 to g4.", "Weiß zieht den Bauern von g2 nach g4."),
        (
            "d8h4",
            "Black's queen goes from d8 to h4. Black wins by checkmate.",
            "Schwarz zieht die Dame von d8 nach h4. Schwarz gewinnt durch Matt.",
        ),
    ] {
        let mover = if m.ends_with(['3', '4']) && m != "d8h4" { &ann } else { &bob };
        // Whoever moves by HTTP is answered in the language of the request, whoever listens.
        assert_eq!(mover.play(&game, m).ok()["entry"]["says"], in_english);
        assert_eq!(english.next_of("entry")["says"], in_english);
        let told = german.next_of("entry");
        assert_eq!(told["says"], in_german);
        assert_eq!(told["line"]["add"][0]["uci"], m);
        if m == "d8h4" {
            assert_eq!(told["state"]["ending"]["says"], "Schwarz gewinnt durch Matt.");
        }
    }
    german.command("again", 5, &json!({ "do": "move", "move": "a2a3" }));
    let failed = german.next_of("failed");
    assert_eq!(failed["failure"]["error"]["says"], "Die Partie ist zu Ende: Schwarz gewinnt durch Matt.");
    // Whoever comes back is told what was missed in the language that is asked for now.
    let mut again = Socket::of(&bob, &game, "?language=de&since=1");
    assert_eq!(again.next_of("entry")["says"], "Weiß zieht den Bauern von f2 nach f3.");
    let entries = asked(&bob, "de", "GET", &format!("/v1/games/{game}/entries?since=4"), &Value::Null).ok();
    assert_eq!(entries[0]["says"], "Schwarz zieht die Dame von d8 nach h4. Schwarz gewinnt durch Matt.");
}

#[test]
fn a_language_that_nobody_speaks_here_is_refused_on_a_socket() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": "here" }));
    let bearer = format!("Bearer {}", ann.token.as_ref().unwrap());
    let path = format!("/v1/games/{game}/socket?language=tlh");
    assert_eq!(Socket::open(ann.address, &path, &[("Authorization", &bearer)]).err(), Some(400));
}

#[test]
fn rules_positions_and_files_are_explained_in_german() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let welcome = asked(&ann, "de", "GET", "/v1/", &Value::Null).ok();
    let hong = welcome["rules"].as_array().unwrap().iter().find(|rules| rules["name"] == "hong").unwrap();
    assert_eq!(hong["says"][0], "Es gibt keine Springer und keine Damen.");
    let checked = json!({ "fen": "8/8/8/8/8/8/8/K7 w - - 0 1" });
    let checked = asked(&ann, "de", "POST", "/v1/position", &checked).ok();
    assert_eq!(checked["faults"][0]["says"], "Schwarz hat keinen König.");
    let opened = json!({ "opponent": "here", "open": { "pgn": "1. e4 e5 2. Ke3 *" } });
    let (_, code, says) = said(&asked(&ann, "de", "POST", "/v1/games", &opened));
    assert_eq!(code, "bad_file");
    assert_eq!(says, "Partie 1, Zeile 1, Halbzug 3: ein König zieht nicht von e1 nach e3.");
    let game = ann.create(&json!({ "opponent": "here" }));
    ann.play(&game, "e4").ok();
    let file = asked(&ann, "de", "GET", &format!("/v1/games/{game}/export/fen"), &Value::Null);
    // Headers are Latin-1, in which this client reads no umlauts.
    assert_eq!(file.header("tabiya-left-out"), Some("alles au\u{fffd}er der Stellung"));
}
