use tabiya_notation::find_rules;
use tabiya_rules::{Position, Rules, Start};

/// The rules of a game as engines are told of them.
#[derive(Clone)]
pub struct Variant {
    /// The rules themselves.
    pub rules: &'static Rules,
    /// What an engine that knows these rules calls them.
    pub name: String,
}

impl Variant {
    /// Whether games begin in one of the 960 positions.
    pub fn is_chess960(&self) -> bool {
        self.rules.start == Start::Chess960
    }

    /// Whether every chess engine knows how the pieces move.
    pub fn is_chess(&self) -> bool {
        Position::starting(self.rules).is_ok_and(|start| start.specialized() == Some(Position::start()))
    }

    /// Whether the rules come from a file, whose path is then the name.
    pub fn is_file(&self) -> bool {
        find_rules(&self.name).is_err()
    }

    /// Whether an engine that only plays chess need not be told anything.
    pub fn is_plain(&self) -> bool {
        self.name == "fide"
    }
}
