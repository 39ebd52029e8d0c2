use std::fmt;

use tabiya_engine::Score;
use tabiya_notation::pgn::{Eval, PgnEnding};
use tabiya_rules::{Color, Outcome};

use crate::WinningChances;

/// What a position is worth, seen by White.
///
/// ```
/// use tabiya_analysis::PositionScore;
/// use tabiya_engine::Score;
/// use tabiya_rules::Color;
///
/// let score = PositionScore::of_engine(Score::centipawns(35), Color::Black);
/// assert_eq!(score.to_string(), "-0.35");
/// assert!(score.chances().of(Color::Black) > 50.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PositionScore {
    /// Hundredths of a pawn, more of them the better for White.
    Centipawns(i32),
    /// A side wins by force, in so many of its moves: by mate, or however games are won under the rules.
    Forced {
        /// The side.
        winner: Color,
        /// The moves, at least one.
        moves: u32,
    },
    /// The game is over on the board: won by a side, or drawn.
    Over(Option<Color>),
}

impl PositionScore {
    /// What an engine found for the side to move.
    pub fn of_engine(score: Score, turn: Color) -> PositionScore {
        match score.mate() {
            Some(moves) => {
                let winner = if moves > 0 { turn } else { !turn };
                PositionScore::Forced { winner, moves: moves.unsigned_abs().max(1) }
            }
            None if turn.is_white() => PositionScore::Centipawns(score.value()),
            None => PositionScore::Centipawns(-score.value()),
        }
    }

    /// What the rules say of a game that is over.
    pub fn of_outcome(outcome: Outcome) -> PositionScore {
        PositionScore::Over(outcome.winner())
    }

    /// What a PGN says of a position; `#0` does not tell who has won.
    ///
    /// ```
    /// use tabiya_analysis::PositionScore;
    /// use tabiya_notation::pgn::Eval;
    ///
    /// let mate = PositionScore::of_eval(Eval::Mate(-3)).unwrap();
    /// assert_eq!(mate.eval(), Some(Eval::Mate(-3)));
    /// assert_eq!(PositionScore::of_eval(Eval::Mate(0)), None);
    /// ```
    pub fn of_eval(eval: Eval) -> Option<PositionScore> {
        match eval {
            Eval::Centipawns(value) => Some(PositionScore::Centipawns(value)),
            Eval::Mate(0) => None,
            Eval::Mate(moves) => {
                let winner = if moves > 0 { Color::White } else { Color::Black };
                Some(PositionScore::Forced { winner, moves: moves.unsigned_abs() })
            }
        }
    }

    /// How a PGN says it. What is won already has no such form, and needs none.
    pub fn eval(self) -> Option<Eval> {
        match self {
            PositionScore::Centipawns(value) => Some(Eval::Centipawns(value)),
            PositionScore::Forced { winner, moves } => {
                let moves = i32::try_from(moves).unwrap_or(i32::MAX);
                Some(Eval::Mate(if winner.is_white() { moves } else { -moves }))
            }
            PositionScore::Over(None) => Some(Eval::Centipawns(0)),
            PositionScore::Over(Some(_)) => None,
        }
    }

    /// The chances that it means.
    pub fn chances(self) -> WinningChances {
        WinningChances::of_score(self)
    }
}

/// As players write it: `+0.35`, `#3`, `#-3`, `1-0`.
impl fmt::Display for PositionScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionScore::Centipawns(value) => {
                write!(f, "{}{}", if *value > 0 { "+" } else { "" }, Eval::Centipawns(*value))
            }
            PositionScore::Forced { winner, moves } => {
                write!(f, "#{}{moves}", if winner.is_white() { "" } else { "-" })
            }
            PositionScore::Over(Some(winner)) => PgnEnding::Won(*winner).fmt(f),
            PositionScore::Over(None) => PgnEnding::Drawn.fmt(f),
        }
    }
}
