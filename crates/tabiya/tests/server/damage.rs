//! Disks that are full, folders that cannot be written to, databases that are damaged.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::FileExt;
use std::process::{Command, Stdio};

use serde_json::json;

use crate::client::Client;
use crate::full::run_told;
use crate::process::{Folder, Process, serve_arguments, tabiya};

#[test]
fn a_full_disk_loses_nothing_and_is_survived() {
    let folder = Folder::new();
    // Files may grow to so much and no further, as on a disk that is full; the limit can be lifted from outside.
    let script = "ulimit -S -f 1500; exec \"$@\"";
    let program = env!("CARGO_BIN_EXE_tabiya");
    let mut command = Command::new("bash");
    command.args(["-c", script, "bash", program]).args(serve_arguments(&folder));
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").stderr(Stdio::null());
    let mut server = Process::start(&mut command);
    let ann = Client::player(server.address, "Ann");
    let game = ann.create(&json!({ "opponent": "here" }));
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let mut version = 1;
    let refused = loop {
        // Repetition would end the game: every four moves are taken back again.
        let action = match (version - 1) % 5 {
            4 => json!({ "do": "undo", "plies": 4 }),
            number => json!({ "do": "move", "move": moves[number as usize] }),
        };
        let id = format!("m{version}");
        let reply = ann.command(&game, &id, version, &action);
        if reply.status == 503 {
            break (id, action, reply);
        }
        assert_eq!(reply.ok()["version"], version + 1);
        version += 1;
        assert!(version < 5000, "the disk never filled up");
    };
    let (id, action, reply) = refused;
    assert!(
        reply.json()["error"]["says"].as_str().unwrap().ends_with("nothing was changed, try again later."),
        "{reply:?}"
    );
    assert_eq!(ann.view(&game)["version"], version, "games can still be looked at");
    let lifted = Command::new("prlimit")
        .args(["--fsize=unlimited:", "--pid", &server.child.id().to_string()])
        .status();
    assert!(lifted.unwrap().success());
    let again = ann.command(&game, &id, version, &action);
    let kept =
        if again.status == 200 { again.ok()["version"].as_u64().unwrap() } else { panic!("{again:?}") };
    assert_eq!(kept, version + 1);
    server.kill();
    let server = Process::serve(&folder);
    let ann = Client { address: server.address, ..ann };
    assert_eq!(ann.view(&game)["version"], version + 1);
    assert_eq!(ann.command(&game, &id, version, &action).ok()["version"], version + 1);
}

#[test]
fn a_folder_that_cannot_be_written_to_is_told() {
    let folder = Folder::new();
    let settings = folder.path().join("settings.toml");
    let output =
        tabiya().args(["serve", "--data", "/proc/tabiya", "--config"]).arg(settings).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(error.contains("/proc/tabiya cannot be written to") && error.contains("--data"), "{error}");
}

/// A folder with some finished work in it.
fn played(folder: &Folder, games: u32) -> Vec<String> {
    let server = Process::serve(folder);
    let ann = Client::player(server.address, "Ann");
    let names = (0..games)
        .map(|_| {
            let game = ann.create(&json!({ "opponent": "here" }));
            for m in ["e4", "e5", "Nf3"] {
                ann.play(&game, m).ok();
            }
            game
        })
        .collect();
    assert!(server.interrupt().0.success());
    let files = fs::read_dir(folder.data()).unwrap().map(|file| file.unwrap().file_name());
    let mut files: Vec<_> = files.collect();
    files.sort();
    // What is damaged below does not lie in the log as well.
    assert_eq!(files, ["lock", "tabiya.db"], "everything is in one file after a stop");
    names
}

#[test]
fn a_damaged_database_is_left_alone_and_the_ways_out_are_told() {
    let folder = Folder::new();
    played(&folder, 1);
    let file = fs::File::options().write(true).open(folder.database()).unwrap();
    file.write_all_at(b"this is no database any more", 0).unwrap();
    let before = fs::read(folder.database()).unwrap();
    let output = tabiya().args(serve_arguments(&folder)).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(error.contains("is damaged") && error.contains("tabiya serve --data"), "{error}");
    assert_eq!(fs::read(folder.database()).unwrap(), before);
}

/// Follows what the message of a server that does not start says, and nothing else.
#[test]
fn the_ways_out_lead_out() {
    // A name that a shell would take apart.
    let folder = Folder::named("it's a club");
    let games = played(&folder, 3);
    let backup = folder.path().join("backup");
    let made = tabiya().arg("backup").arg(&backup).arg("--data").arg(folder.data()).output().unwrap();
    assert!(made.status.success(), "{made:?}");
    let damage = |place| {
        let file = fs::File::options().write(true).open(folder.database()).unwrap();
        file.write_all_at(b"this is no database any more", place).unwrap();
        let damaged = fs::read(folder.database()).unwrap();
        let output = tabiya().args(serve_arguments(&folder)).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        (damaged, String::from_utf8(output.stderr).unwrap())
    };
    let all_are_there = || {
        let server = Process::serve(&folder);
        let someone = Client::stranger(server.address);
        let lengths = games.iter().map(|game| someone.view(game)["line"].as_array().unwrap().len());
        assert_eq!(lengths.collect::<Vec<_>>(), [3, 3, 3]);
        assert!(server.interrupt().0.success());
    };
    // First what can be read of the damaged file itself, which is kept.
    let (damaged, message) = damage(0);
    let out = run_told(&message, "tabiya restore '");
    assert!(out.starts_with("3 games restored into "), "{out}");
    assert_eq!(fs::read(folder.data().join("tabiya.db.old-1")).unwrap(), damaged);
    all_are_there();
    // Then the backup.
    let (damaged, message) = damage(0);
    let quoted = backup.to_str().unwrap().replace('\'', r"'\''");
    let message = message.replace("BACKUP", &format!("'{quoted}'"));
    let out = run_told(&message, &format!("tabiya restore '{quoted}'"));
    assert!(out.starts_with("3 games restored into "), "{out}");
    assert_eq!(fs::read(folder.data().join("tabiya.db.old-2")).unwrap(), damaged);
    all_are_there();
}

/// Damages a page of entries: not one of an index, from which nothing is read that is saved, nor one by which entries are found.
fn smash_entries(folder: &Folder) {
    let pages = fs::read(folder.database()).unwrap();
    let has_entries = |page: &[u8]| page.windows(9).any(|text| text == b"{\"moved\":");
    let page = pages.chunks(2048).rposition(has_entries).unwrap() as u64;
    let file = fs::File::options().write(true).open(folder.database()).unwrap();
    file.write_all_at(&[0x5a; 2048], page * 2048).unwrap();
}

/// What a server says on standard error that finds damage while it runs.
fn said_of_damage(folder: &Folder, arguments: &[&str]) -> String {
    played(folder, 60);
    smash_entries(folder);
    let mut command = tabiya();
    command.args(serve_arguments(folder)).args(arguments).stderr(Stdio::piped());
    let server = Process::start(&mut command);
    let someone = Client::stranger(server.address);
    let trouble = || someone.get("/v1/").ok()["trouble"].clone();
    while trouble().is_null() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(trouble().as_str().unwrap().contains("database is damaged"), "{}", trouble());
    let mut server = server;
    let mut stderr = BufReader::new(server.child.stderr.take().unwrap());
    let mut said = String::new();
    // Everybody is told at once; whoever runs it once all was looked through.
    while !said.contains("tabiya restore") {
        assert!(stderr.read_line(&mut said).unwrap() > 0, "{said}");
    }
    let (status, rest) = server.interrupt();
    assert!(status.success() && rest.contains("Goodbye. The database is damaged"), "{rest}");
    stderr.read_to_string(&mut said).unwrap();
    said
}

/// Damage that shows only when somebody looks: the server starts, and says so.
#[test]
fn damage_found_while_the_server_runs_is_told() {
    let folder = Folder::new();
    let message = said_of_damage(&folder, &[]);
    let out = run_told(&message, "tabiya restore /");
    assert!(out.contains("games restored into "), "{out}");
    drop(Process::serve(&folder));
}

#[test]
fn what_the_server_says_can_be_read_by_programs() {
    let folder = Folder::new();
    let said = said_of_damage(&folder, &["--log", "json"]);
    let lines: Vec<serde_json::Value> =
        said.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"))).collect();
    let of_damage = lines.iter().find(|line| line["level"] == "ERROR").unwrap();
    assert!(of_damage["fields"]["message"].as_str().unwrap().contains("tabiya restore"), "{said}");
    assert!(of_damage["timestamp"].as_str().unwrap().starts_with("20"), "{said}");
}

#[test]
fn what_can_be_read_of_a_damaged_database_is_saved() {
    let folder = Folder::new();
    let games = played(&folder, 60);
    smash_entries(&folder);
    let out = restored(&folder);
    let whole: usize = out.split(' ').next().unwrap().parse().unwrap();
    assert!(whole < games.len() && whole > 0, "{out}");
    assert!(out.contains("damaged"), "{out}");
    let server = Process::serve(&folder);
    let someone = Client::stranger(server.address);
    let readable = games.iter().filter(|game| {
        let reply = someone.get(&format!("/v1/games/{game}"));
        reply.status == 200 && reply.json()["line"].as_array().unwrap().len() == 3
    });
    assert!(readable.count() >= whole);
}

/// What `restore` says that saves the server's own database.
fn restored(folder: &Folder) -> String {
    let output =
        tabiya().arg("restore").arg(folder.database()).arg("--data").arg(folder.data()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn what_is_left_of_a_database_without_its_end_is_saved() {
    let folder = Folder::new();
    let games = played(&folder, 60);
    let file = fs::File::options().write(true).open(folder.database()).unwrap();
    file.set_len(file.metadata().unwrap().len() * 3 / 4).unwrap();
    drop(file);
    let error = String::from_utf8(tabiya().args(serve_arguments(&folder)).output().unwrap().stderr).unwrap();
    assert!(error.contains("is damaged"), "{error}");
    let out = run_told(&error, "tabiya restore /");
    let whole: usize = out.split(' ').next().unwrap().parse().unwrap();
    assert!(whole > 0 && whole < games.len(), "{out}");
    let server = Process::serve(&folder);
    let someone = Client::stranger(server.address);
    let found = games.iter().filter(|game| someone.get(&format!("/v1/games/{game}")).status == 200).count();
    assert!(found >= whole, "{out}");
}

/// Damages the page by which everything in a table is found.
fn smash_root(folder: &Folder, table: &str) {
    let database = rusqlite::Connection::open(folder.database()).unwrap();
    let query = "SELECT rootpage FROM sqlite_master WHERE name = ?1";
    let page: u64 = database.query_row(query, [table], |row| row.get(0)).unwrap();
    drop(database);
    let file = fs::File::options().write(true).open(folder.database()).unwrap();
    file.write_all_at(&[0x5a; 2048], (page - 1) * 2048).unwrap();
}

#[test]
fn restoring_tells_what_was_found_page_by_page() {
    let folder = Folder::new();
    let games = played(&folder, 60);
    smash_root(&folder, "entry");
    let out = restored(&folder);
    let whole: usize = out.split(' ').next().unwrap().parse().unwrap();
    assert!(whole > 0, "{out}");
    // Entries lie on the damaged page as well: whatever lacks one is named.
    let named = out.lines().filter(|line| line.starts_with("Game ")).count();
    assert_eq!(whole + named, games.len(), "{out}");
    let told = out.lines().find(|line| line.starts_with("What leads to the moves is damaged: ")).unwrap();
    let found: usize = told.split(' ').find_map(|word| word.parse().ok()).unwrap();
    assert!(told.ends_with("steps of games were found so. Games that lack some are named above."), "{told}");
    let server = Process::serve(&folder);
    let someone = Client::stranger(server.address);
    let views = games.iter().map(|game| someone.get(&format!("/v1/games/{game}")));
    let views: Vec<_> = views.filter(|reply| reply.status == 200).map(|reply| reply.json()).collect();
    let is_whole = |view: &&serde_json::Value| view["version"] == 4;
    assert_eq!(views.iter().filter(is_whole).count(), whole, "{out}");
    let kept: u64 = views.iter().map(|view| view["version"].as_u64().unwrap()).sum();
    assert!(kept <= found as u64 && found <= 4 * games.len(), "{kept}: {out}");
}

#[test]
fn restoring_tells_where_last_moves_may_be_missing() {
    let folder = Folder::new();
    played(&folder, 3);
    smash_root(&folder, "recent_entry");
    let file = fs::File::options().write(true).open(folder.database()).unwrap();
    file.write_all_at(b"this is no database any more", 0).unwrap();
    let out = restored(&folder);
    assert!(out.starts_with("3 games restored into "), "{out}");
    let told = "\nThe place of the last moves is damaged: games may lack their last moves.\n";
    assert!(out.contains(told), "{out}");
}

#[test]
fn games_that_cannot_be_restored_whole_are_named() {
    let folder = Folder::new();
    let games = played(&folder, 3);
    let connection = rusqlite::Connection::open(folder.database()).unwrap();
    connection.execute("DELETE FROM game WHERE id = ?1", [&games[0]]).unwrap();
    connection.execute("DELETE FROM entry WHERE game = ?1 AND version = 1", [&games[1]]).unwrap();
    drop(connection);
    let out = restored(&folder);
    assert!(out.starts_with("1 game restored into "), "{out}");
    for (game, saved) in [
        (
            &games[0],
            "all that happened in it was saved, but not who sits where or to which match it belongs.",
        ),
        (&games[1], "nothing of it could be saved."),
    ] {
        assert!(out.contains(&format!("Game {game} is damaged: {saved}\n")), "{game}: {out}");
    }
    assert!(out.contains("\nThe list of games is damaged: some games may be missing.\n"), "{out}");
    let server = Process::serve(&folder);
    let someone = Client::stranger(server.address);
    let found = games.iter().map(|game| someone.get(&format!("/v1/games/{game}")).status);
    assert_eq!(found.collect::<Vec<_>>(), [200, 404, 200]);
}

#[test]
fn where_no_game_can_be_restored_nothing_is_changed() {
    let folder = Folder::new();
    played(&folder, 2);
    let connection = rusqlite::Connection::open(folder.database()).unwrap();
    connection.execute("DELETE FROM entry WHERE version = 1", []).unwrap();
    drop(connection);
    let before = fs::read(folder.database()).unwrap();
    let output =
        tabiya().arg("restore").arg(folder.database()).arg("--data").arg(folder.data()).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(
        error.contains("no game in it is whole enough") && error.contains("Nothing was changed"),
        "{error}"
    );
    assert_eq!(fs::read(folder.database()).unwrap(), before);
}
