//! Whom the server listens to, and what it does with rubbish.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::support::client::{Client, request};
use crate::support::socket::Socket;
use crate::support::{Folder, TestServer, pair};

/// Somebody with a cookie, as a browser has it.
fn cookie_of(server: &TestServer) -> String {
    let host = server.address.to_string();
    let origin = format!("http://{host}");
    let headers = [("Host", host.as_str()), ("Origin", origin.as_str())];
    let reply = request(server.address, "POST", "/v1/session", &headers, r#"{"name":"Page"}"#).unwrap();
    assert_eq!(reply.status, 201, "{reply:?}");
    let cookie = reply.header("set-cookie").unwrap();
    assert!(cookie.contains("; HttpOnly; SameSite=Strict;"), "{cookie}");
    assert_eq!(reply.json()["token"], json!(null));
    cookie.split(';').next().unwrap().to_owned()
}

#[test]
fn only_our_own_names_are_answered() {
    let folder = Folder::new();
    let server =
        TestServer::with(&folder, |config| config.public_url = Some("https://chess.example.org".to_owned()));
    let port = server.address.port();
    let status = |host: &str| request(server.address, "GET", "/v1/", &[("Host", host)], "").unwrap().status;
    for host in [format!("127.0.0.1:{port}"), format!("localhost:{port}"), "chess.example.org".to_owned()] {
        assert_eq!(status(&host), 200, "{host}");
    }
    for host in [
        "evil.example".to_owned(),
        format!("evil.example:{port}"),
        format!("127.0.0.1:{port}.evil.example"),
        String::new(),
    ] {
        assert_eq!(status(&host), 403, "{host}");
    }
}

#[test]
fn a_request_that_names_two_hosts_is_refused() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ours = server.address.to_string();
    for hosts in [[ours.as_str(), "evil.example"], ["evil.example", &ours], [&ours, &ours]] {
        let headers = hosts.map(|host| ("Host", host));
        let reply = request(server.address, "GET", "/v1/", &headers, "").unwrap();
        assert_eq!(reply.error(), (400, "two_hosts".to_owned()), "{hosts:?}");
    }
    // The target may name one, too, as proxies are asked.
    let asked_for =
        |name: &str| request(server.address, "GET", &format!("http://{name}/v1/"), &[("Host", &ours)], "");
    assert_eq!(asked_for("evil.example").unwrap().error(), (400, "two_hosts".to_owned()));
    assert_eq!(asked_for(&ours).unwrap().status, 200);
}

#[test]
fn a_session_that_has_ended_has_no_rights_on_any_socket() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, bob, game) = pair(&server, &json!({}));
    let mut sockets = [Socket::of(&ann, &game, ""), Socket::of(&ann, &game, "")];
    sockets.iter_mut().for_each(|socket| drop(socket.next_of("game")));
    let mut other = Socket::of(&bob, &game, "");
    assert_eq!(ann.send("DELETE", "/v1/session", "").unwrap().status, 204);
    for socket in &mut sockets {
        assert_eq!(socket.closed(), Some(1008));
    }
    // Nobody else is concerned.
    other.say(&json!({ "type": "ping", "version": 1 }));
    other.next_of("pong");
}

#[test]
fn foreign_pages_cannot_act_for_a_visitor() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let host = server.address.to_string();
    let ours = format!("http://{host}");
    let cookie = cookie_of(&server);
    let body = json!({ "opponent": "here" }).to_string();
    let create = |headers: &[(&str, &str)]| {
        let mut all = vec![("Host", host.as_str())];
        all.extend(headers);
        request(server.address, "POST", "/v1/games", &all, &body).unwrap().status
    };
    assert_eq!(create(&[("Cookie", &cookie), ("Origin", &ours)]), 201);
    let port = server.address.port();
    let look_alike = format!("http://127.0.0.1:{port}.evil.example");
    for origin in ["null", "https://evil.example", &look_alike, "http://localhost", ""] {
        assert_eq!(create(&[("Cookie", &cookie), ("Origin", origin)]), 403, "{origin}");
    }
    assert_eq!(create(&[("Cookie", &cookie)]), 403, "a cookie without an origin");
    assert_eq!(create(&[("Origin", &ours)]), 401, "nobody");
    assert_eq!(create(&[("Cookie", "tabiya_session=nonsense"), ("Origin", &ours)]), 401);
    let token = server.player("Program").token.unwrap();
    let bearer = format!("Bearer {token}");
    assert_eq!(create(&[("Authorization", &bearer)]), 201);
    assert_eq!(create(&[("Authorization", &bearer), ("Origin", "https://evil.example")]), 403);
    assert_eq!(create(&[("Authorization", "Bearer wrong")]), 401);
}

#[test]
fn a_websocket_is_refused_before_the_upgrade() {
    let folder = Folder::new();
    let session = Duration::from_secs(3600);
    let server = TestServer::with(&folder, |config| config.limits.session = session);
    let host = server.address.to_string();
    let ours = format!("http://{host}");
    let cookie = cookie_of(&server);
    let bearer = format!("Bearer {}", server.player("Ann").token.unwrap());
    let game = Client { token: Some(bearer["Bearer ".len()..].to_owned()), address: server.address }
        .create(&json!({ "opponent": "here" }));
    let path = format!("/v1/games/{game}/socket");
    let open = |headers: &[(&'static str, &str)]| Socket::open(server.address, &path, headers).map(drop);
    assert_eq!(open(&[("Origin", &ours), ("Cookie", &cookie)]), Ok(()));
    assert_eq!(open(&[("Origin", &ours)]), Ok(()), "a spectator");
    assert_eq!(open(&[("Authorization", &bearer)]), Ok(()));
    for origin in ["null", "https://evil.example", "http://127.0.0.1"] {
        assert_eq!(open(&[("Origin", origin), ("Cookie", &cookie)]), Err(403), "{origin}");
    }
    assert_eq!(open(&[("Cookie", &cookie)]), Err(403));
    assert_eq!(open(&[]), Err(403));
    assert_eq!(
        Socket::open(server.address, "/v1/games/nosuchgm/socket", &[("Origin", &ours)]).map(drop),
        Err(404)
    );
    drop(server);
    let server = TestServer::after(session, &folder, |_| {});
    let ours = format!("http://{}", server.address);
    let open = |headers: &[(&'static str, &str)]| Socket::open(server.address, &path, headers).map(drop);
    assert_eq!(open(&[("Origin", &ours), ("Cookie", &cookie)]), Err(401), "the session has expired");
    assert_eq!(open(&[("Authorization", &bearer)]), Err(401));
}

#[test]
fn pages_are_told_to_run_nothing_but_ours() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let page = server.stranger().get("/");
    assert_eq!(page.status, 200);
    assert!(
        page.header("content-security-policy").unwrap().starts_with("default-src 'none'; script-src 'self'")
    );
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(page.header("referrer-policy"), Some("no-referrer"));
    assert_eq!(server.stranger().get("/aB3dE6gH").status, 200);
    assert_eq!(server.stranger().get("/etc/passwd").status, 404);
    assert_eq!(server.stranger().get("/..%2f..%2fetc").status, 404);
    assert_eq!(server.stranger().get("/api/account").status, 404);
    assert_eq!(server.stranger().get("/v1/nothing").error(), (404, "no_such_path".to_owned()));
    // Whoever follows a wrong link sees the page, under the same policy.
    let lost = server.stranger().get("/no/such/place");
    assert_eq!((lost.status, lost.header("content-type")), (404, Some("text/html; charset=utf-8")));
    assert_eq!(lost.header("content-security-policy"), page.header("content-security-policy"));
    assert_eq!(server.stranger().get("/assets/old.js").error(), (404, "no_such_page".to_owned()));
}

#[test]
fn sizes_and_rates_are_bounded() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| {
        // The next comes back after half a minute, and nobody waits so long in line.
        config.limits.sessions_per_minute = 2;
        config.limits.games_per_minute = 3;
    });
    let ann = server.player("Ann");
    let huge = json!({ "opponent": "here", "position": "x".repeat(4_500_000) });
    assert_eq!(ann.post("/v1/games", &huge).error(), (413, "too_large".to_owned()));
    let deep = "[".repeat(50_000);
    assert_eq!(ann.send("POST", "/v1/games", &deep).unwrap().error(), (400, "bad_json".to_owned()));
    for _ in 0..3 {
        ann.create(&json!({ "opponent": "here" }));
    }
    assert_eq!(ann.post("/v1/games", &json!({ "opponent": "here" })).error(), (429, "too_many".to_owned()));
    server.player("Bob");
    let reply = server.stranger().post("/v1/session", &json!({ "name": "x", "token": true }));
    assert_eq!(reply.error(), (429, "too_many".to_owned()));
}

#[test]
fn a_file_may_be_as_large_as_the_server_says() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let most = ann.get("/v1/").ok()["largest_file"].as_u64().unwrap() as usize;
    let game = "[White \"Ann\"]\n\n1. e4 *\n\n";
    let file = |bytes: usize| {
        let pgn = format!("{game}{}", "\n\"".repeat(bytes / 2)) + "\n\n";
        json!({ "opponent": "here", "open": { "pgn": &pgn[..bytes] } })
    };
    for (wish, is_taken) in [(file(most), true), (file(most + 1), false)] {
        let reply = ann.post("/v1/games", &wish);
        assert_eq!(reply.status == 201, is_taken, "{reply:?}");
        if !is_taken {
            assert_eq!(reply.error(), (413, "too_large".to_owned()));
            assert_eq!(reply.json()["error"]["says"], "A file has at most 2 MB here.");
        }
    }
}

#[test]
fn bad_websocket_messages_end_it_with_the_right_code() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| config.limits.requests_per_second = 40);
    let (ann, _, game) = pair(&server, &json!({}));
    // Too large.
    let mut socket = Socket::of(&ann, &game, "");
    let _ = socket.0.send(Message::text("x".repeat(64 << 20)));
    assert!(matches!(socket.closed(), Some(1009) | None));
    // Bytes instead of text.
    let mut socket = Socket::of(&ann, &game, "");
    socket.0.send(Message::binary(vec![1, 2, 3])).unwrap();
    assert_eq!(socket.closed(), Some(1003));
    // A flood of pings.
    let mut socket = Socket::of(&ann, &game, "");
    for _ in 0..2000 {
        if socket.0.send(Message::Ping(vec![0].into())).is_err() {
            break;
        }
    }
    assert!(matches!(socket.closed(), Some(1008) | None));
    // Frames by hand: text that is no UTF-8, fragments without end, a reserved kind.
    let frame = |first: u8, body: &[u8]| [&[first, 0x80 | body.len() as u8, 0, 0, 0, 0], body].concat();
    assert_eq!(raw_frames(&ann, &game, &frame(0x81, &[0xff, 0xfe])), Some(1007));
    let mut fragments = frame(0x01, b"");
    for _ in 0..100_000 {
        fragments.extend(frame(0x00, b""));
    }
    assert!(matches!(raw_frames(&ann, &game, &fragments), Some(1008) | None));
    assert_eq!(raw_frames(&ann, &game, &frame(0x83, b"")), Some(1002));
    // What cannot be understood is told, and the socket lives.
    let mut socket = Socket::of(&ann, &game, "");
    socket.say(&json!({ "type": "dance" }));
    assert_eq!(socket.next_of("failed")["failure"]["error"]["code"], "bad_json");
    socket.say(&json!({ "type": "ping", "version": 1 }));
    socket.next_of("pong");
    ann.play(&game, "e4").ok();
}

/// Sends bytes over a socket below its messages; the code it is closed with.
fn raw_frames(client: &Client, game: &str, bytes: &[u8]) -> Option<u16> {
    let mut socket = Socket::of(client, game, "");
    socket.next_of("game");
    let _ = socket.0.get_mut().write_all(bytes);
    socket.closed()
}

#[test]
fn whoever_sends_one_byte_at_a_time_is_let_go() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| config.limits.patience = Duration::from_secs(1));
    let (ann, _, game) = pair(&server, &json!({}));
    let mut socket = Socket::of(&ann, &game, "");
    // The head of a long frame, and then no more than a byte whenever nothing was heard for a while: no answer to a
    // ping fits in between.
    let stream = socket.0.get_mut();
    stream.write_all(&[0x81, 0xfe, 0x10, 0x00, 0, 0, 0, 0]).unwrap();
    stream.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
    let mut is_open = true;
    for _ in 0..200 {
        is_open = match stream.read(&mut [0; 1024]) {
            Ok(bytes) => bytes > 0,
            Err(error) if error.kind() == ErrorKind::WouldBlock => stream.write_all(b"x").is_ok(),
            Err(_) => false,
        };
        if !is_open {
            break;
        }
    }
    assert!(!is_open);
    let mut slow = TcpStream::connect(server.address).unwrap();
    slow.write_all(b"POST /v1/session HTTP/1.1\r\nHost: ").unwrap();
    slow.write_all(format!("{}\r\nContent-Length: 1000\r\n\r\n{{", server.address).as_bytes()).unwrap();
    slow.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let mut answer = String::new();
    slow.read_to_string(&mut answer).unwrap_or_default();
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
}

#[test]
fn every_refusal_has_the_same_form() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    for (method, path, status, code) in [
        ("GET", "/v1/nothing", 404, "no_such_path"),
        ("GET", "/v1/games?foo=1", 400, "bad_query"),
        ("GET", "/v1/games?stage=foo", 400, "bad_query"),
        ("GET", "/v1/games?from=2026-02-30", 400, "bad_date"),
        ("GET", "/v1/games/aaaaaaaa/why", 400, "bad_query"),
        ("GET", "/v1/games/aaaaaaaa/entries?since=x", 400, "bad_query"),
        ("GET", "/v1/games/%FF", 400, "bad_path"),
        ("GET", "/v1/games/%FF/export/pgn", 400, "bad_path"),
        ("GET", "/v1/games/aaaaaaaa", 404, "no_game"),
        ("GET", "/v1/games/short", 404, "no_game"),
        ("GET", "/v1/games/short/export/pgn", 404, "no_game"),
        ("POST", "/v1/games/too-long-a-name/rematch", 404, "no_game"),
        ("POST", "/v1/seats/short", 422, "no_ticket"),
        ("PUT", "/v1/games", 405, "wrong_method"),
        ("DELETE", "/v1/lobby", 405, "wrong_method"),
        ("GET", "/v1/lobby/socket", 400, "not_a_websocket"),
        ("POST", "/v1/games", 400, "bad_json"),
    ] {
        let reply = ann.send(method, path, "").unwrap();
        assert_eq!(reply.error(), (status, code.to_owned()), "{method} {path}");
        let says = reply.json()["error"]["says"].as_str().unwrap().to_owned();
        assert!(says.ends_with('.') && !says.contains("deserialize"), "{method} {path}: {says}");
    }
}

/// Sends bytes as they are; the status of the answer, and the word for the reason.
fn status_of(server: &TestServer, request: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    let status = answer.split(' ').nth(1).unwrap_or_default().parse().unwrap_or(0);
    let code = answer.split("\"code\":\"").nth(1).and_then(|rest| rest.split('"').next());
    (status, code.unwrap_or_default().to_owned())
}

#[test]
fn chunks_that_make_no_sense_are_not_said_to_be_too_large() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let head = format!(
        "POST /v1/session HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n",
        server.address
    );
    for chunks in ["rubbish\r\n{}\r\n0\r\n\r\n", "2\r\n{}xx0\r\n\r\n", "ffffffffffffffffff\r\n{}"] {
        assert_eq!(
            status_of(&server, &format!("{head}{chunks}")),
            (400, "bad_body".to_owned()),
            "{chunks:?}"
        );
    }
    let large = format!("{head}{:x}\r\n{}\r\n0\r\n\r\n", 70_000, " ".repeat(70_000));
    assert_eq!(status_of(&server, &large), (413, "too_large".to_owned()));
    let name = r#"{"name":"Ann","token":true}"#;
    let good = format!("{head}{:x}\r\n{name}\r\n0\r\n\r\n", name.len());
    assert_eq!(status_of(&server, &good).0, 201);
}
