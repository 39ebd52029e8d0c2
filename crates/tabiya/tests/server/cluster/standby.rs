//! The machine of the database is lost, and its standby takes over: with `synchronous_standby_names`, what was acknowledged is there.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use super::checker::{Disturbed, Findings, check};
use super::nats::Nats;
use super::player::Player;
use super::{EndOfPlay, free_port, serve};
use crate::client::Client;
use crate::postgres::PostgresServer;
use crate::process::{Folder, Process};

const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

#[test]
#[ignore = "a proof of half a minute: cargo xtask proof cluster"]
fn nothing_acknowledged_is_lost_with_the_machine_of_the_database() {
    let [first, second] = [free_port(LOOPBACK), free_port(LOOPBACK)];
    let primary = PostgresServer::start_at("primary", LOOPBACK, first);
    let standby = PostgresServer::standby_of(&primary, "standby", second);
    primary.ask("ALTER SYSTEM SET synchronous_standby_names = 'standby'");
    primary.ask("SELECT pg_reload_conf()");
    while primary.tell("SELECT sync_state FROM pg_stat_replication") != "sync" {
        thread::sleep(Duration::from_millis(50));
    }
    // Whichever of the two can be written to.
    let database = format!(
        "postgres://tabiya@127.0.0.1:{first},127.0.0.1:{second}/postgres?target_session_attrs=read-write"
    );
    let nats = Nats::start();
    let folders = [Folder::named("node"), Folder::named("node")];
    let nodes = folders.each_ref().map(|folder| serve(folder, &database, &nats.address()));
    let addresses: [SocketAddr; 2] = nodes.each_ref().map(|node: &Process| node.address);
    let mut players: Vec<Player> =
        (0..4).map(|number| Player::new(addresses[number % 2], number as u64)).collect();
    let is_enough = AtomicBool::new(false);
    let mut lost = Instant::now();
    let mut promoted = lost;
    thread::scope(|scope| {
        let _end = EndOfPlay(&is_enough);
        for player in &mut players {
            scope.spawn(|| player.play(&is_enough));
        }
        thread::sleep(Duration::from_secs(4));
        lost = Instant::now();
        primary.kill();
        thread::sleep(Duration::from_secs(2));
        standby.ask("SELECT pg_promote()");
        promoted = Instant::now();
        thread::sleep(Duration::from_secs(10));
    });
    let mut findings = Findings::default();
    let disturbed: Disturbed = vec![(lost, promoted)];
    for player in &players {
        let at = |address| Client { address, token: Some(player.token.clone()) };
        check(&player.journal, &addresses.map(at), &disturbed, &mut findings);
    }
    let next = players.iter().map(|player| {
        let later = player.journal.times.iter().find(|(_, accepted)| *accepted >= promoted);
        later.expect("everybody plays on").1.duration_since(promoted).as_millis()
    });
    println!(
        "the primary killed and the standby promoted: {} acknowledged moves, none lost; everybody's next move at most {} ms after that",
        findings.acknowledged,
        next.max().unwrap_or_default(),
    );
}
