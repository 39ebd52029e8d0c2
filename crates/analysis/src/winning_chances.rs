use tabiya_rules::Color;

use crate::PositionScore;

/// By how much chances grow with a score, fitted to games between people.
///
/// CITE: lichess, <https://lichess.org/page/accuracy>
const STEEPNESS: f64 = 0.003_682_08;

/// From how many centipawns on more of them change nothing, and what a forced win counts.
const MOST_CENTIPAWNS: i32 = 1_000;

/// The chances to win a game, draws counted half, in percent: 100 where White has won.
///
/// A score of `c` centipawns is worth `50 + 50 * (2 / (1 + exp(-0.00368208 * c)) - 1)`, by lichess's formula. Beyond ten
/// pawns nothing grows any more, and a forced win counts as ten pawns; where the game is over it is 100, 50 or 0.
///
/// ```
/// use tabiya_analysis::PositionScore;
/// use tabiya_rules::Color;
///
/// let ahead = PositionScore::Centipawns(100).chances();
/// assert_eq!(ahead.of(Color::White).round(), 59.0);
/// assert_eq!(ahead.of(Color::Black).round(), 41.0);
/// assert_eq!(PositionScore::Over(Some(Color::Black)).chances().of(Color::White), 0.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct WinningChances(f64);

impl WinningChances {
    pub(crate) fn of_score(score: PositionScore) -> WinningChances {
        WinningChances(match score {
            PositionScore::Centipawns(value) => logistic(value),
            PositionScore::Forced { winner: Color::White, moves: _ } => logistic(MOST_CENTIPAWNS),
            PositionScore::Forced { winner: Color::Black, moves: _ } => logistic(-MOST_CENTIPAWNS),
            PositionScore::Over(Some(Color::White)) => 100.0,
            PositionScore::Over(Some(Color::Black)) => 0.0,
            PositionScore::Over(None) => 50.0,
        })
    }

    /// A side's chances, from 0 to 100.
    pub fn of(self, color: Color) -> f64 {
        let WinningChances(white) = self;
        if color.is_white() { white } else { 100.0 - white }
    }
}

fn logistic(centipawns: i32) -> f64 {
    let value = f64::from(centipawns.clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS));
    50.0 + 50.0 * (2.0 / (1.0 + (-STEEPNESS * value).exp()) - 1.0)
}
