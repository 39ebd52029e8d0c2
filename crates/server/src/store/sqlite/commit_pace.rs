use std::time::{Duration, Instant};

/// How many commits may follow each other at once.
const MOST: u32 = 8;

/// How long it takes until there may be one more.
const AGAIN: Duration = Duration::from_millis(6);

/// Spaces commits out where there are many. What comes meanwhile is committed together: a sync of the disk costs the same
/// for one move as for a hundred. Where little happens nobody waits, and where much does, nobody waits for longer than the
/// disk might take anyway.
pub struct CommitPace {
    left: u32,
    /// Up to when commits were earned.
    since: Instant,
}

impl CommitPace {
    pub fn new(now: Instant) -> CommitPace {
        CommitPace { left: MOST, since: now }
    }

    /// How long the next commit is to wait; after that it counts.
    pub fn take(&mut self, now: Instant) -> Duration {
        let earned = now.saturating_duration_since(self.since).div_duration_f64(AGAIN);
        if earned >= f64::from(MOST - self.left) {
            *self = CommitPace::new(now);
        } else {
            self.left += earned as u32;
            self.since += AGAIN * earned as u32;
        }
        match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                Duration::ZERO
            }
            None => {
                self.since += AGAIN;
                self.since.saturating_duration_since(now)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_commits_wait_for_nothing_and_many_for_each_other() {
        let begun = Instant::now();
        let mut pace = CommitPace::new(begun);
        assert!((0..MOST).all(|_| pace.take(begun).is_zero()));
        let mut now = begun;
        for _ in 0..100 {
            let wait = pace.take(now);
            assert!(!wait.is_zero() && wait <= AGAIN, "{wait:?}");
            now += wait;
        }
        assert_eq!(now, begun + AGAIN * 100);
    }

    #[test]
    fn whoever_comes_now_and_then_never_waits() {
        let mut now = Instant::now();
        let mut pace = CommitPace::new(now);
        for _ in 0..100 {
            assert!(pace.take(now).is_zero());
            now += AGAIN;
        }
    }

    #[test]
    fn a_pause_brings_back_no_more_than_there_were() {
        let begun = Instant::now();
        let mut pace = CommitPace::new(begun);
        for _ in 0..MOST {
            pace.take(begun);
        }
        let later = begun + AGAIN * 1000;
        assert!((0..MOST).all(|_| pace.take(later).is_zero()));
        assert!(!pace.take(later).is_zero());
    }
}
