//! What earlier versions wrote is opened, shown and gone on with. `../upgrade/README.md` says what there is.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::backup::names;
use crate::client::Client;
use crate::disk::{DiskKind, SmallDisk};
use crate::process::{Folder, Process, serve_arguments, tabiya};
use crate::serve::failure;

const SETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/upgrade");

/// Copies of everything that was kept, one for each version.
fn copies() -> Vec<Folder> {
    let mut sets = folders(Path::new(SETS));
    sets.sort();
    assert!(!sets.is_empty());
    sets.iter().map(|set| copy(set)).collect()
}

fn folders(path: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    paths.filter(|path| path.is_dir()).collect()
}

fn copy(set: &Path) -> Folder {
    let folder = Folder::named("upgrade");
    copy_all(set, folder.path());
    folder
}

fn copy_all(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_all(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

fn read(folder: &Folder, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn games(folder: &Folder) -> Vec<Value> {
    serde_json::from_str(&read(folder, "games.json")).unwrap()
}

fn text<'a>(game: &'a Value, name: &str) -> &'a str {
    game[name].as_str().unwrap()
}

/// Everything expected must be there as it was; there may be more. Earlier versions told also what is nothing.
fn assert_contains(name: &str, found: &Value, expected: &Value) {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => {
            for (key, expected) in expected {
                let name = format!("{name}.{key}");
                match found.get(key) {
                    Some(found) => assert_contains(&name, found, expected),
                    None => assert!(is_left_out(&name, expected), "{name} is missing"),
                }
            }
        }
        (Value::Array(found), Value::Array(expected)) if found.len() == expected.len() => {
            for (number, (found, expected)) in found.iter().zip(expected).enumerate() {
                assert_contains(&format!("{name}.{number}"), found, expected);
            }
        }
        // A stranger looks here, who is not told any more where the rematch of a private game is.
        (Value::Null, Value::String(_)) if name.ends_with(".next") => {}
        _ => assert_eq!(found, expected, "{name}"),
    }
}

/// Whether something is not told any more, because it is nothing, or told elsewhere: the position after the last move, and
/// what pawns become where none can.
fn is_left_out(name: &str, value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Number(number) => number.as_u64() == Some(0),
        Value::Object(values) => {
            values.iter().all(|(key, value)| is_left_out(&format!("{name}.{key}"), value))
        }
        Value::Array(_) => name.ends_with(".promotes_to"),
        Value::String(_) => name.contains(".line.") && name.ends_with(".fen"),
        Value::Bool(true) => false,
    }
}

/// The same game, with all headings that it had.
fn assert_same_game(name: &str, found: &str, expected: &str) {
    let parts = |text: &str| {
        let (headings, moves) = text.split_once("\n\n").unwrap();
        (headings.lines().map(str::to_owned).collect::<Vec<_>>(), moves.to_owned())
    };
    let ((headings, moves), (expected_headings, expected_moves)) = (parts(found), parts(expected));
    assert_eq!(moves, expected_moves, "{name}");
    for heading in expected_headings {
        assert!(headings.contains(&heading), "{name} has no longer {heading}:\n{found}");
    }
}

fn assert_shows_every_game(folder: &Folder, server: &Process) {
    let anybody = Client::stranger(server.address);
    for game in games(folder) {
        let (name, id) = (text(&game, "name"), text(&game, "game"));
        let expected = serde_json::from_str(&read(folder, &format!("expected/{name}.json"))).unwrap();
        assert_contains(name, &anybody.view(id), &expected);
        let pgn = format!("expected/{name}.pgn");
        if folder.path().join(&pgn).exists() {
            let found = anybody.get(&format!("/v1/games/{id}/export/pgn"));
            assert_eq!(found.status, 200, "{name}: {found:?}");
            assert_same_game(name, &found.body, &read(folder, &pgn));
        }
        let reviewed = format!("expected/{name}.reviewed.pgn");
        if folder.path().join(&reviewed).exists() {
            let found = Client::player(server.address, "Reader")
                .get(&format!("/v1/games/{id}/export/pgn?review=true"));
            assert_eq!(found.status, 200, "{name}: {found:?}");
            assert_same_game(name, &found.body, &read(folder, &reviewed));
        }
    }
}

#[test]
fn the_list_tells_the_clocks_of_earlier_versions() {
    for folder in copies() {
        let server = Process::serve(&folder);
        let anybody = Client::stranger(server.address);
        let listed = anybody.get("/v1/games").ok()["games"].as_array().unwrap().clone();
        let mut clocks = 0;
        for game in listed {
            let clock = anybody.view(text(&game, "game"))["clock"].clone();
            assert_eq!(game["clock"], clock, "{game}");
            clocks += usize::from(clock.is_string());
        }
        assert!(clocks >= 2, "{clocks}");
    }
}

/// Sessions last for more than a year, and these shall last longer.
fn renew_sessions(folder: &Folder) {
    let database = rusqlite::Connection::open(folder.database()).unwrap();
    let renewed = database.execute("UPDATE session SET expires = 9000000000000", []).unwrap();
    assert!(renewed > 0);
}

#[test]
fn games_of_earlier_versions_are_shown_as_they_were() {
    for folder in copies() {
        let server = Process::serve(&folder);
        assert_shows_every_game(&folder, &server);
    }
}

#[test]
fn games_of_earlier_versions_go_on() {
    for folder in copies() {
        renew_sessions(&folder);
        let mut server = Process::serve(&folder);
        let mut played = 0;
        for game in games(&folder).iter().filter(|game| !game["next"].is_null()) {
            let token = Some(text(&game["next"], "token").to_owned());
            let player = Client { address: server.address, token };
            let (name, id) = (text(game, "name"), text(game, "game"));
            let version = player.view(id)["version"].as_u64().unwrap();
            let reply = player.play(id, text(&game["next"], "move"));
            assert_eq!(reply.status, 200, "{name}: {reply:?}");
            assert_eq!(reply.ok()["version"], version + 1, "{name}");
            played += 1;
        }
        assert!(played >= 10);
        let before = positions(&folder, &server);
        server.kill();
        let server = Process::serve(&folder);
        assert_eq!(positions(&folder, &server), before);
    }
}

/// Earlier versions kept no more of a command's id than how its sender called it.
#[test]
fn a_command_that_an_earlier_version_obeyed_is_not_obeyed_again() {
    for folder in copies() {
        renew_sessions(&folder);
        let server = Process::serve(&folder);
        let games = games(&folder);
        let game = games.iter().find(|game| game["name"] == "hong").unwrap();
        let token = Some(text(&game["next"], "token").to_owned());
        let (player, id) = (Client { address: server.address, token }, text(game, "game"));
        let entry = player.get(&format!("/v1/games/{id}/entries?since=1")).ok()[0].clone();
        let m = json!({ "do": "move", "move": entry["line"]["add"][0]["uci"] });
        let again = player.command(id, text(&entry, "id"), 1, &m).ok();
        assert_eq!((&again["version"], &again["entry"]["says"]), (&json!(2), &entry["says"]));
    }
}

/// Where the games stand that do not change by themselves.
fn positions(folder: &Folder, server: &Process) -> Vec<Value> {
    let anybody = Client::stranger(server.address);
    let views = games(folder).into_iter().map(|game| anybody.view(text(&game, "game")));
    // Computers answer when they have thought.
    let is_of_people = |view: &Value| ["white", "black"].iter().all(|side| view[side]["kind"] != "computer");
    views.filter(is_of_people).map(|view| view["state"]["fen"].clone()).collect()
}

#[test]
fn the_computer_answers_in_a_game_of_an_earlier_version() {
    for folder in copies() {
        renew_sessions(&folder);
        let server = Process::serve(&folder);
        let games = games(&folder);
        let game = games.iter().find(|game| game["name"] == "computer").unwrap();
        let token = Some(text(&game["next"], "token").to_owned());
        let (player, id) = (Client { address: server.address, token }, text(game, "game"));
        player.play(id, text(&game["next"], "move")).ok();
        while player.view(id)["state"]["turn"] == "black" {}
    }
}

#[test]
fn two_computers_of_an_earlier_version_are_steered() {
    let mut steered = 0;
    for folder in copies() {
        renew_sessions(&folder);
        let server = Process::serve(&folder);
        for game in games(&folder).iter().filter(|game| game["steers"].is_string()) {
            let token = Some(text(game, "steers").to_owned());
            let (maker, id) = (Client { address: server.address, token }, text(game, "game"));
            let before = maker.view(id);
            assert_eq!(before["exhibition"]["pause"]["code"], "maker");
            maker.act(id, &json!({ "do": "step" })).ok();
            while maker.view(id)["state"]["ply"] == before["state"]["ply"] {}
            steered += 1;
        }
    }
    assert!(steered > 0);
}

#[test]
fn invitations_of_earlier_versions_are_taken() {
    for folder in copies() {
        assert!(Process::serve(&folder).interrupt().0.success());
        let (games, database) = (games(&folder), fs::read(folder.database()).unwrap());
        let has = |key: &str| database.windows(key.len()).any(|found| found == key.as_bytes());
        let keys = games.iter().filter_map(|game| game["invitation"].as_str());
        assert!(!keys.into_iter().any(has), "the keys themselves are not kept any more");
        let server = Process::serve(&folder);
        let guest = Client::player(server.address, "Guest");
        let open = games.iter().filter(|game| ["link", "lobby"].contains(&text(game, "name")));
        for game in open {
            let key = match &game["invitation"] {
                Value::Null => json!({}),
                key => json!({ "invitation": key }),
            };
            let id = text(game, "game");
            guest.post(&format!("/v1/games/{id}/join"), &key).ok();
            assert_eq!(guest.view(id)["stage"], "live");
        }
    }
}

#[test]
fn backups_of_earlier_versions_are_restored() {
    for folder in copies() {
        fs::remove_dir_all(folder.data()).unwrap();
        let backup = folder.path().join("club.backup");
        let restored = tabiya().arg("restore").arg(backup).arg("--data").arg(folder.data()).output().unwrap();
        assert!(restored.status.success(), "{restored:?}");
        let told = String::from_utf8(restored.stdout).unwrap();
        assert!(told.contains(&format!("{} games", games(&folder).len())), "{told}");
        let server = Process::serve(&folder);
        assert_shows_every_game(&folder, &server);
    }
}

#[test]
fn settings_of_earlier_versions_are_obeyed() {
    for folder in copies() {
        let elsewhere = folder.path().join("elsewhere");
        let mut serve = tabiya();
        serve.args(["serve", "--config", "tabiya.toml"]).current_dir(folder.path());
        serve.env("XDG_DATA_HOME", &elsewhere).env("HOME", &elsewhere);
        let mut server = serve.stdout(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(server.stdout.take().unwrap());
        let mut told = String::new();
        output.read_line(&mut told).unwrap();
        let id = server.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        output.read_to_string(&mut told).unwrap();
        assert!(server.wait().unwrap().success(), "{told}");
        assert!(told.contains("https://chess.example.org"), "{told}");
        assert!(!elsewhere.exists(), "games are kept elsewhere than the settings say: {told}");
    }
}

/// The number of a database's form, as SQLite keeps it in the first page.
fn form(database: &Path) -> u32 {
    let page = fs::read(database).unwrap();
    u32::from_be_bytes(page[60..64].try_into().unwrap())
}

#[test]
fn the_form_of_today_is_among_those_that_are_kept() {
    let folder = Folder::named("upgrade");
    // A server that ends in peace leaves everything in the file itself.
    assert!(Process::serve(&folder).interrupt().0.success());
    let kept = folders(Path::new(SETS)).into_iter().map(|set| form(&set.join("data/tabiya.db"))).max();
    assert_eq!(kept, Some(form(&folder.database())));
}

/// The names of the backups in a data folder.
fn backups(data: &Path) -> Vec<PathBuf> {
    let found = fs::read_dir(data.join("backups")).into_iter().flatten();
    found.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn a_database_is_copied_before_it_is_brought_to_a_new_form() {
    let today =
        folders(Path::new(SETS)).into_iter().map(|set| form(&set.join("data/tabiya.db"))).max().unwrap();
    let mut changed = 0;
    for folder in copies() {
        let earlier = form(&folder.database());
        let mut serve = tabiya();
        let mut server = Process::start(serve.args(serve_arguments(&folder)).stderr(Stdio::piped()));
        let stderr = server.child.stderr.take().unwrap();
        assert!(server.interrupt().0.success());
        let (said, copies) = (std::io::read_to_string(stderr).unwrap(), backups(&folder.data()));
        assert_eq!(form(&folder.database()), today);
        if earlier == today {
            assert_eq!((copies.len(), said.as_str()), (0, ""));
            continue;
        }
        let [copy] = &copies[..] else { panic!("{copies:?}") };
        assert!(copy.to_str().unwrap().ends_with("-before-upgrade.backup"), "{copy:?}");
        assert!(said.contains(copy.to_str().unwrap()), "{said}");
        assert_eq!(form(copy), earlier);
        assert_eq!(fs::metadata(copy).unwrap().permissions().mode() & 0o777, 0o600);
        // It holds what it promises.
        let copy_elsewhere = folder.path().join("before.backup");
        fs::copy(copy, &copy_elsewhere).unwrap();
        fs::remove_dir_all(folder.data()).unwrap();
        let mut restore = tabiya();
        let restored =
            restore.arg("restore").arg(copy_elsewhere).arg("--data").arg(folder.data()).output().unwrap();
        assert!(restored.status.success(), "{restored:?}");
        assert_shows_every_game(&folder, &Process::serve(&folder));
        changed += 1;
    }
    assert!(changed >= 2);
}

#[test]
fn without_a_backup_an_earlier_database_stays_as_it_is() {
    for folder in copies().into_iter().take(2) {
        // Nothing can be put into what is no folder.
        fs::write(folder.data().join("backups"), "in the way").unwrap();
        let before = fs::read(folder.database()).unwrap();
        let error = failure(tabiya().args(serve_arguments(&folder)));
        assert!(error.contains("Nothing was changed") && error.contains("it is no folder"), "{error}");
        assert!(fs::read(folder.database()).unwrap() == before);
        assert_eq!(names(&folder.data()), ["backups", "lock", "tabiya.db"]);
    }
}

#[test]
fn without_room_for_a_backup_an_earlier_database_stays_as_it_is() {
    let folder = copies().remove(0);
    let original = fs::read(folder.database()).unwrap();
    let disk = match SmallDisk::mount(&folder.data(), DiskKind::Memory) {
        Ok(disk) => disk,
        Err(why) => return println!("left out: no file system can be mounted here ({why})"),
    };
    let database = disk.path().join("tabiya.db");
    fs::write(&database, &original).unwrap();
    let serve = || {
        let mut command = disk.run(env!("CARGO_BIN_EXE_tabiya"));
        command.args(serve_arguments(&folder)).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        command.stdin(Stdio::null());
        command
    };
    disk.fill();
    // Some room, but not enough.
    let filler = fs::File::options().write(true).open(disk.path().join("filler")).unwrap();
    filler.set_len(filler.metadata().unwrap().len() - 150_000).unwrap();
    drop(filler);
    let error = failure(&mut serve());
    assert!(error.contains("too little room") && error.contains("Nothing was changed"), "{error}");
    assert!(fs::read(&database).unwrap() == original);
    disk.free();
    let _server = Process::start(serve().stderr(Stdio::null()));
    assert_eq!(backups(&disk.path()).len(), 1);
}

#[test]
fn a_database_of_a_newer_version_is_not_touched() {
    let folder = Folder::named("upgrade");
    fs::create_dir(folder.data()).unwrap();
    let kept = copies().pop().unwrap();
    for (application, told) in
        [(0x5462_7961_u32, "a newer Tabiya wrote this database (form 99"), (7, "not written by Tabiya")]
    {
        let mut database = fs::read(kept.database()).unwrap();
        database[60..64].copy_from_slice(&99_u32.to_be_bytes());
        database[68..72].copy_from_slice(&application.to_be_bytes());
        fs::write(folder.database(), &database).unwrap();
        let error = failure(tabiya().args(serve_arguments(&folder)));
        assert!(error.contains(told), "{error}");
        assert!(fs::read(folder.database()).unwrap() == database);
        assert_eq!(names(&folder.data()), ["lock", "tabiya.db"]);
    }
}

/// The boards of `tabiya play` that were left, by their names.
fn boards(folder: &Folder) -> Vec<String> {
    let names = folders(&folder.path().join("play")).into_iter();
    names.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect()
}

/// What a board says.
fn play(folder: &Folder, board: &str, arguments: &[&str], typed: &str) -> String {
    let mut command = tabiya();
    command.args(["play", "--plain", "--data"]).arg(folder.path().join("play").join(board)).args(arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{board}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn boards_left_in_earlier_versions_go_on() {
    for folder in copies() {
        let is_left = |board: &String| folder.path().join(format!("play/{board}.next")).exists();
        let left: Vec<String> = boards(&folder).into_iter().filter(is_left).collect();
        assert!(left.len() >= 4);
        for board in left {
            let next = read(&folder, &format!("play/{board}.next"));
            let said = play(&folder, &board, &["--resume"], &format!("list\nscore\nfen\n{next}quit\n"));
            let expected = read(&folder, &format!("play/{board}.said"));
            for line in expected.lines() {
                assert!(said.lines().any(|said| said == line), "{board} does not say {line}:\n{said}");
            }
            let moves = expected.lines().next().unwrap();
            let said = play(&folder, &board, &["--resume"], "list\nquit\n");
            let is_longer = |line: &str| line.len() > moves.len() && line.starts_with(moves);
            assert!(said.lines().any(is_longer), "{board} has not gone on from {moves}:\n{said}");
        }
    }
}

/// The first moves of a board that fills the screen do not cost time.
#[test]
fn screens_left_in_earlier_versions_go_on_with_their_clocks() {
    let left: Vec<Folder> =
        copies().into_iter().filter(|folder| folder.path().join("play/screen").exists()).collect();
    assert!(!left.is_empty());
    for folder in left {
        let mut records = fs::read_dir(folder.path().join("play/screen/play")).unwrap();
        let record = fs::read_to_string(records.next().unwrap().unwrap().path()).unwrap();
        assert!(record.contains(r#""first_moves":"one_free""#) && record.contains(r#"{"seen":"#), "{record}");
        let said = play(&folder, "screen", &["--resume"], "clock\nNf3\nNc6\nlist\nquit\n");
        assert!(said.contains("White has 10 minutes"), "{said}");
        assert!(said.contains("1. e4 e5 2. Nf3 Nc6"), "{said}");
    }
}

#[test]
fn who_one_was_on_a_server_is_known_to_later_versions() {
    let known: Vec<Folder> =
        copies().into_iter().filter(|folder| folder.path().join("guest").exists()).collect();
    assert!(!known.is_empty());
    for folder in known {
        renew_sessions(&folder);
        let server = Process::serve(&folder);
        // The server of that day was elsewhere.
        let path = folder.path().join("guest/servers.json");
        let mut identities: serde_json::Map<String, Value> =
            serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let (_, identity) = identities.remove_entry(&identities.keys().next().unwrap().clone()).unwrap();
        let url = format!("http://{}", server.address);
        fs::write(&path, json!({ url.as_str(): identity }).to_string()).unwrap();
        let mut command = tabiya();
        command.args(["play", "--plain", "--server", &url, "--data"]).arg(folder.path().join("guest"));
        let mut guest = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        guest.stdin.take().unwrap().write_all(b"list\nquit\n").unwrap();
        let output = guest.wait_with_output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains("You have White: Cleo") && said.contains("1. e4"), "{said}");
    }
}

#[test]
fn boards_finished_in_earlier_versions_are_kept_as_pgn() {
    for folder in copies() {
        play(&folder, "finished", &[], "");
        let mut games = fs::read_dir(folder.path().join("play/finished/games")).unwrap();
        let game = fs::read_to_string(games.next().unwrap().unwrap().path()).unwrap();
        assert_same_game("finished", &game, &read(&folder, "play/finished.pgn"));
        assert!(games.next().is_none());
    }
}

#[test]
fn matches_begun_in_earlier_versions_go_on() {
    for folder in copies() {
        let before = read(&folder, "match/games.pgn");
        let arguments = read(&folder, "match/arguments.txt");
        let mut command = tabiya();
        command.arg("match").args(arguments.lines()).current_dir(folder.path().join("match"));
        let output = command.output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let after = read(&folder, "match/games.pgn");
        assert!(after.starts_with(&before), "games were lost or played again:\n{after}");
        assert_eq!(after.matches("[Event ").count(), 6, "{after}");
    }
}
