//! The examples of docs/api.md, run as they stand there.

use std::process::Command;

use crate::support::{Folder, TestServer};

/// The blocks of a language on the page.
fn blocks(language: &str) -> Vec<String> {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/api.md")).unwrap();
    let opening = format!("```{language}\n");
    let blocks = page.split(&opening).skip(1).map(|rest| rest.split("```").next().unwrap().to_owned());
    blocks.collect()
}

fn run(program: &str, script: &str, server: &TestServer) -> String {
    let output = Command::new(program)
        .arg("-c")
        .arg(script)
        .env("TABIYA", format!("http://{}", server.address))
        .output()
        .unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}\n{err}");
    out.into_owned()
}

#[test]
fn the_whole_game_in_curl_works() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let script = format!("set -euo pipefail\n{}", blocks("sh").join("\n"));
    let out = run("bash", &script, &server);
    assert!(out.contains("Black wins by checkmate."), "{out}");
    assert!(out.contains("1. f3"), "{out}");
    assert!(out.contains("0-1"), "{out}");
}

#[test]
fn the_websocket_client_works() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let script = blocks("python").join("\n");
    let out = run("python3", &script, &server);
    assert!(out.contains("White's pawn goes from e2 to e4."), "{out}");
    assert!(out.contains("accepted"), "{out}");
}
