//! A server of ours that tests play on, and somebody who plays there by its API.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::board::Folder;

/// How long anything is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server with data of its own.
pub struct Club {
    folder: Folder,
    flags: Vec<String>,
    pub address: SocketAddr,
    child: Option<Child>,
}

impl Club {
    pub fn open() -> Club {
        Club::with(&[])
    }

    /// The same with other flags.
    pub fn with(flags: &[&str]) -> Club {
        let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let flags = flags.iter().map(|&flag| flag.to_owned()).collect();
        let mut club = Club { folder: Folder::new(), flags, address: free, child: None };
        club.start();
        club
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Starts it, again after a kill with the same data.
    pub fn start(&mut self) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
        command.args(["serve", "--no-open", "--data", "club", "--listen", &self.address.to_string()]);
        command.args(&self.flags).current_dir(self.folder.path()).stdin(Stdio::null()).stdout(Stdio::piped());
        command.env("XDG_CONFIG_HOME", self.folder.path().join("config")).env("LC_ALL", "C.UTF-8");
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        assert!(line.contains("http"), "the server does not start: {line}");
        std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
        self.child = Some(child);
    }

    /// Ends it as a power cut would.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }
}

impl Drop for Club {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A certificate that is kept for tests, or its key.
pub fn tls_file(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../server/tests/tls").join(name);
    path.to_str().unwrap().to_owned()
}

/// Somebody who plays by HTTP alone.
pub struct Guest {
    address: SocketAddr,
    token: String,
    commands: u32,
}

impl Guest {
    pub fn new(club: &Club, name: &str) -> Guest {
        let mut guest = Guest { address: club.address, token: String::new(), commands: 0 };
        let session = guest.call("POST", "/v1/session", &json!({"name": name, "token": true}));
        guest.token = session["token"].as_str().unwrap().to_owned();
        guest
    }

    /// Asks for something that is not refused.
    pub fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let (status, answer) = self.ask(method, path, body);
        assert!((200..300).contains(&status), "{method} {path}: {status} {answer}");
        answer
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let body = if method == "GET" { String::new() } else { body.to_string() };
        let mut stream = TcpStream::connect(self.address).unwrap();
        let authorization = match self.token.as_str() {
            "" => String::new(),
            token => format!("Authorization: Bearer {token}\r\n"),
        };
        let (address, length) = (self.address, body.len());
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\n{authorization}Connection: close\r\nContent-Length: {length}\r\n\r\n"
        );
        stream.write_all((head + &body).as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        let body = answer.split_once("\r\n\r\n").unwrap().1;
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }

    /// Makes a game and gives its name.
    pub fn make(&self, wish: &Value) -> String {
        self.call("POST", "/v1/games", wish)["game"].as_str().unwrap().to_owned()
    }

    pub fn game(&self, game: &str) -> Value {
        self.call("GET", &format!("/v1/games/{game}"), &Value::Null)
    }

    /// The moves that were played.
    pub fn moves(&self, game: &str) -> Vec<String> {
        let told = self.game(game);
        told["line"].as_array().unwrap().iter().map(|m| m["san"].as_str().unwrap().to_owned()).collect()
    }

    /// Waits until something is true of a game.
    pub fn wait_for(&self, game: &str, what: &str, is_there: impl Fn(&Value) -> bool) {
        let begun = Instant::now();
        loop {
            let told = self.game(game);
            if is_there(&told) {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "waited in vain for {what}: {told}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until so many single moves were made.
    pub fn wait_for_moves(&self, game: &str, count: usize) {
        self.wait_for(game, &format!("{count} moves"), |told| {
            told["line"].as_array().unwrap().len() == count
        });
    }

    /// Does something in a game.
    pub fn act(&mut self, game: &str, action: &Value) {
        self.commands += 1;
        let version = &self.game(game)["version"];
        let command = json!({"id": format!("{}", self.commands), "version": version, "action": action});
        self.call("POST", &format!("/v1/games/{game}/commands"), &command);
    }

    pub fn play(&mut self, game: &str, m: &str) {
        self.act(game, &json!({"do": "move", "move": m}));
    }
}
