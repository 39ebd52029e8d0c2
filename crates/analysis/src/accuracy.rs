//! How well somebody played, in percent.
//!
//! CITE: lichess, <https://lichess.org/page/accuracy>, and for a whole game what its program does: the mean of two means of
//! the moves' accuracies, one weighted by how much was going on, one harmonic, in which bad moves count for more.

use crate::WinningChances;
use tabiya_rules::Color;

/// The accuracy of a move that loses so much of the winning chances, both in percent:
/// `103.1668 * exp(-0.04354 * loss) - 3.1669`, within 0 and 100; 100 where nothing is lost.
///
/// ```
/// use tabiya_analysis::move_accuracy;
///
/// assert_eq!(move_accuracy(0.0), 100.0);
/// assert_eq!(move_accuracy(15.0).round(), 51.0);
/// assert_eq!(move_accuracy(100.0), 0.0);
/// ```
pub fn move_accuracy(loss: f64) -> f64 {
    if loss <= 0.0 {
        return 100.0;
    }
    (103.1668 * (-0.04354 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// How many positions tell how much is going on: a tenth of the moves, within these.
const FEWEST: usize = 2;
const MOST: usize = 8;

/// The bounds of a move's weight.
const LIGHTEST: f64 = 0.5;
const HEAVIEST: f64 = 12.0;

/// The least accuracy that the harmonic mean knows: one move of nought would be all of it.
const LEAST: f64 = 1.0;

/// How much every move counts, by the chances of all positions: the standard deviation of White's chances in the
/// positions that end with the one after the move, as many as a tenth of the game has moves, from 2 to 8; the first so
/// many for the first moves. At least 0.5, at most 12.
pub(crate) fn weights(chances: &[WinningChances]) -> Vec<f64> {
    let moves = chances.len().saturating_sub(1);
    let size = (moves / 10).clamp(FEWEST, MOST);
    let window = |m: usize| {
        let end = (m + 2).max(size).min(chances.len());
        &chances[end.saturating_sub(size)..end]
    };
    (0..moves).map(|m| deviation(window(m)).clamp(LIGHTEST, HEAVIEST)).collect()
}

fn deviation(chances: &[WinningChances]) -> f64 {
    let values = || chances.iter().map(|chances| chances.of(Color::White));
    let count = chances.len().max(1) as f64;
    let mean = values().sum::<f64>() / count;
    (values().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

/// The accuracy of a side, by those of its moves, each with its weight: the mean of the weighted mean and of the harmonic
/// mean. `None` where it has not moved.
pub(crate) fn side_accuracy(moves: &[(f64, f64)]) -> Option<f64> {
    if moves.is_empty() {
        return None;
    }
    let weight: f64 = moves.iter().map(|(_, weight)| weight).sum();
    let weighted = moves.iter().map(|(accuracy, weight)| accuracy * weight).sum::<f64>() / weight;
    let inverses: f64 = moves.iter().map(|(accuracy, _)| 1.0 / accuracy.max(LEAST)).sum();
    let harmonic = moves.len() as f64 / inverses;
    Some(((weighted + harmonic) / 2.0).clamp(0.0, 100.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PositionScore;

    fn chances(values: &[i32]) -> Vec<WinningChances> {
        values.iter().map(|&value| PositionScore::Centipawns(value).chances()).collect()
    }

    #[test]
    fn a_quiet_game_has_the_lightest_moves() {
        assert_eq!(weights(&chances(&[20; 31])), [LIGHTEST; 30]);
        assert_eq!(weights(&chances(&[20])), [0.0; 0]);
        assert_eq!(weights(&[]), [0.0; 0]);
    }

    #[test]
    fn a_move_weighs_by_what_led_to_it() {
        // 40 moves: windows of four positions, which end with the one after the move.
        let mut values = [0; 41];
        values[20] = 900;
        let heavy: Vec<usize> = weights(&chances(&values))
            .iter()
            .enumerate()
            .filter(|(_, weight)| **weight > LIGHTEST)
            .map(|(m, _)| m)
            .collect();
        assert_eq!(heavy, [19, 20, 21, 22]);
    }

    #[test]
    fn one_bad_move_counts_for_more_than_its_share() {
        let even = side_accuracy(&[(90.0, 1.0), (90.0, 1.0)]).unwrap();
        let uneven = side_accuracy(&[(100.0, 1.0), (80.0, 1.0)]).unwrap();
        assert!((even - 90.0).abs() < 1e-9 && uneven < even, "{even} {uneven}");
        assert_eq!(side_accuracy(&[]), None);
        assert!(side_accuracy(&[(0.0, 1.0)]).unwrap() <= 1.0);
    }
}
