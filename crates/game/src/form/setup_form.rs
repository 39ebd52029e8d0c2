//! Setups as Shredder-FEN, which needs no rule set to name the castling rooks.

use serde::{Deserializer, Serializer};
use tabiya_notation::fen::{CastlingLetters, Strictness};
use tabiya_notation::{Fen, read_setup};
use tabiya_rules::{Role, Setup};

pub fn serialize<S: Serializer>(setup: &Setup, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&Fen::new(*setup).with_letters(CastlingLetters::Files))
}

pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Setup, D::Error> {
    super::parse(from, |text| read_setup(text, Role::King, Strictness::Strict).map(|read| read.setup))
}
