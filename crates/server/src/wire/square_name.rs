use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use tabiya_rules::{File, Rank, Square};

/// The name of a square, such as `e4`: many are sent with every move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SquareName([u8; 2]);

impl SquareName {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

/// In the order of the texts, compared as one number.
impl Ord for SquareName {
    fn cmp(&self, other: &SquareName) -> Ordering {
        u16::from_be_bytes(self.0).cmp(&u16::from_be_bytes(other.0))
    }
}

impl PartialOrd for SquareName {
    fn partial_cmp(&self, other: &SquareName) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<Square> for SquareName {
    fn from(square: Square) -> SquareName {
        let index = square.index() as u8;
        SquareName([b'a' + index % 8, b'1' + index / 8])
    }
}

impl From<SquareName> for Square {
    fn from(SquareName([file, rank]): SquareName) -> Square {
        let [file, rank] = [file - b'a', rank - b'1'].map(usize::from);
        Square::new(File::ALL[file], Rank::ALL[rank])
    }
}

impl Borrow<str> for SquareName {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl PartialEq<&str> for SquareName {
    fn eq(&self, name: &&str) -> bool {
        self.as_str() == *name
    }
}

impl fmt::Debug for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for SquareName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for SquareName {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<SquareName, D::Error> {
        let text = String::deserialize(from)?;
        text.parse::<Square>().map(SquareName::from).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_squares() {
        for square in Square::all() {
            let name = SquareName::from(square);
            assert_eq!(name.as_str(), square.to_string());
            assert_eq!(Square::from(name), square);
            for other in Square::all().map(SquareName::from) {
                assert_eq!(name.cmp(&other), name.as_str().cmp(other.as_str()));
            }
        }
    }
}
