//! Being the same player at several devices, and names that are for one player only.

use serde_json::{Value, json};

use crate::support::client::{Client, Reply, request};
use crate::support::socket::Socket;
use crate::support::{Folder, TestServer, pair};

fn code_of(player: &Client) -> String {
    player.post("/v1/session/code", &json!({})).ok()["code"].as_str().unwrap().to_owned()
}

fn recover(device: &Client, code: &str, more: &Value) -> Reply {
    let mut wish = json!({ "code": code, "token": true });
    wish.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    device.post("/v1/session/recovered", &wish)
}

/// The device with the session that it was given.
fn device(server: &TestServer, session: &Value) -> Client {
    Client { token: session["token"].as_str().map(str::to_owned), ..server.stranger() }
}

#[test]
fn a_code_brings_name_games_and_seats_to_another_device() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, bob, game) = pair(&server, &json!({}));
    let link = ann.post("/v1/session/code", &json!({})).ok();
    let code = link["code"].as_str().unwrap();
    assert_eq!(code.len(), 24, "{code}");
    assert!(link["url"].as_str().unwrap().ends_with(&format!("/#code={code}")), "{link}");
    drop(server);
    let server = TestServer::open(&folder);
    let [ann, bob] = [ann, bob].map(|player| Client { address: server.address, ..player });
    let session = recover(&server.stranger(), &code.to_lowercase().replace('-', " "), &json!({})).ok();
    assert_eq!(session["name"], "Ann");
    let phone = device(&server, &session);
    assert_eq!(phone.view(&game)["you"]["role"], "white");
    // Both devices are the player.
    let mut at_home = Socket::of(&ann, &game, "");
    at_home.next_of("game");
    phone.play(&game, "e4").ok();
    assert_eq!(at_home.next_of("entry")["happened"], json!(["moved"]));
    bob.play(&game, "e5").ok();
    ann.play(&game, "Nf3").ok();
    assert_eq!(phone.get("/v1/games?mine=true").ok()["games"].as_array().unwrap().len(), 1);
    // It works again, until there is a new one.
    recover(&server.stranger(), code, &json!({})).ok();
    let new = code_of(&phone);
    assert_eq!(recover(&server.stranger(), code, &json!({})).error(), (422, "no_such_code".to_owned()));
    recover(&server.stranger(), &new, &json!({})).ok();
    // Ending all others ends them at once, with what they have open.
    let link = ann.post(&format!("/v1/games/{game}/transfer"), &json!({})).ok();
    let ended = phone.send("DELETE", "/v1/session/others", "").unwrap();
    assert_eq!(ended.status, 204);
    // So it does what would lead back: the code, and links to seats.
    assert_eq!(recover(&server.stranger(), &new, &json!({})).error(), (422, "no_such_code".to_owned()));
    let seat = format!("/v1/seats/{}", link["key"].as_str().unwrap());
    assert_eq!(server.player("Eve").post(&seat, &json!({})).error(), (422, "no_ticket".to_owned()));
    recover(&server.stranger(), &code_of(&phone), &json!({})).ok();
    assert_eq!(at_home.closed(), Some(1008));
    assert_eq!(ann.get("/v1/session").status, 401);
    assert_eq!(phone.get("/v1/session").ok()["name"], "Ann");
    assert!(!folder.holds(&new.replace('-', "")), "only a digest is kept");
}

#[test]
fn a_wrong_code_brings_nobody_and_guessing_is_slow() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| config.limits.codes_per_minute = 4);
    let nobody = server.stranger();
    for wrong in ["", "ABCD", "0000-0000-0000-0000-0000", "é"] {
        assert_eq!(recover(&nobody, wrong, &json!({})).error(), (422, "no_such_code".to_owned()), "{wrong}");
    }
    let reply = recover(&nobody, "ABCD", &json!({}));
    assert_eq!(reply.error(), (429, "too_many".to_owned()));
    assert!(reply.header("retry-after").is_some());
}

#[test]
fn a_page_gets_a_cookie_and_a_page_of_somebody_else_nothing() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let code = code_of(&server.player("Ann"));
    let name = server.address.to_string();
    let body = json!({ "code": code }).to_string();
    let ask = |origin: &str| {
        let headers = [("Host", name.as_str()), ("Origin", origin)];
        request(server.address, "POST", "/v1/session/recovered", &headers, &body).unwrap()
    };
    let reply = ask(&format!("http://{name}"));
    assert_eq!(reply.status, 201, "{reply:?}");
    assert!(reply.header("set-cookie").unwrap().contains("; HttpOnly; SameSite=Strict;"), "{reply:?}");
    assert_eq!(reply.json()["token"], Value::Null);
    assert_eq!(ask("http://evil.example").error(), (403, "wrong_origin".to_owned()));
}

#[test]
fn games_of_a_guest_are_taken_along_or_left_behind_but_not_without_asking() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let code = code_of(&ann);
    let guest = server.player("Guest");
    let alone = guest.create(&json!({ "opponent": "here" }));
    let open = guest.create(&json!({ "opponent": "lobby" }));
    let computers = guest.create(&json!({ "opponent": { "computers": { "white": 1, "black": 1 } } }));
    let against = ann.create(&json!({ "opponent": "lobby" }));
    guest.post(&format!("/v1/games/{against}/join"), &json!({})).ok();
    let asked = recover(&guest, &code, &json!({}));
    assert_eq!(asked.error(), (409, "guest_games".to_owned()));
    assert!(asked.json()["error"]["says"].as_str().unwrap().contains("4 games"), "{asked:?}");
    assert_eq!(guest.get("/v1/session").ok()["name"], "Guest", "nothing has changed");
    let session = recover(&guest, &code, &json!({ "guest_games": "take" })).ok();
    let phone = device(&server, &session);
    assert_eq!(phone.view(&alone)["you"]["role"], "both");
    assert_eq!(phone.view(&open)["you"]["role"], "white");
    assert_eq!(phone.view(&computers)["you"]["may_steer"], true);
    // Nobody can be their own opponent: that game stays the guest's.
    assert_eq!(phone.view(&against)["you"]["role"], "white");
    phone.play(&alone, "e4").ok();
    assert_eq!(guest.get("/v1/session").status, 401, "the device has one player");
    // Whoever has no games is not asked; whoever leaves them leaves them.
    recover(&server.player("Nobody"), &code, &json!({})).ok();
    let other = server.player("Other");
    let left = other.create(&json!({ "opponent": "here" }));
    let session = recover(&other, &code, &json!({ "guest_games": "leave" })).ok();
    assert_eq!(device(&server, &session).view(&left)["you"]["role"], "spectator");
    // The same player again is no guest.
    recover(&phone, &code, &json!({})).ok();
}

#[test]
fn a_reserved_name_is_for_whom_the_host_lets_have_it() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (host, early) = (server.host(), server.player("Magnus"));
    let link = host.post("/v1/host/names", &json!({ "name": "Magnus" })).ok();
    let code = link["code"].as_str().unwrap();
    let new = |server: &TestServer, name: &str| {
        server.stranger().post("/v1/session", &json!({ "name": name, "token": true }))
    };
    for name in ["Magnus", "magnus", " MAGNUS ", "Mаgnus", "M agnus"] {
        assert_eq!(new(&server, name).error(), (403, "name_reserved".to_owned()), "{name}");
    }
    let eve = server.player("Eve");
    let rename = eve.send("PATCH", "/v1/session", r#"{"name":"Magnus"}"#).unwrap();
    assert_eq!(rename.error(), (403, "name_reserved".to_owned()));
    // Whoever had the name before needs another one for games to come.
    assert_eq!(early.post("/v1/games", &json!({ "opponent": "here" })).error().1, "name_reserved");
    early.send("PATCH", "/v1/session", r#"{"name":"Martin"}"#).unwrap().ok();
    early.create(&json!({ "opponent": "here" }));
    drop(server);
    let server = TestServer::open(&folder);
    let host = server.host();
    assert_eq!(new(&server, "Magnus").error().1, "name_reserved");
    let session = recover(&server.stranger(), code, &json!({})).ok();
    assert_eq!(session["name"], "Magnus");
    let magnus = device(&server, &session);
    magnus.create(&json!({ "opponent": "here" }));
    magnus.send("PATCH", "/v1/session", r#"{"name":"magnus"}"#).unwrap().ok();
    // A new code ends the old one; the name stays whose it is.
    let again = host.post("/v1/host/names", &json!({ "name": "Magnus" })).ok();
    assert_eq!(again["player"], link["player"]);
    assert_eq!(recover(&server.stranger(), code, &json!({})).error().1, "no_such_code");
    let names = host.get("/v1/host").ok()["names"].clone();
    assert_eq!(names, json!([{ "player": link["player"], "name": "Magnus" }]));
    let path = format!("/v1/host/names/{}", link["player"].as_str().unwrap());
    host.send("DELETE", &path, "").unwrap().ok();
    assert_eq!(host.send("DELETE", &path, "").unwrap().status, 404);
    new(&server, "Magnus").ok();
    // For somebody who is here.
    let id = eve_id(&server);
    let link = host.post("/v1/host/names", &json!({ "name": "Queen", "player": id })).ok();
    assert_eq!((link["player"].clone(), link["name"].clone()), (id, json!("Queen")));
    assert_eq!(host.post("/v1/host/names", &json!({ "name": "\u{202e}" })).status, 400);
    let nobody = json!({ "name": "Nobody", "player": "abcdefghijkl" });
    assert_eq!(host.post("/v1/host/names", &nobody).status, 404);
}

#[test]
fn nobody_is_called_like_the_computer() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": { "computer": 5 } }));
    let computer = ann.view(&game)["black"]["name"].as_str().unwrap().to_owned();
    for name in [computer.as_str(), "Computer level 5", "computer Stufe 3", "Сomputer", "TABIYA"] {
        let body = json!({ "name": name, "token": true });
        let refused = (403, "name_reserved".to_owned());
        assert_eq!(server.stranger().post("/v1/session", &body).error(), refused, "{name}");
        let renamed = ann.send("PATCH", "/v1/session", &json!({ "name": name }).to_string()).unwrap();
        assert_eq!(renamed.error(), refused, "{name}");
        assert_eq!(server.host().post("/v1/host/names", &json!({ "name": name })).error(), refused, "{name}");
    }
    // A file may name it: nobody is called so by that.
    let pgn = ann.get(&format!("/v1/games/{game}/export/pgn")).body;
    let copy = ann.create(&json!({ "opponent": "here", "open": { "pgn": pgn } }));
    assert_eq!(ann.view(&copy)["black"]["name"], computer);
}

fn eve_id(server: &TestServer) -> Value {
    server.player("Zoe").get("/v1/session").ok()["player"].clone()
}
