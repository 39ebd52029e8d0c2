//! Who is the host: whoever has the host's token, and whoever runs the server and sits before its machine.
//!
//! The second is decided narrowly, because anything on the machine can connect from it. The connection must come straight from
//! this machine, by a name of this machine, from a program of the same user (or of its administrator): so other users of
//! a shared computer are not the host, and neither are the visitors of a proxy that runs as somebody else, whatever it hands on.
//! Where a proxy or a public name is known to the settings, and where something says that it was handed on, the token alone
//! counts. That a request which changes something comes from a page of ours is seen to by the guard of all requests.

use std::fs;
use std::net::{IpAddr, SocketAddr};
use std::os::unix::fs::MetadataExt;

use axum::http::HeaderMap;

use crate::Config;
use crate::client_address::is_handed_on;
use crate::hosts::Hosts;
use crate::http::Peer;

/// The name of the cookie of the host.
pub(crate) const HOST_COOKIE: &str = "tabiya_host";

/// By what a request is the host's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum HostProof {
    /// By nothing: it is somebody else's.
    #[default]
    None,
    /// By nothing: its cookie is not, or no longer, the host's. A newer token may have taken the place of the one that it
    /// has; but anybody may send a cookie, and a browser sends that of another server on the same machine.
    WrongCookie,
    /// By the host's token, or by a cookie that was had for it.
    Token,
    /// By where it comes from.
    Place,
}

impl HostProof {
    /// Whether it is the host's.
    pub fn is_host(self) -> bool {
        matches!(self, HostProof::Token | HostProof::Place)
    }
}

/// Whether a request comes from where the host is without a token.
pub(crate) fn is_host_place(
    config: &Config,
    peer: Peer,
    headers: &HeaderMap,
    name: &str,
    user_of: impl Fn(Peer) -> Option<u32>,
) -> bool {
    let is_alone = config.public_url.is_none() && config.trusted_proxies.is_empty();
    let is_straight = peer.remote.ip().to_canonical().is_loopback() && !is_handed_on(headers);
    is_alone && is_straight && Hosts::is_loopback_name(name) && user_of(peer).is_some_and(is_own_user)
}

/// Whether it is the user as whom the server runs, or the administrator, who can be anybody.
fn is_own_user(user: u32) -> bool {
    let own = fs::metadata("/proc/self").map(|process| process.uid());
    user == 0 || own.is_ok_and(|own| own == user)
}

/// As whom the program at the other end of a connection within this machine runs; nothing where the system does not tell.
pub(crate) fn user_at(peer: Peer) -> Option<u32> {
    ["/proc/net/tcp", "/proc/net/tcp6"].iter().find_map(|table| {
        let table = fs::read_to_string(table).ok()?;
        table.lines().skip(1).find_map(|line| user_in(line, peer))
    })
}

/// The user of a line of the system's table of connections, if it is the other end of this one.
fn user_in(line: &str, peer: Peer) -> Option<u32> {
    let mut columns = line.split_ascii_whitespace().skip(1);
    let (local, remote) = (parse_end(columns.next()?)?, parse_end(columns.next()?)?);
    let is_it = (local, remote) == (canonical(peer.remote), canonical(peer.local));
    columns.nth(4).filter(|_| is_it)?.parse().ok()
}

fn canonical(address: SocketAddr) -> (IpAddr, u16) {
    (address.ip().to_canonical(), address.port())
}

/// An end of a connection as the table has it: words of four bytes as this machine writes them, and the port.
fn parse_end(text: &str) -> Option<(IpAddr, u16)> {
    let (address, port) = text.split_once(':')?;
    let word = |index: usize| u32::from_str_radix(address.get(8 * index..8 * index + 8)?, 16).ok();
    let ip: IpAddr = match address.len() {
        8 => word(0)?.to_ne_bytes().into(),
        32 => {
            let mut bytes = [0; 16];
            for (index, part) in bytes.chunks_exact_mut(4).enumerate() {
                part.copy_from_slice(&word(index)?.to_ne_bytes());
            }
            bytes.into()
        }
        _ => return None,
    };
    Some((ip.to_canonical(), u16::from_str_radix(port, 16).ok()?))
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    fn peer(remote: &str, local: &str) -> Peer {
        Peer { remote: remote.parse().unwrap(), local: local.parse().unwrap() }
    }

    #[test]
    fn a_table_of_connections_tells_whose_they_are() {
        let line =
            "   1: 0100007F:D2F0 0100007F:1F80 01 00000000:00000000 00:00000000 00000000  1000        0 55 1";
        assert_eq!(user_in(line, peer("127.0.0.1:54000", "127.0.0.1:8064")), Some(1000));
        assert_eq!(user_in(line, peer("[::ffff:127.0.0.1]:54000", "[::ffff:127.0.0.1]:8064")), Some(1000));
        // Our own end of it is another line.
        assert_eq!(user_in(line, peer("127.0.0.1:8064", "127.0.0.1:54000")), None);
        let line = "   0: 00000000000000000000000001000000:D2F0 00000000000000000000000001000000:1F80 01 \
                    00000000:00000000 00:00000000 00000000  33 0 1";
        assert_eq!(user_in(line, peer("[::1]:54000", "[::1]:8064")), Some(33));
    }

    #[test]
    fn the_user_at_the_other_end_is_found() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let client = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let peer = Peer { remote: client.local_addr().unwrap(), local: client.peer_addr().unwrap() };
        assert!(user_at(peer).is_some_and(is_own_user));
    }

    #[test]
    fn whoever_could_be_anybody_is_not_the_host() {
        let own = fs::metadata("/proc/self").unwrap().uid();
        let here = peer("127.0.0.1:54000", "127.0.0.1:8064");
        let usual = Config::default();
        let named = Config { public_url: Some("https://chess.example.org".to_owned()), ..Config::default() };
        let proxied = Config { trusted_proxies: vec!["127.0.0.1".parse().unwrap()], ..Config::default() };
        let none = HeaderMap::new();
        fn is(config: &Config, peer: Peer, headers: &HeaderMap, name: &str, user: Option<u32>) -> bool {
            is_host_place(config, peer, headers, name, |_| user)
        }
        let other = Some(own + 1);
        assert!(is(&usual, here, &none, "127.0.0.1:8064", Some(own)));
        assert!(is(&usual, here, &none, "localhost:8064", Some(0)));
        assert!(!is(&usual, here, &none, "127.0.0.1:8064", other), "somebody else at this computer");
        assert!(!is(&usual, here, &none, "127.0.0.1:8064", None), "nobody knows who");
        assert!(!is(&usual, here, &none, "192.168.1.5:8064", Some(own)), "by a name of the network");
        assert!(!is(&usual, here, &none, "evil.example:8064", Some(own)));
        assert!(!is(
            &usual,
            peer("192.168.1.7:54000", "192.168.1.5:8064"),
            &none,
            "127.0.0.1:8064",
            Some(own)
        ));
        assert!(
            !is(&named, here, &none, "127.0.0.1:8064", Some(own)),
            "a proxy may stand before a public name"
        );
        assert!(!is(&proxied, here, &none, "127.0.0.1:8064", Some(own)));
        for name in ["x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via"] {
            let name: HeaderName = name.parse().unwrap();
            let headers = HeaderMap::from_iter([(name.clone(), HeaderValue::from_static("203.0.113.7"))]);
            assert!(!is(&usual, here, &headers, "127.0.0.1:8064", Some(own)), "{name}");
        }
    }
}
