//! Whatever goes wrong while a file is saved, the old one stays and nothing else appears.

use std::fs::{self, Permissions};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Folder, many_games, tabiya, told};

#[test]
fn a_full_disk_leaves_the_old_file() {
    let folder = Folder::new();
    let input = folder.write("in.pgn", many_games(500));
    let output = folder.write("out.pgn", "old");
    // A limit on the size of files fails like a full disk, whether or not its signal was ignored before.
    for trap in ["trap '' XFSZ; ", ""] {
        let script = format!("{trap}ulimit -f 8; exec \"$0\" convert \"$1\" \"$2\"");
        let run = Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_tabiya")])
            .args([&input, &output])
            .output()
            .unwrap();
        assert_eq!(fs::read(&output).unwrap(), b"old");
        assert_eq!(folder.count(), 2);
        assert_eq!(run.status.code(), Some(1));
        assert!(told(&run).contains("File too large"), "{}", told(&run));
    }
}

#[test]
fn a_full_standard_output_is_told() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let args = ["convert", "files/club.pgn", "-", "--to", "pgn"];
    let run = tabiya().args(args).stdout(full).output().unwrap();
    assert_eq!(run.status.code(), Some(1));
    assert!(told(&run).contains("No space left"), "{}", told(&run));
}

#[test]
fn a_folder_that_cannot_be_written_to_is_told_at_once() {
    let folder = Folder::new();
    let output = folder.write("out.pgn", "old");
    fs::set_permissions(&output, Permissions::from_mode(0o666)).unwrap();
    // The administrator may do anything: somebody else has to try.
    let program = folder.join("tabiya");
    fs::copy(env!("CARGO_BIN_EXE_tabiya"), &program).unwrap();
    fs::set_permissions(folder.path(), Permissions::from_mode(0o555)).unwrap();
    let mut command = Command::new(&program);
    if fs::metadata(&program).unwrap().uid() == 0 {
        command.uid(65534).gid(65534);
    }
    let input = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/files/club.pgn");
    let readable = fs::read(input).unwrap();
    command.args(["convert", "-", "--from", "pgn"]).arg(&output).stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // It may be gone already, and that is right.
    let _ = child.stdin.take().unwrap().write_all(&readable);
    let run = child.wait_with_output().unwrap();
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    assert_eq!(run.status.code(), Some(1), "{}", told(&run));
    assert!(told(&run).contains("Permission denied"), "{}", told(&run));
    assert_eq!(fs::read(&output).unwrap(), b"old");
    assert_eq!(folder.count(), 2);
}

#[test]
fn a_read_only_file_is_not_replaced() {
    let folder = Folder::new();
    let output = folder.write("out.pgn", "old");
    fs::set_permissions(&output, Permissions::from_mode(0o444)).unwrap();
    if fs::metadata(&output).unwrap().uid() == 0 {
        // For the administrator nothing is read-only.
        return;
    }
    let run = tabiya().args(["convert", "files/club.pgn"]).arg(&output).output().unwrap();
    assert_eq!(run.status.code(), Some(1));
    assert_eq!(fs::read(&output).unwrap(), b"old");
}

#[test]
fn a_kill_in_the_middle_leaves_the_old_file() {
    for signal in ["KILL", "INT", "TERM", "HUP"] {
        let folder = Folder::new();
        let output = folder.write("out.pgn", "old");
        // Under nohup a hang-up would be ignored, also by what we start.
        let mut child = Command::new("env")
            .args(["--default-signal", env!("CARGO_BIN_EXE_tabiya"), "convert", "-", "--from", "pgn"])
            .arg(&output)
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(many_games(20_000).as_bytes()).unwrap();
        wait_until_it_waits(child.id());
        let kill = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap();
        assert!(kill.success());
        assert!(!child.wait().unwrap().success());
        drop(input);
        assert_eq!(fs::read(&output).unwrap(), b"old", "{signal}");
        assert_eq!(folder.count(), 1, "{signal}");
    }
}

/// Until a process has read all there is and waits for more: it has then written most of its output.
fn wait_until_it_waits(id: u32) {
    let end = Instant::now() + Duration::from_secs(60);
    let read = || {
        let io = fs::read_to_string(format!("/proc/{id}/io")).unwrap_or_default();
        let line = io.lines().find_map(|line| line.strip_prefix("rchar: "));
        line.and_then(|bytes| bytes.parse::<usize>().ok()).unwrap_or(usize::MAX)
    };
    // Nearly all of it; the rest is in the pipe.
    while read() < many_games(20_000).len() - 100_000 && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn the_input_may_be_the_output() {
    let folder = Folder::new();
    let path = folder.write("games.pgn", "1. e4  e5 *");
    fs::set_permissions(&path, Permissions::from_mode(0o600)).unwrap();
    let run = tabiya().arg("convert").args([&path, &path]).output().unwrap();
    assert!(run.status.success(), "{}", told(&run));
    assert!(fs::read_to_string(&path).unwrap().ends_with("\n\n1. e4 e5 *\n"));
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o600);
    let run = tabiya().arg("games").arg(&path).arg("--extract").arg(&path).output().unwrap();
    assert!(run.status.success(), "{}", told(&run));
    assert!(fs::read_to_string(&path).unwrap().ends_with("\n\n1. e4 e5 *\n"));
    assert_eq!(folder.count(), 1);
}

#[test]
fn no_game_is_lost_where_some_are_extracted_onto_their_own_file() {
    let folder = Folder::new();
    let game = |name| format!("[White \"{name}\"]\n\n1. e4 *\n\n");
    let text = game("Ann") + &game("Bob") + &game("Cid");
    let path = folder.write("games.pgn", text.clone());
    let link = folder.join("link.pgn");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    for (arguments, onto, lost) in [
        (["--player", "bob"], &path, "2 of its 3 games"),
        (["--number", "1-2"], &path, "1 of its 3 games"),
        (["--number", "2"], &link, "2 of its 3 games"),
    ] {
        let run =
            tabiya().arg("games").arg(&path).args(arguments).arg("--extract").arg(onto).output().unwrap();
        assert_eq!(run.status.code(), Some(1), "{arguments:?}");
        assert!(told(&run).contains(lost), "{}", told(&run));
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    let other = folder.write("other.pgn", game("Dan"));
    let run = tabiya().arg("games").args([&path, &other]).arg("--extract").arg(&path).output().unwrap();
    assert!(run.status.success(), "{}", told(&run));
    assert_eq!(fs::read_to_string(&path).unwrap().matches("[White ").count(), 4);
}

#[test]
fn a_new_file_has_the_usual_permissions() {
    let folder = Folder::new();
    let output = folder.join("out.fen");
    let script = "umask 027; exec \"$0\" convert files/positions.fen \"$1\"";
    let run = Command::new("sh")
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"))
        .args(["-c", script, env!("CARGO_BIN_EXE_tabiya")])
        .arg(&output)
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", told(&run));
    assert_eq!(fs::metadata(&output).unwrap().mode() & 0o777, 0o640);
}

#[test]
fn a_pipe_is_refused_and_not_waited_for() {
    let folder = Folder::new();
    let pipe = folder.join("pipe.pgn");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let run = tabiya().args(["convert", "files/club.pgn"]).arg(&pipe).output().unwrap();
    assert_eq!(run.status.code(), Some(1));
    assert!(told(&run).contains("it is a named pipe"), "{}", told(&run));
}

/// Runs the shell's `command` with the binary as `$0`, and gives its status and what it told.
fn shell(command: &str) -> (Option<i32>, String) {
    let run = Command::new("sh")
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"))
        .args(["-c", command, env!("CARGO_BIN_EXE_tabiya")])
        .output()
        .unwrap();
    (run.status.code(), told(&run))
}

#[test]
fn an_answer_that_nobody_can_get_is_a_failure() {
    for command in [
        "convert files/club.pgn - --to pgn",
        "games files/club.pgn",
        "games files/club.pgn --number 1",
        "rules",
        "rules byu",
        "moves",
        "moves e2e4",
        "perft 1",
        "bench --depth 1",
        "classic",
        "--help",
        "--version",
    ] {
        let (status, told) = shell(&format!("\"$0\" {command} >&-"));
        assert_eq!(status, Some(1), "{command}: {told}");
        assert!(told.contains("standard output is closed"), "{command}: {told}");
        let (status, told) = shell(&format!("\"$0\" {command} > /dev/full"));
        assert_eq!(status, Some(1), "{command}: {told}");
        assert!(told.contains("No space left on device"), "{command}: {told}");
        // Whoever wants only the status may have that, and whoever has read enough may leave.
        assert_eq!(shell(&format!("\"$0\" {command} > /dev/null")).0, Some(0), "{command}");
        assert_eq!(shell(&format!("\"$0\" {command} 1<> /dev/null")).0, Some(0), "{command}");
        let (_, told) = shell(&format!("\"$0\" {command} | head -n 1 > /dev/null"));
        assert!(!told.contains("error"), "{command}: {told}");
    }
}

#[test]
fn a_talk_that_nobody_can_hear_is_a_failure() {
    let folder = Folder::new();
    let data = folder.path().display();
    for (command, lines) in [
        (format!("play --plain --data {data}"), "board\\nquit\\n"),
        ("uci".to_owned(), "uci\\nisready\\nquit\\n"),
        ("uci".to_owned(), "go depth 1\\n"),
    ] {
        let talk = format!("printf '{lines}' | \"$0\" {command}");
        let (status, told) = shell(&format!("{talk} >&-"));
        assert_eq!(status, Some(1), "{command}: {told}");
        assert!(told.contains("standard output is closed"), "{command}: {told}");
        let (status, told) = shell(&format!("{talk} > /dev/full"));
        assert_eq!(status, Some(1), "{command}: {told}");
        assert!(told.contains("No space left on device"), "{command}: {told}");
        assert_eq!(shell(&format!("{talk} > /dev/null")).0, Some(0), "{command}");
        let (_, told) = shell(&format!("{talk} | head -n 1 > /dev/null"));
        assert!(!told.contains("error"), "{command}: {told}");
    }
    // Nothing was begun that nobody could see.
    assert_eq!(folder.count(), 0);
}

#[test]
fn a_file_is_written_though_nobody_listens() {
    let folder = Folder::new();
    let output = folder.join("out.pgn");
    let (status, told) = shell(&format!("\"$0\" convert files/club.pgn {} >&-", output.display()));
    assert_eq!(status, Some(0), "{told}");
    assert!(output.exists());
}
