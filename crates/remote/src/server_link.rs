use std::fmt;
use std::str::FromStr;

use tabiya_notation::Excerpt;
use tabiya_rules::Words;

/// The most characters of the name of a game, or of a key.
const LONGEST_NAME: usize = 128;

/// What somebody types or was sent: a server, and perhaps a game on it.
///
/// ```
/// use tabiya_remote::{LinkGoal, ServerLink};
///
/// let link: ServerLink = "https://chess.example.org/aB3dE6gH#join=secret".parse().unwrap();
/// assert_eq!(link.address.to_string(), "https://chess.example.org");
/// assert_eq!(link.goal, LinkGoal::Join { game: "aB3dE6gH".to_owned(), key: "secret".to_owned() });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerLink {
    /// The server.
    pub address: ServerAddress,
    /// What to do there.
    pub goal: LinkGoal,
}

/// Where a server is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ServerAddress {
    /// Whether the connection is encrypted.
    pub is_encrypted: bool,
    /// A name, or an address of the network; of one with colons without its brackets.
    pub host: String,
    /// The port.
    pub port: u16,
}

/// What a link leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkGoal {
    /// The server itself: one's own running game there, or the lobby.
    Lobby,
    /// A game: to go on with, or to watch.
    Game(String),
    /// A seat in a game, by an invitation.
    Join {
        /// The game.
        game: String,
        /// The secret of the invitation.
        key: String,
    },
    /// A seat that is moved here from another device.
    Seat {
        /// The game.
        game: String,
        /// The secret.
        key: String,
    },
}

impl ServerAddress {
    /// The host as requests name it, with the port where it is not the usual one.
    pub fn authority(&self) -> String {
        let host = if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        let usual = if self.is_encrypted { 443 } else { 80 };
        if self.port == usual { host } else { format!("{host}:{}", self.port) }
    }
}

impl fmt::Display for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", if self.is_encrypted { "https" } else { "http" }, self.authority())
    }
}

/// A text is no address of a server, nor a link to a game on one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the facts that the sentence names")]
pub enum NotALink {
    /// It does not begin as addresses do.
    Scheme { found: Excerpt },
    /// It names no server.
    Host,
    /// What stands behind the colon is no port.
    Port { found: Excerpt },
    /// What stands behind the server is no game.
    Game { found: Excerpt },
    /// What stands behind the `#` is no invitation.
    Key,
}

impl fmt::Display for NotALink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotALink::Scheme { found } => write!(
                f,
                "{found} is no address of a server: expected one such as http://192.168.1.7:8064 or https://chess.example.org"
            ),
            NotALink::Host => f.write_str("the address names no server"),
            NotALink::Port { found } => write!(f, "{found} is no port: expected a number up to 65535"),
            NotALink::Game { found } => {
                write!(
                    f,
                    "{found} is no game of a server: expected a link such as http://192.168.1.7:8064/aB3dE6gH"
                )
            }
            NotALink::Key => f.write_str("the end of the link is no invitation: was all of it copied?"),
        }
    }
}

impl Words for NotALink {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotALink::Scheme { found } => write!(
                f,
                "{found} ist keine Adresse eines Servers: erwartet wird etwas wie http://192.168.1.7:8064 oder \
                 https://chess.example.org"
            ),
            NotALink::Host => f.write_str("die Adresse nennt keinen Server"),
            NotALink::Port { found } => write!(f, "{found} ist kein Port: erwartet wird eine Zahl bis 65535"),
            NotALink::Game { found } => write!(
                f,
                "{found} ist keine Partie eines Servers: erwartet wird ein Link wie http://192.168.1.7:8064/aB3dE6gH"
            ),
            NotALink::Key => {
                f.write_str("das Ende des Links ist keine Einladung: wurde alles davon kopiert?")
            }
        }
    }
}

impl std::error::Error for NotALink {}

impl FromStr for ServerLink {
    type Err = NotALink;

    fn from_str(text: &str) -> Result<ServerLink, NotALink> {
        let text = text.trim();
        let scheme = || NotALink::Scheme { found: Excerpt::new(text) };
        let (name, rest) = text.split_once("://").ok_or_else(scheme)?;
        let is_encrypted = match name.to_ascii_lowercase().as_str() {
            "http" => false,
            "https" => true,
            _ => return Err(scheme()),
        };
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let address = address(is_encrypted, &rest[..end])?;
        let goal = goal(&rest[end..])?;
        Ok(ServerLink { address, goal })
    }
}

fn address(is_encrypted: bool, authority: &str) -> Result<ServerAddress, NotALink> {
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => {
            let (host, rest) = rest.split_once(']').ok_or(NotALink::Host)?;
            (host, rest.strip_prefix(':').or_else(|| rest.is_empty().then_some("")).ok_or(NotALink::Host)?)
        }
        None => authority.split_once(':').unwrap_or((authority, "")),
    };
    let is_host = |c: char| c.is_alphanumeric() || "-._:%".contains(c);
    if host.is_empty() || !host.chars().all(is_host) {
        return Err(NotALink::Host);
    }
    let usual = if is_encrypted { 443 } else { 80 };
    let port = match port {
        "" => usual,
        digits => digits.parse().map_err(|_| NotALink::Port { found: Excerpt::new(digits) })?,
    };
    Ok(ServerAddress { is_encrypted, host: host.to_ascii_lowercase(), port })
}

/// What follows the server in a link.
fn goal(rest: &str) -> Result<LinkGoal, NotALink> {
    let (path, fragment) = rest.split_once('#').unwrap_or((rest, ""));
    let path = path.split('?').next().unwrap_or_default().trim_matches('/');
    if path.is_empty() && fragment.is_empty() {
        return Ok(LinkGoal::Lobby);
    }
    if !is_name(path) {
        return Err(NotALink::Game { found: Excerpt::new(path) });
    }
    let game = path.to_owned();
    match fragment.split_once('=') {
        None if fragment.is_empty() => Ok(LinkGoal::Game(game)),
        Some(("join", key)) if is_name(key) => Ok(LinkGoal::Join { game, key: key.to_owned() }),
        Some(("seat", key)) if is_name(key) => Ok(LinkGoal::Seat { game, key: key.to_owned() }),
        _ => Err(NotALink::Key),
    }
}

/// Whether a text can stand in a path as it is.
pub(crate) fn is_name(text: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    (1..=LONGEST_NAME).contains(&text.len()) && text.chars().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_where_they_say() {
        let game = || "aB3dE6gH".to_owned();
        let key = || "s-e_c".to_owned();
        for (text, address, goal) in [
            ("http://127.0.0.1:8064", "http://127.0.0.1:8064", LinkGoal::Lobby),
            (" HTTP://Club.example:80/ ", "http://club.example", LinkGoal::Lobby),
            ("https://club.example:443", "https://club.example", LinkGoal::Lobby),
            ("http://[::1]:8064/aB3dE6gH", "http://[::1]:8064", LinkGoal::Game(game())),
            ("https://club.example/aB3dE6gH?x=1", "https://club.example", LinkGoal::Game(game())),
            ("http://a/aB3dE6gH#join=s-e_c", "http://a", LinkGoal::Join { game: game(), key: key() }),
            ("http://a/aB3dE6gH#seat=s-e_c", "http://a", LinkGoal::Seat { game: game(), key: key() }),
        ] {
            let link: ServerLink = text.parse().unwrap();
            assert_eq!((link.address.to_string().as_str(), link.goal), (address, goal), "{text}");
        }
    }

    #[test]
    fn what_is_no_link_is_told() {
        for (text, told) in [
            ("", "no address of a server"),
            ("club.example", "no address of a server"),
            ("ftp://club.example", "no address of a server"),
            ("http://", "names no server"),
            ("http://a b/", "names no server"),
            ("http://me@club", "names no server"),
            ("http://[::1", "names no server"),
            ("http://a:x", "no port"),
            ("http://a:70000", "no port"),
            ("http://a/b/c", "no game of a server"),
            ("http://a/#join=x", "no game of a server"),
            ("http://a/\u{1b}[2J", "no game of a server"),
            ("http://a/b#join=", "no invitation"),
            ("http://a/b#join", "no invitation"),
            ("http://a/b#code=c", "no invitation"),
        ] {
            let why = text.parse::<ServerLink>().unwrap_err().to_string();
            assert!(why.contains(told), "{text}: {why}");
            assert!(!why.contains('\u{1b}'), "{why}");
        }
    }
}
