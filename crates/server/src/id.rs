use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

use crate::random::random_bytes;

/// What names and secrets are written with, in the order of its bytes.
pub(crate) const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// So many random characters of `[0-9A-Za-z]`, each as likely as any other.
fn random_text<const N: usize>() -> [u8; N] {
    text_of(random_bytes::<64>)
}

/// The same from a source of random bytes.
fn text_of<const N: usize, const M: usize>(mut bytes: impl FnMut() -> [u8; M]) -> [u8; N] {
    let mut text = [0; N];
    let mut filled = 0;
    while filled < N {
        // Larger bytes would make the first characters likelier.
        for byte in bytes().into_iter().filter(|byte| usize::from(*byte) < 4 * ALPHABET.len()) {
            if filled < N {
                text[filled] = ALPHABET[usize::from(byte) % ALPHABET.len()];
                filled += 1;
            }
        }
    }
    text
}

fn parse_text<const N: usize>(text: &str) -> Option<[u8; N]> {
    let bytes: [u8; N] = text.as_bytes().try_into().ok()?;
    bytes.iter().all(u8::is_ascii_alphanumeric).then_some(bytes)
}

/// Bytes that are ASCII letters and digits.
fn shown(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}

/// The name of a game: eight characters of `[0-9A-Za-z]`.
///
/// ```
/// use tabiya_server::GameId;
///
/// let id: GameId = "aB3dE6gH".parse().unwrap();
/// assert_eq!(id.to_string(), "aB3dE6gH");
/// assert!("../../x.".parse::<GameId>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId([u8; 8]);

/// Who a player is, for as long as a session lasts and longer: twelve characters of `[0-9A-Za-z]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayerId([u8; 12]);

/// Something that proves a right to whoever knows it: 43 characters, more than 256 bits by chance.
///
/// It does not print, so that it gets into no log; [`Secret::reveal`] gives it away.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 43]);

/// What is kept of a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SecretDigest(pub [u8; 32]);

impl GameId {
    /// A new one.
    pub fn random() -> GameId {
        GameId(random_text())
    }

    /// One that nobody can foresee who does not have the secret, and that is the same again for the same purpose.
    pub(crate) fn derived(secret: &Secret, purpose: &str) -> GameId {
        let mut name = [0; 8];
        name.copy_from_slice(&secret.derived(purpose).0[..8]);
        GameId(name)
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        shown(&self.0)
    }
}

impl PlayerId {
    /// A new one.
    pub fn random() -> PlayerId {
        PlayerId(random_text())
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        shown(&self.0)
    }
}

impl Secret {
    /// A new one.
    pub fn random() -> Secret {
        Secret(random_text())
    }

    /// The secret itself, for the one it is meant for.
    pub fn reveal(&self) -> &str {
        shown(&self.0)
    }

    /// Another one that only whoever has this one can have, and has again whenever it is needed.
    pub(crate) fn derived(&self, purpose: &str) -> Secret {
        let mut number = 0_u32;
        Secret(text_of(|| {
            number += 1;
            let digest = Sha256::new().chain_update(self.0).chain_update(number.to_be_bytes());
            digest.chain_update(purpose).finalize().into()
        }))
    }

    /// What is kept of it: enough to know it again, not enough to use it.
    pub fn digest(&self) -> SecretDigest {
        SecretDigest(Sha256::digest(self.0).into())
    }
}

impl Serialize for SecretDigest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digits: Vec<String> = self.0.iter().map(|byte| format!("{byte:02x}")).collect();
        serializer.serialize_str(&digits.concat())
    }
}

impl<'de> Deserialize<'de> for SecretDigest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SecretDigest, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
        let byte = |digits: &[u8]| match *digits {
            [high, low] => Some(digit(high)? << 4 | digit(low)?),
            _ => None,
        };
        let bytes: Option<Vec<u8>> = text.as_bytes().chunks(2).map(byte).collect();
        let digest = bytes.and_then(|bytes| bytes.try_into().ok());
        digest.map(SecretDigest).ok_or_else(|| D::Error::custom("a digest has 64 hexadecimal digits"))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// The text is no name that this server gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAnId;

impl fmt::Display for NotAnId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is no name that the server gave")
    }
}

impl std::error::Error for NotAnId {}

impl FromStr for GameId {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<GameId, NotAnId> {
        parse_text(text).map(GameId).ok_or(NotAnId)
    }
}

impl FromStr for PlayerId {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<PlayerId, NotAnId> {
        parse_text(text).map(PlayerId).ok_or(NotAnId)
    }
}

impl FromStr for Secret {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<Secret, NotAnId> {
        parse_text(text).map(Secret).ok_or(NotAnId)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What tells a command of a game from all others in it, so that it can be sent twice and is obeyed once: how its sender
/// calls it, 1 to 64 printable characters, and who that is. What others call theirs is no matter.
///
/// ```
/// use tabiya_server::{CommandId, PlayerId};
///
/// let id: CommandId = "move-17".parse().unwrap();
/// assert!("".parse::<CommandId>().is_err());
///
/// let [ann, bob] = [0, 1].map(|_| PlayerId::random());
/// assert_ne!(id.clone().of_player(ann), id.clone().of_player(bob));
/// assert_eq!(id.of_player(ann).name(), "move-17");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CommandId(String);

impl CommandId {
    /// The id of a command that the server itself gives. Clients cannot use it: theirs have no blanks.
    pub(crate) fn of_server(what: &str, version: u32) -> CommandId {
        CommandId(format!("{what} {version}"))
    }

    /// The id of what a player calls so.
    #[must_use]
    pub fn of_player(self, player: PlayerId) -> CommandId {
        CommandId(format!("{}{OF_PLAYER}{player}", self.0))
    }

    /// How its sender calls it.
    pub fn name(&self) -> &str {
        match self.0.rsplit_once(OF_PLAYER) {
            Some((name, player)) if player.parse::<PlayerId>().is_ok() => name,
            _ => &self.0,
        }
    }

    /// An id that a store kept, whoever gave it.
    pub fn from_store(text: String) -> CommandId {
        CommandId(text)
    }

    /// The id as text, as a store keeps it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Parts what a player calls a command from who that is. Names have no blanks.
const OF_PLAYER: &str = " by ";

impl FromStr for CommandId {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<CommandId, NotAnId> {
        let fits = (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        if fits { Ok(CommandId(text.to_owned())) } else { Err(NotAnId) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ids_are_random_and_come_back_from_text() {
        let ids: HashSet<GameId> = (0..1000).map(|_| GameId::random()).collect();
        assert_eq!(ids.len(), 1000);
        for id in ids {
            assert_eq!(id.to_string().parse(), Ok(id));
        }
    }

    #[test]
    fn a_derived_secret_is_the_same_again_and_another_for_every_purpose() {
        let (one, other) = (Secret::random(), Secret::random());
        assert_eq!(one.derived("a"), one.derived("a"));
        let all: HashSet<String> = [&one, &other]
            .iter()
            .flat_map(|secret| ["a", "b", ""].map(|purpose| secret.derived(purpose).reveal().to_owned()))
            .collect();
        assert!(all.len() == 6 && all.iter().all(|text| text.parse::<Secret>().is_ok()), "{all:?}");
    }

    #[test]
    fn a_digest_comes_back_from_text() {
        let digest = Secret::random().digest();
        let text = serde_json::to_string(&digest).unwrap();
        assert_eq!(serde_json::from_str::<SecretDigest>(&text).unwrap(), digest);
        for wrong in ["", "00", "zz", &"0".repeat(63), &"0".repeat(66), &"é".repeat(32)] {
            assert!(serde_json::from_value::<SecretDigest>(wrong.into()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_character_occurs() {
        let used: HashSet<u8> = (0..1000).flat_map(|_| PlayerId::random().0).collect();
        assert_eq!(used.len(), ALPHABET.len());
    }

    #[test]
    fn ids_of_the_server_are_not_for_clients() {
        let id = CommandId::of_server("computer", 3);
        assert_eq!(id.as_str().parse::<CommandId>(), Err(NotAnId));
    }

    #[test]
    fn everybody_is_told_how_the_sender_calls_a_command() {
        let player = PlayerId::random();
        for name in ["x", "by", "a-by-b", &"y".repeat(64)] {
            let id: CommandId = name.parse().unwrap();
            assert_eq!((id.name(), id.clone().of_player(player).name()), (name, name));
        }
        for other in ["computer 3", "x by 3", "flag by"] {
            assert_eq!(CommandId::from_store(other.to_owned()).name(), other);
        }
    }

    #[test]
    fn other_texts_are_no_ids() {
        for text in ["", "short", "nine chars", "../../ab", "aaaaaaa\0", "ééaa", "aaaaaaaaa"] {
            assert_eq!(text.parse::<GameId>(), Err(NotAnId), "{text:?}");
        }
    }
}
