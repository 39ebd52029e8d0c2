//! Games in PostgreSQL: the same promise as in a folder, and the way there and back.

use std::process::Output;

use serde_json::json;

use crate::client::Client;
use crate::postgres::PostgresDatabase;
use crate::process::{Folder, Process, serve_arguments, tabiya};

fn serve_from(folder: &Folder, database: &PostgresDatabase) -> Process {
    Process::start(tabiya().args(serve_arguments(folder)).args(["--store", database.address()]))
}

fn run(arguments: &[&str]) -> (bool, String) {
    let Output { status, stdout, stderr } = tabiya().args(arguments).output().unwrap();
    (status.success(), String::from_utf8(stdout).unwrap() + &String::from_utf8(stderr).unwrap())
}

/// What a server says that is not to be started.
fn refused(folder: &Folder, database: &PostgresDatabase) -> String {
    let arguments = serve_arguments(folder);
    let arguments = arguments.iter().map(String::as_str).chain(["--store", database.address()]);
    let (is_served, says) = run(&arguments.collect::<Vec<_>>());
    assert!(!is_served, "{says}");
    says
}

fn migrate(from: &str, to: &str) -> (bool, String) {
    run(&["migrate", "--from", from, "--to", to])
}

/// Plays a few moves and kills the server; who played, which game, and how far it was.
fn played_and_killed(mut server: Process) -> (Client, String, u64) {
    let ann = Client::player(server.address, "Ann");
    let game = ann.create(&json!({ "opponent": "here", "clock": "5+3" }));
    for m in ["e4", "e5", "Nf3"] {
        ann.play(&game, m).ok();
    }
    let version = ann.view(&game)["version"].as_u64().unwrap();
    server.kill();
    (ann, game, version)
}

/// The game goes on for whoever played it, with one more move.
fn goes_on(server: &Process, ann: &Client, game: &str, ply: u64, next: &str) {
    let ann = Client { address: server.address, ..ann.clone() };
    assert_eq!(ann.view(game)["state"]["ply"], ply);
    ann.play(game, next).ok();
}

#[test]
fn what_was_acknowledged_is_in_the_database_after_a_kill() {
    let (folder, database) = (Folder::new(), PostgresDatabase::new());
    let (ann, game, _) = played_and_killed(serve_from(&folder, &database));
    assert!(!folder.database().exists(), "nothing of a game is in the folder");
    let server = serve_from(&folder, &database);
    goes_on(&server, &ann, &game, 3, "Nc6");
    // One server at a time uses a database.
    let other = Folder::new();
    let says = refused(&other, &database);
    assert!(says.contains("another server of Tabiya uses this database"), "{says}");
    let (status, goodbye) = server.interrupt();
    assert!(status.success() && goodbye.contains("All games are kept."), "{goodbye}");
}

#[test]
fn games_go_into_a_database_and_back_and_are_played_on() {
    let (folder, database, back) = (Folder::new(), PostgresDatabase::new(), Folder::new());
    let (ann, game, version) = played_and_killed(Process::serve(&folder));
    let data = folder.data();
    let (from, to) = (data.to_str().unwrap(), database.address());
    // Nobody begins with an empty database by mistake.
    let says = refused(&folder, &database);
    assert!(says.contains("tabiya migrate"), "{says}");
    let (is_moved, says) = migrate(from, to);
    assert!(is_moved && says.contains(&format!("1 game with {version} steps")), "{says}");
    let (is_moved, says) = migrate(from, to);
    assert!(!is_moved && says.contains("games-are-elsewhere"), "{says}");
    let mut server = serve_from(&folder, &database);
    goes_on(&server, &ann, &game, 3, "Nc6");
    let moving = migrate(to, back.data().to_str().unwrap());
    assert!(!moving.0 && moving.1.contains("another server"), "{moving:?}");
    server.kill();
    // The folder has an old copy, with which nobody goes on by mistake either.
    let (is_served, says) = run(&serve_arguments(&folder).iter().map(String::as_str).collect::<Vec<_>>());
    assert!(!is_served && says.contains("games-are-elsewhere"), "{says}");
    let copy = folder.path().join("old.backup");
    let (is_made, says) = run(&["backup", copy.to_str().unwrap(), "--data", from]);
    assert!(!is_made && says.contains("games-are-elsewhere") && !copy.exists(), "{says}");
    let (is_moved, says) = migrate(to, back.data().to_str().unwrap());
    assert!(is_moved, "{says}");
    goes_on(&Process::serve(&back), &ann, &game, 4, "Bb5");
}

#[test]
fn a_backup_of_a_database_is_restored_into_another_one_and_into_a_folder() {
    let (folder, database, other) = (Folder::new(), PostgresDatabase::new(), PostgresDatabase::new());
    let mut server = serve_from(&folder, &database);
    let ann = Client::player(server.address, "Ann");
    let game = ann.create(&json!({ "opponent": "here" }));
    ann.play(&game, "e4").ok();
    let file = folder.path().join("club.backup");
    let file = file.to_str().unwrap();
    // Also while it runs.
    let (is_made, says) = run(&["backup", file, "--store", database.address()]);
    assert!(is_made && says.contains("1 game of the database"), "{says}");
    server.kill();
    let (is_restored, says) = run(&["restore", file, "--store", other.address()]);
    assert!(is_restored && says.contains("1 game restored into the database"), "{says}");
    let (is_restored, says) = run(&["restore", file, "--store", database.address()]);
    assert!(!is_restored && says.contains("has games already"), "{says}");
    let fresh = Folder::new();
    goes_on(&serve_from(&fresh, &other), &ann, &game, 1, "e5");
    // A folder that belongs to the games of one database is not taken for those of another.
    let says = refused(&fresh, &database);
    assert!(says.contains("another database"), "{says}");
    let back = Folder::new();
    let (is_restored, says) = run(&["restore", file, "--data", back.data().to_str().unwrap()]);
    assert!(is_restored, "{says}");
    goes_on(&Process::serve(&back), &ann, &game, 1, "e5");
}

#[test]
fn what_is_no_database_of_ours_is_refused_in_words() {
    let folder = Folder::new();
    let data = folder.data();
    let serve = |store: &str| run(&["serve", "--data", data.to_str().unwrap(), "--store", store]);
    for (store, reason) in [
        ("postgres://tabiya:geheim@127.0.0.1:1/chess", "cannot be reached"),
        ("mysql://localhost/chess", "is the address of a database"),
        ("/srv/chess", "a folder is named by --data"),
    ] {
        let (is_served, says) = serve(store);
        assert!(!is_served && says.contains(reason) && !says.contains("geheim"), "{says}");
    }
    let strange = PostgresDatabase::new();
    strange.ask("CREATE TABLE pupils (name TEXT)");
    let (is_served, says) = serve(strange.address());
    assert!(!is_served && says.contains("not made by Tabiya"), "{says}");
    let newer = PostgresDatabase::new();
    newer.ask("CREATE TABLE tabiya (form INT, identity TEXT, moving TEXT)");
    newer.ask("INSERT INTO tabiya VALUES (99, 'x', NULL)");
    let (is_served, says) = serve(newer.address());
    assert!(!is_served && says.contains("a newer Tabiya"), "{says}");
}
