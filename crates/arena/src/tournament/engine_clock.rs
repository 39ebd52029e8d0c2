use std::time::Duration;

use tabiya_game::{Clock, Moment, Seat};

use crate::engine_process::SecondsControl;

/// The clock of one engine.
///
/// Engines of a match may have different clocks, or none, while a game has one clock for both seats. So each engine has
/// a game's clock to itself: it sits on the first seat, and time passes only while it thinks.
#[derive(Clone, Debug)]
pub struct EngineClock {
    control: SecondsControl,
    clock: Clock,
    /// All the time that was charged. Games count whole milliseconds and engines move in less: what is cut off by
    /// rounding the sum does not add up from move to move.
    charged: Duration,
}

/// The time has run out, by so much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overtime(pub Duration);

/// A flag falls when nothing is left. So much stays on the clock of an engine that is forgiven.
const REMAINDER: Duration = Duration::from_millis(1);

impl EngineClock {
    pub fn new(control: SecondsControl) -> EngineClock {
        let clock = Clock::new(control.for_games()).started(Seat::First, Moment(0));
        EngineClock { control, clock, charged: Duration::ZERO }
    }

    pub fn left(&self) -> Duration {
        self.clock.left(Seat::First, self.now())
    }

    pub fn increment(&self) -> Duration {
        self.control.increment()
    }

    /// How many moves are left until there is more time.
    pub fn moves_to_go(&self) -> Option<u32> {
        self.clock.moves_to_go(Seat::First)
    }

    /// A move took so long. What it took beyond the time left is forgiven up to a margin.
    pub fn spend(&mut self, time: Duration, margin: Duration) -> Result<(), Overtime> {
        let left = self.left();
        let overtime = Overtime(time.saturating_sub(left));
        if overtime.0 > margin {
            return Err(overtime);
        }
        self.charged += time.min(left.saturating_sub(REMAINDER));
        let pressed = self.clock.pressed(self.now()).map_err(|_| overtime)?;
        self.clock = pressed.started(Seat::First, self.now());
        Ok(())
    }

    fn now(&self) -> Moment {
        Moment(0).after(self.charged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn clock(text: &str) -> EngineClock {
        EngineClock::new(text.parse().unwrap())
    }

    #[test]
    fn increments_are_added_and_stages_begin() {
        let mut clock = clock("2/10+1");
        assert_eq!(clock.moves_to_go(), Some(2));
        clock.spend(4 * SECOND, SECOND).unwrap();
        assert_eq!((clock.left(), clock.moves_to_go()), (7 * SECOND, Some(1)));
        clock.spend(6 * SECOND, SECOND).unwrap();
        assert_eq!((clock.left(), clock.moves_to_go()), (12 * SECOND, Some(2)));
        clock.spend(SECOND, SECOND).unwrap();
        clock.spend(SECOND, SECOND).unwrap();
        assert_eq!(
            (clock.left(), clock.moves_to_go()),
            (22 * SECOND, Some(2)),
            "every stage is like the first"
        );
    }

    #[test]
    fn only_the_margin_is_forgiven() {
        let mut clock = clock("3");
        clock.spend(4 * SECOND, SECOND).unwrap();
        assert_eq!(clock.left(), REMAINDER);
        clock.spend(SECOND, SECOND).unwrap();
        assert_eq!(clock.left(), REMAINDER);
        assert_eq!(clock.spend(2 * SECOND, SECOND), Err(Overtime(2 * SECOND - REMAINDER)));
    }

    #[test]
    fn microseconds_add_up() {
        let mut clock = clock("1");
        for _ in 0..1000 {
            clock.spend(Duration::from_micros(300), Duration::ZERO).unwrap();
        }
        assert_eq!(clock.left(), Duration::from_millis(700));
    }

    #[test]
    fn no_move_within_the_margin_flags() {
        let mut clock = clock("0.05");
        for microseconds in (0..60_000).step_by(777) {
            clock.spend(Duration::from_micros(microseconds), 60 * SECOND).unwrap();
        }
        assert_eq!(clock.left(), REMAINDER);
    }
}
