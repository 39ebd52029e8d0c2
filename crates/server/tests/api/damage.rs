//! Games that were damaged on disk are shown as damaged; the others are untouched.

use std::os::unix::fs::FileExt;
use std::path::Path;

use rusqlite::Connection;
use serde_json::json;
use tabiya_server::sqlite::{DamagedGame, GameLoss, SalvageReport, salvage};

use crate::support::client::Client;
use crate::support::socket::Socket;
use crate::support::{Folder, TestServer, pair, readiness};

/// A server with a game of three moves whose log was changed by `change`, and another game of the same kind.
fn damaged(change: &str, look: impl FnOnce(&Client, &str)) {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let games = [0; 2].map(|_| {
        let game = ann.create(&json!({ "opponent": "here", "clock": "5+3" }));
        ["e4", "e5", "Nf3"].iter().for_each(|m| drop(ann.play(&game, m).ok()));
        game
    });
    drop(server);
    let database = Connection::open(folder.path().join("tabiya.db")).unwrap();
    let changed = database.execute(change, [&games[0]]).unwrap();
    assert!(changed > 0, "{change}");
    drop(database);
    let server = TestServer::open(&folder);
    let ann = Client { address: server.address, ..ann };
    look(&ann, &games[0]);
    assert_eq!(ann.view(&games[1])["state"]["ply"], 3);
    ann.play(&games[1], "Nc6").ok();
}

#[test]
fn a_game_damaged_behind_its_first_entry_is_told_with_the_number_of_the_entry() {
    let declined = r#"UPDATE entry SET events = replace(events, '{"moved":"e7e5"}', '{"draw_declined":{"seat":1}}')
        WHERE game = ?1 AND version = 3"#;
    let elsewhere =
        "UPDATE entry SET events = replace(events, 'e7e5', 'e7e4') WHERE game = ?1 AND version = 3";
    let unreadable = "UPDATE entry SET events = '[{' WHERE game = ?1 AND version = 3";
    let missing = "DELETE FROM entry WHERE game = ?1 AND version = 3";
    let twice = "UPDATE entry SET events = (SELECT events FROM entry WHERE game = ?1 AND version = 1)
        WHERE game = ?1 AND version = 3";
    for (change, why) in [
        (declined, "nobody has asked for anything"),
        (elsewhere, "a pawn does not move from e7 to e4"),
        (unreadable, "EOF while parsing"),
        (missing, "it is missing"),
        (twice, "the game starts a second time"),
    ] {
        damaged(change, |ann, game| {
            for path in ["", "/entries", "/export/pgn", "/threats"] {
                let reply = ann.get(&format!("/v1/games/{game}{path}"));
                assert_eq!(reply.error(), (500, "damaged_game".to_owned()), "{change}");
                let says = reply.json()["error"]["says"].as_str().unwrap().to_owned();
                assert!(says.contains("entry 3") && says.contains(why), "{says}");
            }
            assert_eq!(ann.command(game, "x", 4, &json!({ "do": "resign" })).error().1, "damaged_game");
        });
    }
}

#[test]
fn whoever_opens_a_socket_to_a_damaged_game_is_told_before_it_closes() {
    let change = "UPDATE entry SET events = replace(events, 'e7e5', 'e7e4') WHERE game = ?1 AND version = 3";
    damaged(change, |ann, game| {
        let mut socket = Socket::of(ann, game, "");
        let failed = socket.next_of("failed");
        assert_eq!(failed["failure"]["error"]["code"], "damaged_game");
        assert_eq!(socket.closed(), Some(1011));
    });
}

const REMARKED: &str = "[White \"Anderssen\"]\n[Event \"Club\"]\n\n1. e4 {best by test} e5 2. Nf3 *";

/// Ways to damage what is kept of the file that a game was opened from.
const UNREADABLE_SOURCES: [&str; 2] = [
    "UPDATE source SET pgn = replace(pgn, 'Nf3', 'Nf6') WHERE game = ?1",
    "UPDATE source SET about = '{' WHERE game = ?1",
];

/// A server with a game that was opened from a file of which what is kept was damaged since.
fn opened_and_damaged(opponent: &str, change: &str, look: impl FnOnce(&TestServer, &Client, &str)) {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": opponent, "open": { "pgn": REMARKED } }));
    drop(server);
    let database = Connection::open(folder.path().join("tabiya.db")).unwrap();
    assert_eq!(database.execute(change, [&game]).unwrap(), 1, "{change}");
    drop(database);
    let server = TestServer::open(&folder);
    let ann = Client { address: server.address, ..ann };
    look(&server, &ann, &game);
}

#[test]
fn a_waiting_game_whose_file_cannot_be_read_never_begins_without_its_moves() {
    for change in UNREADABLE_SOURCES {
        opened_and_damaged("lobby", change, |server, ann, game| {
            let reply = ann.get(&format!("/v1/games/{game}"));
            assert_eq!(reply.error(), (500, "damaged_game".to_owned()), "{change}: {reply:?}");
            assert!(reply.body.contains("the file that it was opened from"), "{reply:?}");
            let bob = server.player("Bob");
            let joined = bob.post(&format!("/v1/games/{game}/join"), &json!({}));
            assert_eq!(joined.error(), (500, "damaged_game".to_owned()), "{change}: {joined:?}");
        });
    }
}

#[test]
fn a_game_that_lost_its_file_goes_on_and_its_export_says_what_is_missing() {
    for change in UNREADABLE_SOURCES {
        opened_and_damaged("here", change, |_, ann, game| {
            let view = ann.view(game);
            assert_eq!((&view["state"]["ply"], &view["opened"]), (&json!(3), &json!(null)), "{change}");
            ann.play(game, "Nc6").ok();
            for form in ["pgn", "json"] {
                let reply = ann.get(&format!("/v1/games/{game}/export/{form}"));
                assert_eq!(reply.status, 200, "{reply:?}");
                let left_out = reply.header("tabiya-left-out").unwrap_or_default();
                assert!(left_out.contains("cannot be read any more"), "{change}, {form}: {left_out:?}");
            }
        });
    }
}

#[test]
fn a_game_in_memory_is_exported_whatever_has_become_of_its_entries() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": "here" }));
    ann.play(&game, "e4").ok();
    let files =
        || ["pgn", "fen", "json"].map(|form| ann.get(&format!("/v1/games/{game}/export/{form}")).body);
    let before = files();
    let database = Connection::open(folder.path().join("tabiya.db")).unwrap();
    for table in ["entry", "recent_entry"] {
        assert_eq!(database.execute(&format!("DELETE FROM {table} WHERE game = ?1"), [&game]).unwrap(), 1);
    }
    assert_eq!(files(), before);
}

/// Ways to damage what is kept of a game beside its entries.
const DAMAGED_ROWS: [&str; 6] = [
    "UPDATE game SET plies = -5 WHERE id = ?1",
    "UPDATE game SET stage = 77 WHERE id = ?1",
    "UPDATE game SET seat0 = '???' WHERE id = ?1",
    "UPDATE game SET white = x'ff00' WHERE id = ?1",
    "UPDATE game SET created = 'yesterday' WHERE id = ?1",
    "UPDATE game SET opening = '{' WHERE id = ?1",
];

#[test]
fn a_damaged_row_costs_nobody_else_the_list() {
    for change in DAMAGED_ROWS {
        damaged(change, |ann, game| {
            for query in ["", "?mine=true", "?player=ann"] {
                let listed = ann.get(&format!("/v1/games{query}"));
                let games = listed.ok()["games"].as_array().unwrap().clone();
                assert!(games.len() == 1 && games[0]["game"] != game, "{change}, {query}: {games:?}");
            }
            let reply = ann.get(&format!("/v1/games/{game}"));
            assert_eq!(reply.error(), (500, "damaged_game".to_owned()), "{change}: {reply:?}");
            assert!(!reply.body.contains("try again"), "{reply:?}");
        });
    }
}

#[test]
fn a_page_of_the_list_is_full_in_spite_of_damaged_rows() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let games: Vec<String> = (0..120).map(|_| ann.create(&json!({ "opponent": "here" }))).collect();
    let database = Connection::open(folder.path().join("tabiya.db")).unwrap();
    for game in &games[60..] {
        assert_eq!(database.execute(DAMAGED_ROWS[0], [game]).unwrap(), 1);
    }
    let first = ann.get("/v1/games").ok();
    assert_eq!(first["games"].as_array().unwrap().len(), 50);
    let second = ann.get(&format!("/v1/games?after={}", first["after"].as_str().unwrap())).ok();
    assert_eq!(second["games"].as_array().unwrap().len(), 10);
}

#[test]
fn whatever_an_entry_holds_its_game_is_told_as_damaged() {
    for change in [
        "UPDATE entry SET events = x'ff00' WHERE game = ?1 AND version = 3",
        "UPDATE entry SET events = CAST(x'ff00' AS TEXT) WHERE game = ?1 AND version = 3",
        "UPDATE entry SET command_hash = x'00' WHERE game = ?1 AND version = 3",
        "UPDATE entry SET command_id = x'00' WHERE game = ?1 AND version = 3",
    ] {
        damaged(change, |ann, game| {
            let reply = ann.get(&format!("/v1/games/{game}"));
            assert_eq!(reply.error(), (500, "damaged_game".to_owned()), "{change}: {reply:?}");
            assert!(reply.body.contains("entry 3"), "{reply:?}");
        });
    }
    for change in [
        "INSERT INTO rematch (game, seat, at) VALUES (?1, 9, 0)",
        "INSERT INTO rematch (game, seat, at) VALUES (?1, 'me', 0)",
        "UPDATE entry SET version = 'last' WHERE game = ?1 AND version = 4",
    ] {
        damaged(change, |ann, game| {
            let reply = ann.get(&format!("/v1/games/{game}"));
            assert_eq!(reply.error(), (500, "damaged_game".to_owned()), "{change}: {reply:?}");
        });
    }
}

#[test]
fn a_game_that_lost_its_last_entries_is_damaged() {
    damaged("DELETE FROM entry WHERE game = ?1 AND version > 3", |ann, game| {
        let reply = ann.get(&format!("/v1/games/{game}"));
        assert_eq!(reply.error(), (500, "damaged_game".to_owned()), "{reply:?}");
        assert!(reply.body.contains("entry 4"), "{reply:?}");
    });
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": "here" }));
    ["f3", "e5", "g4", "Qh4"].iter().for_each(|m| drop(ann.play(&game, m).ok()));
    assert_eq!(ann.view(&game)["stage"], "over");
    drop(server);
    let database = Connection::open(folder.path().join("tabiya.db")).unwrap();
    let lost = database.execute("DELETE FROM entry WHERE game = ?1 AND version > 3", [&game]).unwrap();
    assert_eq!(lost, 2);
    let server = TestServer::open(&folder);
    let ann = Client { address: server.address, ..ann };
    let reply = ann.get(&format!("/v1/games/{game}"));
    assert_eq!(reply.error(), (500, "damaged_game".to_owned()), "{reply:?}");
    assert!(reply.body.contains("entry 4"), "{reply:?}");
    let moved = ann.command(&game, "again", 3, &json!({ "do": "move", "move": "g4" }));
    assert_eq!(moved.error(), (500, "damaged_game".to_owned()), "{moved:?}");
}

#[test]
fn a_lost_entry_is_missed_though_nothing_moved_with_it() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, bob, game) = pair(&server, &json!({}));
    ann.play(&game, "e4").ok();
    bob.act(&game, &json!({ "do": "offer_draw" })).ok();
    drop(server);
    let file = folder.path().join("tabiya.db");
    let database = Connection::open(&file).unwrap();
    assert_eq!(database.execute("DELETE FROM entry WHERE game = ?1 AND version = 3", [&game]).unwrap(), 1);
    drop(database);
    let server = TestServer::open(&folder);
    let ann = Client { address: server.address, ..ann };
    let reply = ann.get(&format!("/v1/games/{game}"));
    assert_eq!(reply.error(), (500, "damaged_game".to_owned()), "{reply:?}");
    assert!(
        reply.body.contains("entry 3") && reply.body.contains("had 3 entries, and 2 are left"),
        "{reply:?}"
    );
    drop(server);
    // What is left can be gone on with, and it is told that something is missing.
    let saved = Folder::new();
    let report = salvage(&file, &saved.path().join("tabiya.db")).unwrap();
    let lost = |entries| DamagedGame { game: game.parse().unwrap(), entries, lost: vec![GameLoss::Entries] };
    assert_eq!((report.games, report.damaged), (0, vec![lost(2)]));
    let server = TestServer::open(&saved);
    let bob = Client { address: server.address, ..bob };
    assert_eq!(bob.view(&game)["version"], 2);
    bob.play(&game, "e5").ok();
}

/// Damages the row of a game of three moves with a clock, and saves what can be read.
fn salvaged(change: &str, look: impl FnOnce(&SalvageReport, [&Client; 2], &str)) {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, bob, game) = pair(&server, &json!({ "clock": "5+3" }));
    [(&ann, "e4"), (&bob, "e5"), (&ann, "Nf3")].iter().for_each(|(who, m)| drop(who.play(&game, m).ok()));
    drop(server);
    let file = folder.path().join("tabiya.db");
    let database = Connection::open(&file).unwrap();
    assert_eq!(database.execute(change, [&game]).unwrap(), 1, "{change}");
    drop(database);
    let saved = Folder::new();
    let report = salvage(&file, &saved.path().join("tabiya.db")).unwrap();
    let server = TestServer::open(&saved);
    let [ann, bob] = [ann, bob].map(|who| Client { address: server.address, ..who });
    let view = ann.view(&game);
    assert_eq!(view["state"]["ply"], 3, "{change}");
    assert_eq!((&view["white"]["name"], &view["clock"]), (&json!("Ann"), &json!("5+3")), "{change}");
    let listed = ann.get("/v1/games").ok()["games"][0].clone();
    assert_eq!((&listed["black"], &listed["plies"]), (&json!("Bob"), &json!(3)), "{change}");
    look(&report, [&ann, &bob], &game);
}

#[test]
fn a_row_that_cannot_be_read_is_made_anew_from_the_entries() {
    for change in DAMAGED_ROWS.into_iter().filter(|change| !change.contains("seat0")) {
        salvaged(change, |report, [_, bob], game| {
            assert_eq!((report.games, report.damaged.len()), (1, 0), "{change}");
            bob.play(game, "Nc6").ok();
        });
    }
}

#[test]
fn whoever_sat_there_is_told_to_be_lost_and_the_other_goes_on() {
    let lost = |game: &str, lost| vec![DamagedGame { game: game.parse().unwrap(), entries: 4, lost }];
    salvaged("UPDATE game SET seat0 = '???' WHERE id = ?1", |report, [ann, bob], game| {
        assert_eq!(report.damaged, lost(game, vec![GameLoss::Seats]));
        assert_eq!(ann.view(game)["you"]["role"], "spectator");
        bob.play(game, "Nc6").ok();
    });
    salvaged("DELETE FROM game WHERE id = ?1", |report, [ann, bob], game| {
        assert_eq!(report.damaged, lost(game, vec![GameLoss::Seats, GameLoss::Match]));
        assert!(report.is_list_damaged);
        for who in [ann, bob] {
            assert_eq!(who.play(game, "Nc6").error().1, "not_a_player");
        }
    });
}

#[test]
fn who_steers_two_computers_is_saved_or_told_to_be_lost() {
    let changes = [
        ("UPDATE game SET plies = 'x' WHERE id = ?1", vec![]),
        ("UPDATE game SET maker = '???' WHERE id = ?1", vec![GameLoss::Maker]),
    ];
    for (change, lost) in changes {
        let folder = Folder::new();
        let server = TestServer::open(&folder);
        let ann = server.player("Ann");
        let game = ann.create(&json!({ "opponent": { "computers": { "white": 1, "black": 1 } } }));
        ann.act(&game, &json!({ "do": "pause" })).ok();
        drop(server);
        let file = folder.path().join("tabiya.db");
        assert_eq!(Connection::open(&file).unwrap().execute(change, [&game]).unwrap(), 1, "{change}");
        let saved = Folder::new();
        let report = salvage(&file, &saved.path().join("tabiya.db")).unwrap();
        let told: Vec<GameLoss> = report.damaged.into_iter().flat_map(|damaged| damaged.lost).collect();
        assert_eq!(told, lost, "{change}");
        let server = TestServer::open(&saved);
        let ann = Client { address: server.address, ..ann };
        assert_eq!(ann.view(&game)["exhibition"]["pause"]["code"], "maker");
        assert_eq!(ann.view(&game)["you"]["may_steer"], lost.is_empty());
        let step = ann.act(&game, &json!({ "do": "step" }));
        assert_eq!(step.status, if lost.is_empty() { 200 } else { 403 }, "{step:?}");
    }
}

/// The indices of the seats lie on other pages than the rows.
#[test]
fn seats_are_found_where_the_page_of_the_rows_is_lost() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (ann, bob, game) = pair(&server, &json!({}));
    ann.play(&game, "e4").ok();
    drop(server);
    let file = folder.path().join("tabiya.db");
    let page = root_page(&file, "game");
    smash(&file, |number, _| number == page);
    let saved = Folder::new();
    let report = salvage(&file, &saved.path().join("tabiya.db")).unwrap();
    let lost = vec![DamagedGame { game: game.parse().unwrap(), entries: 2, lost: vec![GameLoss::Match] }];
    assert_eq!((report.games, report.damaged), (0, lost));
    let server = TestServer::open(&saved);
    let bob = Client { address: server.address, ..bob };
    bob.play(&game, "e5").ok();
}

/// Writes rubbish over the first page of a database for which something holds.
fn smash(file: &Path, is_meant: impl Fn(u64, &[u8]) -> bool) {
    let database = Connection::open(file).unwrap();
    let size: u64 = database.query_row("PRAGMA page_size", [], |row| row.get(0)).unwrap();
    drop(database);
    let bytes = std::fs::read(file).unwrap();
    let mut pages = (1..).zip(bytes.chunks(size as usize));
    let (number, _) = pages.find(|(number, page)| is_meant(*number, page)).unwrap();
    let file = std::fs::File::options().write(true).open(file).unwrap();
    file.write_all_at(&vec![0x5a; size as usize], (number - 1) * size).unwrap();
}

fn root_page(file: &Path, table: &str) -> u64 {
    let query = "SELECT rootpage FROM sqlite_master WHERE name = ?1";
    Connection::open(file).unwrap().query_row(query, [table], |row| row.get(0)).unwrap()
}

fn holds(page: &[u8], text: &str) -> bool {
    page.windows(text.len()).any(|part| part == text.as_bytes())
}

#[test]
fn a_smashed_page_damages_the_games_on_it_and_no_others() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let mut games: Vec<String> = (0..40).map(|_| ann.create(&json!({ "opponent": "here" }))).collect();
    games.iter().for_each(|game| drop(ann.play(game, "e4").ok()));
    drop(server);
    // Entries lie in the order of their games' names, in a table whose pages begin with this number; recent ones do not.
    games.sort();
    let file = folder.path().join("tabiya.db");
    smash(&file, |_, page| page[0] == 10 && holds(page, &games[0]) && holds(page, "e2e4"));
    let server = TestServer::open(&folder);
    let ann = Client { address: server.address, ..ann };
    for _ in 0..2 {
        let reply = ann.get(&format!("/v1/games/{}", games[0]));
        assert_eq!(reply.error(), (500, "damaged_game".to_owned()), "{reply:?}");
        assert!(!reply.body.contains("try again"), "{reply:?}");
    }
    ann.play(&games[39], "e5").ok();
    let told = "ready, but the database is damaged: some games may be lost\n";
    assert_eq!(readiness(&server), (200, told.to_owned()));
}

#[test]
fn a_server_that_cannot_find_its_games_is_not_ready() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    ann.create(&json!({ "opponent": "here" }));
    drop(server);
    let file = folder.path().join("tabiya.db");
    let page = root_page(&file, "game");
    smash(&file, |number, _| number == page);
    let server = TestServer::open(&folder);
    let ann = Client { address: server.address, ..ann };
    assert_eq!(ann.get("/v1/games").error(), (503, "store_failed".to_owned()));
    let told = "not ready: the server cannot read or write its games\n";
    assert_eq!(readiness(&server), (503, told.to_owned()));
    // The host's page tells it with the way out, and the figures are there all the same.
    let trouble = server.host().get("/v1/host").ok()["trouble"].clone();
    assert_eq!(trouble["says"], "The server cannot read or write its games.");
    let command = format!("`tabiya restore {} --data {}`", file.display(), folder.path().display());
    assert!(trouble["way_out"].as_str().unwrap().contains(&command), "{trouble}");
    assert!(server.stranger().get("/metrics").body.contains("\ntabiya_ready 0\n"));
}

#[test]
fn a_long_text_in_a_damaged_entry_is_cut() {
    let unknown = r#"UPDATE entry SET events = replace(events, '"moved"', '"' || hex(zeroblob(500000)) || '"')
        WHERE game = ?1 AND version = 3"#;
    let elsewhere = r#"UPDATE entry SET events = replace(events, 'e7e5', hex(zeroblob(500000)))
        WHERE game = ?1 AND version = 3"#;
    for change in [unknown, elsewhere] {
        damaged(change, |ann, game| {
            let reply = ann.get(&format!("/v1/games/{game}"));
            assert_eq!(reply.error(), (500, "damaged_game".to_owned()));
            assert!(reply.body.contains("entry 3"));
            assert!(reply.body.len() < 1000, "{} bytes", reply.body.len());
        });
    }
}

#[test]
fn what_is_saved_of_a_damaged_game_can_be_opened() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": "here" }));
    ["f3", "e5", "g4", "Qh4"].iter().for_each(|m| drop(ann.play(&game, m).ok()));
    drop(server);
    let file = folder.path().join("tabiya.db");
    let database = Connection::open(&file).unwrap();
    let unreadable = "UPDATE entry SET events = '[{' WHERE game = ?1 AND version = 4";
    assert_eq!(database.execute(unreadable, [&game]).unwrap(), 1);
    drop(database);
    let saved = Folder::new();
    salvage(&file, &saved.path().join("tabiya.db")).unwrap();
    let server = TestServer::open(&saved);
    let ann = Client { address: server.address, ..ann };
    let view = ann.view(&game);
    assert_eq!(
        (&view["version"], &view["stage"], &view["state"]["ply"]),
        (&json!(3), &json!("live"), &json!(2))
    );
    ann.play(&game, "Nc3").ok();
}

#[test]
fn what_was_called_off_is_known_as_such_after_everything_readable_was_saved() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let game = ann.create(&json!({ "opponent": "link" }));
    ann.command(&game, "x", 0, &json!({ "do": "abort" })).ok();
    let file = folder.path().join("tabiya.db");
    let told = |server: &TestServer| server.stranger().get(&format!("/v1/games/{game}")).error();
    assert_eq!(told(&server), (404, "called_off".to_owned()));
    drop(server);
    let saved = Folder::new();
    salvage(&file, &saved.path().join("tabiya.db")).unwrap();
    assert_eq!(told(&TestServer::open(&saved)), (404, "called_off".to_owned()));
}

#[test]
fn no_game_of_an_earlier_version_counts_as_damaged() {
    let sets = concat!(env!("CARGO_MANIFEST_DIR"), "/../tabiya/tests/upgrade");
    let sets = std::fs::read_dir(sets).unwrap().map(|set| set.unwrap().path().join("data/tabiya.db"));
    let mut games = 0;
    for kept in sets.filter(|file| file.exists()) {
        let folder = Folder::new();
        let file = folder.path().join("tabiya.db");
        std::fs::copy(&kept, &file).unwrap();
        let database = Connection::open(&file).unwrap();
        let mut query = database.prepare("SELECT id FROM game").unwrap();
        let ids: Vec<String> = query.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
        let server = TestServer::open(&folder);
        for id in &ids {
            server.stranger().view(id);
        }
        games += ids.len();
    }
    assert!(games > 0);
}

#[test]
fn a_server_that_lost_its_database_is_not_ready_and_tells_no_more_than_that() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ready = readiness(&server);
    assert_eq!(ready.0, 200);
    for ending in ["", "-wal", "-shm"] {
        std::fs::remove_file(folder.path().join(format!("tabiya.db{ending}"))).unwrap();
    }
    // It is not tried at every question.
    let again = || {
        std::thread::sleep(std::time::Duration::from_millis(20));
        readiness(&server)
    };
    let told = std::iter::repeat_with(again).find(|told| *told != ready).unwrap();
    assert_eq!(told, (503, "not ready: the server's database was moved or removed\n".to_owned()));
}

#[test]
fn a_server_that_cannot_list_its_running_games_says_so_and_not_that_it_loads_them() {
    let folder = Folder::new();
    drop(TestServer::open(&folder));
    let database = Connection::open(folder.path().join("tabiya.db")).unwrap();
    database.execute("ALTER TABLE game RENAME COLUMN timed TO was_timed", []).unwrap();
    drop(database);
    let told = readiness(&TestServer::open(&folder));
    assert_eq!(told, (503, "not ready: the server cannot read which games are running\n".to_owned()));
}

/// What the host has set lies in several rows, and one that cannot be read costs none of the others.
#[test]
fn the_host_learns_that_what_was_set_cannot_be_read_until_it_is_set_again() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let switch = |server: &TestServer| {
        let change = json!({ "takebacks_off": true }).to_string();
        server.host().send("PATCH", "/v1/host", &change).unwrap().ok()
    };
    switch(&server);
    server.host().post("/v1/host/names", &json!({ "name": "Ann" })).ok();
    drop(server);
    let database = Connection::open(folder.path().join("tabiya.db")).unwrap();
    assert_eq!(database.execute("UPDATE setting SET value = '{' WHERE name = 'host'", []).unwrap(), 1);
    drop(database);
    let server = TestServer::open(&folder);
    let told = "ready, but what the host has set cannot all be read: the rest is as usual\n";
    assert_eq!(readiness(&server), (200, told.to_owned()));
    let says = "What the host has set cannot all be read: the rest is as usual.";
    assert_eq!(server.stranger().get("/v1/").ok()["trouble"], says);
    let view = server.host().get("/v1/host").ok();
    assert_eq!((&view["trouble"]["says"], &view["trouble"]["can_play"]), (&json!(says), &json!(true)));
    let way_out = view["trouble"]["way_out"].as_str().unwrap();
    assert!(way_out.contains("Set it again here") && !way_out.contains("restore"), "{way_out}");
    assert_eq!(view["names"][0]["name"], "Ann");
    assert_eq!(switch(&server)["trouble"], json!(null));
    assert_eq!(server.stranger().get("/v1/").ok()["trouble"], json!(null));
    assert_eq!(readiness(&server), (200, "ready\n".to_owned()));
}

/// Whoever only waits or watches sends nothing that could be refused, and is told all the same.
#[test]
fn everybody_is_told_when_nothing_can_be_kept_and_when_it_can_again() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let (white, black, game) = pair(&server, &json!({}));
    let elsewhere = white.create(&json!({ "opponent": "here" }));
    let mut waiting = [Socket::of(&black, &game, ""), Socket::of(&black, &elsewhere, "")];
    waiting.iter_mut().for_each(|socket| drop(socket.next_of("game")));
    let (database, away) = (folder.path().join("tabiya.db"), folder.path().join("away.db"));
    std::fs::rename(&database, &away).unwrap();
    assert_eq!(white.play(&game, "e4").error(), (503, "database_moved".to_owned()));
    let says = "The server's database was moved or removed: nobody can move until that is mended.";
    for socket in &mut waiting {
        assert_eq!(socket.next_of("trouble")["says"], says);
    }
    // Whoever comes meanwhile, as well.
    let mut late = Socket::of(&black, &game, "");
    assert_eq!(late.next_of("trouble")["says"], says);
    std::fs::rename(&away, &database).unwrap();
    for socket in waiting.iter_mut().chain([&mut late]) {
        assert!(socket.next_of("trouble")["says"].is_null());
    }
    white.play(&game, "e4").ok();
}
