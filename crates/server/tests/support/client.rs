//! A small HTTP client that says exactly what it is told to.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::{Value, json};

/// An answer.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: String,
}

#[allow(dead_code, reason = "each of the tests that share this uses some of it")]
impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The body of an answer that must be a success.
    pub fn ok(self) -> Value {
        assert!((200..300).contains(&self.status), "{self:?}");
        if self.body.is_empty() { Value::Null } else { self.json() }
    }

    /// Status and the word for the reason of a refusal.
    pub fn error(&self) -> (u16, String) {
        (self.status, self.json()["error"]["code"].as_str().unwrap_or_default().to_owned())
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// Sends a request with exactly these headers and a length, and reads the answer to its end.
#[allow(dead_code, reason = "not every program that has this does")]
pub fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> io::Result<Reply> {
    request_within(Duration::from_secs(60), address, method, path, headers, body)
}

/// The same, where nothing may come for so long at most.
fn request_within(
    patience: Duration,
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> io::Result<Reply> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(patience))?;
    let mut text =
        format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
    for (name, value) in headers {
        text += &format!("{name}: {value}\r\n");
    }
    stream.write_all(format!("{text}\r\n{body}").as_bytes())?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    parse(&answer).ok_or_else(|| io::Error::other("the answer was cut off"))
}

fn parse(answer: &[u8]) -> Option<Reply> {
    let text = String::from_utf8_lossy(answer);
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let length = head.lines().filter_map(|line| line.split_once(": "));
    let mut length = length.filter(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    let length: Option<usize> = length.next().and_then(|(_, value)| value.parse().ok());
    let is_whole = length.is_none_or(|length| body.len() >= length);
    is_whole.then(|| Reply { status, head: head.to_owned(), body: body.to_owned() })
}

/// Somebody with a token.
#[derive(Clone, Debug)]
pub struct Client {
    pub address: SocketAddr,
    pub token: Option<String>,
}

#[allow(dead_code, reason = "each of the tests that share this uses some of it")]
impl Client {
    /// Somebody whom nobody knows.
    pub fn stranger(address: SocketAddr) -> Client {
        Client { address, token: None }
    }

    /// A player.
    pub fn player(address: SocketAddr, name: &str) -> Client {
        let stranger = Client::stranger(address);
        let session = stranger.post("/v1/session", &json!({ "name": name, "token": true })).ok();
        Client { token: session["token"].as_str().map(str::to_owned), ..stranger }
    }

    pub fn send(&self, method: &str, path: &str, body: &str) -> io::Result<Reply> {
        self.send_within(Duration::from_secs(60), method, path, body)
    }

    /// The same, where nothing may come for so long at most.
    pub fn send_within(&self, patience: Duration, method: &str, path: &str, body: &str) -> io::Result<Reply> {
        let host = self.address.to_string();
        let bearer = self.token.as_ref().map(|token| format!("Bearer {token}"));
        let mut headers = vec![("Host", host.as_str())];
        headers.extend(bearer.as_deref().map(|bearer| ("Authorization", bearer)));
        request_within(patience, self.address, method, path, &headers, body)
    }

    pub fn get(&self, path: &str) -> Reply {
        self.send("GET", path, "").unwrap()
    }

    pub fn post(&self, path: &str, body: &Value) -> Reply {
        self.send("POST", path, &body.to_string()).unwrap()
    }

    /// Makes a game and gives its name.
    pub fn create(&self, wish: &Value) -> String {
        self.post("/v1/games", wish).ok()["game"].as_str().unwrap().to_owned()
    }

    /// Sends a command upon a version.
    pub fn command(&self, game: &str, id: &str, version: u64, action: &Value) -> Reply {
        let body = json!({ "id": id, "version": version, "action": action });
        self.post(&format!("/v1/games/{game}/commands"), &body)
    }

    /// Makes a move upon whatever version the game has.
    pub fn play(&self, game: &str, m: &str) -> Reply {
        self.act(game, &json!({ "do": "move", "move": m }))
    }

    /// Does something upon whatever version the game has.
    pub fn act(&self, game: &str, action: &Value) -> Reply {
        let version = self.view(game)["version"].as_u64().unwrap();
        let id = format!("{}-{version}", action["do"].as_str().unwrap());
        self.command(game, &id, version, action)
    }

    pub fn view(&self, game: &str) -> Value {
        self.get(&format!("/v1/games/{game}")).ok()
    }
}
