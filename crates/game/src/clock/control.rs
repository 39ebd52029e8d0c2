use std::sync::Arc;
use std::time::Duration;

/// How much time the players have.
///
/// ```
/// use std::time::Duration;
/// use tabiya_game::{Bonus, Stage, TimeControl};
///
/// let classical = TimeControl::new(vec![
///     Stage { moves: Some(40), time: Duration::from_secs(90 * 60), bonus: Bonus::Increment(Duration::from_secs(30)) },
///     Stage { moves: None, time: Duration::from_secs(30 * 60), bonus: Bonus::Increment(Duration::from_secs(30)) },
/// ]);
/// assert_eq!(classical.unwrap().to_string(), "40/90+30,30+30");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TimeControl {
    stages: Arc<[Stage]>,
}

/// A part of a game with time of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stage {
    /// How many moves must be made in it; all that are left, where it is `None`.
    pub moves: Option<u32>,
    /// The time that it adds.
    pub time: Duration,
    /// What every move gives.
    pub bonus: Bonus,
}

/// What every move gives beside the time of the stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bonus {
    /// Nothing: sudden death.
    #[default]
    None,
    /// So much is added after every move, used or not.
    Increment(Duration),
    /// The clock waits so long before it runs.
    Delay(Duration),
    /// What was used is given back after every move, up to so much.
    Bronstein(Duration),
}

impl TimeControl {
    /// The most stages a game may have.
    pub const MAX_STAGES: usize = 8;

    /// A control of one or more stages; `None` where there are none or too many, where one but the last goes on
    /// for ever, has no moves, or where there is no time at all.
    pub fn new(stages: Vec<Stage>) -> Option<TimeControl> {
        let (last, earlier) = stages.split_last()?;
        let is_bounded = |stage: &Stage| stage.moves.is_some_and(|moves| moves > 0);
        let fits = stages.len() <= TimeControl::MAX_STAGES
            && earlier.iter().all(is_bounded)
            && last.moves != Some(0)
            && stages[0].gives_time();
        fits.then(|| TimeControl { stages: stages.into() })
    }

    /// The stages, in order. The last one is repeated, where it has a number of moves.
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    pub(super) fn stage(&self, number: usize) -> Stage {
        self.stages[number.min(self.stages.len() - 1)]
    }

    /// The stage in which somebody is who has made so many moves.
    pub(super) fn stage_after(&self, moves: u32) -> Stage {
        let mut left = moves;
        for stage in self.stages.iter() {
            match stage.moves {
                Some(length) if left >= length => left -= length,
                _ => return *stage,
            }
        }
        self.stage(self.stages.len())
    }

    /// How many moves of its stage are left to somebody who has made so many; `None` where it goes on for ever.
    pub(super) fn moves_left_after(&self, moves: u32) -> Option<u32> {
        let mut left = moves;
        for stage in self.stages.iter() {
            let length = stage.moves?;
            if left < length {
                return Some(length - left);
            }
            left -= length;
        }
        let length = self.stages.last()?.moves?;
        Some(length - left % length)
    }

    /// The stage that begins just after that many moves.
    pub(super) fn stage_begun_by(&self, moves: u32) -> Option<Stage> {
        let mut end = 0u32;
        for (number, stage) in self.stages.iter().enumerate() {
            end = end.saturating_add(stage.moves?);
            if moves == end {
                return Some(self.stage(number + 1));
            }
        }
        let last = self.stages.last()?;
        (moves > end && (moves - end).is_multiple_of(last.moves?)).then_some(*last)
    }
}

impl Stage {
    fn gives_time(&self) -> bool {
        !self.time.is_zero() || !self.bonus.free_time().is_zero()
    }
}

impl Bonus {
    /// How much time a move may take that costs nothing.
    pub fn most(self) -> Duration {
        match self {
            Bonus::None => Duration::ZERO,
            Bonus::Increment(time) | Bonus::Delay(time) | Bonus::Bronstein(time) => time,
        }
    }

    /// How long the clock waits before it runs.
    pub(super) fn free_time(self) -> Duration {
        match self {
            Bonus::Delay(delay) => delay,
            Bonus::None | Bonus::Increment(_) | Bonus::Bronstein(_) => Duration::ZERO,
        }
    }

    /// What is added after a move that took so long.
    pub(super) fn earned(self, used: Duration) -> Duration {
        match self {
            Bonus::None | Bonus::Delay(_) => Duration::ZERO,
            Bonus::Increment(increment) => increment,
            Bonus::Bronstein(delay) => used.min(delay),
        }
    }
}
