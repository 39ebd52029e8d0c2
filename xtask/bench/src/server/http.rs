//! Requests that prepare the games.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use serde_json::Value;

/// Sends a request and reads the answer, which must be a success.
pub fn request(address: SocketAddr, method: &str, path: &str, token: Option<&str>, body: &str) -> Value {
    let token = token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
    let head = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{token}");
    let mut stream = TcpStream::connect(address).expect("the server lets us in");
    stream
        .write_all(format!("{head}Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes())
        .expect("the server takes a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("the server answers");
    let (head, body) = answer.split_once("\r\n\r\n").expect("an answer has a head and a body");
    assert!(head.starts_with("HTTP/1.1 2"), "{method} {path} is refused: {answer}");
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {body}"))
}

/// The text at a name of an answer.
pub fn text(answer: &Value, name: &str) -> String {
    answer[name].as_str().unwrap_or_else(|| panic!("no {name} in {answer}")).to_owned()
}
