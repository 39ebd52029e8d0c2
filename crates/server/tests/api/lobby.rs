//! The lobby over a WebSocket.

use serde_json::{Value, json};

use crate::support::socket::Socket;
use crate::support::{Folder, TestServer};

fn seats(message: &Value) -> Vec<String> {
    let seats = message["seats"].as_array().unwrap();
    seats.iter().map(|seat| seat["game"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn whoever_listens_is_told_of_every_seat_that_comes_and_goes() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, bob) = (server.player("Ann"), server.player("Bob"));
    let bearer = format!("Bearer {}", bob.token.as_ref().unwrap());
    let mut socket = Socket::open(server.address, "/v1/lobby/socket", &[("Authorization", &bearer)]).unwrap();
    assert_eq!(socket.next(), json!({ "type": "lobby", "seats": [] }));
    let first = ann.create(&json!({ "opponent": "lobby", "clock": "5+3" }));
    let told = socket.next_of("lobby");
    assert_eq!(seats(&told), [first.as_str()]);
    assert_eq!((&told["seats"][0]["white"], &told["seats"][0]["clock"]), (&json!("Ann"), &json!("5+3")));
    // Private games are nobody's business: the next that is told is the second seat.
    ann.create(&json!({ "opponent": "link" }));
    let second = ann.create(&json!({ "opponent": "lobby" }));
    let told = seats(&socket.next_of("lobby"));
    assert!(told.len() == 2 && told.contains(&first) && told.contains(&second), "{told:?}");
    bob.post(&format!("/v1/games/{first}/join"), &json!({})).ok();
    assert_eq!(seats(&socket.next_of("lobby")), [second.as_str()]);
    ann.command(&second, "x", 0, &json!({ "do": "abort" })).ok();
    assert!(seats(&socket.next_of("lobby")).is_empty());
    drop(server);
    assert_eq!(socket.closed(), Some(1012));
}

#[test]
fn private_games_hide_no_open_seats() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let eve = server.player("Eve");
    for _ in 0..205 {
        eve.create(&json!({ "opponent": "link" }));
    }
    let makers: Vec<_> = (0..3).map(|_| server.player("Ann")).collect();
    let mut made: Vec<String> =
        makers.iter().cycle().take(30).map(|maker| maker.create(&json!({ "opponent": "lobby" }))).collect();
    let lobby = server.stranger().get("/v1/lobby").ok();
    let mut shown: Vec<String> =
        lobby.as_array().unwrap().iter().map(|seat| seat["game"].as_str().unwrap().to_owned()).collect();
    made.sort();
    shown.sort();
    assert_eq!(shown, made);
}
