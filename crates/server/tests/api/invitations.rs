//! Links that give seats.

use serde_json::json;

use crate::support::client::Client;
use crate::support::socket::Socket;
use crate::support::{Folder, TestServer};

#[test]
fn a_link_gives_the_seat_to_whoever_has_it() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, bob, eve) = (server.player("Ann"), server.player("Bob"), server.player("Eve"));
    let game = ann.create(&json!({ "opponent": "link", "clock": "3+2" }));
    let invitation = ann.get(&format!("/v1/games/{game}/invitation")).ok();
    let key = invitation["key"].as_str().unwrap();
    assert_eq!(invitation["url"], format!("http://{}/{game}#join={key}", server.address));
    assert!(invitation["qr"].as_str().unwrap().contains("<svg"));
    assert_eq!(invitation["loopback_only"], true);
    assert!(invitation["hint"].as_str().unwrap().ends_with("tabiya serve --lan"));
    assert_eq!(eve.get(&format!("/v1/games/{game}/invitation")).error(), (403, "not_yours".to_owned()));
    let join = format!("/v1/games/{game}/join");
    assert_eq!(eve.post(&join, &json!({})).error(), (403, "not_invited".to_owned()));
    assert_eq!(ann.post(&join, &json!({ "invitation": key })).error(), (422, "own_game".to_owned()));
    assert_eq!(ann.play(&game, "e4").error(), (422, "not_begun".to_owned()));
    assert_eq!(bob.post(&join, &json!({ "invitation": key })).ok()["you"]["role"], "black");
    assert_eq!(bob.post(&join, &json!({ "invitation": key })).ok()["you"]["role"], "black");
    assert_eq!(eve.post(&join, &json!({ "invitation": key })).error(), (409, "seat_taken".to_owned()));
    ann.play(&game, "e4").ok();
}

#[test]
fn nobody_who_reads_the_servers_files_finds_a_key() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, bob) = (server.player("Ann"), server.player("Bob"));
    let open = ann.create(&json!({ "opponent": "link" }));
    let begun = ann.create(&json!({ "opponent": "link" }));
    let key_of = |game: &str| ann.get(&format!("/v1/games/{game}/invitation")).ok()["key"].clone();
    let keys = [key_of(&open), key_of(&begun)];
    bob.post(&format!("/v1/games/{begun}/join"), &json!({ "invitation": keys[1] })).ok();
    let ticket = ann.post(&format!("/v1/games/{begun}/transfer"), &json!({})).ok()["key"].clone();
    let secrets = keys.iter().chain([&ticket]).map(|key| key.as_str().unwrap());
    for secret in secrets.chain([ann.token.as_deref().unwrap()]) {
        assert!(!folder.holds(secret), "{secret}");
    }
    assert_eq!(folder.holds(&open), Folder::keeps_games(), "what is no secret is found where games are");
}

#[test]
fn nobody_comes_across_the_rematch_of_a_game_by_link() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, bob, eve) = (server.player("Ann"), server.player("Bob"), server.player("Eve"));
    let game = ann.create(&json!({ "opponent": "link" }));
    let invitation = ann.get(&format!("/v1/games/{game}/invitation")).ok();
    bob.post(&format!("/v1/games/{game}/join"), &json!({ "invitation": invitation["key"] })).ok();
    // Who watched it by its link stays with the two; who came across it when it was over does not.
    let [mut seated, mut watching] = [&ann, &server.player("Wim")].map(|who| Socket::of(who, &game, ""));
    // Whoever was told of the game is there; an open socket alone is not yet.
    for here in [&mut seated, &mut watching] {
        here.next_of("game");
    }
    ann.act(&game, &json!({ "do": "resign" })).ok();
    let mut passing_by = Socket::of(&eve, &game, "");
    passing_by.next_of("game");
    let rematch = format!("/v1/games/{game}/rematch");
    ann.post(&rematch, &json!({})).ok();
    let next = bob.post(&rematch, &json!({})).ok()["next"].clone();
    assert_eq!(ann.view(&game)["next"], next);
    assert_eq!(eve.view(&game)["next"], json!(null));
    for told in [&mut seated, &mut watching] {
        let begun = std::iter::from_fn(|| Some(told.next_of("rematch"))).find(|told| told["next"] == next);
        assert!(begun.is_some());
    }
    passing_by.say(&json!({ "type": "ping", "version": 2 }));
    let told = std::iter::from_fn(|| Some(passing_by.next())).take_while(|message| message["type"] != "pong");
    assert!(told.into_iter().all(|message| message["type"] != "rematch"));
}

#[test]
fn the_lobby_shows_open_seats_until_they_are_taken() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, bob) = (server.player("Ann"), server.player("Bob"));
    let game = ann.create(&json!({ "opponent": "lobby", "clock": "10d5", "color": "black" }));
    let private = ann.create(&json!({ "opponent": "link" }));
    let lobby = bob.get("/v1/lobby").ok();
    assert_eq!(lobby.as_array().unwrap().len(), 1, "{lobby}");
    assert_eq!(
        (&lobby[0]["game"], &lobby[0]["clock"], &lobby[0]["black"]),
        (&json!(game), &json!("10d5"), &json!("Ann"))
    );
    assert_eq!(bob.post(&format!("/v1/games/{game}/join"), &json!({})).ok()["you"]["role"], "white");
    assert_eq!(bob.get("/v1/lobby").ok(), json!([]));
    ann.act(&private, &json!({ "do": "abort" })).ok();
    let gone = bob.get(&format!("/v1/games/{private}/entries"));
    assert_eq!(gone.error(), (404, "called_off".to_owned()));
}

#[test]
fn an_invitation_tells_whoever_opens_it_who_invites_and_what_is_left() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, eve) = (server.player("Ann"), server.stranger());
    let private = ann.create(&json!({ "opponent": "link", "color": "black", "rules": { "name": "hong" } }));
    let listed = ann.create(&json!({ "opponent": "lobby", "color": "black" }));
    for (game, may_join) in [(&private, false), (&listed, true)] {
        let seen = eve.view(game);
        assert_eq!((&seen["black"]["name"], &seen["white"]["kind"]), (&json!("Ann"), &json!("open")));
        // Only what needs no key is offered to everybody.
        assert_eq!(seen["you"]["may_join"], may_join);
    }
    assert_eq!(server.stranger().get("/v1/lobby").ok()[0]["open"], "white");
    // Whoever takes another name has it on what is offered, too.
    ann.send("PATCH", "/v1/session", r#"{"name":"Anna"}"#).unwrap().ok();
    for game in [&private, &listed] {
        assert_eq!(eve.view(game)["black"]["name"], "Anna");
    }
    assert_eq!(server.stranger().get("/v1/lobby").ok()[0]["black"], "Anna");
    server.player("Bob").post(&format!("/v1/games/{listed}/join"), &json!({})).ok();
    assert_eq!(eve.view(&listed)["black"]["name"], "Anna");
    drop(server);
    let server = TestServer::open(&folder);
    assert_eq!(server.stranger().view(&private)["black"]["name"], "Anna");
}

#[test]
fn a_private_link_moves_a_seat_once() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, _, game) = crate::support::pair(&server, &json!({}));
    let (phone, eve) = (server.player("Ann's phone"), server.player("Eve"));
    assert_eq!(
        eve.post(&format!("/v1/games/{game}/transfer"), &json!({})).error(),
        (403, "no_seat".to_owned())
    );
    let old = ann.post(&format!("/v1/games/{game}/transfer"), &json!({})).ok();
    let link = ann.post(&format!("/v1/games/{game}/transfer"), &json!({})).ok();
    let path = |link: &serde_json::Value| format!("/v1/seats/{}", link["key"].as_str().unwrap());
    assert_eq!(phone.post(&path(&old), &json!({})).error(), (422, "no_ticket".to_owned()));
    assert_eq!(phone.post(&path(&link), &json!({})).ok()["you"]["role"], "white");
    assert_eq!(eve.post(&path(&link), &json!({})).error(), (422, "no_ticket".to_owned()));
    assert_eq!(ann.play(&game, "e4").error(), (403, "not_a_player".to_owned()));
    phone.play(&game, "e4").ok();
}

#[test]
fn nobody_gets_the_opponents_seat_by_a_link() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, bob, game) = crate::support::pair(&server, &json!({}));
    let link = ann.post(&format!("/v1/games/{game}/transfer"), &json!({})).ok();
    let path = format!("/v1/seats/{}", link["key"].as_str().unwrap());
    assert_eq!(bob.post(&path, &json!({})).error(), (403, "own_opponent".to_owned()));
    assert_eq!(bob.view(&game)["you"]["role"], "black");
    // The link is still good for whoever it was meant for.
    let phone = server.player("Ann's phone");
    assert_eq!(phone.post(&path, &json!({})).ok()["you"]["role"], "white");
}

#[test]
fn a_link_is_the_same_again_and_works_after_the_seat_was_moved() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, phone, bob) = (server.player("Ann"), server.player("Phone"), server.player("Bob"));
    let game = ann.create(&json!({ "opponent": "link" }));
    let invitation = format!("/v1/games/{game}/invitation");
    let key = |client: &Client| client.get(&invitation).ok()["key"].as_str().unwrap().to_owned();
    let first = key(&ann);
    assert_eq!(key(&ann), first);
    let ticket = ann.post(&format!("/v1/games/{game}/transfer"), &json!({})).ok();
    phone.post(&format!("/v1/seats/{}", ticket["key"].as_str().unwrap()), &json!({})).ok();
    let second = key(&phone);
    assert_ne!(second, first);
    assert_eq!(ann.get(&invitation).error(), (403, "not_yours".to_owned()));
    let join = |key: &str| bob.post(&format!("/v1/games/{game}/join"), &json!({ "invitation": key }));
    assert_eq!(join(&"x".repeat(43)).error(), (403, "not_invited".to_owned()));
    assert_eq!(join("").error(), (403, "not_invited".to_owned()));
    join(&first).ok();
    drop(server);
    let server = TestServer::open(&folder);
    let (ann, bob) = (Client { address: server.address, ..ann }, server.player("Bob"));
    let game = ann.create(&json!({ "opponent": "link" }));
    let invited = ann.get(&format!("/v1/games/{game}/invitation")).ok();
    let wish = json!({ "invitation": invited["key"] });
    bob.post(&format!("/v1/games/{game}/join"), &wish).ok();
}

#[test]
fn nobody_and_somebody_can_find_out_who_they_are() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    assert_eq!(server.stranger().get("/v1/session").error(), (401, "no_session".to_owned()));
    let ann = server.player("  Ann ");
    assert_eq!(ann.get("/v1/session").ok()["name"], "Ann");
    ann.send("PATCH", "/v1/session", r#"{"name":"Anna"}"#).unwrap().ok();
    assert_eq!(ann.get("/v1/session").ok()["name"], "Anna");
    let unseen = [
        "\u{3164}",
        "\u{2800}",
        "\u{61c}",
        "\u{ad}",
        "\u{202e}evil",
        "Ann\u{3164}",
        "\u{fe0f}",
        "\u{a0}",
        "\u{180b}",
        "\u{1d173}",
        "\u{1d17a}",
        "Ann\u{1d173}",
        "\u{e0100}",
        "\u{1bca0}",
        "\u{16fe4}",
        "\u{1d159}",
        "\u{13430}",
        "\u{303f}",
        "\u{fffc}",
        "\u{ffff}",
        "\u{e000}",
        "\u{10fffd}",
        "\u{378}",
        "\u{301}",
    ];
    for name in ["", "   ", "a\nb", &"x".repeat(41)].into_iter().chain(unseen) {
        let reply = server.stranger().post("/v1/session", &json!({ "name": name, "token": true }));
        assert_eq!(reply.error(), (400, "bad_name".to_owned()), "{name:?}");
    }
    assert_eq!(ann.send("DELETE", "/v1/session", "").unwrap().status, 204);
    assert_eq!(ann.get("/v1/session").error(), (401, "no_session".to_owned()));
}
