use std::time::Instant;

use tabiya_engine::{GameSeed, Rng, choose, choose_with};
use tabiya_rules::Key;

use super::{EngineChoice, EngineError, GameLine, OwnStrength, Thought};

/// Our own engine at one of its strengths, in this very process.
pub struct OwnEngine {
    strength: OwnStrength,
    seed: GameSeed,
    rng: Rng,
}

impl OwnEngine {
    pub fn new(strength: OwnStrength) -> OwnEngine {
        OwnEngine { strength, seed: GameSeed(0), rng: Rng::from_seed(0) }
    }

    pub fn new_game(&mut self, seed: u64) {
        (self.seed, self.rng) = (GameSeed(seed), Rng::from_seed(seed));
    }

    pub fn think(&mut self, line: &GameLine) -> Result<Thought, EngineError> {
        let begun = Instant::now();
        let mut history: Vec<Key> = Vec::with_capacity(line.moves().len());
        let mut position = *line.start();
        for &m in line.moves() {
            history.push(position.key());
            position.make_unchecked(m);
        }
        let rng = &mut self.rng;
        let chosen = match self.strength {
            OwnStrength::Level(level) => choose(level, &position, &history, self.seed, rng),
            OwnStrength::Handicap(handicap) => choose_with(handicap, &position, &history, self.seed, rng),
        };
        match chosen {
            Some(m) => {
                Ok(Thought { answer: EngineChoice::Move(m), time: begun.elapsed(), score: None, depth: None })
            }
            None => Err(EngineError::Unable("it found no move".to_owned())),
        }
    }
}
