//! The host: who it is, and what the host's switches do to everybody.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::client::{Client, Reply, request};
use crate::support::socket::Socket;
use crate::support::{Folder, TestServer, pair};

/// The host changes something.
fn set(server: &TestServer, change: &Value) -> Value {
    server.host().send("PATCH", "/v1/host", &change.to_string()).unwrap().ok()
}

/// What each side has left, and whose time runs.
fn clocks(player: &Client, game: &str) -> (u64, u64, Value) {
    let clocks = &player.view(game)["state"]["clocks"];
    (clocks["white"].as_u64().unwrap(), clocks["black"].as_u64().unwrap(), clocks["running"].clone())
}

/// A request with these headers beside the name of the server.
fn ask(server: &TestServer, method: &str, headers: &[(&str, &str)]) -> Reply {
    let name = server.address.to_string();
    let mut all = vec![("Host", name.as_str())];
    all.extend(headers);
    let body = if method == "GET" { "" } else { r#"{"lobby_closed":true}"# };
    request(server.address, method, "/v1/host", &all, body).unwrap()
}

#[test]
fn whoever_runs_the_server_on_this_machine_is_the_host() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let origin = format!("http://{}", server.address);
    assert_eq!(ask(&server, "GET", &[]).ok()["at_home"], true);
    assert_eq!(ask(&server, "PATCH", &[("Origin", &origin)]).status, 200);
    // What changes something comes from a page of ours, or with the token.
    assert_eq!(ask(&server, "PATCH", &[]).error(), (401, "no_session".to_owned()));
    assert_eq!(ask(&server, "PATCH", &[("Origin", "http://evil.example")]).error().1, "wrong_origin");
    assert_eq!(ask(&server, "PATCH", &[("Origin", "null")]).error().1, "wrong_origin");
    // What was handed on could be anybody's.
    for header in ["X-Forwarded-For", "X-Real-IP", "Forwarded", "Via"] {
        let reply = ask(&server, "GET", &[(header, "203.0.113.7")]);
        assert_eq!(reply.error(), (403, "not_the_host".to_owned()), "{header}");
    }
    let reply = request(server.address, "GET", "/v1/host", &[("Host", "evil.example")], "").unwrap();
    assert_eq!(reply.error().1, "wrong_host");
}

#[test]
fn where_a_proxy_may_stand_the_token_alone_counts() {
    for change in [
        (|config: &mut tabiya_server::Config| {
            config.public_url = Some("https://chess.example.org".to_owned());
        }) as fn(&mut tabiya_server::Config),
        |config| config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()],
    ] {
        let folder = Folder::new();
        let server = TestServer::with(&folder, change);
        assert_eq!(ask(&server, "GET", &[]).error(), (403, "not_the_host".to_owned()));
        assert_eq!(server.host().get("/v1/host").status, 200);
        set(&server, &json!({ "lobby_closed": true }));
    }
}

#[test]
fn a_token_is_exchanged_for_a_cookie_until_there_is_a_new_token() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| {
        config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        config.limits.codes_per_minute = 5;
    });
    let (name, origin) = (server.address.to_string(), format!("http://{}", server.address));
    let page = [("Host", name.as_str()), ("Origin", origin.as_str())];
    let sign_in = |token: &str| {
        let body = json!({ "token": token }).to_string();
        request(server.address, "POST", "/v1/host/session", &page, &body).unwrap()
    };
    let reply = sign_in(&server.host_token);
    assert_eq!(reply.status, 204, "{reply:?}");
    let cookie = reply.header("set-cookie").unwrap();
    assert!(cookie.contains("; Path=/v1/host; HttpOnly; SameSite=Strict;"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap().to_owned();
    let with_cookie = [("Cookie", cookie.as_str()), ("Origin", origin.as_str())];
    let view = ask(&server, "PATCH", &with_cookie).ok();
    assert_eq!((&view["at_home"], &view["trouble"]), (&json!(false), &json!(null)));
    // A page of somebody else cannot use it, and neither can whoever leaves out where it comes from.
    assert_eq!(ask(&server, "PATCH", &[("Cookie", &cookie), ("Origin", "http://evil.example")]).status, 403);
    assert_ne!(ask(&server, "PATCH", &[("Cookie", &cookie)]).status, 200);
    // A new token ends the old one, and the cookies that were had for it.
    let new = tabiya_server::renew_host_token(folder.path()).unwrap();
    let ended = ask(&server, "GET", &with_cookie);
    assert_eq!(ended.error().1, "not_the_host");
    assert!(ended.body.contains("is not, or no longer, the host's"), "{}", ended.body);
    assert!(!ask(&server, "GET", &[]).body.contains("no longer"), "who never was");
    assert_eq!(sign_in(&server.host_token).error(), (403, "wrong_token".to_owned()));
    assert_eq!(sign_in(new.reveal()).status, 204);
    for wrong in ["", "x", &"x".repeat(43)] {
        assert!(matches!(sign_in(wrong).error().1.as_str(), "wrong_token" | "too_many"), "{wrong}");
    }
    assert_eq!(sign_in(new.reveal()).error(), (429, "too_many".to_owned()), "guessing is slow");
    let kept = std::fs::read_to_string(folder.path().join("host-token")).unwrap();
    assert!(!kept.contains(new.reveal()), "only a digest is kept");
}

#[test]
fn players_are_not_hosts() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| {
        config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    });
    let ann = server.player("Ann");
    let description = server.stranger().get("/v1/openapi.json").ok();
    let mut asked = 0;
    for (path, operations) in description["paths"].as_object().unwrap() {
        for method in operations.as_object().unwrap().keys() {
            let is_entrance = path == "/v1/host/session" && method == "post";
            if !path.starts_with("/v1/host") || is_entrance {
                continue;
            }
            let (method, path) = (method.to_uppercase(), path.replace("{player}", "abcdefghijkl"));
            let reply = ann.send(&method, &path, "{}").unwrap();
            assert_eq!(reply.error(), (403, "not_the_host".to_owned()), "{method} {path}");
            let reply = server.stranger().send(&method, &path, "{}").unwrap();
            assert!(matches!(reply.status, 401 | 403), "{method} {path}: {reply:?}");
            asked += 1;
        }
    }
    assert!(asked >= 9, "{asked}");
    assert_eq!(server.stranger().get("/v1/").status, 200, "it still runs");
}

#[test]
fn clocks_that_the_host_has_paused_stand_also_over_a_restart() {
    let folder = Folder::new();
    let mut server = TestServer::open(&folder);
    let (mut ann, mut bob, game) = pair(&server, &json!({ "clock": "5" }));
    ann.play(&game, "e4").ok();
    bob.play(&game, "e5").ok();
    assert_eq!(clocks(&ann, &game).2, "white");
    let mut socket = Socket::of(&ann, &game, "");
    set(&server, &json!({ "clocks_paused": true }));
    assert_eq!(socket.next_of("host")["clocks_paused"], true);
    let held = clocks(&ann, &game);
    assert_eq!(held.2, Value::Null);
    for action in [json!({ "do": "move", "move": "Nf3" }), json!({ "do": "resign" })] {
        assert_eq!(ann.act(&game, &action).error(), (422, "clocks_paused".to_owned()));
    }
    // Games without a clock go on.
    let free = ann.create(&json!({ "opponent": "here" }));
    ann.play(&free, "e4").ok();
    // An hour later, and again, on another server: nobody's time has run.
    for _ in 0..2 {
        drop(server);
        server = TestServer::after(Duration::from_secs(3600), &folder, |_| {});
        (ann.address, bob.address) = (server.address, server.address);
        assert_eq!(clocks(&ann, &game), held);
        assert_eq!(ann.play(&game, "Nf3").error().1, "clocks_paused");
    }
    set(&server, &json!({ "clocks_paused": false }));
    let (white, black, running) = clocks(&ann, &game);
    assert_eq!((black, running), (held.1, json!("white")));
    assert!(white <= held.0 && white + 30_000 > held.0, "{white} of {}", held.0);
    ann.play(&game, "Nf3").ok();
    let said = ann.get(&format!("/v1/games/{game}/entries?since=3")).ok();
    assert!(said[0]["says"].as_str().unwrap().contains("interrupted"), "{said}");
    // What was in between stays so when it is read again.
    let before = bob.view(&game);
    drop(server);
    let server = TestServer::open(&folder);
    bob.address = server.address;
    assert_eq!(bob.view(&game)["line"], before["line"]);
    assert_eq!(clocks(&bob, &game).0, before["state"]["clocks"]["white"].as_u64().unwrap());
}

#[test]
fn a_pause_that_ended_while_nobody_played_is_charged_to_nobody() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, bob, game) = pair(&server, &json!({ "clock": "5" }));
    ann.play(&game, "e4").ok();
    bob.play(&game, "e5").ok();
    set(&server, &json!({ "clocks_paused": true }));
    let held = clocks(&ann, &game);
    drop(server);
    // The pause lies before, in and after the time in which no server ran.
    let server = TestServer::after(Duration::from_secs(7200), &folder, |_| {});
    set(&server, &json!({ "clocks_paused": false }));
    drop(server);
    let server = TestServer::after(Duration::from_secs(9000), &folder, |_| {});
    let ann = Client { address: server.address, ..ann };
    let (white, black, _) = clocks(&ann, &game);
    assert_eq!(black, held.1);
    assert!(white <= held.0 && white + 30_000 > held.0, "{white} of {}", held.0);
}

#[test]
fn a_computer_that_is_switched_off_waits_and_comes_back() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": { "computer": 1 }, "clock": "5" }));
    set(&server, &json!({ "computer_off": true }));
    assert_eq!(ann.play(&game, "e4").error(), (422, "computer_off".to_owned()));
    for opponent in [json!({ "computer": 1 }), json!({ "computers": { "white": 1, "black": 1 } })] {
        let reply = ann.post("/v1/games", &json!({ "opponent": opponent }));
        assert_eq!(reply.error(), (422, "computer_off".to_owned()));
    }
    let (_, _, between_people) = pair(&server, &json!({ "clock": "5" }));
    assert_eq!(ann.get(&format!("/v1/games/{between_people}")).status, 200);
    set(&server, &json!({ "computer_off": false }));
    let mut socket = Socket::of(&ann, &game, "");
    ann.play(&game, "e4").ok();
    while socket.next_of("entry")["state"]["ply"] != 2 {}
}

#[test]
fn takebacks_the_lobby_and_newcomers_are_switched_off_and_on() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, bob) = (server.player("Ann"), server.player("Bob"));
    let here = ann.create(&json!({ "opponent": "here" }));
    ann.play(&here, "e4").ok();
    let waiting = ann.create(&json!({ "opponent": "lobby" }));
    let _ann_waits = Socket::of(&ann, &waiting, "");
    let seats = || bob.get("/v1/lobby").ok().as_array().unwrap().len();
    assert_eq!(seats(), 1);
    set(&server, &json!({ "takebacks_off": true, "lobby_closed": true, "sessions_closed": true }));
    for action in ["undo", "redo"] {
        assert_eq!(ann.act(&here, &json!({ "do": action })).error(), (422, "takebacks_off".to_owned()));
    }
    assert_eq!(seats(), 0);
    let join = || bob.post(&format!("/v1/games/{waiting}/join"), &json!({}));
    assert_eq!(join().error(), (422, "lobby_closed".to_owned()));
    assert_eq!(bob.post("/v1/games", &json!({ "opponent": "lobby" })).error().1, "lobby_closed");
    let newcomer = || server.stranger().post("/v1/session", &json!({ "name": "Eve", "token": true }));
    assert_eq!(newcomer().error(), (403, "sessions_closed".to_owned()));
    // A link still works for those who are here.
    let link = ann.create(&json!({ "opponent": "link" }));
    let key = ann.get(&format!("/v1/games/{link}/invitation")).ok()["key"].clone();
    bob.post(&format!("/v1/games/{link}/join"), &json!({ "invitation": key })).ok();
    drop(server);
    let server = TestServer::open(&folder);
    let welcome = server.stranger().get("/v1/").ok();
    assert_eq!(welcome["host"]["lobby_closed"], true, "{welcome}");
    let (ann, bob) = (Client { address: server.address, ..ann }, Client { address: server.address, ..bob });
    assert_eq!(bob.post(&format!("/v1/games/{waiting}/join"), &json!({})).error().1, "lobby_closed");
    set(&server, &json!({ "takebacks_off": false, "lobby_closed": false, "sessions_closed": false }));
    bob.post(&format!("/v1/games/{waiting}/join"), &json!({})).ok();
    ann.act(&here, &json!({ "do": "undo" })).ok();
    server.player("Eve");
}

#[test]
fn everybody_is_told_an_announcement() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, bob, game) = pair(&server, &json!({}));
    let mut playing = Socket::of(&ann, &game, "");
    playing.next_of("game");
    let bearer = format!("Bearer {}", bob.token.as_ref().unwrap());
    let mut lobby = Socket::open(server.address, "/v1/lobby/socket", &[("Authorization", &bearer)]).unwrap();
    set(&server, &json!({ "announcement": "Five minutes left" }));
    for socket in [&mut playing, &mut lobby] {
        assert_eq!(socket.next_of("host")["announcement"], "Five minutes left");
    }
    // Whoever comes later as well.
    assert_eq!(Socket::of(&bob, &game, "").next_of("host")["announcement"], "Five minutes left");
    set(&server, &json!({ "announcement": "" }));
    assert_eq!(playing.next_of("host")["announcement"], Value::Null);
    let host = server.host();
    for wrong in [json!({ "announcement": "x".repeat(501) }), json!({ "unheard": "of" })] {
        assert_eq!(host.send("PATCH", "/v1/host", &wrong.to_string()).unwrap().status, 400);
    }
}

#[test]
fn whoever_is_removed_has_gone_and_is_kept_away() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (eve, bob, game) = pair(&server, &json!({}));
    let mut socket = Socket::of(&eve, &game, "");
    socket.next_of("game");
    let open = eve.create(&json!({ "opponent": "lobby" }));
    let code = eve.post("/v1/session/code", &json!({})).ok()["code"].clone();
    let id = eve.get("/v1/session").ok()["player"].clone();
    let bob_id = bob.get("/v1/session").ok()["player"].clone();
    let seen = server.host().get("/v1/host").ok();
    let is_here =
        |view: &Value| view["people"].as_array().unwrap().iter().any(|person| person["player"] == id);
    assert!(is_here(&seen), "{seen}");
    assert_eq!(seen["games"][0]["players"].as_array().unwrap().len(), 2, "{seen}");
    let view = server.host().post("/v1/host/removals", &json!({ "player": id, "minutes": 30 })).ok();
    assert!(!is_here(&view), "{view}");
    assert_eq!(view["removals"][0]["name"], "Ann");
    assert_eq!(socket.closed(), Some(1008));
    assert_eq!(eve.get("/v1/session").error(), (401, "no_session".to_owned()));
    assert_eq!(bob.get(&format!("/v1/games/{open}")).status, 404, "the seat is free");
    // The game goes on, and the code does not bring her back.
    assert_eq!(bob.view(&game)["stage"], "live");
    let recover = |server: &TestServer| {
        server.stranger().post("/v1/session/recovered", &json!({ "code": code, "token": true }))
    };
    assert_eq!(recover(&server).error(), (403, "kept_away".to_owned()));
    // Neither after a restart, but when the time is over.
    drop(server);
    let server = TestServer::open(&folder);
    assert_eq!(recover(&server).error().1, "kept_away");
    // Others may come, also from the same address, which was not asked for.
    server.player("Zoe");
    drop(server);
    let server = TestServer::after(Duration::from_secs(31 * 60), &folder, |_| {});
    assert_eq!(recover(&server).ok()["player"], id);
    // With the address, nobody new comes from there until the host lets them.
    let host = server.host();
    let nobody_knows = json!({ "player": bob_id, "minutes": 30, "address": true });
    assert_eq!(host.post("/v1/host/removals", &nobody_knows).error(), (422, "no_address".to_owned()));
    host.post("/v1/host/removals", &json!({ "player": id, "minutes": 30, "address": true })).ok();
    let new = || server.stranger().post("/v1/session", &json!({ "name": "Eve", "token": true }));
    assert_eq!(new().error(), (403, "kept_away".to_owned()));
    assert_eq!(recover(&server).error().1, "kept_away");
    let path = format!("/v1/host/removals/{}", id.as_str().unwrap());
    host.send("DELETE", &path, "").unwrap().ok();
    assert_eq!(host.send("DELETE", &path, "").unwrap().status, 404);
    new().ok();
    assert_eq!(recover(&server).ok()["player"], id);
    assert_eq!(host.post("/v1/host/removals", &json!({ "player": "nobody" })).status, 404);
}

#[test]
fn a_link_to_a_seat_does_not_bring_back_whoever_is_removed() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (eve, bob, game) = pair(&server, &json!({}));
    let link = |of: &Client| {
        let made = of.post(&format!("/v1/games/{game}/transfer"), &json!({})).ok();
        format!("/v1/seats/{}", made["key"].as_str().unwrap())
    };
    let (hers, his) = (link(&eve), link(&bob));
    let id = eve.get("/v1/session").ok()["player"].clone();
    server.host().post("/v1/host/removals", &json!({ "player": id, "minutes": 30 })).ok();
    let fay = server.player("Fay");
    assert_eq!(fay.post(&hers, &json!({})).error(), (422, "no_ticket".to_owned()));
    assert_eq!(fay.post(&his, &json!({})).ok()["you"]["role"], "black", "others keep theirs");
}

#[test]
fn the_host_shuts_the_server_down_and_everybody_is_told() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, _bob, game) = pair(&server, &json!({ "clock": "5" }));
    let mut socket = Socket::of(&ann, &game, "");
    socket.next_of("game");
    server.host().post("/v1/host/shutdown", &json!({})).ok();
    assert_eq!(socket.closed(), Some(1012));
    drop(server);
    let server = TestServer::open(&folder);
    assert_eq!(server.stranger().view(&game)["stage"], "live");
}
