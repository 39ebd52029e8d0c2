use std::time::Duration;

use crate::engine_process::TimeControl;

/// The clock of one side.
#[derive(Clone, Debug)]
pub struct Clock {
    control: TimeControl,
    left: Duration,
    moves: u32,
}

/// The time has run out, by so much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flagged(pub Duration);

impl Clock {
    pub fn new(control: TimeControl) -> Clock {
        Clock { control, left: control.base, moves: 0 }
    }

    pub fn left(&self) -> Duration {
        self.left
    }

    pub fn increment(&self) -> Duration {
        self.control.increment
    }

    /// How many moves are left until there is more time.
    pub fn moves_to_go(&self) -> Option<u32> {
        self.control.moves.map(|moves| moves - self.moves % moves)
    }

    /// A move took so long. What it took beyond the time left is forgiven up to a margin.
    pub fn spend(&mut self, time: Duration, margin: Duration) -> Result<(), Flagged> {
        if time > self.left + margin {
            return Err(Flagged(time - self.left));
        }
        self.left = self.left.saturating_sub(time) + self.control.increment;
        self.moves += 1;
        if self.control.moves.is_some_and(|moves| self.moves.is_multiple_of(moves)) {
            self.left += self.control.base;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn clock(text: &str) -> Clock {
        Clock::new(text.parse().unwrap())
    }

    #[test]
    fn increments_are_added_and_stages_begin() {
        let mut clock = clock("2/10+1");
        assert_eq!(clock.moves_to_go(), Some(2));
        clock.spend(4 * SECOND, SECOND).unwrap();
        assert_eq!((clock.left(), clock.moves_to_go()), (7 * SECOND, Some(1)));
        clock.spend(7 * SECOND, SECOND).unwrap();
        assert_eq!((clock.left(), clock.moves_to_go()), (11 * SECOND, Some(2)));
    }

    #[test]
    fn only_the_margin_is_forgiven() {
        let mut clock = clock("3");
        clock.spend(4 * SECOND, SECOND).unwrap();
        assert_eq!(clock.left(), Duration::ZERO);
        assert_eq!(clock.spend(2 * SECOND, SECOND), Err(Flagged(2 * SECOND)));
    }
}
