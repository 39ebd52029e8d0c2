use std::fmt;

use tabiya_game::{Game, Moment};
use tabiya_rules::Move;

/// Engines of others that can be asked for moves.
pub trait Engines {
    /// What the engine of that command does in the game whose clocks are read at a moment. It may take as long as the
    /// clock allows.
    fn ask(&mut self, command: &str, game: &Game, at: Moment) -> Result<EngineAnswer, EngineTrouble>;

    /// Ends all of them: another game begins, perhaps under other rules.
    fn end(&mut self);
}

/// What an engine does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineAnswer {
    /// It makes a legal move.
    Move(Move),
    /// It gives up.
    Resigns,
}

/// Why an engine does not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineTrouble {
    /// What the engine is called; `None` where its command makes no sense.
    pub name: Option<String>,
    /// What is wrong with it, as whoever runs it says.
    pub why: String,
}

impl fmt::Display for EngineTrouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "the engine {name} cannot play: {}", self.why),
            None => write!(f, "the engine cannot be played with: {}", self.why),
        }
    }
}

impl std::error::Error for EngineTrouble {}
