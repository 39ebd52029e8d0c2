//! Moves of the computer that take time: any node of several may find them.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::client::Client;
use crate::support::socket::Socket;
use crate::support::{Folder, NodeNews, TestServer};

/// A rating at which a move takes a while.
const LEVEL: u32 = 2350;

/// Nodes over one database; the folder of the first has it.
struct Nodes {
    servers: Vec<TestServer>,
    folders: Vec<Folder>,
}

impl Nodes {
    fn new(count: usize, news: NodeNews) -> Nodes {
        let mut folders = vec![Folder::new()];
        folders.extend((1..count).map(|_| folders[0].beside()).collect::<Vec<_>>());
        let servers = folders.iter().map(|folder| TestServer::node(folder, news, |_| {})).collect();
        Nodes { servers, folders }
    }

    /// What the database tells.
    fn tell(&self, query: &str) -> String {
        self.folders[0].database().tell(query)
    }
}

fn number_of(server: &TestServer) -> String {
    server.stranger().get("/healthz").header("Tabiya-Node").unwrap().to_owned()
}

/// How many moves a node took from the database.
fn taken(server: &TestServer) -> u64 {
    let figures = server.stranger().get("/metrics").body;
    let line = figures.lines().find_map(|line| line.strip_prefix("tabiya_engine_jobs_total ")).unwrap();
    line.parse().unwrap()
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Games of one player against the computer, in each of which it is the computer's turn.
fn games(player: &Client, count: usize) -> Vec<String> {
    games_at(LEVEL, player, count)
}

fn games_at(level: u32, player: &Client, count: usize) -> Vec<String> {
    let wish = json!({ "opponent": { "computer": level }, "book": false });
    let games: Vec<String> = (0..count).map(|_| player.create(&wish)).collect();
    for game in &games {
        player.command(game, "first", 1, &json!({ "do": "move", "move": "a3" })).ok();
    }
    games
}

fn ply(view: &Value) -> u64 {
    view["state"]["ply"].as_u64().unwrap()
}

/// What happened in a game, entry by entry, as a node tells it.
fn happened(client: &Client, game: &str) -> Vec<Value> {
    let entries = client.get(&format!("/v1/games/{game}/entries?since=0")).ok();
    entries.as_array().unwrap().iter().map(|entry| entry["happened"].clone()).collect()
}

#[test]
fn any_node_thinks_for_whoever_is_at_another() {
    for news in [NodeNews::Nats, NodeNews::Lost] {
        let nodes = Nodes::new(2, news);
        let ann = nodes.servers[0].player("Ann");
        // Where one node has found all before the other has looked, there are more to be found.
        let mut all = Vec::new();
        until("both have found some", || {
            let new = games(&ann, 8);
            for game in &new {
                until("the computer has moved", || ply(&ann.view(game)) == 2);
                assert_eq!(happened(&ann, game).len(), 3);
            }
            all.extend(new);
            nodes.servers.iter().all(|server| taken(server) > 0)
        });
        assert!(nodes.servers.iter().map(taken).sum::<u64>() >= all.len() as u64);
        until("nothing is left over", || nodes.tell("SELECT count(*) FROM job") == "0");
    }
}

#[test]
fn what_takes_no_time_is_answered_where_it_is_asked() {
    let nodes = Nodes::new(2, NodeNews::Nats);
    let ann = nodes.servers[0].player("Ann");
    // Somebody of 1800 looks at more positions only where one side leads by far.
    for level in [1, 1800] {
        let game = ann.create(&json!({ "opponent": { "computer": level } }));
        ann.play(&game, "e4").ok();
        until("the computer has moved", || ply(&ann.view(&game)) == 2);
    }
    assert_eq!([taken(&nodes.servers[0]), taken(&nodes.servers[1])], [0, 0]);
}

#[test]
fn a_node_that_dies_leaves_its_moves_to_others() {
    let mut nodes = Nodes::new(3, NodeNews::Nats);
    let ann = nodes.servers[0].player("Ann");
    let games = games(&ann, 8);
    let doomed = number_of(&nodes.servers[1]);
    let held = format!("SELECT count(*) FROM job WHERE run = {doomed}");
    until("the second node thinks", || nodes.tell(&held) != "0");
    nodes.servers.remove(1).kill();
    // And so does the one that was asked for all of them, and has told its player nothing yet.
    nodes.servers.remove(0).kill();
    let ann = Client { address: nodes.servers[0].address, ..ann };
    for game in &games {
        until("the computer has moved", || ply(&ann.view(game)) == 2);
        assert_eq!(happened(&ann, game).len(), 3);
    }
    until("nothing is left over", || nodes.tell("SELECT count(*) FROM job") == "0");
}

#[test]
fn what_was_asked_for_a_version_before_changes_nothing() {
    let nodes = Nodes::new(2, NodeNews::Nats);
    let ann = nodes.servers[0].player("Ann");
    let games = games(&ann, 4);
    for game in &games {
        // It may have moved already: then that is taken back as well.
        ann.act(game, &json!({ "do": "undo", "plies": ply(&ann.view(game)) })).ok();
        ann.play(game, "h3").ok();
    }
    for game in &games {
        until("the computer has moved", || {
            let view = ann.view(game);
            ply(&view) == 2 && view["line"][0]["san"] == "h3"
        });
    }
    until("nothing is left over", || nodes.tell("SELECT count(*) FROM job") == "0");
    for game in &games {
        let entries = happened(&ann, game);
        assert!((5..=6).contains(&entries.len()), "{entries:?}");
        assert_eq!(ply(&ann.view(game)), 2);
    }
}

#[test]
fn a_job_that_is_lost_is_asked_for_again() {
    let nodes = Nodes::new(2, NodeNews::Nats);
    let ann = nodes.servers[0].player("Ann");
    let games = games(&ann, 8);
    // As it is after a crash of the database, or on a standby that takes over.
    nodes.tell("TRUNCATE job");
    for game in &games {
        until("the computer has moved", || ply(&ann.view(game)) == 2);
        assert_eq!(happened(&ann, game).len(), 3);
    }
}

#[test]
fn somebody_with_one_game_waits_for_one_move_of_each_other_on_all_nodes() {
    let nodes = Nodes::new(2, NodeNews::Nats);
    let (ann, bob) = (nodes.servers[0].player("Ann"), nodes.servers[1].player("Bob"));
    // Moves that take longer than to look who was answered.
    let many = games_at(9, &ann, 12);
    let answered = || many.iter().filter(|game| ply(&ann.view(game)) == 2).count();
    until("some were answered", || answered() > 0);
    let one = games_at(9, &bob, 1);
    let before = answered();
    until("Bob is answered", || ply(&bob.view(&one[0])) == 2);
    let waited = answered() - before;
    assert!(before + 6 < many.len(), "the computer was too fast to tell anything: {before}");
    assert!(waited <= 5, "{waited} others came first");
}

#[test]
fn whoever_asks_seldom_for_much_is_not_behind_what_others_ask_for() {
    let nodes = Nodes::new(2, NodeNews::Nats);
    let (ann, bob) = (nodes.servers[0].player("Ann"), nodes.servers[1].player("Bob"));
    let _many = games_at(8, &ann, 32);
    let one = &games_at(9, &bob, 1)[0];
    let mut before = String::new();
    until("Bob's move is asked for", || {
        let others = "SELECT count(*) FROM job WHERE run IS NULL AND due < bobs.due";
        before = nodes.tell(&format!("SELECT ({others}) FROM job AS bobs WHERE game = '{one}'"));
        !before.is_empty()
    });
    // One of each other who began to wait before.
    assert!(before.parse::<u32>().unwrap() <= 1, "{before} others come first");
}

#[test]
fn a_database_from_before_work_was_counted_learns_of_it() {
    let folder = Folder::new();
    drop(TestServer::node(&folder, NodeNews::Nats, |_| {}));
    folder.database().tell("ALTER TABLE job DROP COLUMN IF EXISTS effort");
    let server = TestServer::node(&folder, NodeNews::Nats, |_| {});
    let ann = server.player("Ann");
    let game = &games(&ann, 1)[0];
    until("the computer has moved", || ply(&ann.view(game)) == 2);
}

#[test]
fn what_waits_for_any_node_is_told_of_none_of_them() {
    let nodes = Nodes::new(2, NodeNews::Nats);
    let ann = nodes.servers[0].player("Ann");
    let view = || nodes.servers[0].host().get("/v1/host").ok();
    until("both nodes are known", || view()["nodes"].as_array().unwrap().len() == 2);
    let games = games_at(9, &ann, 12);
    let view = view();
    let of_all = view["load"]["questions"].as_u64().unwrap();
    let of_each = view["nodes"].as_array().unwrap().iter();
    let of_nodes: u64 = of_each.map(|node| node["load"]["questions"].as_u64().unwrap()).sum();
    assert!(of_all > of_nodes, "{of_all} wait, {of_nodes} of them at a node, of {} games", games.len());
}

#[test]
fn what_an_analysis_has_found_is_there_at_another_node() {
    let mut nodes = Nodes::new(2, NodeNews::Nats);
    let ann = nodes.servers[0].player("Ann");
    let game = ann.create(&json!({ "opponent": "here" }));
    for m in ["Nf3", "Nf6", "Ng1", "Ng8", "Nc3", "Nc6", "Nb1", "Nb8", "e4", "e5", "Nf3", "Nc6", "Bb5", "a6"] {
        ann.play(&game, m).ok();
    }
    let seat = ann.view(&game)["state"]["turn"].clone();
    assert_eq!(seat, "white");
    ann.act(&game, &json!({ "do": "resign" })).ok();
    let open = |who: &Client| {
        let bearer = format!("Bearer {}", who.token.as_ref().unwrap());
        let path = format!("/v1/games/{game}/analysis");
        let mut socket = Socket::open(who.address, &path, &[("Authorization", &bearer)]).unwrap();
        socket.say(&json!({ "type": "review" }));
        socket
    };
    let mut socket = open(&ann);
    while socket.next_of("review")["done"].as_u64() < Some(9) {}
    until("some of it is kept", || nodes.tell("SELECT count(*) FROM review") == "1");
    nodes.servers.remove(0).kill();
    let mut socket = open(&Client { address: nodes.servers[0].address, ..ann });
    let first = socket.next_of("review");
    assert!(first["done"].as_u64() >= Some(8), "{first}");
    while socket.next_of("review")["done"] != first["of"] {}
}
