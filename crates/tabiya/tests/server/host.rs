//! The host of a real server: the link that the command prints, and what outlasts a kill.

use serde_json::{Value, json};

use crate::client::Client;
use crate::process::{Folder, Process, tabiya};

/// The token in the first link that `tabiya host` prints.
fn host_token(folder: &Folder) -> String {
    let output = tabiya().args(["host", "--data"]).arg(folder.data()).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{said}");
    let link = said.split_once("/host#token=").unwrap_or_else(|| panic!("{said}")).1;
    link.split_whitespace().next().unwrap().to_owned()
}

fn host(folder: &Folder, server: &Process) -> Client {
    Client { token: Some(host_token(folder)), ..Client::stranger(server.address) }
}

fn set(host: &Client, change: &Value) {
    host.send("PATCH", "/v1/host", &change.to_string()).unwrap().ok();
}

#[test]
fn paused_clocks_are_right_after_a_kill() {
    let folder = Folder::new();
    let mut server = Process::serve(&folder);
    let mut ann = Client::player(server.address, "Ann");
    let game = ann.create(&json!({ "opponent": "here", "clock": "5" }));
    for m in ["e4", "e5", "Nf3"] {
        ann.play(&game, m).ok();
    }
    let clocks = |ann: &Client| ann.view(&game)["state"]["clocks"].clone();
    set(&host(&folder, &server), &json!({ "clocks_paused": true }));
    let held = clocks(&ann);
    assert_eq!(held["running"], Value::Null);
    for _ in 0..2 {
        server.kill();
        server = Process::serve(&folder);
        ann.address = server.address;
        assert_eq!(clocks(&ann), held, "nobody's time ran");
        assert_eq!(ann.play(&game, "Nc6").error(), (422, "clocks_paused".to_owned()));
    }
    set(&host(&folder, &server), &json!({ "clocks_paused": false }));
    ann.play(&game, "Nc6").ok();
    let after = clocks(&ann);
    assert_eq!(after["running"], "white");
    assert!(after["white"].as_u64() <= held["white"].as_u64(), "{after}");
}

#[test]
fn a_new_link_ends_the_old_one() {
    let folder = Folder::new();
    let server = Process::serve(&folder);
    let old = host(&folder, &server);
    assert_eq!(old.get("/v1/host").status, 200);
    let new = host(&folder, &server);
    assert_eq!(new.get("/v1/host").status, 200);
    assert_eq!(old.get("/v1/host").status, 401);
}

#[test]
fn the_host_backs_up_and_shuts_down_in_order() {
    let folder = Folder::new();
    let mut server = Process::serve(&folder);
    let ann = Client::player(server.address, "Ann");
    ann.create(&json!({ "opponent": "here" }));
    let host = host(&folder, &server);
    let made = host.post("/v1/host/backup", &json!({})).ok();
    assert_eq!(made["games"], 1, "{made}");
    assert!(std::path::Path::new(made["file"].as_str().unwrap()).is_file(), "{made}");
    host.post("/v1/host/shutdown", &json!({})).ok();
    assert!(server.child.wait().unwrap().success());
}
