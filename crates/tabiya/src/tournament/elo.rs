//! How strong one engine is beside another, by the results of their games.

use std::fmt;

use super::tally::Tally;

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
const TWO_SIDED: f64 = 1.959_964;

impl Elo {
    /// The difference that the results of games speak for; `None` before the first.
    ///
    /// The error comes from pairs of games with the same opening, which vary less than games do, and from single games
    /// while there are no two pairs.
    /// CITE: Michel Van den Bergh on pentanomial statistics, <https://www.chessprogramming.org/Match_Statistics>
    pub fn of(tally: &Tally) -> Option<Elo> {
        let games = tally.games() as f64;
        let score = tally.score()?;
        if score >= 1.0 || score <= 0.0 {
            // The least chance of a win under which so many wins in a row would still come once in twenty times.
            let bound = difference(0.05_f64.powf(1.0 / games));
            return Some(if score >= 1.0 { Elo::AtLeast(bound) } else { Elo::AtMost(-bound) });
        }
        let deviation = match tally.pair_variance() {
            Some(variance) => (variance / (games / 2.0)).sqrt(),
            None => (tally.game_variance() / games).sqrt(),
        };
        let reach = TWO_SIDED * deviation;
        let value = difference(score);
        // An end that lies off the scale says nothing: then the other one counts alone.
        let error = match (score - reach > 0.0, score + reach < 1.0) {
            (true, true) => (difference(score + reach) - difference(score - reach)) / 2.0,
            (true, false) => value - difference(score - reach),
            (false, true) => difference(score + reach) - value,
            (false, false) => f64::INFINITY,
        };
        Some(Elo::Within(value, error))
    }
}

/// The difference at which a score is expected.
/// CITE: Arpad Elo's logistic form, <https://www.chessprogramming.org/Match_Statistics>
pub fn difference(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The score that is expected at a difference.
pub fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-difference / 400.0))
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // Nought has no sign.
            Elo::Within(value, error) => write!(f, "{:.1} +- {error:.1}", value + 0.0),
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
        // Score 0.6, variance of a game 0.19, deviation sqrt(0.19 / 100): 0.5146 to 0.6854, or 10.1 to 135.2.
        let tally = Tally { wins: 45, losses: 25, draws: 30, pairs: [0; 5] };
        let Some(Elo::Within(value, error)) = Elo::of(&tally) else {
            panic!("there are games");
        };
        let variance: f64 = (45.0 + 30.0 / 4.0) / 100.0 - 0.6 * 0.6;
        let reach = TWO_SIDED * (variance / 100.0).sqrt();
        assert!(close(value, 70.4), "{value}");
        assert!(close(error, (difference(0.6 + reach) - difference(0.6 - reach)) / 2.0), "{error}");
    }

    #[test]
    fn pairs_that_agree_have_a_smaller_error() {
        // 50 wins and 50 losses: as pairs of a win and a loss, the result of the next pair is sure.
        let games = Tally { wins: 50, losses: 50, draws: 0, pairs: [0; 5] };
        let sure = Tally { pairs: [0, 0, 50, 0, 0], ..games };
        let wild = Tally { pairs: [25, 0, 0, 0, 25], ..games };
        let error = |tally: &Tally| match Elo::of(tally) {
            Some(Elo::Within(value, error)) if close(value, 0.0) => error,
            other => panic!("{other:?}"),
        };
        assert!(close(error(&sure), 0.0));
        assert!(error(&wild) > 1.4 * error(&games));
    }

    #[test]
    fn a_clean_sweep_has_a_bound() {
        let sweep = Tally { wins: 100, pairs: [0, 0, 0, 0, 50], ..Tally::default() };
        // 0.05 ^ 0.01 = 0.9705.
        assert_eq!(Elo::of(&sweep).unwrap().to_string(), "at least 606.8");
        assert_eq!(Elo::of(&sweep.reversed()).unwrap().to_string(), "at most -606.8");
        assert_eq!(Elo::of(&Tally::default()), None);
    }
}
