//! Somebody at an address of their own, and the requests that prepare games.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4, TcpStream};
use std::time::Duration;

use rustix::net::{AddressFamily, SocketType, bind, connect, socket};
use serde_json::Value;

/// Somebody who talks to a server. Every address of 127.0.0.0/8 is this machine, so that many can be told apart.
#[derive(Clone, Copy)]
pub struct Client {
    pub server: SocketAddr,
    pub from: Ipv4Addr,
    /// How long an answer may take.
    pub patience: Duration,
}

/// Longer than any server takes that is only slow.
const PATIENCE: Duration = Duration::from_secs(60);

impl Client {
    pub fn new(server: SocketAddr, from: Ipv4Addr) -> Client {
        Client { server, from, patience: PATIENCE }
    }

    /// A connection from the client's address.
    pub fn connect(&self) -> io::Result<TcpStream> {
        let fd = socket(AddressFamily::INET, SocketType::STREAM, None)?;
        bind(&fd, &SocketAddrV4::new(self.from, 0))?;
        connect(&fd, &self.server)?;
        let stream = TcpStream::from(fd);
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(self.patience))?;
        stream.set_write_timeout(Some(self.patience))?;
        Ok(stream)
    }

    /// Sends a request and reads the answer, whatever it is: the status and the body.
    pub fn try_request(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: &str,
    ) -> io::Result<(u16, String)> {
        let mut stream = self.connect()?;
        stream.write_all(self.head(method, path, token, body.len()).as_bytes())?;
        stream.write_all(body.as_bytes())?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        let (head, body) = answer.split_once("\r\n\r\n").ok_or(io::ErrorKind::UnexpectedEof)?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        Ok((status.ok_or(io::ErrorKind::InvalidData)?, body.to_owned()))
    }

    pub fn head(&self, method: &str, path: &str, token: Option<&str>, length: usize) -> String {
        let token = token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
        let server = self.server;
        format!(
            "{method} {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n{token}Content-Length: {length}\r\n\r\n"
        )
    }

    /// Sends a request whose answer must be a success.
    pub fn request(&self, method: &str, path: &str, token: Option<&str>, body: &str) -> Value {
        let (status, answer) = self
            .try_request(method, path, token, body)
            .unwrap_or_else(|error| panic!("{method} {path} is not answered: {error}"));
        assert!((200..300).contains(&status), "{method} {path} is refused with {status}: {answer}");
        serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {answer}"))
    }
}

/// The text at a name of an answer.
pub fn text(answer: &Value, name: &str) -> String {
    answer[name].as_str().unwrap_or_else(|| panic!("no {name} in {answer}")).to_owned()
}
