use std::time::{Duration, Instant};

use tabiya_rules::{ByColor, Color, Move};

use super::parameters::{
    CONTROL_INCREMENT, CONTROL_MOST, CONTROL_SHARE, GAME_INCREMENT, GAME_MOST, GAME_SHARE, HARD_SHARES,
    LAST_MOVE_MOST, OVERHEAD_KEEPS,
};

/// What ends a search. Without any limit it goes on until it is stopped.
///
/// ```
/// use tabiya_engine::SearchLimits;
///
/// let limits = SearchLimits { nodes: Some(10_000), ..SearchLimits::default() };
/// assert_eq!(limits.depth, None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct SearchLimits {
    /// How many moves deep at most.
    pub depth: Option<i32>,
    /// How many positions at most.
    pub nodes: Option<u64>,
    /// Until a mate in so many moves is found.
    pub mate: Option<i32>,
    /// How long exactly.
    pub move_time: Option<Duration>,
    /// The clocks.
    pub clock: Option<ClockTimes>,
    /// Only these first moves; all of them where the list is empty.
    pub moves: Vec<Move>,
}

/// What the clocks of both sides show.
///
/// ```
/// use std::time::Duration;
/// use tabiya_engine::ClockTimes;
/// use tabiya_rules::ByColor;
///
/// let three = Duration::from_secs(3);
/// let clock = ClockTimes { left: ByColor { white: three, black: three }, ..ClockTimes::default() };
/// assert_eq!(clock.moves_to_go, None);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ClockTimes {
    /// The time left.
    pub left: ByColor<Duration>,
    /// The time added after each move.
    pub increment: ByColor<Duration>,
    /// After how many moves time is added; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// How long to think: gladly until `soft`, never beyond `hard`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimePlan {
    pub(crate) started: Instant,
    pub(crate) soft: Option<Duration>,
    pub(crate) hard: Option<Duration>,
}

impl TimePlan {
    /// The plan for a side, with `overhead` lost on every move between the clock and us.
    pub(crate) fn new(limits: &SearchLimits, us: Color, overhead: Duration, started: Instant) -> TimePlan {
        if let Some(exact) = limits.move_time {
            let hard = exact.saturating_sub(overhead).max(Duration::from_millis(1));
            return TimePlan { started, soft: Some(hard), hard: Some(hard) };
        }
        match &limits.clock {
            Some(clock) => TimePlan::by_clock(clock, us, overhead, started),
            None => TimePlan { started, soft: None, hard: None },
        }
    }

    fn by_clock(clock: &ClockTimes, us: Color, overhead: Duration, started: Instant) -> TimePlan {
        let left = clock.left.get(us).as_secs_f64();
        let increment = clock.increment.get(us).as_secs_f64();
        let overhead = overhead.as_secs_f64();
        let least = 0.001;
        let usable = (left - overhead).max(least);
        let (soft, hard) = match clock.moves_to_go {
            Some(moves) => {
                let moves = f64::from(moves.clamp(1, 50));
                // Every move to come costs its overhead too.
                let rest = (usable - overhead * (moves - 1.0)).max(usable * OVERHEAD_KEEPS);
                let share = CONTROL_SHARE * rest / moves + CONTROL_INCREMENT * increment;
                let most = if moves <= 1.0 { LAST_MOVE_MOST } else { CONTROL_MOST };
                (share, (HARD_SHARES * share).min(usable * most))
            }
            None => {
                let share = usable * GAME_SHARE + increment * GAME_INCREMENT;
                (share, (HARD_SHARES * share).min(usable * GAME_MOST))
            }
        };
        let seconds = |value: f64| Some(Duration::from_secs_f64(value.clamp(least, 1e9)));
        TimePlan { started, soft: seconds(soft.min(hard)), hard: seconds(hard) }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    pub(crate) fn is_past_hard(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether the time gladly spent, stretched by a factor, is over.
    pub(crate) fn is_past_soft(&self, factor: f64) -> bool {
        let is_past = |soft: Duration| self.elapsed().as_secs_f64() >= soft.as_secs_f64() * factor;
        self.soft.is_some_and(is_past) || self.is_past_hard()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(left: u64, increment: u64, moves_to_go: Option<u32>) -> TimePlan {
        let both = |ms| ByColor::from_fn(|_| Duration::from_millis(ms));
        let clock = ClockTimes { left: both(left), increment: both(increment), moves_to_go };
        let limits = SearchLimits { clock: Some(clock), ..SearchLimits::default() };
        TimePlan::new(&limits, Color::White, Duration::from_millis(10), Instant::now())
    }

    #[test]
    fn a_plan_never_takes_more_than_is_left() {
        for left in [0, 1, 5, 20, 100, 3_000, 60_000, u64::MAX >> 20] {
            for increment in [0, 30, 10_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let plan = plan(left, increment, moves);
                    let (Some(soft), Some(hard)) = (plan.soft, plan.hard) else { panic!("a clock limits") };
                    assert!(soft <= hard);
                    assert!(hard <= Duration::from_millis(left.saturating_sub(10).max(1)), "{left} {hard:?}");
                }
            }
        }
    }

    #[test]
    fn more_time_is_more_thought() {
        assert!(plan(60_000, 0, None).soft > plan(3_000, 0, None).soft);
        assert!(plan(3_000, 1_000, None).soft > plan(3_000, 0, None).soft);
        assert!(plan(3_000, 0, Some(2)).soft > plan(3_000, 0, Some(40)).soft);
    }
}
