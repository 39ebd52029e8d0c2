//! Where the settings file says that games are kept.

use std::fs;
use std::io::Write;
use std::process::Output;

use crate::board::{Folder, tabiya};

/// Makes a move with settings that name this data folder, and with the folder `home` as the user's.
fn play_with(folder: &Folder, data: &str) -> Output {
    let output = play_with_settings(folder, &format!("data = {data:?}\n"));
    assert!(output.status.success(), "{output:?}");
    output
}

/// The same with any settings, whatever comes of it.
fn play_with_settings(folder: &Folder, text: &str) -> Output {
    let settings = folder.path().join("settings/tabiya");
    fs::create_dir_all(&settings).unwrap();
    fs::write(settings.join("tabiya.toml"), text).unwrap();
    let args = ["play", "--plain", "--white", "human", "--black", "human"].map(str::to_owned);
    let mut command = tabiya(folder, &args);
    command.env("XDG_CONFIG_HOME", folder.path().join("settings")).env("HOME", folder.path().join("home"));
    let mut child = command.spawn().unwrap();
    // Whoever refuses to begin does not listen.
    let _ = child.stdin.as_mut().unwrap().write_all(b"e4\nquit\n");
    child.wait_with_output().unwrap()
}

#[test]
fn with_faulty_settings_nothing_begins() {
    let folder = Folder::new();
    let output = play_with_settings(&folder, "dta = \"~/schach\"\n");
    assert_eq!(output.status.code(), Some(1), "a game that is not kept would be lost: {output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("tabiya.toml"), "{output:?}");
}

#[test]
fn a_tilde_in_the_settings_is_the_home_folder() {
    let folder = Folder::new();
    let output = play_with(&folder, "~/schach");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(fs::read_dir(folder.path().join("home/schach/play")).unwrap().count(), 1);
    assert!(!folder.path().join("~").exists());
}

#[test]
fn a_data_folder_that_depends_on_where_one_stands_is_told() {
    let folder = Folder::new();
    let output = play_with(&folder, "club");
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.starts_with("note: ") && told.lines().count() == 1, "{told}");
    for part in ["settings/tabiya/tabiya.toml names a data folder", "/club;", "data = \"/home/anna/chess\""] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert_eq!(fs::read_dir(folder.path().join("club/play")).unwrap().count(), 1);
    let absolute = folder.path().join("absolute");
    let output = play_with(&folder, absolute.to_str().unwrap());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn the_book_of_the_settings_is_played_by_unless_a_flag_says_otherwise() {
    let folder = Folder::new();
    fs::write(folder.path().join("no-book.bin"), "no book").unwrap();
    let output = play_with_settings(&folder, "book = \"no-book.bin\"\n");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("no-book.bin") && told.contains("it is text, and no book"), "{told}");
    assert!(output.stdout.is_empty(), "nothing begins: {output:?}");
}
