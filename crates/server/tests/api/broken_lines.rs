//! Several servers over one database whose connections break, while it goes on itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::client::Client;
use crate::support::{Folder, NodeNews, TestServer, postgres_of_its_own};

/// Asks again where nobody knows or nothing was done, as clients do.
fn persist(client: &Client, method: &str, path: &str, body: &str) -> Value {
    loop {
        let reply = client.send(method, path, body).unwrap();
        match reply.status {
            503 | 504 => std::thread::sleep(Duration::from_millis(5)),
            _ => return reply.ok(),
        }
    }
}

/// Ends whoever waits for it, whichever way the test ends.
#[derive(Default)]
struct IsOver(Arc<AtomicBool>);

impl Drop for IsOver {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn nobody_is_told_an_older_game_because_a_connection_broke() {
    let postgres = postgres_of_its_own("breaking");
    let folder = Folder::of_database(&postgres);
    let beside = folder.beside();
    let servers = [&folder, &beside].map(|folder| TestServer::node(folder, NodeNews::Lost, |_| {}));
    let ann = servers[0].player("Ann");
    let at = servers.each_ref().map(|server| Client { address: server.address, ..ann.clone() });
    // Each ends before the same position has come too often.
    let games: Vec<String> = (0..5).map(|_| ann.create(&json!({ "opponent": "here" }))).collect();
    let is_over = IsOver::default();
    std::thread::scope(|scope| {
        let is_enough = Arc::clone(&is_over.0);
        let _over = is_over;
        let postgres = &postgres;
        scope.spawn(move || {
            while !is_enough.load(Ordering::Relaxed) {
                postgres.ask(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tabiya' \
                     AND query LIKE '%md5(concat_ws%'",
                );
            }
        });
        for (game, number) in games.iter().flat_map(|game| (0..14).map(move |number| (game, number))) {
            let path = format!("/v1/games/{game}");
            let m = ["Nf3", "Nf6", "Ng1", "Ng8"][number % 4];
            let version = number as u64 + 1;
            let command = json!({ "id": format!("c{number}"), "version": version, "action": { "do": "move", "move": m } });
            let path_of_commands = format!("{path}/commands");
            let told =
                persist(&at[number % 2], "POST", &path_of_commands, &command.to_string())["version"].clone();
            let elsewhere = persist(&at[(number + 1) % 2], "GET", &path, "");
            assert!(
                elsewhere["version"].as_u64() >= told.as_u64(),
                "{told} was told before: {}",
                elsewhere["version"]
            );
        }
    });
}

#[test]
fn a_server_without_its_database_does_not_call_a_version_wrong() {
    let postgres = postgres_of_its_own("closing");
    let folder = Folder::of_database(&postgres);
    let server = TestServer::node(&folder, NodeNews::Lost, |_| {});
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": "here" }));
    let later = || ann.get(&format!("/v1/games/{game}/entries?since=7"));
    assert_eq!(later().error().1, "future_version");
    let open = |is_open: bool| {
        let change = format!("UPDATE pg_database SET datallowconn = {is_open} WHERE datname = 'postgres'");
        postgres.tell_in("template1", &change);
    };
    open(false);
    postgres.tell_in(
        "template1",
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tabiya'",
    );
    // Another server may have kept it meanwhile: who knows.
    assert_eq!(later().error(), (503, "database_away".to_owned()));
    assert_eq!(ann.view(&game)["version"], 1, "a game in memory can be looked at");
    open(true);
    while later().status == 503 {
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(later().error().1, "future_version");
}
