//! What a program is fed.

use tabiya_classics::{Classic, MachinePlay};
use tabiya_engine::Rng;

use crate::directed::directed_cases;
use crate::random_game::{Undo, random_input};

/// With what the names of random games begin.
const RANDOM: &str = "random-";

/// An input for a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestCase {
    /// What it is called.
    pub name: String,
    /// The start position, where it is not the usual one.
    pub fen: Option<String>,
    /// Standard input.
    pub input: Vec<u8>,
    /// How machines move in it, where they do.
    pub machine: Option<MachinePlay>,
}

impl TestCase {
    /// An input by itself.
    pub fn new(name: impl Into<String>, input: impl Into<Vec<u8>>) -> TestCase {
        TestCase { name: name.into(), fen: None, input: input.into(), machine: None }
    }
}

/// The cases that are always there, and then random games: always the same for a seed, however many there are. Only those of
/// the names that are wanted are made: to find a random game takes a while.
pub fn cases(
    classic: &Classic,
    undo: Undo,
    games: usize,
    seed: u64,
    is_wanted: &dyn Fn(&str) -> bool,
) -> Vec<TestCase> {
    let shipped = classic
        .cases()
        .iter()
        .map(|case| TestCase { fen: case.fen.map(str::to_owned), ..TestCase::new(case.name, case.input) });
    let always = shipped.chain(directed_cases(classic)).chain(machine_cases(classic));
    // With turns that must be begun, they would all be refused.
    let always = always.filter(|_| undo == Undo::No).chain(undo_cases(classic, undo));
    let mut seeds = Rng::from_seed(seed);
    let random = random_names(games).filter_map(|name| {
        let seed = seeds.next_u64();
        is_wanted(&name).then(|| TestCase::new(name, random_input(classic, undo, seed)))
    });
    always.filter(|case| is_wanted(&case.name)).chain(random).collect()
}

/// What so many random games are called.
pub fn random_names(games: usize) -> impl Iterator<Item = String> {
    (1..=games).map(|number| format!("{RANDOM}{number}"))
}

/// Games in which machines move.
fn machine_cases(classic: &Classic) -> impl Iterator<Item = TestCase> {
    classic.dialect.machines.iter().map(|script| TestCase {
        fen: script.fen.map(str::to_owned),
        machine: Some(script.play),
        ..TestCase::new(script.name, script.input())
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
