use tabiya_rules::{Position, RuleSource};

/// Errors of judgement: how far off a position seems to somebody who does not judge well. The same position seems the same all
/// through a game, and is misjudged in another way in the next; the fewer men there are, the smaller the error. Ends of games
/// are never misjudged, because nobody has to judge them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Misjudgment {
    /// How large errors usually are with all men on the board, in hundredths of a pawn.
    pub(crate) size: u32,
    /// What makes one game unlike another.
    pub(crate) seed: u64,
}

/// With so many men errors have their usual size, less some that even the emptiest board leaves.
const FULL_BOARD: i64 = 32;
const ALWAYS: i64 = 8;

/// The usual deviation of a sum of four numbers of 16 bits from its mean: 2^16 times the root of a third.
const DEVIATION: i64 = 37_837;

impl Misjudgment {
    /// The error in a position, for the side to move.
    pub(crate) fn error<R: RuleSource>(self, position: &Position<R>) -> i32 {
        let men = position.board().occupied().len() as i64;
        let error = i64::from(self.size) * spread(mixed(position.key().0 ^ self.seed)) / DEVIATION;
        (error * (men + ALWAYS) / (FULL_BOARD + ALWAYS)) as i32
    }
}

/// A number that is spread like a bell around 0, made of the four quarters of random bits.
fn spread(bits: u64) -> i64 {
    let quarter = |i: u32| (bits >> (16 * i) & 0xffff) as i64;
    quarter(0) + quarter(1) + quarter(2) + quarter(3) - 2 * 0xffff
}

/// Bits that have nothing to do with each other any more.
///
/// CITE: the finalizer of SplitMix64, Sebastiano Vigna; <https://prng.di.unimi.it/splitmix64.c>
fn mixed(bits: u64) -> u64 {
    let bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

#[cfg(test)]
mod tests {
    use tabiya_rules::FIDE;

    use super::*;
    use crate::{Rng, random_move};

    /// The errors in the positions of a random game.
    fn errors(size: u32, seed: u64) -> Vec<i32> {
        let mut rng = Rng::from_seed(4);
        let mut position = Position::starting(&FIDE).expect("a start");
        let mut errors = Vec::new();
        for _ in 0..400 {
            errors.push(Misjudgment { size, seed }.error(&position));
            let Some(m) = random_move(&position, &mut rng) else { break };
            position = position.play_unchecked(m);
        }
        errors
    }

    #[test]
    fn a_position_is_misjudged_alike_within_a_game_and_otherwise_in_the_next() {
        assert_eq!(errors(100, 1), errors(100, 1));
        assert_ne!(errors(100, 1), errors(100, 2));
        assert!(errors(0, 1).iter().all(|&error| error == 0));
    }

    #[test]
    fn errors_are_as_large_as_they_are_said_to_be_and_go_both_ways() {
        let errors = errors(100, 3);
        assert!(errors.len() > 100);
        let mean = errors.iter().sum::<i32>() as f64 / errors.len() as f64;
        let square = errors.iter().map(|&error| f64::from(error).powi(2)).sum::<f64>() / errors.len() as f64;
        // Men are taken, so that errors are a little smaller than with all of them.
        assert!(mean.abs() < 20.0, "{mean}");
        assert!((60.0..110.0).contains(&square.sqrt()), "{}", square.sqrt());
    }
}
