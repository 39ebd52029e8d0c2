//! Whoever listens already where we wanted to.

use std::io::{Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(2);

/// The address by which this machine reaches what listens there.
pub fn reachable(listen: SocketAddr) -> SocketAddr {
    if listen.ip().is_unspecified() {
        return SocketAddr::new(IpAddr::from([127, 0, 0, 1]), listen.port());
    }
    listen
}

/// Whether two that listen at these addresses would be the same one.
pub fn is_same(one: SocketAddr, other: SocketAddr) -> bool {
    let is_everywhere = one.ip().is_unspecified() || other.ip().is_unspecified();
    one.port() == other.port() && (is_everywhere || one.ip() == other.ip())
}

/// Whether some server of ours listens there.
pub fn is_tabiya(listen: SocketAddr) -> bool {
    // One that encrypts says so to whoever does not.
    let words = ["\"name\":\"tabiya\"", "Tabiya speaks HTTPS here"];
    welcome(reachable(listen)).is_some_and(|answer| words.iter().any(|words| answer.contains(words)))
}

fn welcome(address: SocketAddr) -> Option<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE).ok()?;
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    let request = format!("GET /v1/ HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).ok()?;
    let mut answer = Vec::new();
    stream.take(64 * 1024).read_to_end(&mut answer).ok()?;
    Some(String::from_utf8_lossy(&answer).into_owned())
}
