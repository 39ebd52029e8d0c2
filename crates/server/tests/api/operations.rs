//! What whoever runs the server asks it.

use serde_json::json;

use crate::support::client::{Reply, request};
use crate::support::socket::Socket;
use crate::support::{Folder, TestServer, pair, readiness};

#[test]
fn a_server_says_that_it_lives_and_when_it_is_ready() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let anybody = server.stranger();
    assert_eq!((anybody.get("/healthz").status, anybody.get("/healthz").body.as_str()), (200, "alive\n"));
    assert_eq!(readiness(&server), (200, "ready\n".to_owned()));
}

#[test]
fn whoever_watches_over_a_server_is_always_answered() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| config.limits.requests_per_second = 1);
    let watcher = server.stranger();
    for _ in 0..50 {
        assert_eq!(watcher.get("/healthz").status, 200);
        assert_ne!(watcher.get("/readyz").status, 429);
    }
    // That costs nobody else anything.
    assert_eq!(watcher.get("/v1/").status, 200);
    let elsewhere = request(server.address, "GET", "/healthz", &[("Host", "elsewhere.example")], "").unwrap();
    assert_eq!(elsewhere.error(), (403, "wrong_host".to_owned()));
}

#[test]
fn people_are_shown_a_page_under_a_name_that_is_not_the_servers() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let shown = |language: &str, accept: &str| {
        let headers = [("Host", "elsewhere.example"), ("Accept", accept), ("Accept-Language", language)];
        request(server.address, "GET", "/", &headers, "").unwrap()
    };
    for (language, title) in [("en", "Wrong address"), ("de", "Falsche Adresse")] {
        let reply = shown(language, "text/html,application/xhtml+xml,*/*;q=0.8");
        assert_eq!((reply.status, reply.header("content-type")), (403, Some("text/html; charset=utf-8")));
        assert!(reply.body.contains(&format!("<h1>{title}</h1>")), "{reply:?}");
        assert!(reply.body.contains(&format!("<html lang=\"{language}\">")), "{reply:?}");
        assert!(!reply.body.contains("elsewhere"), "{reply:?}");
    }
    assert_eq!(shown("de", "*/*").error(), (403, "wrong_host".to_owned()));
}

/// The value of a figure.
fn figure(text: &str, name: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("there is no {name}:\n{text}")).parse().unwrap()
}

#[test]
fn what_happens_is_counted() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (white, black, game) = pair(&server, &json!({ "clock": "5+3" }));
    let mut socket = Socket::of(&white, &game, "");
    socket.next_of("game");
    white.play(&game, "e4").ok();
    assert_eq!(white.play(&game, "d4").error().1, "not_your_turn");
    socket.command("x", 2, &json!({ "do": "move", "move": "d4" }));
    socket.next_of("failed");
    black.play(&game, "e5").ok();
    // A clock is counted behind the answer to the move that set it going.
    let mut replies = std::iter::repeat_with(|| white.get("/metrics")).take(10_000);
    let reply = replies.find(|reply| figure(&reply.body, "tabiya_running_clocks") == 1.0).unwrap();
    assert_eq!(reply.header("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
    let text = reply.body;
    let expected = [
        ("tabiya_moves_total", 2.0),
        ("tabiya_refusals_total{code=\"not_your_turn\"}", 2.0),
        ("tabiya_games{stage=\"live\"}", 1.0),
        ("tabiya_games{stage=\"over\"}", 0.0),
        ("tabiya_ready", 1.0),
        ("tabiya_sockets", 1.0),
        ("tabiya_sessions", 2.0),
        ("tabiya_questions", 0.0),
        ("tabiya_sync_seconds_count", 2.0),
    ];
    for (name, value) in expected {
        assert_eq!(figure(&text, name), value, "{name}:\n{text}");
    }
    assert!(figure(&text, "tabiya_answer_seconds_count") >= 7.0, "{text}");
    assert!(figure(&text, "process_resident_memory_bytes") > 1e6, "{text}");
    // Nothing is shown on the dashboard that is not counted.
    let dashboard = include_str!("../../../../deploy/grafana.json");
    let shown = dashboard
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| word.starts_with("tabiya_") || word.starts_with("process_"));
    let shown: Vec<&str> = shown.collect();
    assert!(shown.len() > 10);
    for name in shown {
        assert!(text.contains(&format!("\n{name}")), "the dashboard shows {name}:\n{text}");
    }
}

#[test]
fn what_is_refused_on_the_socket_of_a_program_is_counted() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let bearer = format!("Bearer {}", ann.token.as_ref().unwrap());
    let open = |path: &str| Socket::open(server.address, path, &[("Authorization", &bearer)]).unwrap();
    open("/v1/classics/hong/socket?undo=true").next_of("failed");
    let mut socket = open("/v1/classics/hong/socket");
    socket.say(&json!({ "type": "input", "text": "x".repeat(2000) }));
    socket.next_of("failed");
    let text = ann.get("/metrics").body;
    for code in ["no_undo", "too_long"] {
        assert_eq!(figure(&text, &format!("tabiya_refusals_total{{code=\"{code}\"}}")), 1.0, "{text}");
    }
}

/// The figures, as a proxy asks for them.
fn figures_for(server: &TestServer, forwarded: &str) -> Reply {
    let host = server.address.to_string();
    let headers = [("Host", host.as_str()), ("X-Forwarded-For", forwarded)];
    request(server.address, "GET", "/metrics", &headers, "").unwrap()
}

#[test]
fn figures_are_for_this_machine_and_for_those_who_are_named() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    assert_eq!(server.stranger().get("/metrics").status, 200);
    assert_eq!(figures_for(&server, "127.0.0.1").error(), (403, "not_a_reader".to_owned()));
    drop(server);
    let server = TestServer::with(&folder, |config| {
        config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
        config.metrics_readers = vec!["203.0.113.0/24".parse().unwrap()];
    });
    assert_eq!(figures_for(&server, "203.0.113.7").status, 200);
    assert_eq!(figures_for(&server, "198.51.100.7").error(), (403, "not_a_reader".to_owned()));
}
