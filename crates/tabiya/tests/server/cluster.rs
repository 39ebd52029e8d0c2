//! Three nodes over one PostgreSQL and one NATS, while everything is killed that can be: no acknowledged move is lost, none is made
//! twice, no two entries have one version. What decides is what the clients have written down, not what a server says of itself.

use std::collections::{HashMap, HashSet};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, Reply};
use crate::dice::Dice;
use crate::nats_program::nats_program;
use crate::postgres::{PostgresDatabase, PostgresServer};
use crate::process::{Folder, Process, serve_arguments, tabiya};
use crate::socket::Socket;

const NODES: usize = 3;
const CLIENTS: u64 = 6;

/// How long a client waits for a node before it tries another.
const PATIENCE: Duration = Duration::from_secs(2);

fn rounds() -> u32 {
    std::env::var("TABIYA_CLUSTER_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(8)
}

/// How long NATS is gone for.
fn silence() -> Duration {
    let seconds = std::env::var("TABIYA_CLUSTER_SILENCE").ok().and_then(|text| text.parse().ok());
    Duration::from_secs(seconds.unwrap_or(3))
}

/// A NATS server at one address, which comes and goes.
struct Nats {
    port: u16,
    child: Child,
}

impl Nats {
    fn start() -> Nats {
        Nats::start_with(&[])
    }

    fn start_with(more: &[&str]) -> Nats {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let nats = Nats { port, child: Nats::spawn(port, more) };
        nats.wait();
        nats
    }

    fn spawn(port: u16, more: &[&str]) -> Child {
        let mut command = Command::new(nats_program());
        command.args(["--addr", "127.0.0.1", "--port", &port.to_string()]).args(more);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    fn wait(&self) {
        while std::net::TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn come_back(&mut self) {
        self.child = Nats::spawn(self.port, &[]);
        self.wait();
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
    }
}

fn serve(folder: &Folder, database: &str, bus: &str) -> Process {
    let mut command = tabiya();
    command.args(serve_arguments(folder)).args(["--store", database, "--bus", bus]);
    Process::start(command.stderr(Stdio::null()))
}

/// The nodes as clients find them.
struct Balancer(Mutex<Vec<SocketAddr>>);

impl Balancer {
    fn pick(&self, dice: &mut Dice) -> SocketAddr {
        let nodes = self.0.lock().unwrap();
        nodes[dice.roll(nodes.len() as u64) as usize]
    }

    fn set(&self, number: usize, address: SocketAddr) {
        self.0.lock().unwrap()[number] = address;
    }
}

/// A command that was answered with success.
#[derive(Debug)]
struct Acknowledged {
    game: String,
    id: String,
    version: u64,
    m: String,
}

/// What one client has written down.
#[derive(Default)]
struct Journal {
    acknowledged: Vec<Acknowledged>,
    /// Commands that were refused, and can never be obeyed any more.
    refused: HashSet<(String, String)>,
    games: Vec<String>,
    /// When each acknowledgement came, and after how long.
    times: Vec<(Instant, Duration)>,
}

/// Somebody who plays both sides of one game after the other, at whichever node answers.
struct Player {
    token: String,
    balancer: Arc<Balancer>,
    dice: Dice,
    number: u64,
    sent: u64,
    journal: Journal,
}

/// How a command ended.
enum Outcome {
    Accepted,
    Refused,
}

impl Player {
    /// Asks one node after the other until one answers for certain.
    fn ask(&mut self, method: &str, path: &str, body: &str) -> Reply {
        let begun = Instant::now();
        loop {
            assert!(begun.elapsed() < Duration::from_secs(90), "nobody answers {method} {path}");
            let client =
                Client { address: self.balancer.pick(&mut self.dice), token: Some(self.token.clone()) };
            match client.send_within(PATIENCE, method, path, body) {
                Ok(reply) if ![408, 429, 503, 504].contains(&reply.status) => return reply,
                _ => thread::sleep(Duration::from_millis(20)),
            }
        }
    }

    fn new_game(&mut self) -> String {
        self.sent += 1;
        let wish = json!({ "id": format!("game-{}", self.sent), "opponent": "here", "clock": "60" });
        let game = self.ask("POST", "/v1/games", &wish.to_string()).ok()["game"].as_str().unwrap().to_owned();
        self.journal.games.push(game.clone());
        game
    }

    fn look(&mut self, game: &str) -> Value {
        self.ask("GET", &format!("/v1/games/{game}"), "").ok()
    }

    fn choose(&mut self, state: &Value) -> String {
        let dests = state["dests"].as_object().unwrap();
        let (from, to) = dests.iter().nth(self.dice.roll(dests.len() as u64) as usize).unwrap();
        let to = to.as_str().unwrap();
        let number = self.dice.roll(to.len() as u64 / 2) as usize;
        let m = format!("{from}{}", &to[2 * number..2 * number + 2]);
        let promotions = state["promotions"].as_array();
        let promotes = promotions.is_some_and(|moves| moves.iter().any(|other| other == m.as_str()));
        if promotes { m + "q" } else { m }
    }

    /// Plays until it is enough.
    fn play(&mut self, is_enough: &AtomicBool) {
        let mut game = self.new_game();
        while !is_enough.load(Ordering::Relaxed) {
            let view = self.look(&game);
            if view["stage"] != "live" || view["state"]["ply"].as_u64().unwrap_or_default() > 150 {
                game = self.new_game();
                continue;
            }
            let version = view["version"].as_u64().unwrap();
            if self.dice.roll(4) == 0 {
                self.duel(&game, version, &view["state"]);
            } else {
                let m = self.choose(&view["state"]);
                self.command(&game, version, &m);
            }
        }
    }

    /// Two moves for one version, sent at the same time to whichever nodes.
    fn duel(&mut self, game: &str, version: u64, state: &Value) {
        let mut other = Player {
            token: self.token.clone(),
            balancer: Arc::clone(&self.balancer),
            dice: Dice(self.dice.roll(u64::MAX)),
            number: self.number + CLIENTS,
            sent: self.sent,
            journal: Journal::default(),
        };
        let (one, two) = (self.choose(state), self.choose(state));
        let won = thread::scope(|scope| {
            let tried = scope.spawn(|| other.command(game, version, &two));
            let own = self.command(game, version, &one);
            [own, tried.join().unwrap()].iter().filter(|outcome| matches!(outcome, Outcome::Accepted)).count()
        });
        assert!(won <= 1, "two moves were accepted for version {version} of {game}");
        self.sent = self.sent.max(other.sent);
        self.journal.acknowledged.append(&mut other.journal.acknowledged);
        self.journal.refused.extend(other.journal.refused);
    }

    fn command(&mut self, game: &str, version: u64, m: &str) -> Outcome {
        self.sent += 1;
        let id = format!("c{}-{}", self.number, self.sent);
        let body = json!({ "id": id, "version": version, "action": { "do": "move", "move": m } });
        let begun = Instant::now();
        let reply = self.ask("POST", &format!("/v1/games/{game}/commands"), &body.to_string());
        match reply.status {
            200 => {
                let version = reply.json()["version"].as_u64().unwrap();
                self.journal.times.push((Instant::now(), begun.elapsed()));
                let acknowledged = Acknowledged { game: game.to_owned(), id, version, m: m.to_owned() };
                self.journal.acknowledged.push(acknowledged);
                Outcome::Accepted
            }
            // Another entry has the version: whatever was sent before, it can never have it.
            409 => {
                assert_eq!(reply.json()["error"]["code"], "stale", "{reply:?}");
                self.journal.refused.insert((game.to_owned(), id));
                Outcome::Refused
            }
            _ => panic!("{reply:?}"),
        }
    }
}

/// All entries of a game, as a node tells them.
fn entries(client: &Client, game: &str) -> Vec<Value> {
    let mut entries: Vec<Value> = Vec::new();
    loop {
        let page = client.get(&format!("/v1/games/{game}/entries?since={}", entries.len())).ok();
        match page.as_array().unwrap().as_slice() {
            [] => return entries,
            page => entries.extend(page.iter().cloned()),
        }
    }
}

/// Holds what the clients have written down against what is kept.
fn check(journal: &Journal, clients: &[Client]) -> usize {
    let mut by_game: HashMap<&str, Vec<&Acknowledged>> = HashMap::new();
    for acknowledged in &journal.acknowledged {
        by_game.entry(&acknowledged.game).or_default().push(acknowledged);
    }
    for game in &journal.games {
        let told: Vec<Vec<Value>> = clients.iter().map(|client| entries(client, game)).collect();
        let kept = &told[0];
        for (number, entry) in kept.iter().enumerate() {
            assert_eq!(entry["version"], number as u64 + 1);
        }
        // A clock may be mended between one question and the next.
        let common = told.iter().map(Vec::len).min().unwrap_or_default();
        let ids = |entries: &[Value]| entries.iter().map(|entry| entry["id"].clone()).collect::<Vec<_>>();
        for other in &told[1..] {
            assert_eq!(ids(&kept[..common]), ids(&other[..common]), "two nodes tell {game} otherwise");
        }
        let ids: Vec<&str> = kept.iter().map(|entry| entry["id"].as_str().unwrap()).collect();
        assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len(), "something was done twice: {ids:?}");
        let mut versions = HashSet::new();
        for Acknowledged { id, version, m, .. } in by_game.get(game.as_str()).into_iter().flatten() {
            assert!(
                versions.insert(version),
                "two commands were told that they have version {version} of {game}"
            );
            let entry = &kept[*version as usize - 1];
            assert_eq!(entry["id"], id.as_str(), "an acknowledged move of {game} is lost: {m}");
        }
        for id in ids {
            assert!(!journal.refused.contains(&(game.clone(), id.to_owned())), "{id} was refused, and kept");
        }
        check_clock(&clients[0], game);
    }
    journal.acknowledged.len()
}

/// Nobody was given time, and nobody was charged more than passed.
fn check_clock(client: &Client, game: &str) {
    let log = client.get(&format!("/v1/games/{game}/export/json")).ok();
    let events = log["events"].as_array().unwrap();
    let left = |event: &Value, seat: usize| event["left"][seat].as_u64().unwrap();
    for pair in events.windows(2) {
        let at = |event: &Value| event["at"].as_u64().unwrap();
        let passed = at(&pair[1]).checked_sub(at(&pair[0])).expect("time went back");
        let spent = [0, 1]
            .map(|seat| left(&pair[0], seat).checked_sub(left(&pair[1], seat)).expect("time was given"));
        assert!(spent[0] == 0 || spent[1] == 0, "both paid");
        assert!(spent[0] + spent[1] <= passed, "more was charged than passed");
    }
}

fn signal(process: &Process, name: &str) {
    assert!(Command::new("kill").args([name, &process.child.id().to_string()]).status().unwrap().success());
}

/// What can be done to a cluster.
#[derive(Clone, Copy, Debug)]
enum Disturbance {
    Kill,
    Pause,
    NoNews,
    NoDatabase,
}

fn disturbances() -> impl Iterator<Item = Disturbance> {
    let often = rounds().max(12) / 4;
    (0..rounds()).map(move |round| match round % often {
        number if number == often - 1 && (round / often).is_multiple_of(2) => Disturbance::NoNews,
        number if number == often - 1 => Disturbance::NoDatabase,
        1 => Disturbance::Pause,
        _ => Disturbance::Kill,
    })
}

#[test]
fn nothing_acknowledged_is_lost_whichever_part_of_a_cluster_dies() {
    let postgres = PostgresServer::start("cluster-postgres");
    let mut nats = Nats::start();
    let folders: Vec<Folder> = (0..NODES).map(|_| Folder::named("node")).collect();
    let database = postgres.address();
    let mut nodes: Vec<Process> =
        folders.iter().map(|folder| serve(folder, &database, &nats.address())).collect();
    let balancer = Arc::new(Balancer(Mutex::new(nodes.iter().map(|node| node.address).collect())));
    let mut players: Vec<Player> = (0..CLIENTS)
        .map(|number| Player {
            token: Client::player(nodes[0].address, "Ann").token.unwrap(),
            balancer: Arc::clone(&balancer),
            dice: Dice(number + 1),
            number,
            sent: 0,
            journal: Journal::default(),
        })
        .collect();
    let is_enough = AtomicBool::new(false);
    let mut kills = Vec::new();
    let mut dice = Dice(4711);
    thread::scope(|scope| {
        let playing: Vec<_> =
            players.iter_mut().map(|player| scope.spawn(|| player.play(&is_enough))).collect();
        for disturbance in disturbances() {
            thread::sleep(Duration::from_millis(200 + dice.roll(600)));
            let number = dice.roll(NODES as u64) as usize;
            match disturbance {
                Disturbance::Kill => {
                    kills.push(Instant::now());
                    nodes[number].kill();
                    thread::sleep(Duration::from_millis(dice.roll(500)));
                    nodes[number] = serve(&folders[number], &database, &nats.address());
                    balancer.set(number, nodes[number].address);
                }
                Disturbance::Pause => {
                    signal(&nodes[number], "-STOP");
                    thread::sleep(Duration::from_millis(2000 + dice.roll(2500)));
                    signal(&nodes[number], "-CONT");
                }
                Disturbance::NoNews => {
                    nats.kill();
                    thread::sleep(silence());
                    nats.come_back();
                }
                Disturbance::NoDatabase => postgres.restart(),
            }
            if playing.iter().any(thread::ScopedJoinHandle::is_finished) {
                break;
            }
        }
        thread::sleep(Duration::from_millis(500));
        is_enough.store(true, Ordering::Relaxed);
    });
    let mut acknowledged = 0;
    for player in &players {
        let at = |node: &Process| Client { address: node.address, token: Some(player.token.clone()) };
        let clients: Vec<Client> = nodes.iter().map(at).collect();
        acknowledged += check(&player.journal, &clients);
    }
    assert!(acknowledged > 100, "hardly anything was played: {acknowledged}");
    report(&players, &kills, acknowledged);
}

/// How long the move took that came next after each kill.
fn report(players: &[Player], kills: &[Instant], acknowledged: usize) {
    let mut waits: Vec<u128> = Vec::new();
    for kill in kills {
        for player in players {
            let next = player.journal.times.iter().find(|(at, _)| at >= kill);
            waits.extend(next.map(|(at, _)| at.duration_since(*kill).as_millis()));
        }
    }
    waits.sort_unstable();
    let share = |percent: usize| waits.get((waits.len() * percent / 100).min(waits.len().saturating_sub(1)));
    println!(
        "{acknowledged} acknowledged moves, none lost, none twice, no version twice; {} kills, after which the next move of a \
         client was accepted within {:?} ms in half of all cases, {:?} ms in 99 of 100",
        kills.len(),
        share(50).copied().unwrap_or_default(),
        share(99).copied().unwrap_or_default(),
    );
}

/// Whoever is connected to a node that stands still cannot move, and does not pay for that; whoever is connected elsewhere does.
#[test]
fn nobody_pays_while_only_their_node_stands_still() {
    let (database, nats) = (PostgresDatabase::new(), Nats::start());
    let folders = [Folder::named("node"), Folder::named("node")];
    let [stopped, other] =
        folders.each_ref().map(|folder| serve(folder, database.address(), &nats.address()));
    let (ann, bob) = (Client::player(stopped.address, "Ann"), Client::player(other.address, "Bob"));
    let game = ann.create(&json!({ "opponent": "lobby", "clock": "8s" }));
    bob.post(&format!("/v1/games/{game}/join"), &json!({})).ok();
    let mut sockets = [Socket::of(&ann, &game, ""), Socket::of(&bob, &game, "")];
    let m = |text: &str| json!({ "do": "move", "move": text });
    let mut play = |number: usize, version: u64, text: &str| {
        sockets[number].command(&format!("{number}-{version}"), version, &m(text));
        sockets[number].next_of("accepted")["version"].as_u64().unwrap()
    };
    let version = play(0, 1, "e4");
    let version = play(1, version, "e5");
    // Longer than the clock has left: the flag would fall at the other node.
    signal(&stopped, "-STOP");
    thread::sleep(Duration::from_secs(10));
    assert_eq!(bob.view(&game)["stage"], "live", "the flag waits for whoever could not move");
    signal(&stopped, "-CONT");
    let view = loop {
        let view = ann.view(&game);
        if view["version"].as_u64().unwrap() > version {
            break view;
        }
        thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(view["stage"], "live", "{view}");
    let next = view["version"].as_u64().unwrap();
    assert_eq!(play(0, next, "Nf3"), next + 1);
    let log = ann.get(&format!("/v1/games/{game}/export/json")).ok();
    let events = log["events"].as_array().unwrap();
    let interrupted = events.iter().filter(|event| event["fact"]["interrupted"].is_u64()).count();
    assert_eq!(interrupted, 1, "{log}");
    let left = events.last().unwrap()["left"][0].as_u64().unwrap();
    assert!(left > 4000, "ten seconds passed, and hardly any of them were Ann's: {left} ms are left");
    // Bob is at a node that lives: while it stands still for Ann, his time runs.
    signal(&stopped, "-STOP");
    thread::sleep(Duration::from_secs(9));
    assert_eq!(bob.view(&game)["stage"], "over", "Bob's flag has fallen");
    signal(&stopped, "-CONT");
}

#[test]
fn servers_that_do_not_fit_are_refused_in_words() {
    let (database, nats) = (PostgresDatabase::new(), Nats::start());
    let folders = [Folder::named("node"), Folder::named("node"), Folder::named("node")];
    let refused = |more: &[&str]| {
        let mut command = tabiya();
        let output = command.args(serve_arguments(&folders[1])).args(more).output().unwrap();
        assert!(!output.status.success(), "{more:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let address = nats.address();
    let node = serve(&folders[0], database.address(), &address);
    // Alone beside nodes, and games that are to go elsewhere.
    let says = refused(&["--store", database.address()]);
    assert!(says.contains("nodes of Tabiya use this database together"), "{says}");
    let to = folders[2].data();
    let moved = tabiya().args(["migrate", "--from", database.address(), "--to"]).arg(&to).output().unwrap();
    let says = String::from_utf8(moved.stderr).unwrap();
    assert!(!moved.status.success() && says.contains("nodes of Tabiya use this database together"), "{says}");
    // A node whose messages they would not read.
    database
        .ask("UPDATE run SET messages = 99, program = '9.9.9', beat = clock_timestamp() + INTERVAL '1 hour'");
    let says = refused(&["--store", database.address(), "--bus", &address]);
    assert!(says.contains("Tabiya 9.9.9") && says.contains("do not run together"), "{says}");
    drop(node);
    database.ask("DELETE FROM run");
    // Without a bus, and beside whoever uses the database without one.
    for (bus, reason) in
        [("nats://127.0.0.1:1", "NATS cannot be reached"), ("http://localhost", "no address of a NATS")]
    {
        let says = refused(&["--store", database.address(), "--bus", bus]);
        assert!(says.contains(reason), "{says}");
    }
    assert!(refused(&["--bus", &address]).contains("--store names it"));
    let guarded = Nats::start_with(&["--user", "club", "--pass", "geheim"]);
    let by = |password: &str| format!("nats://club:{password}@127.0.0.1:{}", guarded.port);
    let says = refused(&["--store", database.address(), "--bus", &by("falsch")]);
    assert!(
        says.contains("NATS cannot be reached: authorization violation") && !says.contains("falsch"),
        "{says}"
    );
    drop(serve(&folders[0], database.address(), &by("geheim")));
    let alone =
        Process::start(tabiya().args(serve_arguments(&folders[0])).args(["--store", database.address()]));
    let says = refused(&["--store", database.address(), "--bus", &address]);
    assert!(says.contains("alone"), "{says}");
    drop(alone);
    let _node = serve(&folders[0], database.address(), &address);
}

#[test]
fn a_database_from_before_there_were_nodes_is_joined() {
    let (folder, database, nats) = (Folder::new(), PostgresDatabase::new(), Nats::start());
    let mut alone =
        Process::start(tabiya().args(serve_arguments(&folder)).args(["--store", database.address()]));
    let ann = Client::player(alone.address, "Ann");
    let game = ann.create(&json!({ "opponent": "here", "clock": "5+3" }));
    for m in ["e4", "e5", "Nf3"] {
        ann.play(&game, m).ok();
    }
    alone.kill();
    database.ask(
        "DROP TABLE served; UPDATE tabiya SET form = 1; \
         ALTER TABLE run DROP COLUMN messages, DROP COLUMN program, DROP COLUMN beat, DROP COLUMN ended",
    );
    let node = serve(&folder, database.address(), &nats.address());
    let ann = Client { address: node.address, ..ann };
    assert_eq!(ann.view(&game)["state"]["ply"], 3);
    ann.play(&game, "Nc6").ok();
}
