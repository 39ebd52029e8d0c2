//! Keys name positions.

use std::collections::HashMap;

use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _, PositionError};
use tabiya_rules::{Fide, Key, Position, Setup};

use crate::support::fen;

/// The keys so far. Same key, same position, as shakmaty sees sameness, which is FIDE's for repetition.
#[derive(Default)]
pub struct Keys {
    positions: HashMap<Key, Chess>,
    keys: HashMap<Chess, Key>,
}

impl Keys {
    /// Holds a position against all before it; and, where a pawn has just stepped over a square, the same without that.
    pub fn note(&mut self, ours: &Position<Fide>, theirs: &Chess) {
        self.note_one(ours, theirs);
        if ours.en_passant().is_some() {
            let without = Position::new(Setup { en_passant: None, ..ours.setup() }, Fide);
            let mut setup = theirs.to_setup(EnPassantMode::Always);
            setup.ep_square = None;
            let theirs = setup.position::<Chess>(CastlingMode::Chess960);
            let theirs = theirs.or_else(PositionError::ignore_too_much_material).expect("it was valid");
            self.note_one(&without.expect("it was valid"), &theirs);
        }
    }

    fn note_one(&mut self, ours: &Position<Fide>, theirs: &Chess) {
        let place = fen::of(ours);
        let key = ours.key();
        let known = self.positions.entry(key).or_insert_with(|| theirs.clone());
        assert_eq!(known, theirs, "one key for two positions: {place}");
        let known = self.keys.entry(theirs.clone()).or_insert(key);
        assert_eq!(*known, key, "two keys for one position: {place}");
    }
}
