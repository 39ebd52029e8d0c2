//! Nobody can use up what is there for all.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::support::client::{Client, Reply, request};
use crate::support::socket::Socket;
use crate::support::{Folder, TestServer, pair};

/// A stranger's wish for a session, with what a proxy says of the stranger.
fn session_for(server: &TestServer, forwarded: &str) -> Reply {
    let host = server.address.to_string();
    let headers = [("Host", host.as_str()), ("X-Forwarded-For", forwarded)];
    request(server.address, "POST", "/v1/session", &headers, r#"{"name":"x","token":true}"#).unwrap()
}

#[test]
fn behind_a_trusted_proxy_every_visitor_counts_alone() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| {
        config.limits.sessions_per_minute = 1;
        config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    });
    assert_eq!(session_for(&server, "203.0.113.7").status, 201);
    let refused = session_for(&server, "203.0.113.7");
    assert_eq!(refused.error(), (429, "too_many".to_owned()));
    let wait: u32 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((2..=60).contains(&wait), "as long as it takes until there may be another session: {wait}");
    assert_eq!(session_for(&server, "made up, 203.0.113.7").error(), (429, "too_many".to_owned()));
    assert_eq!(session_for(&server, "203.0.113.8").status, 201);
}

#[test]
fn nobody_gets_more_by_making_up_a_proxy() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| config.limits.sessions_per_minute = 1);
    assert_eq!(session_for(&server, "203.0.113.7").status, 201);
    assert_eq!(session_for(&server, "203.0.113.8").error(), (429, "too_many".to_owned()));
}

/// Asks for sessions on one connection, each as soon as the last one is there or refused.
fn ask_for_sessions(address: SocketAddr, is_over: &AtomicBool) {
    let body = r#"{"name":"Eve","token":true}"#;
    let length = body.len();
    let wish = format!(
        "POST /v1/session HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    );
    let stream = TcpStream::connect(address).unwrap();
    let mut answers = BufReader::new(stream.try_clone().unwrap());
    while !is_over.load(Ordering::Relaxed) {
        (&stream).write_all(wish.as_bytes()).unwrap();
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(answers.read_line(&mut line).unwrap() > 0, "the connection stays");
            let line = line.trim_end().to_lowercase();
            if let Some(number) = line.strip_prefix("content-length: ") {
                length = number.parse().unwrap();
            }
            if line.is_empty() {
                break;
            }
        }
        answers.read_exact(&mut vec![0; length]).unwrap();
    }
}

#[test]
fn newcomers_of_an_address_get_in_beside_somebody_there_who_wants_all_sessions() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| {
        config.limits.sessions_per_minute = 60;
        config.limits.requests_per_second = 40;
    });
    let is_over = AtomicBool::new(false);
    let newcomers = thread::scope(|scope| {
        for _ in 0..40 {
            scope.spawn(|| ask_for_sessions(server.address, &is_over));
        }
        // What there is at once is gone by then.
        thread::sleep(Duration::from_secs(20));
        let newcomers = [(); 3].map(|()| {
            let begun = Instant::now();
            // What a page asks for.
            let pages = [(); 10].map(|()| server.stranger().get("/v1/").status);
            (pages, session_for(&server, "").status, begun.elapsed())
        });
        is_over.store(true, Ordering::Relaxed);
        newcomers
    });
    println!("{newcomers:?}");
    for (pages, session, waited) in newcomers {
        assert_eq!((pages, session), ([200; 10], 201));
        assert!(waited < Duration::from_secs(5), "{waited:?}");
    }
}

#[test]
fn many_sessions_of_one_address_do_not_starve_those_who_play() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| {
        config.limits.requests_per_second = 4;
        config.limits.players_per_address = 2;
    });
    let (ann, bob, game) = pair(&server, &json!({}));
    let crowd: Vec<Client> = (0..4).map(|_| server.player("Crowd")).collect();
    // Each of them may do four in a second and sixteen at once, and all of them together twice that.
    assert!(crowd.iter().cycle().take(2000).any(|one| one.get("/v1/session").status == 429));
    ann.play(&game, "e4").ok();
    bob.play(&game, "e5").ok();
}

#[test]
fn a_socket_may_say_as_much_as_the_settings_allow() {
    let folder = Folder::new();
    let flood = |most: u32, messages: u32| {
        let server = TestServer::with(&folder, |config| config.limits.requests_per_second = most);
        let (ann, _, game) = pair(&server, &json!({}));
        let mut socket = Socket::of(&ann, &game, "");
        socket.next_of("game");
        for _ in 0..messages {
            if socket.0.send(Message::Ping(vec![0].into())).is_err() {
                break;
            }
        }
        let is_open = socket.0.send(Message::text(r#"{"type":"ping","version":1}"#)).is_ok();
        is_open && socket.is_told("pong")
    };
    assert!(flood(100, 300));
    assert!(!flood(10, 300));
}

/// Connections on which nothing is ever said.
fn idle(server: &TestServer, count: usize) -> Vec<TcpStream> {
    (0..count).map(|_| TcpStream::connect(server.address).unwrap()).collect()
}

#[test]
fn idle_connections_lock_nobody_out() {
    let folder = Folder::new();
    for (connections, per_address) in [(8, 1000), (1000, 8)] {
        let server = TestServer::with(&folder, |config| {
            config.limits.connections = connections;
            config.limits.connections_per_address = per_address;
        });
        let (ann, _, game) = pair(&server, &json!({}));
        let mut socket = Socket::of(&ann, &game, "");
        socket.next_of("game");
        let _idle = idle(&server, 40);
        ann.play(&game, "e4").ok();
        assert_eq!(server.stranger().get("/v1/").status, 200);
        socket.next_of("entry");
        let _more = idle(&server, 40);
        socket.say(&json!({ "type": "ping", "version": 2 }));
        socket.next_of("pong");
    }
}

/// Somebody with a game whose export is large.
fn with_large_game(server: &TestServer) -> (Client, String) {
    let ann = server.player("Ann");
    let remark = "long ".repeat(12_000);
    let pgn = format!("1. e4 {{{remark}}} e5 {{{remark}}} 2. Nf3 {{{remark}}} Nc6 {{{remark}}} *\n");
    let game = ann.create(&json!({ "opponent": "here", "open": { "pgn": pgn } }));
    assert!(ann.get(&format!("/v1/games/{game}/export/pgn")).body.len() > 200_000);
    (ann, game)
}

/// Asks for a large answer as often as requests can be sent, and reads none of them; how that ended.
fn ask_and_never_read(server: &TestServer, game: &str, most: usize) -> (TcpStream, Option<ErrorKind>) {
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_write_timeout(Some(Duration::from_secs(30))).unwrap();
    let request = format!("GET /v1/games/{game}/export/pgn HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    let ended = (0..most).find_map(|_| stream.write_all(request.as_bytes()).err());
    (stream, ended.map(|error| error.kind()))
}

#[test]
fn whoever_does_not_read_is_let_go() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| config.limits.patience = Duration::from_secs(1));
    let (_, game) = with_large_game(&server);
    let (_stream, ended) = ask_and_never_read(&server, &game, 1_000_000);
    assert!(
        matches!(ended, Some(ErrorKind::ConnectionReset | ErrorKind::BrokenPipe)),
        "the server still waits: {ended:?}"
    );
}

#[test]
fn what_waits_for_slow_readers_is_bounded_and_comes_back() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| config.limits.message_memory = 500_000);
    let (ann, game) = with_large_game(&server);
    let path = format!("/v1/games/{game}/export/pgn");
    let (slow, _) = ask_and_never_read(&server, &game, 400);
    let refused = (0..10_000).map(|_| ann.get(&path)).find(|reply| reply.status != 200).unwrap();
    assert_eq!(refused.error(), (503, "busy".to_owned()));
    // What is small is answered all the while.
    ann.get("/v1/session").ok();
    drop(slow);
    assert!((0..10_000).any(|_| ann.get(&path).status == 200));
}

#[test]
fn nobody_uses_up_the_rule_sets_of_others() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| config.limits.rule_sets_per_hour = 3);
    let (ann, bob) = (server.player("Ann"), server.player("Bob"));
    let check = |client: &Client, number: u32| {
        // The names of files of positions are no matter: the values make the set.
        let file = format!("parent = \"hong\"\n[values]\npawn = {number}\n");
        let fen = "8/8/8/8/8/8/8/8 w - - 0 1";
        client.post("/v1/position", &json!({ "fen": fen, "rules": { "file": file } }))
    };
    for number in 501..=503 {
        check(&ann, number).ok();
    }
    let refused = check(&ann, 504);
    assert_eq!(refused.error(), (429, "too_many_rules".to_owned()));
    let wait: u32 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((3500..=3600).contains(&wait), "an hour: {wait}");
    check(&ann, 501).ok();
    for number in 504..=506 {
        check(&bob, number).ok();
    }
    check(&ann, 504).ok();
}

#[test]
fn what_is_kept_of_opened_files_is_bounded_for_one_and_for_all() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| {
        config.limits.kept_bytes_per_player = 30_000;
        config.limits.kept_bytes = 50_000;
    });
    let pgn = format!("1. e4 {{{}}} *\n", "long ".repeat(2_000));
    let wish = json!({ "opponent": "link", "open": { "pgn": pgn } });
    let open = |client: &Client| client.post("/v1/games", &wish);
    let (ann, bob, eve) = (server.player("Ann"), server.player("Bob"), server.player("Eve"));
    let waiting = ann.create(&wish);
    ann.create(&wish);
    let refused = open(&ann);
    assert_eq!(refused.error(), (422, "files_full".to_owned()));
    let says = refused.json()["error"]["says"].as_str().unwrap().to_owned();
    assert!(says.contains("call off a game that waits"), "{says}");
    // The way out that it names is one, and games without a file are none of its business.
    ann.create(&json!({ "opponent": "here" }));
    ann.command(&waiting, "x", 0, &json!({ "do": "abort" })).ok();
    ann.create(&wish);
    (0..2).for_each(|_| drop(bob.create(&wish)));
    let refused = open(&eve);
    assert_eq!(refused.error(), (422, "files_full".to_owned()));
    assert!(refused.body.contains("whoever runs it"), "{refused:?}");
    drop(server);
    // It is counted on disk.
    let server = TestServer::with(&folder, |config| config.limits.kept_bytes = 50_000);
    assert_eq!(open(&Client { address: server.address, ..eve }).error(), (422, "files_full".to_owned()));
}

#[test]
fn moves_of_a_day_are_bounded_and_come_back() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| config.limits.moves_per_day = 4);
    let (ann, bob) = (server.player("Ann"), server.player("Bob"));
    let wish = json!({ "opponent": "here" });
    let (hers, his) = (ann.create(&wish), bob.create(&wish));
    for m in ["e4", "e5", "Nf3", "Nc6"] {
        ann.play(&hers, m).ok();
    }
    let refused = ann.play(&hers, "Bb5");
    assert_eq!(refused.error(), (429, "too_many_moves".to_owned()));
    assert!(refused.body.contains("`moves-per-day`"), "{refused:?}");
    let wait: u32 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((21_500..=21_600).contains(&wait), "a quarter of a day: {wait}");
    bob.play(&his, "e4").ok();
    drop(server);
    // Nothing is lost by that.
    let server = TestServer::open(&folder);
    Client { address: server.address, ..ann }.play(&hers, "Bb5").ok();
}

#[test]
fn what_is_written_in_games_is_bounded_for_a_day() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| config.limits.kept_kilobytes_per_day = 10);
    let (ann, bob) = (server.player("Ann"), server.player("Bob"));
    let wish = json!({ "opponent": "here", "open": { "pgn": "1. e4 e5 *" } });
    let edit = |letter: &str| {
        let comment = json!({ "place": "after", "text": letter.repeat(3000) });
        json!({ "do": "annotate", "at": "e2e4", "change": { "comment": comment } })
    };
    // A file of a kilobyte, and three times three of them.
    let game = ann.create(&wish);
    for letter in ["a", "b", "c"] {
        ann.act(&game, &edit(letter)).ok();
    }
    let refused = ann.act(&game, &edit("d"));
    assert_eq!(refused.error(), (429, "too_much_written".to_owned()));
    assert!(refused.header("retry-after").unwrap().parse::<u32>().unwrap() > 3600);
    let mut socket = Socket::of(&ann, &game, "");
    let version = socket.next_of("game")["version"].clone();
    socket.say(&json!({ "type": "command", "id": "more", "version": version, "action": edit("d") }));
    assert_eq!(socket.next_of("failed")["failure"]["error"]["code"], "too_much_written");
    // Whoever plays is not concerned, nor is anybody else.
    ann.act(&game, &json!({ "do": "move", "move": "Nf3" })).ok();
    bob.act(&bob.create(&wish), &edit("d")).ok();
}

#[test]
fn requests_that_are_worked_on_are_bounded_for_an_address_but_not_for_those_who_play() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| config.limits.requests_at_once = 2);
    let (ann, _, game) = pair(&server, &json!({}));
    let eve = server.player("Eve");
    // Requests that do not come to their end.
    let half = || {
        let mut stream = TcpStream::connect(server.address).unwrap();
        let (host, token) = (server.address, eve.token.as_ref().unwrap());
        let head = format!("POST /v1/rules HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n");
        stream.write_all(format!("{head}Content-Length: 1000\r\n\r\n{{").as_bytes()).unwrap();
        stream
    };
    // What those who play ask for is not among those that are worked on, nor bounded.
    let wait_until_worked_on = |count: u32| {
        let told = format!("\ntabiya_requests {count}\n");
        while !ann.get("/metrics").body.contains(&told) {
            thread::yield_now();
        }
    };
    // Anything else would be refused in the place of the second one.
    let halves = [1, 2].map(|count| {
        let half = half();
        wait_until_worked_on(count);
        half
    });
    assert_eq!(eve.get("/v1/session").error(), (429, "too_many".to_owned()));
    ann.play(&game, "e4").ok();
    drop(halves);
    wait_until_worked_on(0);
    eve.get("/v1/session").ok();
}

/// Asks the same so many times in one breath.
fn ask_in_one_breath(server: &TestServer, times: usize) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let request = format!("GET /v1/session HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    stream.write_all(request.repeat(times).as_bytes()).unwrap();
    stream
}

#[test]
fn whoever_asks_in_one_breath_is_refused_once_in_a_while_and_not_all_at_once() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| config.limits.requests_per_second = 40);
    let (ann, bob, game) = pair(&server, &json!({}));
    // A stranger may ask 160 times at once.
    let breathless = ask_in_one_breath(&server, 600);
    let mut lines = BufReader::new(breathless).lines();
    assert!(lines.any(|line| line.unwrap().contains("HTTP/1.1 429")));
    for (player, m) in [(&ann, "e4"), (&bob, "e5"), (&ann, "Nf3"), (&bob, "Nc6"), (&ann, "Bb5"), (&bob, "a6")]
    {
        player.play(&game, m).ok();
    }
    let figures = ann.get("/metrics").body;
    let refused =
        figures.lines().find_map(|line| line.strip_prefix("tabiya_refusals_total{code=\"too_many\"} "));
    let refused: u32 = refused.unwrap().parse().unwrap();
    assert!((1..300).contains(&refused), "{refused} refusals while six moves were made");
}

#[test]
fn nobody_takes_all_sockets_of_an_address() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| config.limits.sockets_per_address = 16);
    let mut held = vec![];
    let mut opened = |name: &str| {
        let player = server.player(name);
        let game = player.create(&json!({ "opponent": "here" }));
        let bearer = format!("Bearer {}", player.token.as_ref().unwrap());
        let path = format!("/v1/games/{game}/socket");
        let open = || Socket::open(server.address, &path, &[("Authorization", &bearer)]).ok();
        let sockets: Vec<Socket> = std::iter::repeat_with(open).map_while(|socket| socket).collect();
        held.push(sockets);
        held.last().unwrap().len()
    };
    // The last quarter is for those who have few.
    let counts = ["Ann", "Bob", "Eve", "Fay", "Zoe", "Yan"].map(&mut opened);
    assert_eq!(counts, [4, 4, 4, 2, 2, 0]);
    held.clear();
}
