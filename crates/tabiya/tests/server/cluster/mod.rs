//! Three nodes over one PostgreSQL and one NATS, behind HAProxy, while everything is killed that can be: no acknowledged move is lost, none
//! is made twice, no two entries have one version, and flags fall when they should.

mod checker;
mod disturbance;
mod handover;
mod haproxy;
mod nats;
mod network;
mod nodes;
mod player;
mod standby;

use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::Client;
use crate::dice::Dice;
use crate::postgres::PostgresDatabase;
use crate::process::{Folder, Process, serve_arguments, tabiya};
use crate::socket::Socket;
use checker::{Disturbed, Findings, check};
use disturbance::{Disturbance, Torture};
use haproxy::free_port;
use nats::Nats;
use network::Network;
use nodes::{Cluster, NODES};
use player::Player;

const CLIENTS: u64 = 6;

/// Within which time the move is accepted that comes next after a kill, in 99 of 100 cases, where many were killed.
const NEXT_MOVE: u128 = 1000;

fn serve(folder: &Folder, database: &str, bus: &str) -> Process {
    let mut command = tabiya();
    command.args(serve_arguments(folder)).args(["--store", database, "--bus", bus]);
    Process::start(command.stderr(Stdio::null()))
}

fn signal(process: &Process, name: &str) {
    assert!(Command::new("kill").args([name, &process.child.id().to_string()]).status().unwrap().success());
}

#[test]
fn nothing_acknowledged_is_lost_whichever_part_of_a_cluster_dies() {
    let network = Network::try_new(NODES);
    if network.is_none() {
        println!(
            "no network namespaces can be made here (root and iproute2 are needed): no node is cut off from the database"
        );
    }
    let torture = Torture::wished();
    let mut cluster = Cluster::start_in("cluster-postgres", network);
    let public = cluster.public();
    let mut players: Vec<Player> = (0..CLIENTS).map(|number| Player::new(public, number)).collect();
    let is_enough = AtomicBool::new(false);
    let mut kills = Vec::new();
    let mut disturbed = Disturbed::new();
    let mut dice = Dice(4711);
    thread::scope(|scope| {
        let _end = EndOfPlay(&is_enough);
        let playing: Vec<_> =
            players.iter_mut().map(|player| scope.spawn(|| player.play(&is_enough))).collect();
        for disturbance in torture.disturbances(cluster.network.is_some()) {
            thread::sleep(Duration::from_millis(200 + dice.roll(600)));
            let begun = Instant::now();
            if disturbance == Disturbance::Kill {
                kills.push(begun);
            }
            torture.disturb(&mut cluster, disturbance, &mut dice);
            disturbed.push((begun, Instant::now()));
            if playing.iter().any(thread::ScopedJoinHandle::is_finished) {
                break;
            }
            // In many rounds nothing happens now and then for a while, so that it is seen what happens then.
            if disturbed.len() % 30 == 29 {
                thread::sleep(Duration::from_secs(12));
            }
        }
        thread::sleep(Duration::from_millis(500));
    });
    let mut findings = Findings::default();
    for player in &players {
        let at = |number| Client { address: cluster.listen(number), token: Some(player.token.clone()) };
        let clients: Vec<Client> = (0..NODES).map(at).collect();
        check(&player.journal, &clients, &disturbed, &mut findings);
    }
    assert!(findings.acknowledged > 100, "hardly anything was played: {}", findings.acknowledged);
    report(&players, &kills, disturbed.len(), findings);
}

/// Lets everybody stop who plays, also where this test fails.
struct EndOfPlay<'a>(&'a AtomicBool);

impl Drop for EndOfPlay<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What was found, and how long the move took that came next after each kill.
fn report(players: &[Player], kills: &[Instant], disturbances: usize, mut findings: Findings) {
    let mut waits: Vec<u128> = Vec::new();
    for kill in kills {
        for player in players {
            let next = player.journal.times.iter().find(|(_, accepted)| accepted >= kill);
            waits.extend(
                next.map(|(wanted, accepted)| accepted.duration_since(*kill.max(wanted)).as_millis()),
            );
        }
    }
    println!(
        "{disturbances} disturbances; {} acknowledged moves, none lost, none twice, no version twice",
        findings.acknowledged
    );
    println!(
        "{} kills, after which the next move of a client was accepted within {}",
        kills.len(),
        told(&mut waits)
    );
    println!("flags were seen late by {}", told(&mut findings.flags));
    println!("flags that fell while something was disturbed, by {}", told(&mut findings.disturbed_flags));
    let mut by_proxy: Vec<u16> = players.iter().flat_map(|player| player.journal.by_proxy.clone()).collect();
    by_proxy.sort_unstable();
    let count = |status: u16| by_proxy.iter().filter(|other| **other == status).count();
    let counts: Vec<String> =
        [502, 503, 504].map(|status| format!("{} times {status}", count(status))).into();
    println!("of its own HAProxy answered {}, and was asked again", counts.join(", "));
    if kills.len() >= 50 {
        assert!(share(&waits, 99) <= NEXT_MOVE, "the next move came late after kills");
    }
}

fn share(sorted: &[u128], percent: usize) -> u128 {
    sorted
        .get((sorted.len() * percent / 100).min(sorted.len().saturating_sub(1)))
        .copied()
        .unwrap_or_default()
}

/// Times in milliseconds, in a few words.
fn told(times: &mut [u128]) -> String {
    times.sort_unstable();
    let [half, most, all] = [50, 99, 100].map(|percent| share(times, percent));
    format!("{half} ms (half), {most} ms (99 of 100), {all} ms (all {})", times.len())
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
    // Nodes that know only an earlier form of the database, and a database whose form nobody here knows.
    let form = |change: &str| database.ask(&format!("UPDATE tabiya SET form = form {change}"));
    form("- 1");
    let says = refused(&["--store", database.address(), "--bus", &address]);
    assert!(
        says.contains("use this database, which has the form") && says.contains("end all of them first"),
        "{says}"
    );
    form("+ 2");
    let says = refused(&["--store", database.address(), "--bus", &address]);
    assert!(says.contains("newer"), "{says}");
    form("- 1");
    // A node of another version whose messages are the same is none that does not fit.
    database.ask("UPDATE run SET program = '0.0.9'");
    drop(serve(&folders[2], database.address(), &address));
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
    let by = |password: &str| guarded.address_by(&format!("club:{password}@"));
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
