//! Ratings of any number of players, fitted to all their games together.
//!
//! The model is that of Bradley and Terry on Elo's scale: a player is expected to score 1 / (1 + 10^(-d / 400)) of the points
//! against one who is d below, and a draw is half a point. The likeliest ratings are found by Newton's method; their errors
//! come from how much the games really varied, so that draws and openings played with both colors make them smaller.
//! CITE: Bradley and Terry, Rank Analysis of Incomplete Block Designs, <https://doi.org/10.2307/2334029>
//! CITE: the variance of an estimate whose model is wrong in its variance, White, <https://doi.org/10.2307/1912526>

use std::f64::consts::LN_10;

use super::elo::{TWO_SIDED, expected};
use super::match_tally::MatchTally;

/// The rating of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FittedRating {
    /// On Elo's scale, beside the anchors.
    pub elo: f64,
    /// How far the truth may be from it with a probability of 95 %; beside the anchors, which have no error.
    pub error: f64,
}

/// A player whose rating is known: the number and the rating.
pub type Anchor = (usize, f64);

/// How far ratings are from each other beforehand, usually: so little is known that it only holds those who lost or won
/// everything.
const BEFOREHAND: f64 = 1_500.0;
const STEPS: usize = 100;
/// A step in Elo with which nothing moves any more.
const SETTLED: f64 = 1e-6;

/// Fits the ratings of `players` to the results of their pairings. The mean of the anchors is where they say; without any, the
/// mean of all is 0.
pub fn fit(
    players: usize,
    pairings: &[((usize, usize), MatchTally)],
    anchors: &[Anchor],
) -> Vec<FittedRating> {
    let played: Vec<PairResult> = pairings.iter().filter_map(PairResult::of).collect();
    let mut elo = vec![0.0; players];
    for _ in 0..STEPS {
        let step = solve(information(&elo, &played), slope(&elo, &played));
        let largest = step.iter().fold(0.0, |most: f64, part| most.max(part.abs()));
        // Far from the summit the curve misleads: no player moves by more than this at once.
        let share = (400.0 / largest.max(1e-12)).min(1.0);
        elo.iter_mut().zip(&step).for_each(|(elo, part)| *elo += share * part);
        if largest < SETTLED {
            break;
        }
    }
    let weights = anchor_weights(players, anchors);
    let wanted: f64 = anchors.iter().map(|(_, rating)| rating / anchors.len() as f64).sum();
    let found: f64 = elo.iter().zip(&weights).map(|(elo, weight)| elo * weight).sum();
    let errors = errors(&elo, &played, &weights);
    elo.iter().zip(errors).map(|(elo, error)| FittedRating { elo: elo - found + wanted, error }).collect()
}

/// What counts of the games of two players.
struct PairResult {
    one: usize,
    other: usize,
    games: f64,
    score: f64,
    /// How much the score of a game varies, as the games show.
    variance: f64,
}

impl PairResult {
    fn of(&((one, other), tally): &((usize, usize), MatchTally)) -> Option<PairResult> {
        let score = tally.score()?;
        let games = tally.games() as f64;
        // The mean of a pair varies half as much as a game would.
        let seen = tally.pair_variance().map_or_else(|| tally.game_variance(), |variance| 2.0 * variance);
        // Where everything was won, or all pairs were alike, games are too few to tell.
        let least = 0.25 / (games + 4.0);
        Some(PairResult { one, other, games, score, variance: seen.max(least) })
    }

    fn expected(&self, elo: &[f64]) -> f64 {
        expected(elo[self.one] - elo[self.other])
    }
}

/// Elo in units of the logistic curve.
const UNIT: f64 = LN_10 / 400.0;

/// In which direction, and how steeply, the likelihood grows.
fn slope(elo: &[f64], played: &[PairResult]) -> Vec<f64> {
    let mut slope: Vec<f64> = elo.iter().map(|elo| -elo / (BEFOREHAND * BEFOREHAND)).collect();
    for pairing in played {
        let surplus = UNIT * pairing.games * (pairing.score - pairing.expected(elo));
        slope[pairing.one] += surplus;
        slope[pairing.other] -= surplus;
    }
    slope
}

/// How curved the likelihood is: what the games tell of the ratings.
fn information(elo: &[f64], played: &[PairResult]) -> Vec<Vec<f64>> {
    let beforehand = 1.0 / (BEFOREHAND * BEFOREHAND);
    sum_over(elo.len(), beforehand, played, |pairing| {
        let expected = pairing.expected(elo);
        UNIT * UNIT * pairing.games * expected * (1.0 - expected)
    })
}

/// A matrix that has a weight for the difference of each pairing.
fn sum_over(
    players: usize,
    diagonal: f64,
    played: &[PairResult],
    weight: impl Fn(&PairResult) -> f64,
) -> Vec<Vec<f64>> {
    let mut sum = vec![vec![0.0; players]; players];
    (0..players).for_each(|i| sum[i][i] = diagonal);
    for pairing in played {
        let (one, other, weight) = (pairing.one, pairing.other, weight(pairing));
        sum[one][one] += weight;
        sum[other][other] += weight;
        sum[one][other] -= weight;
        sum[other][one] -= weight;
    }
    sum
}

/// The share of each player in the mean that is settled.
fn anchor_weights(players: usize, anchors: &[Anchor]) -> Vec<f64> {
    if anchors.is_empty() {
        return vec![1.0 / players as f64; players];
    }
    let mut weights = vec![0.0; players];
    anchors.iter().for_each(|&(player, _)| weights[player] += 1.0 / anchors.len() as f64);
    weights
}

/// The errors of the differences from the settled mean.
fn errors(elo: &[f64], played: &[PairResult], weights: &[f64]) -> Vec<f64> {
    let beforehand = 1.0 / (BEFOREHAND * BEFOREHAND);
    let varied =
        sum_over(elo.len(), beforehand, played, |pairing| UNIT * UNIT * pairing.games * pairing.variance);
    let deviation = |player: usize| {
        let difference: Vec<f64> =
            weights.iter().enumerate().map(|(i, weight)| f64::from(u8::from(i == player)) - weight).collect();
        let response = solve(information(elo, played), difference);
        let row = |i: usize| varied[i].iter().zip(&response).map(|(a, b)| a * b).sum::<f64>();
        response.iter().enumerate().map(|(i, part)| part * row(i)).sum::<f64>().max(0.0).sqrt()
    };
    (0..elo.len()).map(|player| TWO_SIDED * deviation(player)).collect()
}

/// The solution of linear equations whose matrix is symmetric and positive, by elimination.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for column in 0..size {
        let pivot = matrix[column].clone();
        for row in column + 1..size {
            let factor = matrix[row][column] / pivot[column];
            matrix[row].iter_mut().zip(&pivot).for_each(|(cell, above)| *cell -= factor * above);
            right[row] -= factor * right[column];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::super::elo::{Elo, difference};
    use super::*;

    fn tally(wins: u64, losses: u64, draws: u64) -> MatchTally {
        MatchTally { wins, losses, draws, pairs: [0; 5] }
    }

    #[test]
    fn two_players_are_as_far_apart_as_their_score_says() {
        let games = tally(450, 250, 300);
        let fitted = fit(2, &[((0, 1), games)], &[(1, 1_000.0)]);
        let Some(Elo::Within(value, error)) = Elo::of(&games) else { panic!("there are games") };
        assert!((fitted[0].elo - 1_000.0 - value).abs() < 0.5, "{fitted:?}");
        assert!((fitted[0].error - error).abs() < 0.5, "{fitted:?} and {error}");
        assert_eq!(fitted[1], FittedRating { elo: 1_000.0, error: 0.0 });
    }

    #[test]
    fn a_ladder_adds_up() {
        let games = tally(640, 360, 0);
        let fitted = fit(4, &[((1, 0), games), ((2, 1), games), ((3, 2), games)], &[(0, 400.0)]);
        for (step, rating) in fitted.iter().enumerate() {
            let wanted = 400.0 + step as f64 * difference(0.64);
            assert!((rating.elo - wanted).abs() < 1.0, "{fitted:?}");
        }
        let errors: Vec<f64> = fitted.iter().map(|rating| rating.error).collect();
        assert!(errors.is_sorted() && errors[3] > 1.5 * errors[1], "{errors:?}");
    }

    #[test]
    fn games_that_disagree_are_weighed() {
        // A beats B, B beats C, and C beats A as clearly: all are equal.
        let games = tally(70, 30, 0);
        let fitted = fit(3, &[((0, 1), games), ((1, 2), games), ((2, 0), games)], &[]);
        assert!(fitted.iter().all(|rating| rating.elo.abs() < 1e-3), "{fitted:?}");
    }

    #[test]
    fn ratings_are_found_again_from_the_scores_they_make() {
        let truth = [0.0, 130.0, 310.0, 420.0, 777.0];
        let mut games = Vec::new();
        for one in 0..truth.len() {
            for other in one + 1..truth.len() {
                let wins = (100_000.0 * expected(truth[one] - truth[other])).round() as u64;
                games.push(((one, other), tally(wins, 100_000 - wins, 0)));
            }
        }
        let fitted = fit(truth.len(), &games, &[(0, 0.0)]);
        for (rating, truth) in fitted.iter().zip(truth) {
            assert!((rating.elo - truth).abs() < 0.5, "{fitted:?}");
        }
    }

    #[test]
    fn whoever_wins_everything_stays_on_the_scale() {
        let fitted = fit(3, &[((0, 1), tally(50, 0, 0)), ((1, 2), tally(20, 20, 10))], &[(1, 0.0)]);
        assert!((500.0..3_000.0).contains(&fitted[0].elo) && fitted[0].error > 200.0, "{fitted:?}");
    }

    #[test]
    fn several_anchors_share_the_scale() {
        let games = tally(100, 100, 0);
        let fitted = fit(3, &[((0, 1), games), ((1, 2), games)], &[(0, 900.0), (2, 1_100.0)]);
        assert!(fitted.iter().all(|rating| (rating.elo - 1_000.0).abs() < 1e-3), "{fitted:?}");
    }

    #[test]
    fn without_games_nothing_is_known() {
        let fitted = fit(2, &[], &[]);
        assert!(fitted.iter().all(|rating| rating.elo == 0.0 && rating.error > 1_000.0), "{fitted:?}");
    }
}
