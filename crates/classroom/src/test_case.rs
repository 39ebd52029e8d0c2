//! What a program is fed.

use std::sync::OnceLock;

use tabiya_classics::{Classic, MachineGame};
use tabiya_engine::Rng;

use crate::directed::directed_cases;
use crate::random_game::{Undo, random_input};

/// With what the names of random games begin.
const RANDOM: &str = "random-";

/// An input for a program.
#[derive(Clone, Debug)]
pub struct TestCase {
    /// What it is called.
    pub name: String,
    /// The start position, where it is not the usual one.
    pub fen: Option<String>,
    /// How machines move in it, where they do.
    pub machine: Option<MachineGame>,
    /// Standard input, once it is known.
    input: OnceLock<Vec<u8>>,
    /// The random game that it is, where it is one.
    random: Option<RandomGame>,
}

/// A random game that is made when somebody wants to play it: to find one takes a while.
#[derive(Clone, Copy, Debug)]
struct RandomGame {
    classic: &'static Classic,
    undo: Undo,
    seed: u64,
}

impl TestCase {
    /// An input by itself.
    pub fn new(name: impl Into<String>, input: impl Into<Vec<u8>>) -> TestCase {
        let input = OnceLock::from(input.into());
        TestCase { name: name.into(), fen: None, machine: None, input, random: None }
    }

    /// The same from a position of its own.
    pub fn from_position(self, fen: Option<&str>) -> TestCase {
        TestCase { fen: fen.map(str::to_owned), ..self }
    }

    /// Standard input.
    pub fn input(&self) -> &[u8] {
        self.input.get_or_init(|| {
            let made = self.random.map(|game| random_input(game.classic, game.undo, game.seed));
            made.unwrap_or_default()
        })
    }

    /// Whether it is a random game.
    pub(crate) fn is_random(&self) -> bool {
        self.random.is_some()
    }
}

/// The cases that are always there, and then random games: always the same for a seed, however many there are.
pub fn cases(
    classic: &'static Classic,
    undo: Undo,
    games: usize,
    seed: u64,
    is_wanted: &dyn Fn(&str) -> bool,
) -> Vec<TestCase> {
    let shipped =
        classic.cases().iter().map(|case| TestCase::new(case.name, case.input).from_position(case.fen));
    let always = shipped.chain(directed_cases(classic)).chain(machine_cases(classic));
    // With turns that must be begun, they would all be refused.
    let always = always.filter(|_| undo == Undo::No).chain(undo_cases(classic, undo));
    let mut seeds = Rng::from_seed(seed);
    let random = (1..=games).map(|number| TestCase {
        name: format!("{RANDOM}{number}"),
        fen: None,
        machine: None,
        input: OnceLock::new(),
        random: Some(RandomGame { classic, undo, seed: seeds.next_u64() }),
    });
    always.chain(random).filter(|case| is_wanted(&case.name)).collect()
}

/// Games in which machines move.
fn machine_cases(classic: &Classic) -> impl Iterator<Item = TestCase> {
    classic.dialect.machines.iter().map(|script| TestCase {
        machine: Some(script.game),
        ..TestCase::new(script.name, script.input()).from_position(script.fen)
    })
}

/// The directed games once more, for programs in which every turn is begun by a word and moves are taken back.
fn undo_cases(classic: &Classic, undo: Undo) -> Vec<TestCase> {
    match undo {
        Undo::No => Vec::new(),
        Undo::Yes => {
            let inputs = classic.dialect.undo_sessions.iter().enumerate();
            inputs.map(|(number, input)| TestCase::new(format!("undo-{}", number + 1), *input)).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_random_game_is_made_when_it_is_wanted() {
        let hong = Classic::find("hong").unwrap();
        let many = cases(hong, Undo::No, 100_000, 1, &|name| name.starts_with(RANDOM));
        assert!(many.len() == 100_000 && many.iter().all(|case| case.input.get().is_none()));
        let few = cases(hong, Undo::No, 7, 1, &|name| name == "random-7");
        assert_eq!(few[0].input(), many[6].input());
    }
}
