//! A start with many games under way.

use std::time::Instant;

use serde_json::json;

use crate::client::Client;
use crate::process::{Folder, Process};

fn games() -> u32 {
    std::env::var("TABIYA_LIVE_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(500)
}

/// Copies of one running game with a clock.
fn multiply(folder: &Folder, game: &str, count: u32) {
    let connection = rusqlite::Connection::open(folder.database()).unwrap();
    connection.execute_batch("BEGIN").unwrap();
    for number in 0..count {
        let id = format!("{number:08}");
        for (table, column) in [("game", "id"), ("entry", "game"), ("recent_entry", "game")] {
            // Each recent entry has a place of its own.
            let query = "SELECT group_concat(name) FROM pragma_table_info(?1) WHERE name != 'place'";
            let columns: String = connection.query_row(query, [table], |row| row.get(0)).unwrap();
            let copied = columns.replacen(column, "?1", 1);
            let copy =
                format!("INSERT INTO {table} ({columns}) SELECT {copied} FROM {table} WHERE {column} = ?2");
            connection.execute(&copy, [&id, game]).unwrap();
        }
    }
    connection.execute_batch("COMMIT").unwrap();
}

#[test]
fn a_start_with_many_running_games_takes_moves_at_once() {
    let folder = Folder::new();
    let mut server = Process::serve(&folder);
    let ann = Client::player(server.address, "Ann");
    let game = ann.create(&json!({ "opponent": "here", "clock": "60" }));
    let moves = [
        "e4", "e5", "Nf3", "Nc6", "Bc4", "Nf6", "d3", "Bc5", "c3", "d6", "O-O", "O-O", "Nbd2", "a6", "Bb3",
        "Ba7",
    ];
    for m in moves {
        ann.play(&game, m).ok();
    }
    server.kill();
    multiply(&folder, &game, games());
    let begun = Instant::now();
    let server = Process::serve(&folder);
    let ready = begun.elapsed();
    let ann = Client { address: server.address, ..ann };
    let version = moves.len() as u64 + 2;
    let last = format!("{:08}", games() - 1);
    let reply = ann.command(&last, "first", version, &json!({ "do": "move", "move": "Re1" })).ok();
    let accepted = begun.elapsed();
    assert_eq!(reply["version"], version + 1);
    let middle = format!("{:08}", games() / 2);
    assert_eq!(ann.view(&middle)["version"], version, "its clock was mended");
    println!(
        "{} running games: ready after {} ms, the first move accepted after {} ms",
        games(),
        ready.as_millis(),
        accepted.as_millis()
    );
}
