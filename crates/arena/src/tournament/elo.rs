//! How strong one engine is beside another, by the results of their games.

use std::f64::consts::LN_10;
use std::fmt;

use super::match_tally::MatchTally;

/// The difference of two engines on Elo's scale, where ten times the chances make 400 points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Elo {
    /// As good as can be told: the value, and how far the truth may be from it with a probability of 95 %.
    Within(f64, f64),
    /// Everything was won: with a probability of 95 % not less than this.
    AtLeast(f64),
    /// Everything was lost: not more than this.
    AtMost(f64),
}

/// So many standard deviations hold 95 % of a normal distribution.
pub(super) const TWO_SIDED: f64 = 1.959_964;

impl Elo {
    /// The difference that the results of games speak for; `None` before the first.
    ///
    /// The error comes from pairs of games with the same opening, which vary less than games do, and from single games
    /// while all pairs are alike.
    /// CITE: Michel Van den Bergh on pentanomial statistics, <https://www.chessprogramming.org/Match_Statistics>
    pub fn of(tally: &MatchTally) -> Option<Elo> {
        let games = tally.games() as f64;
        let score = tally.score()?;
        if score >= 1.0 || score <= 0.0 {
            // The least chance of a win under which so many wins in a row would still come once in twenty times.
            let bound = difference(0.05_f64.powf(1.0 / games));
            return Some(if score >= 1.0 { Elo::AtLeast(bound) } else { Elo::AtMost(-bound) });
        }
        // One less than there are, because their mean is taken from them too.
        let deviation = match tally.pair_variance() {
            // Pairs that are all alike are too few to tell how they vary.
            Some(variance) if variance > 0.0 => (variance / (games / 2.0 - 1.0)).sqrt(),
            // Nothing but draws: then games may vary as much as that score lets them.
            _ if tally.game_variance() == 0.0 => (score * (1.0 - score) / games).sqrt(),
            _ => (tally.game_variance() / (games - 1.0)).sqrt(),
        };
        Some(Elo::Within(difference(score), error(score, deviation)))
    }

    /// Between which values the truth is with a probability of 95 %; an end that nothing speaks for is missing.
    pub fn ends(self) -> (Option<f64>, Option<f64>) {
        match self {
            Elo::Within(value, error) => (Some(value - error), Some(value + error)),
            Elo::AtLeast(value) => (Some(value), None),
            Elo::AtMost(value) => (None, Some(value)),
        }
    }
}

/// How far the true difference may be from that of a score, to both sides alike.
///
/// A score is a mean of results from 0 to 1. Near the ends of that scale it must vary less the nearer the true mean is to
/// an end, as a share does; so this is Wilson's interval for a share, with as many trials as would vary like the games.
/// On Elo's scale its ends are equally far from the score's own difference, and never infinitely far.
/// CITE: Robert Newcombe, Logit Confidence Intervals and the Inverse Sinh Transformation, The American Statistician 55
/// (2001), pages 200 to 202, <https://doi.org/10.1198/000313001317098167>
/// CITE: Edwin Wilson, Probable Inference, <https://doi.org/10.1080/01621459.1927.10502953>
fn error(score: f64, deviation: f64) -> f64 {
    let reach = TWO_SIDED * deviation / (score * (1.0 - score));
    800.0 / LN_10 * (reach / 2.0).asinh()
}

/// The difference at which a score is expected.
/// CITE: Arpad Elo's logistic form, <https://www.chessprogramming.org/Match_Statistics>
pub fn difference(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score that is expected at a difference.
pub fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-difference / 400.0))
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Elo::Within(value, error) => write!(f, "{value:.1} +- {error:.1}"),
            Elo::AtLeast(value) => write!(f, "at least {value:.1}"),
            Elo::AtMost(value) => write!(f, "at most {value:.1}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, wanted: f64) -> bool {
        (found - wanted).abs() < 0.05
    }

    #[test]
    fn known_scores_have_known_differences() {
        assert!(close(difference(0.75), 190.8));
        assert!(close(difference(0.5), 0.0));
        assert!(close(difference(0.64), 100.0));
        assert!(close(expected(difference(0.83)), 0.83));
    }

    #[test]
    fn single_games_have_the_usual_error() {
        // Score 0.6, variance of a game 0.165, deviation sqrt(0.165 / 99): about 0.52 to 0.68, or 13.9 to 130.9.
        let tally = MatchTally { wins: 45, losses: 25, draws: 30, pairs: [0; 5] };
        let Some(Elo::Within(value, error)) = Elo::of(&tally) else {
            panic!("there are games");
        };
        let reach = TWO_SIDED * (0.165_f64 / 99.0).sqrt();
        let usual = (difference(0.6 + reach) - difference(0.6 - reach)) / 2.0;
        assert!(close(value, 70.4), "{value}");
        assert!((error - usual).abs() < 0.02 * usual, "{error} and {usual}");
    }

    #[test]
    fn a_lopsided_score_has_ends_that_it_can_come_from() {
        let stockfish = MatchTally { wins: 1, losses: 96, draws: 3, pairs: [46, 3, 1, 0, 0] };
        let elo = Elo::of(&stockfish).unwrap();
        assert_eq!(elo.to_string(), "-636.4 +- 172.7");
        assert_eq!(Elo::of(&stockfish.reversed()).unwrap().to_string(), "636.4 +- 172.7");
        // As Wilson has it: so far from a true score, by its own variance, the score found is just still likely.
        let games = 49.0 * 0.025 * 0.975 / stockfish.pair_variance().unwrap();
        let (Some(low), Some(high)) = elo.ends() else {
            panic!("both are known");
        };
        for end in [low, high] {
            let truth = expected(end);
            let deviations = (0.025 - truth).abs() / (truth * (1.0 - truth) / games).sqrt();
            assert!((deviations - TWO_SIDED).abs() < 1e-6, "{end}: {deviations}");
        }
    }

    #[test]
    fn even_scores_are_nought_without_a_sign() {
        let even = MatchTally { wins: 3, losses: 3, ..MatchTally::default() };
        let Some(Elo::Within(value, _)) = Elo::of(&even) else {
            panic!("there are games");
        };
        assert!(value == 0.0 && value.is_sign_positive());
        assert!(Elo::of(&even).unwrap().to_string().starts_with("0.0 +- "));
    }

    #[test]
    fn pairs_that_agree_have_a_smaller_error() {
        // 50 wins and 50 losses: as pairs of a win and a loss, the result of the next pair is nearly sure.
        let games = MatchTally { wins: 50, losses: 50, draws: 0, pairs: [0; 5] };
        let sure = MatchTally { pairs: [1, 0, 48, 0, 1], ..games };
        let alike = MatchTally { pairs: [0, 0, 50, 0, 0], ..games };
        let wild = MatchTally { pairs: [25, 0, 0, 0, 25], ..games };
        let error = |tally: &MatchTally| match Elo::of(tally) {
            Some(Elo::Within(value, error)) if close(value, 0.0) => error,
            other => panic!("{other:?}"),
        };
        assert!(error(&sure) < 0.3 * error(&games));
        assert!(close(error(&alike), error(&games)));
        assert!(error(&wild) > 1.4 * error(&games));
    }

    #[test]
    fn draws_alone_say_as_little_as_they_can() {
        let draws = |draws| Elo::of(&MatchTally { draws, ..MatchTally::default() }).unwrap().to_string();
        assert_eq!(draws(1), "0.0 +- 495.3");
        assert_eq!(draws(100), "0.0 +- 67.7");
    }

    #[test]
    fn a_clean_sweep_has_a_bound() {
        let sweep = MatchTally { wins: 100, pairs: [0, 0, 0, 0, 50], ..MatchTally::default() };
        // 0.05 ^ 0.01 = 0.9705.
        assert_eq!(Elo::of(&sweep).unwrap().to_string(), "at least 606.8");
        assert_eq!(Elo::of(&sweep.reversed()).unwrap().to_string(), "at most -606.8");
        assert_eq!(Elo::of(&sweep).unwrap().ends(), (Some(difference(0.05_f64.powf(0.01))), None));
        assert_eq!(Elo::of(&MatchTally::default()), None);
    }
}
