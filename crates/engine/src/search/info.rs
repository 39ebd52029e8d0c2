use std::fmt;
use std::time::Duration;

use tabiya_rules::Move;

use super::transposition_table::Bound;
use super::value::{MATE, MATE_BOUND, Value};

/// What a search tells while it runs.
///
/// ```
/// use tabiya_engine::{Control, Engine, GamePosition, SearchLimits};
/// use tabiya_rules::{FIDE, Position};
///
/// let mut engine = Engine::new(1, 1);
/// let game = GamePosition::starting(&FIDE).unwrap();
/// let limits = SearchLimits { depth: Some(3), ..SearchLimits::default() };
/// let mut depths = Vec::new();
/// engine.search(&game, &limits, &Control::default(), &mut |info| depths.push(info.depth));
/// assert_eq!(depths.last(), Some(&3));
/// ```
#[derive(Clone, Debug)]
pub struct Info {
    /// How deep everything was searched.
    pub depth: i32,
    /// How deep single lines were followed.
    pub selective_depth: usize,
    /// Which of the best lines this is, from 1.
    pub multi_pv: usize,
    /// What the position is worth.
    pub score: Score,
    /// How many positions were seen.
    pub nodes: u64,
    /// How full the table is, in thousandths.
    pub fullness: usize,
    /// How many positions were found in tables of endgames.
    pub table_hits: u64,
    /// How long the search took so far.
    pub time: Duration,
    /// The best line.
    pub line: Vec<Move>,
}

/// What a position is worth to the side to move.
///
/// ```
/// use tabiya_engine::Score;
///
/// assert_eq!(Score::centipawns(35).to_string(), "cp 35");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    value: Value,
    bound: Bound,
}

impl Score {
    /// A value in hundredths of a pawn.
    pub fn centipawns(value: i32) -> Score {
        Score { value: value.clamp(1 - MATE_BOUND, MATE_BOUND - 1), bound: Bound::Exact }
    }

    pub(super) fn new(value: Value, bound: Bound) -> Score {
        Score { value, bound }
    }

    pub(crate) fn is_exact(self) -> bool {
        self.bound == Bound::Exact
    }

    /// In how many moves the side to move mates, or is mated where the number is not positive; `None` where neither
    /// is seen.
    pub fn mate(self) -> Option<i32> {
        match self.value {
            MATE_BOUND.. => Some((MATE - self.value + 1) / 2),
            value if value <= -MATE_BOUND => Some(-(MATE + value) / 2),
            _ => None,
        }
    }

    /// The value in hundredths of a pawn; beyond everything else where there is a mate.
    pub fn value(self) -> i32 {
        self.value
    }

    /// The chances of a win, a draw and a loss, in thousandths, as our own games went.
    ///
    /// ```
    /// use tabiya_engine::Score;
    ///
    /// let (win, draw, loss) = Score::centipawns(400).chances();
    /// assert!(win > 900 && win + draw + loss == 1000);
    /// ```
    pub fn chances(self) -> (u32, u32, u32) {
        let share = |value: f64| 1.0 / (1.0 + (-value).exp());
        let value = f64::from(self.value);
        let win = (1000.0 * share((value - 120.0) / 90.0)).round() as u32;
        let loss = (1000.0 * share((-value - 120.0) / 90.0)).round() as u32;
        (win, 1000 - win - loss, loss)
    }
}

/// As UCI writes it: `cp 35`, `mate -2`, `cp 35 lowerbound`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate() {
            Some(moves) => write!(f, "mate {moves}")?,
            None => write!(f, "cp {}", self.value)?,
        }
        match self.bound {
            Bound::Exact => Ok(()),
            Bound::Lower => f.write_str(" lowerbound"),
            Bound::Upper => f.write_str(" upperbound"),
        }
    }
}
