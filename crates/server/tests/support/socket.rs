//! A WebSocket as a client has it.

use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::HandshakeError;
use tokio_tungstenite::tungstenite::{Error, Message, WebSocket, client};

use super::client::Client;

pub struct Socket(pub WebSocket<TcpStream>);

#[allow(dead_code, reason = "not every program that has this uses all of it")]
impl Socket {
    /// Opens a socket with these headers; the status, where that is refused.
    pub fn open(address: SocketAddr, path: &str, headers: &[(&'static str, &str)]) -> Result<Socket, u16> {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let mut request = format!("ws://{address}{path}").into_client_request().unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        match client(request, stream) {
            Ok((socket, _)) => Ok(Socket(socket)),
            Err(HandshakeError::Failure(Error::Http(response))) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    /// The socket of a player.
    pub fn of(client: &Client, game: &str, query: &str) -> Socket {
        let bearer = format!("Bearer {}", client.token.as_ref().unwrap());
        let path = format!("/v1/games/{game}/socket{query}");
        Socket::open(client.address, &path, &[("Authorization", &bearer)]).unwrap()
    }

    /// The next message, whatever it is; pings are answered on the way.
    pub fn next(&mut self) -> Value {
        let begun = std::time::Instant::now();
        while begun.elapsed() < Duration::from_secs(30) {
            match self.0.read().unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("{other:?}"),
            }
        }
        panic!("nothing was said for a long time");
    }

    /// The next message of a type; others are passed over.
    pub fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next();
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Whether a message of a type comes before the other end hangs up.
    pub fn is_told(&mut self, kind: &str) -> bool {
        loop {
            match self.0.read() {
                Ok(Message::Text(text)) => {
                    let message: Value = serde_json::from_str(&text).unwrap();
                    if message["type"] == kind {
                        return true;
                    }
                }
                Ok(Message::Ping(_) | Message::Pong(_)) => {}
                Ok(_) | Err(_) => return false,
            }
        }
    }

    pub fn say(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).unwrap();
    }

    pub fn command(&mut self, id: &str, version: u64, action: &Value) {
        self.say(&json!({ "type": "command", "id": id, "version": version, "action": action }));
    }

    /// The code with which the other end hangs up.
    pub fn closed(&mut self) -> Option<u16> {
        loop {
            match self.0.read() {
                Ok(Message::Close(frame)) => return frame.map(|frame| frame.code.into()),
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }
}
