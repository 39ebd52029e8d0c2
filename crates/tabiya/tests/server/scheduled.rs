//! Backups that the server makes by itself.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use serde_json::json;

use crate::backup::{names, with_a_game};
use crate::client::Client;
use crate::full::run_told;
use crate::process::{Folder, Process, serve_arguments, tabiya};
use crate::serve::failure;

/// A server that makes backups by a plan.
fn serve(folder: &Folder, plan: &[&str]) -> Process {
    let mut command = tabiya();
    command.args(serve_arguments(folder)).args(["--backup-every", "1 day"]).args(plan).stderr(Stdio::null());
    Process::start(&mut command)
}

/// Waits until a folder has a file that was not there before.
fn new_file(folder: &Path, before: &[String]) -> PathBuf {
    loop {
        let found = if folder.exists() { names(folder) } else { Vec::new() };
        let new = found.into_iter().find(|name| name.ends_with(".backup") && !before.contains(name));
        if let Some(new) = new {
            return folder.join(new);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn figure(server: &Process, name: &str) -> f64 {
    let text = Client::stranger(server.address).get("/metrics").body;
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("there is no {name}:\n{text}")).parse().unwrap()
}

#[test]
fn a_missed_backup_is_made_at_the_start_and_goes_back() {
    let (folder, game) = with_a_game();
    let kept = folder.data().join("backups");
    let server = serve(&folder, &[]);
    let made = new_file(&kept, &[]);
    assert!(made.to_str().unwrap().ends_with("-scheduled.backup"), "{made:?}");
    for path in [&made, &kept] {
        assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o077, 0, "{path:?}");
    }
    while figure(&server, "tabiya_backup_timestamp_seconds") == 0.0 {}
    assert_eq!(figure(&server, "tabiya_backup_failing"), 0.0);
    let (status, told) = server.interrupt();
    assert!(status.success());
    assert!(
        told.contains(&format!("A backup is made every day in {}; the last 7 are kept.", kept.display())),
        "{told}"
    );
    // The next start is too early for another one.
    let server = serve(&folder, &[]);
    while figure(&server, "tabiya_backup_timestamp_seconds") == 0.0 {}
    assert!(server.interrupt().0.success());
    assert_eq!(names(&kept).len(), 1);
    // The way back, into a folder where everything is lost.
    let copy = folder.path().join("copy.backup");
    fs::copy(&made, &copy).unwrap();
    fs::remove_dir_all(folder.data()).unwrap();
    let restored = tabiya().arg("restore").arg(&copy).arg("--data").arg(folder.data()).output().unwrap();
    assert!(restored.status.success(), "{restored:?}");
    let server = Process::serve(&folder);
    assert_eq!(Client::stranger(server.address).view(&game)["line"].as_array().unwrap().len(), 1);
}

#[test]
fn the_newest_are_kept_and_nothing_goes_that_is_not_ours() {
    let (folder, _) = with_a_game();
    let kept = folder.path().join("other disk");
    fs::create_dir(&kept).unwrap();
    let plan = ["--backup-folder", kept.to_str().unwrap(), "--backup-keep", "2"];
    let server = serve(&folder, &plan);
    let made = new_file(&kept, &[]).file_name().unwrap().to_str().unwrap().to_owned();
    assert!(server.interrupt().0.success());
    // Older ones of ours, and what looks like them: of another club, made by hand, of another kind, no database.
    let of_day = |day: &str| format!("tabiya-2020-01-{day}-{}", &made["tabiya-2020-01-01-".len()..]);
    let ours = ["01", "02", "03"].map(of_day);
    let tag = made.rsplit('-').next().unwrap();
    let others = [
        of_day("04").replace(tag, "00000000.backup"),
        of_day("05").replace("scheduled", "by-hand"),
        of_day("06").replace(&format!("-{tag}"), ".backup"),
        of_day("07").replace(".backup", " (copy).backup"),
        "tabiya-2999-01-01-000000-scheduled-".to_owned() + tag,
    ];
    for name in ours.iter().chain(&others) {
        fs::copy(kept.join(&made), kept.join(name)).unwrap();
    }
    let rubbish = of_day("08");
    fs::write(kept.join(&rubbish), "this is no database").unwrap();
    fs::create_dir(kept.join(of_day("09"))).unwrap();
    // So that it is time again.
    fs::rename(kept.join(&made), kept.join(of_day("10"))).unwrap();
    let before = names(&kept);
    let server = serve(&folder, &plan);
    let new = new_file(&kept, &before).file_name().unwrap().to_str().unwrap().to_owned();
    while kept.join(&ours[2]).exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(server.interrupt().0.success());
    let mut expected = [&others[..], &[rubbish, of_day("09"), of_day("10"), new]].concat();
    expected.sort();
    assert_eq!(names(&kept), expected);
}

/// The database of a club that has just begun, with so many games.
fn new_club(games: usize) -> Vec<u8> {
    let folder = Folder::new();
    let server = Process::serve(&folder);
    let ann = Client::player(server.address, "Ann");
    for _ in 0..games {
        ann.create(&json!({ "opponent": "here" }));
    }
    assert!(server.interrupt().0.success());
    fs::read(folder.database()).unwrap()
}

#[test]
fn no_new_club_is_begun_where_backups_have_the_games_of_the_old_one() {
    let (folder, game) = with_a_game();
    let server = serve(&folder, &[]);
    let backup = new_file(&folder.data().join("backups"), &[]);
    assert!(server.interrupt().0.success());
    for lost in [None, Some(vec![]), Some(new_club(0))] {
        fs::remove_file(folder.database()).unwrap();
        if let Some(bytes) = &lost {
            fs::write(folder.database(), bytes).unwrap();
        }
        let error = failure(tabiya().args(serve_arguments(&folder)));
        let told = format!("there are no games in {}, but 1 in the backup", folder.database().display());
        assert!(error.contains(&told), "{error}");
        assert!(fs::read(folder.database()).ok() == lost, "nothing was changed");
        let out = run_told(&error, &format!("tabiya restore {}", backup.display()));
        assert!(out.starts_with("1 game restored into "), "{out}");
        let server = Process::serve(&folder);
        assert_eq!(Client::stranger(server.address).view(&game)["game"], game.as_str());
        assert!(server.interrupt().0.success());
        for old in names(&folder.data()).iter().filter(|name| name.contains(".old-")) {
            fs::remove_file(folder.data().join(old)).unwrap();
        }
    }
}

#[test]
fn no_backup_goes_for_one_that_holds_fewer_games() {
    let (folder, _) = with_a_game();
    fs::write(folder.database(), new_club(3)).unwrap();
    let kept = folder.data().join("backups");
    let plan = ["--backup-keep", "1"];
    let made = |before: &[String]| {
        let server = serve(&folder, &plan);
        let made = new_file(&kept, before);
        assert!(server.interrupt().0.success());
        // So that it is time again.
        let older = kept.join(format!("tabiya-2020-01-0{}-000000-scheduled.backup", before.len() + 1));
        fs::rename(made, older).unwrap();
        names(&kept)
    };
    let full = made(&[]);
    // Some of it is lost: what holds all of it stays, however many are too many.
    fs::write(folder.database(), new_club(1)).unwrap();
    let both = made(&full);
    assert_eq!(both.len(), 2);
    assert!(both.contains(&full[0]));
    // Until there is one that holds as much.
    fs::write(folder.database(), new_club(4)).unwrap();
    assert_eq!(made(&both).len(), 1);
}

#[test]
fn a_backup_that_fails_is_told_and_play_goes_on() {
    let (folder, game) = with_a_game();
    let gone = folder.path().join("stick");
    let plan = ["--backup-every", "1 day", "--backup-folder", gone.to_str().unwrap()];
    let mut command = tabiya();
    command.args(serve_arguments(&folder)).args(plan).stderr(Stdio::piped());
    let mut server = Process::start(&mut command);
    let stderr = server.child.stderr.take().unwrap();
    while figure(&server, "tabiya_backup_failing") == 0.0 {}
    assert_eq!(figure(&server, "tabiya_backup_failures_total"), 1.0);
    let someone = Client::stranger(server.address);
    let ready = someone.get("/readyz");
    assert_eq!((ready.status, ready.body.as_str()), (200, "ready, but the folder for backups is missing\n"));
    assert_eq!(someone.view(&game)["game"], game.as_str());
    assert!(!gone.exists(), "a folder that somebody named is not made");
    assert!(server.interrupt().0.success());
    let said = std::io::read_to_string(stderr).unwrap();
    let expected = [gone.to_str().unwrap(), "No such file or directory", "mkdir -p", "--backup-folder"];
    assert!(expected.iter().all(|words| said.contains(words)), "{said}");
}

/// Whoever has named a folder on a disk that is not there would find out on the day on which a backup is needed.
#[test]
fn a_missing_folder_for_backups_is_told_before_there_is_a_game() {
    let folder = Folder::new();
    let gone = folder.path().join("stick");
    let mut command = tabiya();
    command.args(serve_arguments(&folder)).args(["--backup-folder", gone.to_str().unwrap()]);
    let mut server = Process::start(command.stderr(Stdio::piped()));
    let stderr = server.child.stderr.take().unwrap();
    while figure(&server, "tabiya_backup_failing") == 0.0 {}
    assert_eq!(figure(&server, "tabiya_backup_failures_total"), 0.0, "none was due");
    let trouble = Client::stranger(server.address).get("/v1/host").ok()["trouble"].clone();
    assert_eq!(trouble["says"], "The folder for backups is missing.");
    assert!(server.interrupt().0.success());
    let said = std::io::read_to_string(stderr).unwrap();
    assert!(said.contains(gone.to_str().unwrap()) && said.contains("mkdir -p"), "{said}");
}

#[test]
fn plans_that_cannot_be_are_told() {
    let folder = Folder::new();
    let file = folder.path().join("settings.toml");
    for (text, told) in [
        ("[backups]\nevery = \"often\"\n", "such as '1 day'"),
        ("[backups]\nevery = \"0 days\"\n", "line 2"),
        ("[backups]\nkeep = 0\n", "line 2"),
        ("[backups]\nfodler = \"/x\"\n", "fodler"),
    ] {
        fs::write(&file, text).unwrap();
        let error = failure(tabiya().args(serve_arguments(&folder)));
        assert!(error.contains(told), "{text}: {error}");
    }
    let wrong = tabiya().args(["serve", "--backup-keep", "0"]).output().unwrap();
    assert_eq!(wrong.status.code(), Some(2));
    fs::write(&file, "listen = \"127.0.0.1:0\"\nopen = false\n[backups]\nevery = \"never\"\n").unwrap();
    let (status, told) = Process::serve(&folder).interrupt();
    assert!(status.success() && told.contains("--backup-every '1 day'"), "{told}");
}
