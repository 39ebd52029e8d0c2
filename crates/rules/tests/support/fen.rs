//! FEN, for the tables of the tests and for their complaints.

use tabiya_notation::{Fen, Strictness, read_position, read_setup};
use tabiya_rules::{Position, Role, RuleSource, Setup};

/// The setup that a FEN describes, right or wrong, where kings are royal.
pub fn setup(fen: &str) -> Setup {
    let read = read_setup(fen, Role::King, Strictness::Strict);
    read.unwrap_or_else(|error| panic!("{fen}: {error}")).setup
}

/// The position of a FEN that is right.
pub fn position<R: RuleSource>(fen: &str, rules: R) -> Position<R> {
    let read = read_position(fen, rules, Strictness::Strict);
    read.unwrap_or_else(|error| panic!("{fen}: {error}")).position
}

/// The FEN of a position.
pub fn of<R: RuleSource>(position: &Position<R>) -> String {
    Fen::from(position).to_string()
}
