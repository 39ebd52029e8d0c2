use std::time::Instant;

use tabiya_engine::{Level, Rng, choose};
use tabiya_rules::Key;

use super::{Answer, EngineError, Line, Thought};

/// Our own engine at one of its levels, in this very process.
pub struct Own {
    level: Level,
    rng: Rng,
}

impl Own {
    pub fn new(level: Level) -> Own {
        Own { level, rng: Rng::from_seed(0) }
    }

    pub fn new_game(&mut self, seed: u64) {
        self.rng = Rng::from_seed(seed);
    }

    pub fn think(&mut self, line: &Line) -> Result<Thought, EngineError> {
        let begun = Instant::now();
        let mut history: Vec<Key> = Vec::with_capacity(line.moves().len());
        let mut position = *line.start();
        for &m in line.moves() {
            history.push(position.key());
            position.make_unchecked(m);
        }
        match choose(self.level, &position, &history, &mut self.rng) {
            Some(m) => {
                Ok(Thought { answer: Answer::Move(m), time: begun.elapsed(), score: None, depth: None })
            }
            None => Err(EngineError::Unable("it found no move".to_owned())),
        }
    }
}
