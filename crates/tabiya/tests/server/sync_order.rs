//! An acknowledgement never leaves before its sync: shown by the calls that the system sees.

use std::collections::HashMap;
use std::process::Command;

use serde_json::json;

use crate::client::Client;
use crate::process::{Folder, Process, serve_arguments};

/// Where in a trace a command was written to the log, where the log was synced after that, and where the answer left.
#[derive(Debug, Default, Clone, Copy)]
struct Order {
    written: Option<usize>,
    synced: Option<usize>,
    answered: Option<usize>,
}

/// Reads a trace of `strace -f -y` for commands of these ids.
fn read_trace(trace: &str, ids: &[String]) -> Vec<Order> {
    let mut orders = vec![Order::default(); ids.len()];
    let mut syncing: HashMap<&str, Vec<bool>> = HashMap::new();
    for (number, line) in trace.lines().enumerate() {
        let thread = line.split(' ').next().unwrap_or_default();
        let is_log = line.contains("-wal>");
        let is_sync = line.contains("fdatasync(") || line.contains("fsync(");
        let has = |id: &String| line.contains(id.as_str());
        if is_log && line.contains("pwrite64(") {
            for (order, _) in orders.iter_mut().zip(ids).filter(|(_, id)| has(id)) {
                order.written.get_or_insert(number);
            }
        } else if is_log && is_sync {
            // What was written before the call began is on disk when it ends.
            let covered: Vec<bool> = orders.iter().map(|order| order.written.is_some()).collect();
            if line.contains("<unfinished") {
                syncing.insert(thread, covered);
            } else if line.ends_with("= 0") {
                settle(&mut orders, &covered, number);
            }
        } else if line.contains("sync resumed>") && line.ends_with("= 0") {
            if let Some(covered) = syncing.remove(thread) {
                settle(&mut orders, &covered, number);
            }
        } else if line.contains("HTTP/1.1 200") {
            for (order, _) in orders.iter_mut().zip(ids).filter(|(_, id)| has(id)) {
                order.answered.get_or_insert(number);
            }
        }
    }
    orders
}

fn settle(orders: &mut [Order], covered: &[bool], number: usize) {
    for (order, _) in orders.iter_mut().zip(covered).filter(|(_, covered)| **covered) {
        order.synced.get_or_insert(number);
    }
}

fn is_right(order: &Order) -> bool {
    match (order.written, order.synced, order.answered) {
        (Some(written), Some(synced), Some(answered)) => written < synced && synced < answered,
        _ => false,
    }
}

#[test]
fn a_trace_out_of_order_is_seen() {
    let ids = ["id-1".to_owned()];
    let write = "7 pwrite64(9</d/tabiya.db-wal>, \"...id-1...\", 4096, 32) = 4096\n";
    let sync = "7 fdatasync(9</d/tabiya.db-wal>) = 0\n";
    let parts = "7 fdatasync(9</d/tabiya.db-wal> <unfinished ...>\n8 read(1</x>) = 1\n7 <... fdatasync resumed>) = 0\n";
    let answer = "8 writev(5<socket:[1]>, [{\"HTTP/1.1 200 OK...id-1...\"}]) = 900\n";
    let right = |trace: String| is_right(&read_trace(&trace, &ids)[0]);
    assert!(right([write, sync, answer].concat()));
    assert!(right([write, parts, answer].concat()));
    assert!(!right([write, answer, sync].concat()));
    assert!(!right([sync, write, answer].concat()));
    assert!(!right([write, answer].concat()));
    assert!(!right(
        [
            write,
            "7 fdatasync(9</d/tabiya.db-wal> <unfinished ...>\n",
            answer,
            "7 <... fdatasync resumed>) = 0\n"
        ]
        .concat()
    ));
    assert!(!right([write, "7 fdatasync(9</d/tabiya.db>) = 0\n", answer].concat()));
}

#[test]
#[ignore = "needs strace; `cargo xtask ci promise` runs it"]
fn no_acknowledgement_leaves_before_its_sync() {
    let folder = Folder::new();
    let trace = folder.path().join("trace");
    let mut command = Command::new("strace");
    command.args([
        // The tracer stands beside: the process is the server itself.
        "-D",
        "-f",
        "-y",
        "-s",
        "20000",
        "-e",
        "trace=pwrite64,fsync,fdatasync,write,writev,sendto,sendmsg",
        "-o",
    ]);
    command.arg(&trace).arg(env!("CARGO_BIN_EXE_tabiya")).args(serve_arguments(&folder));
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    let server = Process::start(&mut command);
    let ann = Client::player(server.address, "Ann");
    let game = ann.create(&json!({ "opponent": "here" }));
    let moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "d2d3", "f8c5", "c2c3", "d7d6"];
    let ids: Vec<String> = (0..moves.len()).map(|number| format!("traced-command-{number}-")).collect();
    for (number, m) in moves.iter().enumerate() {
        ann.command(&game, &ids[number], number as u64 + 1, &json!({ "do": "move", "move": m })).ok();
    }
    drop(server);
    let read = || String::from_utf8_lossy(&std::fs::read(&trace).unwrap()).into_owned();
    // The tracer has written everything when it has seen the end of the process.
    while !read().contains("+++ killed by SIGKILL") {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let trace = read();
    for (id, order) in ids.iter().zip(read_trace(&trace, &ids)) {
        assert!(is_right(&order), "{id}: {order:?}");
    }
    println!("{} acknowledgements, each after the sync of its entry", ids.len());
}
