use std::time::Instant;

use tabiya_engine::{Level, Rng, choose};
use tabiya_rules::Key;

use super::{EngineChoice, EngineError, GameLine, Thought};

/// Our own engine at one of its levels, in this very process.
pub struct OwnEngine {
    level: Level,
    rng: Rng,
}

impl OwnEngine {
    pub fn new(level: Level) -> OwnEngine {
        OwnEngine { level, rng: Rng::from_seed(0) }
    }

    pub fn new_game(&mut self, seed: u64) {
        self.rng = Rng::from_seed(seed);
    }

    pub fn think(&mut self, line: &GameLine) -> Result<Thought, EngineError> {
        let begun = Instant::now();
        let mut history: Vec<Key> = Vec::with_capacity(line.moves().len());
        let mut position = *line.start();
        for &m in line.moves() {
            history.push(position.key());
            position.make_unchecked(m);
        }
        match choose(self.level, &position, &history, &mut self.rng) {
            Some(m) => {
                Ok(Thought { answer: EngineChoice::Move(m), time: begun.elapsed(), score: None, depth: None })
            }
            None => Err(EngineError::Unable("it found no move".to_owned())),
        }
    }
}
