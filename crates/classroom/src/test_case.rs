//! What a program is fed.

use std::borrow::Cow;

use tabiya_classics::Classic;
use tabiya_engine::Rng;

use crate::random_game::{Undo, random_input};

/// An input for a program.
pub struct TestCase {
    /// What it is called.
    pub name: String,
    /// The start position, where it is not the usual one.
    pub fen: Option<&'static str>,
    /// Standard input.
    pub input: Cow<'static, [u8]>,
}

/// The cases that are always there, and then random games: always the same for a seed, however many there are.
pub fn cases(classic: &Classic, undo: Undo, games: usize, seed: u64) -> Vec<TestCase> {
    let shipped = classic.cases().iter().map(|case| TestCase {
        name: case.name.to_owned(),
        fen: case.fen,
        input: Cow::Borrowed(case.input),
    });
    // With turns that must be begun, the shipped cases would all be refused.
    let shipped = shipped.filter(|_| undo == Undo::No);
    let mut seeds = Rng::from_seed(seed);
    let random = (1..=games).map(|number| TestCase {
        name: format!("random-{number}"),
        fen: None,
        input: Cow::Owned(random_input(classic, undo, seeds.next_u64())),
    });
    shipped.chain(random).collect()
}
