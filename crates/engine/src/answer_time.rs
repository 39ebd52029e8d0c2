//! How long people take for a move.

use std::time::Duration;

use crate::{OwnClock, Rng};

/// How long a move takes without a clock: long enough to be seen, and nobody waits for it.
const WITHOUT_CLOCK: Duration = Duration::from_secs(1);
/// With one it takes such a part of what is left, and half of what it brings back.
const PART_LEFT: u32 = 90;
const PART_BACK: u32 = 2;
/// However much time there is, nobody waits longer for most moves.
const PATIENCE: Duration = Duration::from_secs(5);
/// What a plain move takes of that, and at most.
const PLAIN_PART: f64 = 0.3;
const PLAIN_MOST: Duration = Duration::from_millis(600);
/// Moves take from such a part of the usual time to this one; more of them are quick than slow.
const QUICKEST: f64 = 0.4;
const SLOWEST: f64 = 2.0;
/// Nobody is quicker than this, but in time trouble; and nobody takes more than such a part of what is left.
const REACTION: Duration = Duration::from_millis(150);
const MOST_PART: u32 = 20;

/// How long somebody takes for a move, plain or not, who has this clock.
pub(crate) fn answer_time(clock: Option<OwnClock>, is_plain: bool, rng: &mut Rng) -> Duration {
    let by_clock = |clock: OwnClock| (clock.left / PART_LEFT + clock.bonus / PART_BACK).min(PATIENCE);
    let usual = clock.map_or(WITHOUT_CLOCK, by_clock);
    let usual = if is_plain { usual.mul_f64(PLAIN_PART).min(PLAIN_MOST) } else { usual };
    let chance = rng.below(1_000) as f64 / 1_000.0;
    let time = usual.mul_f64(QUICKEST + (SLOWEST - QUICKEST) * chance * chance).max(REACTION);
    clock.map_or(time, |clock| time.min(clock.left / MOST_PART))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean, the shortest and the longest of many times, in milliseconds.
    fn times(clock: Option<[u64; 2]>, is_plain: bool) -> [u128; 3] {
        let clock = clock.map(|[left, bonus]| OwnClock {
            left: Duration::from_millis(left),
            bonus: Duration::from_millis(bonus),
        });
        let mut rng = Rng::from_seed(1);
        let times: Vec<u128> =
            (0..1_000).map(|_| answer_time(clock, is_plain, &mut rng).as_millis()).collect();
        let mean = times.iter().sum::<u128>() / 1_000;
        [mean, *times.iter().min().expect("a time"), *times.iter().max().expect("a time")]
    }

    #[test]
    fn the_more_time_there_is_the_more_is_taken() {
        let clocks = [[0, 0], [3_000, 0], [60_000, 0], [180_000, 0], [180_000, 2_000], [600_000, 5_000]];
        let means = clocks.map(|clock| times(Some(clock), false)[0]);
        assert!(means.windows(2).all(|two| two[0] < two[1]), "{means:?}");
        assert!((3_000..6_000).contains(&means[5]), "{means:?}");
    }

    #[test]
    fn nobody_waits_for_ever() {
        let hours = Some([10_000_000, 60_000]);
        assert!(times(hours, false)[2] <= 10_000 && times(None, false)[2] <= 2_000);
        assert!(times(hours, true)[2] <= 1_200 && times(None, true)[2] <= 1_000);
    }

    #[test]
    fn nobody_answers_in_no_time_but_in_time_trouble() {
        for clock in [None, Some([3_000, 0]), Some([60_000, 0]), Some([600_000, 5_000])] {
            for is_plain in [false, true] {
                assert!(times(clock, is_plain)[1] >= 150, "{clock:?}");
            }
        }
        for left in [0, 1, 100, 1_000, 2_999] {
            assert!(times(Some([left, 30_000]), false)[2] <= u128::from(left / 20));
        }
    }

    #[test]
    fn a_game_of_many_moves_is_within_the_clock() {
        let (mut left, mut rng) = (Duration::from_secs(60), Rng::from_seed(1));
        for _ in 0..150 {
            left -= answer_time(Some(OwnClock { left, bonus: Duration::ZERO }), false, &mut rng);
        }
        assert!(left > Duration::from_secs(2), "{left:?}");
    }
}
