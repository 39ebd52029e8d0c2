//! `tabiya serve` as people use it.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::json;

use crate::client::Client;
use crate::process::{Folder, Process, serve_arguments, tabiya};

pub fn failure(command: &mut Command) -> String {
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

/// The next word of a server to whoever manages it as a service.
fn told(socket: &UnixDatagram) -> String {
    let mut bytes = [0; 64];
    // A signal to the program of the tests ends a wait that has a limit.
    let length = loop {
        match socket.recv(&mut bytes) {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            length => break length.unwrap(),
        }
    };
    String::from_utf8(bytes[..length].to_vec()).unwrap()
}

#[test]
fn a_service_tells_its_manager_that_it_is_ready_alive_and_ending() {
    let folder = Folder::new();
    let path = folder.path().join("notify");
    let name = format!("tabiya-test-{}", std::process::id());
    let unnamed = SocketAddr::from_abstract_name(&name).unwrap();
    for (socket, name) in [
        (UnixDatagram::bind(&path).unwrap(), path.to_str().unwrap().to_owned()),
        (UnixDatagram::bind_addr(&unnamed).unwrap(), format!("@{name}")),
    ] {
        socket.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let mut command = tabiya();
        command.args(serve_arguments(&folder)).env("NOTIFY_SOCKET", name).env("WATCHDOG_USEC", "100000");
        let server = Process::start(&mut command);
        assert_eq!(told(&socket), "READY=1");
        for _ in 0..3 {
            assert_eq!(told(&socket), "WATCHDOG=1");
        }
        let (status, rest) = server.signal("-TERM");
        assert!(status.success());
        assert!(rest.ends_with("Goodbye. All games are kept.\n"), "{rest}");
        let last = std::iter::repeat_with(|| told(&socket)).find(|word| word != "WATCHDOG=1");
        assert_eq!(last.unwrap(), "STOPPING=1");
    }
    let wrong = failure(tabiya().args(serve_arguments(&folder)).env("WATCHDOG_USEC", "soon"));
    assert!(wrong.contains("WATCHDOG_USEC is no number: soon"), "{wrong}");
}

/// A connection that nobody else gets the place of: a player's socket.
fn socket(client: &Client, game: &str) -> TcpStream {
    let mut stream = TcpStream::connect(client.address).unwrap();
    let (host, token) = (client.address, client.token.as_ref().unwrap());
    let request = format!(
        "GET /v1/games/{game}/socket HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nConnection: Upgrade\r\n\
         Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 101");
    stream
}

#[test]
fn connections_that_are_refused_are_told_together() {
    let folder = Folder::new();
    let file = folder.path().join("settings.toml");
    let settings = std::fs::read_to_string(&file).unwrap() + "connections = 3\n";
    std::fs::write(&file, settings).unwrap();
    let mut server = Process::start(tabiya().args(serve_arguments(&folder)).stderr(Stdio::piped()));
    let stderr = server.child.stderr.take().unwrap();
    let ann = Client::player(server.address, "Ann");
    let game = ann.create(&json!({ "opponent": "here" }));
    let sockets = [(); 3].map(|()| socket(&ann, &game));
    for number in 0..50 {
        let mut refused = TcpStream::connect(server.address).unwrap();
        let heard = refused.read(&mut [0]);
        assert!(matches!(heard, Ok(0) | Err(_)), "connection {number} was taken");
    }
    drop(sockets);
    assert!(server.interrupt().0.success());
    let said = std::io::read_to_string(stderr).unwrap();
    assert_eq!(said.matches("connections were refused").count(), 1, "{said}");
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
fn byus_game_is_a_server_with_the_address_of_a_game_for_two() {
    let folder = Folder::new();
    let byu = || {
        let mut command = tabiya();
        command.args(["classic", "byu"]).args(serve_arguments(&folder).into_iter().skip(1));
        command
    };
    let server = Process::start(&mut byu());
    let page = format!("http://{}/#play=here&rules=byu", server.address);
    assert!(
        server.greeting.contains(&format!("is ready: open {page} in your browser")),
        "{}",
        server.greeting
    );
    // Where the server runs already, the same page of it is opened.
    let output = byu().args(["--listen", &server.address.to_string()]).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("Tabiya is running already: {page}\n"));
    let named =
        byu().args(["--public-url", "https://chess.example.org/", "--listen", "127.0.0.1:0"]).output();
    assert!(
        String::from_utf8(named.unwrap().stderr).unwrap().contains("another Tabiya uses the data folder")
    );
}

#[test]
fn another_club_at_the_address_is_told() {
    let (theirs, ours) = (Folder::named("theirs"), Folder::named("ours"));
    let server = Process::serve(&theirs);
    let address = server.address.to_string();
    let start = || failure(tabiya().args(serve_arguments(&ours)).args(["--listen", &address]));
    let error = start();
    assert!(error.contains(&format!("another club is served at http://{address}")), "{error}");
    assert!(error.contains(ours.data().to_str().unwrap()) && error.contains("--listen"), "{error}");
    assert!(!error.contains("theirs"), "whose club it is, is nobody's business: {error}");
    assert!(!ours.data().exists(), "nothing was begun");
    // Also where our own club is served elsewhere.
    let own = Process::serve(&ours);
    let error = start();
    assert!(error.contains("another club is served"), "{error}");
    assert!(error.contains(&format!("served at http://{} already", own.address)), "{error}");
}

#[test]
fn the_same_folder_by_another_name_is_running_already() {
    let folder = Folder::new();
    let server = Process::serve(&folder);
    let address = server.address.to_string();
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(folder.data(), &link).unwrap();
    for name in [link.to_str().unwrap(), "data", "../link/../data/."] {
        let mut command = tabiya();
        command.args(["serve", "--data", name, "--listen", &address, "--config"]);
        command.arg(folder.path().join("settings.toml"));
        let output = command
            .current_dir(if name.starts_with("..") { folder.data() } else { folder.path().into() })
            .output();
        let output = output.unwrap();
        assert_eq!(
            String::from_utf8(output.stdout).unwrap(),
            format!("Tabiya is running already: http://{address}\n")
        );
        assert!(output.status.success(), "{name}");
    }
}

/// Servers of earlier versions lock their folder, and do not say where they listen.
#[test]
fn a_folder_that_an_older_server_uses_is_not_taken_for_the_one_at_the_address() {
    let (theirs, ours) = (Folder::new(), Folder::new());
    let server = Process::serve(&theirs);
    std::fs::create_dir_all(ours.data()).unwrap();
    let lock = std::fs::File::create(ours.data().join("lock")).unwrap();
    lock.try_lock().unwrap();
    let address = server.address.to_string();
    let error = failure(tabiya().args(serve_arguments(&ours)).args(["--listen", &address]));
    assert!(error.contains("does not say where it listens"), "{error}");
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
fn every_limit_that_the_readme_names_can_be_set() {
    let readme = include_str!("../../../../README.md");
    let (_, limits) = readme.split_once("\n[limits]\n").unwrap();
    let (limits, _) = limits.split_once("\n```").unwrap();
    let begins = |line: &str, word: &str| line.strip_prefix(word).is_some_and(|rest| rest.starts_with(" = "));
    let is_key = |word: &&str| word.contains('-') || limits.lines().any(|line| begins(line, word));
    let words = limits.split(|c: char| !(c.is_ascii_lowercase() || c == '-'));
    let keys: BTreeSet<&str> = words.filter(|word| word.len() > 3).filter(is_key).collect();
    assert!(keys.contains("analyses-per-player") && keys.contains("classics"), "{keys:?}");
    let folder = Folder::new();
    let lines: String = keys.iter().map(|key| format!("{key} = 50\n")).collect();
    let text = format!("listen = \"127.0.0.1:0\"\nopen = false\n[limits]\n{lines}");
    std::fs::write(folder.path().join("settings.toml"), text).unwrap();
    let server = Process::start(tabiya().args(serve_arguments(&folder)).stderr(Stdio::null()));
    assert!(server.interrupt().0.success());
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
fn as_many_files_may_be_open_as_the_connections_need() {
    let folder = Folder::new();
    let limit = std::fs::read_to_string("/proc/self/limits").unwrap();
    let hard: u64 = limit
        .lines()
        .find_map(|line| line.strip_prefix("Max open files"))
        .and_then(|line| line.split_whitespace().nth(1)?.parse().ok())
        .unwrap_or(u64::MAX);
    let mut shell = Command::new("sh");
    shell.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").stdin(Stdio::null());
    shell.args(["-c", "ulimit -S -n 300; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_tabiya")]);
    let server = Process::start(shell.args(serve_arguments(&folder)));
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", server.child.id())).unwrap();
    let soft = limits.lines().find_map(|line| line.strip_prefix("Max open files")).unwrap();
    let soft: u64 = soft.split_whitespace().next().unwrap().parse().unwrap();
    assert_eq!(soft, hard.min(4096 + 256));
}
