//! Moves by chance, the same in every run.

use tabiya_rules::{Fide, Key, Move, Position};

pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % sides
    }

    /// A legal move after which the game goes on: no mate, no stalemate, nothing dead, nothing that was there before.
    pub fn choose(&mut self, position: &Position<Fide>, seen: &[Key]) -> Move {
        let moves = position.legal_moves();
        let first = self.roll(moves.len());
        let mut turned = (0..moves.len()).map(|i| moves[(first + i) % moves.len()]);
        let goes_on = |m: &Move| {
            let next = position.play_unchecked(*m);
            next.has_moves() && !next.is_dead() && !seen.contains(&next.key())
        };
        turned.find(goes_on).expect("a game of random moves does not run out of them so soon")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::LONGEST;

    #[test]
    fn games_by_chance_are_not_over_before_their_time() {
        for seed in 1..200 {
            let mut dice = Dice::new(seed);
            let mut position = Position::start();
            let mut seen = vec![];
            for _ in 0..LONGEST {
                seen.push(position.key());
                let m = dice.choose(&position, &seen);
                position = position.play(m).unwrap();
                assert!(position.outcome().is_none(), "the game of seed {seed}");
            }
        }
    }
}
