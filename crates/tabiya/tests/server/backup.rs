//! `tabiya backup` and `restore` as people use them.

use std::fs;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use serde_json::json;

use crate::client::Client;
use crate::full::run_told;
use crate::process::{Folder, Process, serve_arguments, tabiya};
use crate::serve::failure;

#[test]
fn backup_and_restore_find_the_folder_that_the_settings_file_names() {
    let folder = Folder::new();
    let server = Process::serve(&folder);
    let ann = Client::player(server.address, "Ann");
    let game = ann.create(&json!({ "opponent": "here" }));
    assert!(server.interrupt().0.success());
    let config = folder.path().join("config/tabiya");
    fs::create_dir_all(&config).unwrap();
    fs::write(config.join("tabiya.toml"), format!("data = {:?}\n", folder.data())).unwrap();
    // The usual folders are empty ones.
    let command = |word: &str, file: &str| {
        let mut command = tabiya();
        command.arg(word).arg(folder.path().join(file));
        command.env("XDG_CONFIG_HOME", folder.path().join("config"));
        command.env("XDG_DATA_HOME", folder.path().join("usual"));
        command
    };
    assert!(command("backup", "by-usual-file").output().unwrap().status.success());
    let named = folder.path().join("config/tabiya/tabiya.toml");
    let mut by_name = command("backup", "by-named-file");
    by_name.env_remove("XDG_CONFIG_HOME").arg("--config").arg(&named);
    assert!(by_name.output().unwrap().status.success());
    assert!(!folder.path().join("usual").exists(), "a backup makes no data folder");
    fs::remove_dir_all(folder.data()).unwrap();
    assert!(command("restore", "by-usual-file").output().unwrap().status.success());
    let server = Process::serve(&folder);
    assert_eq!(Client::stranger(server.address).view(&game)["game"], game.as_str());
    assert!(server.interrupt().0.success());
    // A flag wins over the file.
    let elsewhere = folder.path().join("elsewhere");
    assert!(
        command("restore", "by-named-file").arg("--data").arg(&elsewhere).output().unwrap().status.success()
    );
    assert!(elsewhere.join("tabiya.db").exists());
}

#[test]
fn a_backup_is_made_while_the_server_runs_and_goes_back() {
    let folder = Folder::new();
    let mut server = Process::serve(&folder);
    let ann = Client::player(server.address, "Ann");
    let game = ann.create(&json!({ "opponent": "here" }));
    ann.play(&game, "e4").ok();
    let file = folder.path().join("club.backup");
    let data = folder.data();
    let backup = tabiya().arg("backup").arg(&file).arg("--data").arg(&data).output().unwrap();
    assert!(backup.status.success(), "{backup:?}");
    let itself = failure(tabiya().arg("backup").arg(folder.database()).arg("--data").arg(&data));
    assert!(itself.contains("the database itself"), "{itself}");
    let nowhere = folder.path().join("no/such/file");
    let told = failure(tabiya().arg("backup").arg(&nowhere).arg("--data").arg(&data));
    assert!(told.contains("there is no folder") && told.contains("no/such for a backup\n"), "{told}");
    let told = failure(tabiya().arg("restore").arg(&nowhere).arg("--data").arg(&data));
    assert!(told.contains("there is no backup") && told.contains("no/such/file\n"), "{told}");
    assert!(told.contains(data.join("backups").to_str().unwrap()), "{told}");
    ann.play(&game, "e5").ok();
    let busy = failure(tabiya().arg("restore").arg(&file).arg("--data").arg(&data));
    assert!(busy.contains("another Tabiya uses") && busy.contains("stop that one first"), "{busy}");
    server.kill();
    let restore = tabiya().arg("restore").arg(&file).arg("--data").arg(&data).output().unwrap();
    let out = String::from_utf8(restore.stdout).unwrap();
    assert!(
        out.starts_with(&format!("1 game restored into {}.\nWhat was there before is now ", data.display())),
        "{out}"
    );
    let server = Process::serve(&folder);
    let ann = Client { address: server.address, ..ann };
    assert_eq!(ann.view(&game)["line"].as_array().unwrap().len(), 1);
    ann.play(&game, "c5").ok();
    assert!(folder.data().join("tabiya.db.old-1").exists());
}

#[test]
fn a_backup_names_the_folder_and_the_number_of_games() {
    let folder = Folder::new();
    let (data, file) = (folder.data(), folder.path().join("club.backup"));
    let server = Process::serve(&folder);
    let ann = Client::player(server.address, "Ann");
    let backup = || {
        let output = tabiya().arg("backup").arg(&file).arg("--data").arg(&data).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    for told in ["1 game", "2 games"] {
        ann.create(&json!({ "opponent": "here" }));
        let is = if told == "1 game" { "is" } else { "are" };
        assert_eq!(backup(), format!("{told} of {} {is} in {}.\n", data.display(), file.display()));
    }
    assert!(server.interrupt().0.success());
    let restore = tabiya().arg("restore").arg(&file).arg("--data").arg(&data).output().unwrap();
    let out = String::from_utf8(restore.stdout).unwrap();
    assert!(out.starts_with(&format!("2 games restored into {}.\n", data.display())), "{out}");
}

/// The last good backup must not be replaced by an empty one because a folder was mistaken.
#[test]
fn a_folder_without_games_is_told_and_no_backup_is_written() {
    let folder = Folder::new();
    let (data, file) = (folder.data(), folder.path().join("club.backup"));
    fs::write(&file, "the last good one").unwrap();
    let backup = || failure(tabiya().arg("backup").arg(&file).arg("--data").arg(&data));
    let nothing = backup();
    assert!(nothing.contains(&format!("no games are kept in {}", data.display())), "{nothing}");
    assert!(nothing.contains("--data"), "{nothing}");
    assert!(!data.exists(), "a backup makes no data folder");
    drop(Process::serve(&folder));
    let other = backup();
    assert!(other.contains("is there already, and it is no backup"), "{other}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "the last good one");
    fs::remove_file(&file).unwrap();
    let empty = backup();
    assert!(empty.contains(&format!("there are no games in {} yet", data.display())), "{empty}");
    assert!(!file.exists());
}

#[test]
fn a_file_without_games_replaces_nothing() {
    let (folder, empty) = (Folder::new(), Folder::new());
    drop(Process::serve(&empty));
    let server = Process::serve(&folder);
    let game = Client::player(server.address, "Ann").create(&json!({ "opponent": "here" }));
    assert!(server.interrupt().0.success());
    let error = failure(tabiya().arg("restore").arg(empty.database()).arg("--data").arg(folder.data()));
    assert!(error.contains(&format!("there are no games in {}", empty.database().display())), "{error}");
    assert!(error.contains("Nothing was changed"), "{error}");
    assert!(!folder.data().join("tabiya.db.old-1").exists());
    let server = Process::serve(&folder);
    assert_eq!(Client::stranger(server.address).view(&game)["game"], game.as_str());
}

/// A folder in which there is one game, with one move.
pub fn with_a_game() -> (Folder, String) {
    let folder = Folder::new();
    let server = Process::serve(&folder);
    let ann = Client::player(server.address, "Ann");
    let game = ann.create(&json!({ "opponent": "here" }));
    ann.play(&game, "e4").ok();
    assert!(server.interrupt().0.success());
    (folder, game)
}

fn make_pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_backup_replaces_nothing_but_files() {
    let (folder, _) = with_a_game();
    let place = folder.path().join("place");
    fs::create_dir(&place).unwrap();
    make_pipe(&place.join("pipe"));
    symlink("nowhere", place.join("dangling")).unwrap();
    symlink("pipe", place.join("link-to-pipe")).unwrap();
    fs::create_dir(place.join("folder")).unwrap();
    let before = names(&place);
    for (name, why) in [
        ("pipe", "it is a named pipe"),
        ("link-to-pipe", "it is a named pipe"),
        ("dangling", "it is a link that leads nowhere"),
        ("folder", "it is a folder"),
    ] {
        let error = failure(tabiya().arg("backup").arg(place.join(name)).arg("--data").arg(folder.data()));
        assert!(error.contains(&format!("{name}: {why}")), "{error}");
    }
    assert_eq!(names(&place), before);
    assert!(fs::metadata(place.join("pipe")).unwrap().file_type().is_fifo());
    assert!(fs::symlink_metadata(place.join("dangling")).unwrap().is_symlink());
}

#[test]
fn a_backup_does_not_replace_what_is_none() {
    let (folder, _) = with_a_game();
    let file = folder.path().join("notes.txt");
    fs::write(&file, "The second round is on Friday.").unwrap();
    let backup = |to: &Path| {
        let mut command = tabiya();
        command.arg("backup").arg(to).arg("--data").arg(folder.data());
        command
    };
    let error = failure(&mut backup(&file));
    assert!(
        error.contains("notes.txt is there already, and it is no backup\nNothing was written."),
        "{error}"
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), "The second round is on Friday.");
    // One of ours is, every time.
    for _ in 0..2 {
        assert!(backup(&folder.path().join("club.backup")).status().unwrap().success());
    }
}

#[test]
fn a_backup_follows_a_link_and_is_for_its_owner_alone() {
    let (folder, _) = with_a_game();
    let (link, file) = (folder.path().join("link"), folder.path().join("club.backup"));
    // An empty one that somebody has made for it.
    fs::write(&file, "").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("club.backup", &link).unwrap();
    let backup = tabiya().arg("backup").arg(&link).arg("--data").arg(folder.data()).output().unwrap();
    assert!(backup.status.success(), "{backup:?}");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read(&file).unwrap().starts_with(b"SQLite format 3"));
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_backup_does_not_replace_what_is_the_servers() {
    let (folder, _) = with_a_game();
    let link = folder.path().join("link");
    symlink(folder.data().join("lock"), &link).unwrap();
    fs::write(folder.data().join("tabiya.db.old-1"), "an old one").unwrap();
    let before = names(&folder.data());
    let own = ["tabiya.db", "tabiya.db-wal", "tabiya.db-shm", "tabiya.db.old-1", "tabiya.db.old-7", "lock"];
    for file in own.map(|name| folder.data().join(name)).iter().chain([&link]) {
        let error = failure(tabiya().arg("backup").arg(file).arg("--data").arg(folder.data()));
        assert!(error.contains("a backup is another file"), "{error}");
    }
    assert_eq!(names(&folder.data()), before);
    assert_eq!(fs::read_to_string(folder.data().join("tabiya.db.old-1")).unwrap(), "an old one");
}

#[test]
fn a_file_that_is_not_there_is_not_said_to_be_as_it_was() {
    let folder = Folder::new();
    drop(Process::serve(&folder));
    let file = folder.path().join("a.backup");
    let error = failure(tabiya().arg("backup").arg(&file).arg("--data").arg(folder.data()));
    assert!(error.contains("Nothing was written.") && !error.contains("as it was"), "{error}");
    assert!(!file.exists());
}

/// Everything in a folder, with its content but for the lock's; nothing where there is no folder.
fn content_of(folder: &Path) -> Option<Vec<(String, Vec<u8>)>> {
    let content = |name: String| match name.as_str() {
        "lock" => (name, Vec::new()),
        _ => (name.clone(), fs::read(folder.join(name)).unwrap()),
    };
    folder.exists().then(|| names(folder).into_iter().map(content).collect())
}

/// Whatever is no backup, or not a whole one, changes nothing: neither games that are there nor a folder that is not.
#[test]
fn what_cannot_be_restored_changes_nothing() {
    let (folder, _) = with_a_game();
    let place = folder.path().join("backups");
    fs::create_dir(&place).unwrap();
    let good = place.join("good");
    assert!(tabiya().arg("backup").arg(&good).arg("--data").arg(folder.data()).status().unwrap().success());
    let bytes = fs::read(&good).unwrap();
    let mut newer = bytes.clone();
    newer[60..64].copy_from_slice(&99_u32.to_be_bytes());
    let mut torn = bytes.clone();
    torn[4096..8192].fill(0x5a);
    for (name, content, told) in [
        ("rubbish", b"rubbish\n".repeat(1000), "it is no backup"),
        ("empty", vec![], "there are no games"),
        ("newer", newer, "a newer Tabiya wrote this database"),
        ("torn", torn, "damaged"),
        ("half", bytes[..bytes.len() / 2].to_vec(), "damaged"),
        ("no-end", bytes[..bytes.len() - 4096].to_vec(), "damaged"),
        ("no-last-bytes", bytes[..bytes.len() - 100].to_vec(), "damaged"),
        ("head", bytes[..100].to_vec(), "no games that could be read"),
    ] {
        fs::write(place.join(name), content).unwrap();
        for data in [folder.data(), folder.path().join("a/new/one"), folder.path().join("there")] {
            let _ = fs::create_dir(folder.path().join("there"));
            let before = (content_of(&data), names(&place));
            let error = failure(tabiya().arg("restore").arg(place.join(name)).arg("--data").arg(&data));
            assert!(error.contains(told) && error.contains("Nothing was changed"), "{name}: {error}");
            assert!((content_of(&data), names(&place)) == before, "{name}: {:?}", names(folder.path()));
            assert!(!folder.path().join("a").exists(), "{name}");
        }
    }
}

#[test]
fn what_is_left_of_a_damaged_backup_is_taken_when_asked_for() {
    let folder = Folder::new();
    let server = Process::serve(&folder);
    let ann = Client::player(server.address, "Ann");
    let games: Vec<String> = (0..60).map(|_| ann.create(&json!({ "opponent": "here" }))).collect();
    assert!(server.interrupt().0.success());
    let (torn, data) = (folder.path().join("torn"), folder.path().join("new"));
    assert!(tabiya().arg("backup").arg(&torn).arg("--data").arg(folder.data()).status().unwrap().success());
    let mut bytes = fs::read(&torn).unwrap();
    let page = bytes.len() * 2 / 3 / 4096 * 4096;
    bytes[page..page + 4096].fill(0x5a);
    fs::write(&torn, bytes).unwrap();
    let error = failure(tabiya().arg("restore").arg(&torn).arg("--data").arg(&data));
    assert!(!data.exists());
    let out = run_told(&error, "tabiya restore --damaged");
    assert!(out.contains("restored into"), "{out}");
    let mut serve = tabiya();
    serve.args(["serve", "--data"]).arg(&data).arg("--config").arg(folder.path().join("settings.toml"));
    let server = Process::start(&mut serve);
    let someone = Client::stranger(server.address);
    let found = games.iter().filter(|game| someone.get(&format!("/v1/games/{game}")).status == 200).count();
    assert!(found > 0, "{out}");
}

#[test]
fn only_files_are_restored() {
    let folder = Folder::new();
    let pipe = folder.path().join("pipe");
    make_pipe(&pipe);
    for (path, why) in [(pipe.as_path(), "it is no file"), (folder.path(), "it is no file")] {
        // Whoever opens a pipe waits for somebody who writes into it.
        let mut command = Command::new("timeout");
        command
            .args(["60", env!("CARGO_BIN_EXE_tabiya"), "restore"])
            .arg(path)
            .arg("--data")
            .arg(folder.data());
        let error = failure(&mut command);
        assert!(error.contains(why), "{error}");
    }
}

/// Where the database is gone and others lie beside it, beginning anew would look as if all games were lost.
#[test]
fn a_missing_database_with_others_beside_it_is_told() {
    let (folder, game) = with_a_game();
    let old = folder.data().join("tabiya.db.old-1");
    fs::rename(folder.database(), &old).unwrap();
    let error = failure(tabiya().args(serve_arguments(&folder)));
    assert!(error.contains("tabiya.db is missing"), "{error}");
    assert!(!folder.database().exists());
    let out = run_told(&error, "tabiya restore /");
    assert!(out.starts_with("1 game restored into "), "{out}");
    let server = Process::serve(&folder);
    assert_eq!(Client::stranger(server.address).view(&game)["game"], game.as_str());
}

/// Ends `restore` at each call that gives or takes a name, one after the other. Whenever that is, either the old games
/// are there or the new ones.
#[test]
#[ignore = "needs strace; `cargo xtask ci promise` runs it"]
fn a_restore_that_is_killed_leaves_the_old_games_or_the_new() {
    // Each is counted by itself, and not every machine has all of them.
    let calls = ["?rename,?renameat,?renameat2", "?link,?linkat", "?unlink,?unlinkat"];
    for calls in calls {
        let kills = (1..).take_while(|number| is_restore_killed(calls, *number)).count();
        assert!(kills > 0, "{calls}: nothing was killed");
    }
}

/// Whether a `restore` was killed at the nth call of a kind, after which the games are there in any case.
fn is_restore_killed(calls: &str, number: u32) -> bool {
    let folder = Folder::new();
    let mut server = Process::serve(&folder);
    let ann = Client::player(server.address, "Ann");
    let game = ann.create(&json!({ "opponent": "here" }));
    ann.play(&game, "e4").ok();
    let backup = folder.path().join("club.backup");
    let made = tabiya().arg("backup").arg(&backup).arg("--data").arg(folder.data()).output().unwrap();
    assert!(made.status.success(), "{made:?}");
    ann.play(&game, "e5").ok();
    // The last move is in the log alone.
    server.kill();
    let mut restore = Command::new("strace");
    restore.args(["-f", "-o"]).arg(folder.path().join("trace"));
    restore.args(["-e", &format!("trace={calls}")]);
    restore.args(["-e", &format!("inject={calls}:signal=KILL:when={number}")]);
    restore.arg(env!("CARGO_BIN_EXE_tabiya")).arg("restore").arg(&backup).arg("--data").arg(folder.data());
    let is_done = restore.output().unwrap().status.success();
    let server = Process::serve(&folder);
    let reply = Client::stranger(server.address).get(&format!("/v1/games/{game}"));
    assert_eq!(reply.status, 200, "{calls} {number}: the game is gone");
    let moves = reply.json()["line"].as_array().unwrap().len();
    assert!(moves == 1 || moves == 2 && !is_done, "{calls} {number}: {moves} moves");
    let left = fs::read_dir(folder.data()).unwrap().map(|file| file.unwrap().file_name());
    let drafts: Vec<_> = left.filter(|name| name.as_encoded_bytes().starts_with(b".tabiya-")).collect();
    assert!(drafts.is_empty(), "{calls} {number}: {drafts:?} are left behind");
    !is_done
}

/// Everything in a folder that others than its owner could read or enter.
fn open_to_others(path: &Path) -> Vec<String> {
    let is_open = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o077 != 0;
    let inside = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    let found = inside.chain([path.to_owned()]).filter(|path| is_open(path));
    found.map(|path| path.display().to_string()).collect()
}

#[test]
fn what_is_kept_is_for_its_owner_only() {
    let folder = Folder::new();
    let server = Process::serve(&folder);
    let ann = Client::player(server.address, "Ann");
    let game = ann.create(&json!({ "opponent": "link" }));
    let key = ann.get(&format!("/v1/games/{game}/invitation")).ok()["key"].as_str().unwrap().to_owned();
    assert_eq!(open_to_others(&folder.data()), [""; 0]);
    let file = folder.path().join("club.backup");
    fs::write(&file, "").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    let backup = |file: &Path| {
        assert!(
            tabiya().arg("backup").arg(file).arg("--data").arg(folder.data()).status().unwrap().success()
        );
        assert_eq!(fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
    };
    backup(&file);
    backup(&folder.path().join("new.backup"));
    assert!(server.interrupt().0.success());
    // What gives rights to whoever knows it can be read nowhere.
    let secrets = [ann.token.unwrap(), key];
    for path in [folder.database(), file.clone()] {
        let bytes = fs::read(&path).unwrap();
        let has = |secret: &String| bytes.windows(secret.len()).any(|found| found == secret.as_bytes());
        assert!(!secrets.iter().any(has), "{path:?}");
    }
    // What an earlier version made is closed, but for the folder, which may be somebody's for other things.
    fs::set_permissions(folder.data(), fs::Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(folder.database(), fs::Permissions::from_mode(0o644)).unwrap();
    let server = Process::serve(&folder);
    assert_eq!(open_to_others(&folder.data()), [folder.data().display().to_string()]);
    assert!(server.interrupt().0.success());
    let restored = folder.path().join("restored");
    let status = tabiya().arg("restore").arg(&file).arg("--data").arg(&restored).status().unwrap();
    assert!(status.success());
    assert_eq!(open_to_others(&restored), [""; 0]);
}
