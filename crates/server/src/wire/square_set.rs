use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use tabiya_rules::{Bitboard, Square};

use super::SquareName;

/// Some squares, written one behind the other: `e3e4`. Many are sent with every move.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct SquareSet(Bitboard);

impl SquareSet {
    /// Puts one more in.
    pub(crate) fn add(&mut self, square: Square) {
        self.0 |= Bitboard::of(square);
    }

    /// Takes those out of which something is not so.
    pub(crate) fn retain(&mut self, stays: impl Fn(Square) -> bool) {
        let gone = self.0.into_iter().filter(|&square| !stays(square));
        self.0 = gone.fold(self.0, |left, square| left.without(Bitboard::of(square)));
    }
}

impl From<Bitboard> for SquareSet {
    fn from(squares: Bitboard) -> SquareSet {
        SquareSet(squares)
    }
}

impl fmt::Display for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.into_iter().try_for_each(|square| f.write_str(SquareName::from(square).as_str()))
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Serialize for SquareSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = String::with_capacity(2 * self.0.len());
        self.0.into_iter().for_each(|square| text.push_str(SquareName::from(square).as_str()));
        serializer.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for SquareSet {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<SquareSet, D::Error> {
        let text = String::deserialize(from)?;
        let names =
            text.as_bytes().chunks(2).map(|name| std::str::from_utf8(name).map_err(de::Error::custom));
        let mut squares = SquareSet::default();
        for name in names {
            squares.add(name?.parse().map_err(de::Error::custom)?);
        }
        Ok(squares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_written_and_read_again() {
        for squares in [Bitboard::EMPTY, Bitboard::rank(tabiya_rules::Rank::Third), !Bitboard::EMPTY] {
            let set = SquareSet::from(squares);
            let text = serde_json::to_string(&set).unwrap();
            assert_eq!(text, format!("\"{set}\""));
            assert_eq!(serde_json::from_str::<SquareSet>(&text).unwrap(), set);
        }
        assert!(
            ["\"e\"", "\"e3e\"", "\"e9\"", "\"é3\"", "7"]
                .map(serde_json::from_str::<SquareSet>)
                .iter()
                .all(Result::is_err)
        );
    }
}
