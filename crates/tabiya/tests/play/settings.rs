//! Where the settings file says that games are kept.

use std::fs;
use std::io::Write;
use std::process::Output;

use crate::board::{Folder, tabiya};

/// Makes a move with settings that name this data folder, and with the folder `home` as the user's.
fn play_with(folder: &Folder, data: &str) -> Output {
    let settings = folder.path().join("settings/tabiya");
    fs::create_dir_all(&settings).unwrap();
    fs::write(settings.join("tabiya.toml"), format!("data = {data:?}\n")).unwrap();
    let args = ["play", "--plain", "--white", "human", "--black", "human"].map(str::to_owned);
    let mut command = tabiya(folder, &args);
    command.env("XDG_CONFIG_HOME", folder.path().join("settings")).env("HOME", folder.path().join("home"));
    let mut child = command.spawn().unwrap();
    child.stdin.as_mut().unwrap().write_all(b"e4\nquit\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    output
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
