use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

use crate::SecretDigest;
use crate::id::NotAnId;
use crate::random::random_bytes;

/// Letters and digits of which none looks like another: no I, L, O and U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// How many characters a code has, five bits each.
const LENGTH: usize = 20;

/// How many are written together.
const GROUP: usize = 4;

/// By what a player is known again at another device: a hundred bits by chance, which can be written down.
///
/// It does not print by itself, so that it gets into no log.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct RecoveryCode([u8; LENGTH]);

impl RecoveryCode {
    pub fn random() -> RecoveryCode {
        RecoveryCode(random_bytes::<LENGTH>().map(|byte| ALPHABET[usize::from(byte % 32)]))
    }

    /// As people read and write it: `7KQM-…`.
    pub fn reveal(&self) -> String {
        let groups: Vec<&str> =
            self.0.chunks(GROUP).map(|group| std::str::from_utf8(group).unwrap_or_default()).collect();
        groups.join("-")
    }

    /// What is kept of it.
    pub fn digest(&self) -> SecretDigest {
        SecretDigest(Sha256::new().chain_update("recovery code ").chain_update(self.0).finalize().into())
    }
}

impl fmt::Debug for RecoveryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RecoveryCode")
    }
}

impl FromStr for RecoveryCode {
    type Err = NotAnId;

    /// However it is written: in small letters, with other blanks, with an O for a zero.
    fn from_str(text: &str) -> Result<RecoveryCode, NotAnId> {
        let mut code = [0; LENGTH];
        let mut length = 0;
        for c in text.chars().filter(|c| !c.is_whitespace() && !"-–—.".contains(*c)) {
            let letter = match c.to_ascii_uppercase() {
                'O' => b'0',
                'I' | 'L' => b'1',
                c => u8::try_from(c).map_err(|_| NotAnId)?,
            };
            if !ALPHABET.contains(&letter) || length == LENGTH {
                return Err(NotAnId);
            }
            code[length] = letter;
            length += 1;
        }
        if length == LENGTH { Ok(RecoveryCode(code)) } else { Err(NotAnId) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_code_comes_back_however_it_is_written() {
        let code = RecoveryCode::random();
        let shown = code.reveal();
        assert_eq!(shown.len(), LENGTH + 4);
        for text in [
            shown.clone(),
            shown.to_lowercase(),
            shown.replace('-', " "),
            shown.replace('-', ""),
            shown.replace('0', "o").replace('1', "l"),
            format!("  {} ", shown.replace('1', "i")),
        ] {
            assert!(text.parse() == Ok(code.clone()), "{text}");
        }
        for wrong in
            ["", &shown[1..], &format!("{shown}7"), &shown.replace(&shown[..1], "U"), &"é".repeat(20)]
        {
            assert_eq!(wrong.parse::<RecoveryCode>(), Err(NotAnId), "{wrong}");
        }
    }

    #[test]
    fn every_letter_occurs() {
        let used: HashSet<u8> = (0..1000).flat_map(|_| RecoveryCode::random().0).collect();
        assert_eq!(used.len(), ALPHABET.len());
    }
}
