//! `tabiya backup` and `restore` as people use them.

use serde_json::json;

use crate::client::Client;
use crate::process::{Folder, Process, tabiya};
use crate::serve::failure;

#[test]
fn backup_and_restore_find_the_folder_that_the_settings_file_names() {
    let folder = Folder::new();
    let server = Process::serve(&folder);
    let ann = Client::player(server.address, "Ann");
    let game = ann.create(&json!({ "opponent": "here" }));
    assert!(server.interrupt().0.success());
    let config = folder.path().join("config/tabiya");
    std::fs::create_dir_all(&config).unwrap();
    std::fs::write(config.join("tabiya.toml"), format!("data = {:?}\n", folder.data())).unwrap();
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
    std::fs::remove_dir_all(folder.data()).unwrap();
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
    let nowhere = folder.path().join("no/such/folder");
    let nowhere = failure(tabiya().arg("backup").arg(&nowhere).arg("--data").arg(&data));
    assert!(nowhere.contains("no/such/folder: No such file"), "{nowhere}");
    ann.play(&game, "e5").ok();
    let busy = failure(tabiya().arg("restore").arg(&file).arg("--data").arg(&data));
    assert!(busy.contains("another Tabiya uses"), "{busy}");
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
    std::fs::write(&file, "the last good one").unwrap();
    let backup = || failure(tabiya().arg("backup").arg(&file).arg("--data").arg(&data));
    let nothing = backup();
    assert!(nothing.contains(&format!("no games are kept in {}", data.display())), "{nothing}");
    assert!(nothing.contains("--data"), "{nothing}");
    assert!(!data.exists(), "a backup makes no data folder");
    drop(Process::serve(&folder));
    let empty = backup();
    assert!(empty.contains(&format!("there are no games in {} yet", data.display())), "{empty}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "the last good one");
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
