//! A WebSocket that waits for nothing, and counts what comes in.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::os::fd::{AsFd, BorrowedFd};

use super::client::Client;

const TEXT: u8 = 1;
const PING: u8 = 9;
const PONG: u8 = 10;

pub struct Socket {
    stream: TcpStream,
    /// What has come in and makes no whole frame yet.
    input: Vec<u8>,
    pub received: u64,
}

impl Socket {
    /// Opens the socket at a path, which must be let in.
    pub fn open(client: Client, path: &str, token: &str) -> Socket {
        Socket::try_open(client, path, token).unwrap_or_else(|error| panic!("no socket at {path}: {error}"))
    }

    pub fn try_open(client: Client, path: &str, token: &str) -> io::Result<Socket> {
        let mut stream = client.connect()?;
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {token}\r\n\
             Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            client.server
        );
        stream.write_all(request.as_bytes())?;
        let mut head = Vec::new();
        let mut byte = [0];
        // One by one, so that nothing is taken that comes behind it.
        while !head.ends_with(b"\r\n\r\n") {
            stream.read_exact(&mut byte)?;
            head.push(byte[0]);
        }
        if !head.starts_with(b"HTTP/1.1 101 ") {
            return Err(io::Error::other(String::from_utf8_lossy(&head).into_owned()));
        }
        stream.set_nonblocking(true)?;
        Ok(Socket { stream, input: vec![], received: 0 })
    }

    pub fn send(&mut self, text: &str) {
        self.try_send(text).expect("the server reads what it is sent");
    }

    pub fn try_send(&mut self, text: &str) -> io::Result<()> {
        self.send_frame(TEXT, text.as_bytes())
    }

    /// A mask of zeros leaves everything as it is: the cheapest that the protocol allows a client.
    fn send_frame(&mut self, kind: u8, payload: &[u8]) -> io::Result<()> {
        let mut frame = vec![0x80 | kind];
        match payload.len() {
            length @ ..126 => frame.push(0x80 | length as u8),
            length => {
                let length = u16::try_from(length).expect("messages are short");
                frame.push(0x80 | 126);
                frame.extend(length.to_be_bytes());
            }
        }
        frame.extend([0; 4]);
        frame.extend(payload);
        self.stream.write_all(&frame)
    }

    /// Everything that has come in, message by message.
    pub fn receive(&mut self, each: impl FnMut(&[u8])) {
        self.try_receive(each).unwrap_or_else(|error| panic!("the connection breaks: {error}"));
    }

    /// The same from a server that may hang up. Pings are answered, as they measure the network.
    pub fn try_receive(&mut self, mut each: impl FnMut(&[u8])) -> io::Result<()> {
        self.read()?;
        let mut begin = 0;
        while let Some((kind, from, to)) = frame(&self.input, begin) {
            match kind {
                TEXT => each(&self.input[from..to]),
                PING => {
                    let payload = self.input[from..to].to_vec();
                    self.send_frame(PONG, &payload)?;
                }
                PONG => {}
                _ => {
                    return Err(io::Error::other(
                        String::from_utf8_lossy(&self.input[from..to]).into_owned(),
                    ));
                }
            }
            begin = to;
        }
        self.input.drain(..begin);
        Ok(())
    }

    fn read(&mut self) -> io::Result<()> {
        let mut buffer = [0; 16 * 1024];
        loop {
            match self.stream.read(&mut buffer) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(count) => {
                    self.received += count as u64;
                    self.input.extend(&buffer[..count]);
                    if count < buffer.len() {
                        return Ok(());
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) => return Err(error),
            }
        }
    }
}

impl AsFd for Socket {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.stream.as_fd()
    }
}

/// The frame that begins there, if it is whole: its kind, and where its payload begins and ends. A server masks nothing,
/// and ours sends every message in one frame.
fn frame(input: &[u8], begin: usize) -> Option<(u8, usize, usize)> {
    let input = input.get(begin..)?;
    let (head, length) = match *input.get(1)? {
        length @ ..126 => (2, length as usize),
        126 => (4, u16::from_be_bytes(input.get(2..4)?.try_into().ok()?) as usize),
        _ => (10, u64::from_be_bytes(input.get(2..10)?.try_into().ok()?) as usize),
    };
    assert!(input[0] & 0x80 != 0, "a message came in pieces");
    let is_whole = input.len() >= head + length;
    is_whole.then_some((input[0] & 15, begin + head, begin + head + length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_taken_when_they_are_whole() {
        let mut input = vec![0x81, 2, b'h', b'i', 0x81, 126, 0, 200];
        assert_eq!(frame(&input, 0), Some((TEXT, 2, 4)));
        assert_eq!(frame(&input, 4), None);
        input.extend([b'x'; 200]);
        assert_eq!(frame(&input, 4), Some((TEXT, 8, 208)));
        assert_eq!(frame(&input, 208), None);
    }
}
