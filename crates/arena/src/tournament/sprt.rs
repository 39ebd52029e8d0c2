//! Whether a change makes an engine stronger, decided with as few games as possible.

use std::fmt;

use super::elo::expected;
use super::match_tally::MatchTally;

/// A sequential test of two hypotheses on the difference of two engines.
/// CITE: Abraham Wald's test, <https://www.chessprogramming.org/Sequential_Probability_Ratio_Test>
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference under the first hypothesis: no gain.
    pub elo0: f64,
    /// The difference under the second: a gain.
    pub elo1: f64,
    /// How often the second may be accepted though the first is true.
    pub alpha: f64,
    /// How often the first may be accepted though the second is true.
    pub beta: f64,
}

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// There is a gain.
    Accepted,
    /// There is none.
    Rejected,
}

/// What stands for the pairs that have not been seen, so that no result is thought impossible.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// The ratio of the hypotheses' likelihoods at which the test ends, as logarithms.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the ratio of the likelihoods of the results so far, pair by pair.
    ///
    /// Under each hypothesis the distribution of the pairs' results is taken that explains the results best among all
    /// with the hypothesis' expected score.
    /// CITE: Michel Van den Bergh, A Practical Introduction to the GSPRT, <https://www.cantate.be/Fishtest/GSPRT_approximation.pdf>
    pub fn llr(&self, tally: &MatchTally) -> f64 {
        if tally.pairs.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let counts = tally.pairs.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let none = most_likely(&seen, expected(self.elo0));
        let gain = most_likely(&seen, expected(self.elo1));
        (0..5).map(|i| counts[i] * (gain[i] / none[i]).ln()).sum()
    }

    /// How the test ends with these results, if it does.
    pub fn verdict(&self, tally: &MatchTally) -> Option<SprtVerdict> {
        let (lower, upper) = self.bounds();
        let llr = self.llr(tally);
        if llr >= upper {
            Some(SprtVerdict::Accepted)
        } else if llr <= lower {
            Some(SprtVerdict::Rejected)
        } else {
            None
        }
    }
}

/// The distribution with an expected score under which what was seen is most likely.
///
/// Lagrange's method gives it up to one number, which is the root of a function that falls.
fn most_likely(seen: &[f64; 5], score: f64) -> [f64; 5] {
    let distance = |i: usize| i as f64 / 4.0 - score;
    let slope = |x: f64| (0..5).map(|i| seen[i] * distance(i) / (1.0 + x * distance(i))).sum::<f64>();
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = (low + high) / 2.0;
    std::array::from_fn(|i| seen[i] / (1.0 + x * distance(i)))
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, alpha, beta } = self;
        write!(f, "{elo0} {elo1}, alpha {alpha}, beta {beta}")
    }
}

impl fmt::Display for SprtVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SprtVerdict::Accepted => "accepted",
            SprtVerdict::Rejected => "rejected",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    fn pairs(pairs: [u64; 5]) -> MatchTally {
        MatchTally { pairs, ..MatchTally::default() }
    }

    #[test]
    fn published_tests_have_their_published_ratios() {
        // CITE: tests of Stockfish, pull requests 3209, 2971 and 2951, <https://github.com/official-stockfish/Stockfish/pulls>
        for (elo, results, llr) in [
            ((-0.25, 1.25), [253, 4282, 17604, 4431, 286], "2.94"),
            ((0.25, 1.25), [58, 3302, 33130, 3518, 84], "2.97"),
            ((-0.5, 1.5), [17, 253, 1042, 337, 39], "2.96"),
            ((0.25, 1.75), [33, 1185, 8378, 1302, 50], "2.95"),
        ] {
            assert_eq!(format!("{:.2}", sprt(elo.0, elo.1).llr(&pairs(results))), llr);
        }
    }

    #[test]
    fn bounds_are_walds() {
        let (lower, upper) = sprt(0.0, 10.0).bounds();
        assert_eq!(format!("{lower:.2} {upper:.2}"), "-2.94 2.94");
    }

    #[test]
    fn the_test_ends_at_its_bounds() {
        let test = sprt(0.0, 10.0);
        assert_eq!(test.verdict(&pairs([0; 5])), None);
        assert_eq!(test.verdict(&pairs([10, 10, 20, 10, 10])), None);
        assert_eq!(test.verdict(&pairs([0, 0, 0, 0, 200])), Some(SprtVerdict::Accepted));
        assert_eq!(test.verdict(&pairs([200, 0, 0, 0, 0])), Some(SprtVerdict::Rejected));
        assert!(test.llr(&pairs([0, 0, 50, 0, 0])).is_finite());
    }

    #[test]
    fn hypotheses_change_places_with_the_engines() {
        let results = pairs([100, 200, 300, 250, 130]);
        let (there, back) = (sprt(2.0, 7.0).llr(&results), sprt(-2.0, -7.0).llr(&results.reversed()));
        assert!((there - back).abs() < 1e-9);
    }
}
