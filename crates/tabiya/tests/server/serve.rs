//! `tabiya serve`, `backup` and `restore` as people use them.

use std::net::TcpListener;

use serde_json::json;

use crate::client::Client;
use crate::process::{Folder, Process, serve_arguments, tabiya};

fn failure(command: &mut std::process::Command) -> String {
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn ctrl_c_ends_the_server_cleanly() {
    let folder = Folder::new();
    let server = Process::serve(&folder);
    let ann = Client::player(server.address, "Ann");
    let game = ann.create(&json!({ "opponent": "here" }));
    let (status, rest) = server.interrupt();
    assert!(status.success());
    assert!(rest.ends_with("Goodbye. All games are kept.\n"), "{rest}");
    let server = Process::serve(&folder);
    Client { address: server.address, ..ann }.play(&game, "e4").ok();
}

#[test]
fn a_second_server_points_to_the_first() {
    let folder = Folder::new();
    let server = Process::serve(&folder);
    let address = server.address.to_string();
    let output = tabiya().args(serve_arguments(&folder)).args(["--listen", &address]).output().unwrap();
    assert!(output.status.success());
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(out, format!("Tabiya is running already: http://{address}\n"));
    let busy = failure(tabiya().args(serve_arguments(&folder)));
    assert!(busy.contains("another Tabiya uses the data folder"), "{busy}");
}

#[test]
fn another_program_on_the_port_is_told() {
    let folder = Folder::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let error = failure(tabiya().args(serve_arguments(&folder)).args(["--listen", &address]));
    assert!(error.contains("another program listens on") && error.contains("--listen"), "{error}");
}

#[test]
fn bad_settings_are_told_with_their_place() {
    let folder = Folder::new();
    let file = folder.path().join("settings.toml");
    std::fs::write(&file, "listne = \"127.0.0.1:0\"\n").unwrap();
    let error = failure(tabiya().args(serve_arguments(&folder)));
    assert!(error.contains("line 1") && error.contains("listne"), "{error}");
    for (text, told) in [
        ("listen = \"localhost\"\n", "such as 127.0.0.1:8064"),
        ("listen = 8064\n", "expected a string"),
        ("[limits]\nconnections = 0\n", "line 2"),
        ("[limits]\nconnections = -1\n", "line 2"),
        ("public-url = \"ftp://x\"\n", "no public URL"),
    ] {
        std::fs::write(&file, text).unwrap();
        let error = failure(tabiya().args(serve_arguments(&folder)));
        assert!(error.contains(told), "{text}: {error}");
    }
    std::fs::write(&file, "").unwrap();
    let error =
        failure(tabiya().args(serve_arguments(&folder)).args(["--public-url", "chess.example.org/x"]));
    assert!(error.contains("no public URL"), "{error}");
    assert_eq!(
        tabiya().args(["serve", "--lan", "--listen", "127.0.0.1:1"]).output().unwrap().status.code(),
        Some(2)
    );
}

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
    assert!(out.starts_with("1 game restored.\nWhat was there before is now "), "{out}");
    let server = Process::serve(&folder);
    let ann = Client { address: server.address, ..ann };
    assert_eq!(ann.view(&game)["line"].as_array().unwrap().len(), 1);
    ann.play(&game, "c5").ok();
    assert!(folder.data().join("tabiya.db.old-1").exists());
}
