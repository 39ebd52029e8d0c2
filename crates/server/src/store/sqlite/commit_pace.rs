use std::thread::sleep;
use std::time::{Duration, Instant};

/// How far apart commits begin at least while several people write.
const PACE: Duration = Duration::from_millis(4);

/// How far apart they begin while few wait. Nobody at a board can tell so little.
const LONG_PACE: Duration = Duration::from_millis(8);

/// How many are enough to begin earlier.
const ENOUGH: usize = 12;

/// For how many commits it is remembered that several people write.
const MEMORY: u32 = 8;

/// When the next commit begins. A sync of the disk costs the same for one move as for a hundred, and so does waking those who
/// write and those who tell of it, so that commits wait for each other a little; but not where one person waits for each before
/// the next, as programs do: there nobody would go along.
#[derive(Default)]
pub struct CommitPace {
    begun: Option<Instant>,
    crowded: u32,
}

impl CommitPace {
    /// Waits until it is time. What comes meanwhile goes along; `waiting` tells how much that is.
    pub fn wait(&mut self, waiting: impl Fn() -> usize) {
        let rest = |pace| self.left(Instant::now(), pace).map_or((), sleep);
        rest(PACE);
        if waiting() < ENOUGH {
            rest(LONG_PACE);
        }
        self.begun = Some(Instant::now());
    }

    /// A commit has ended, and meanwhile others came or not.
    pub fn note(&mut self, others_wait: bool) {
        self.crowded = if others_wait { MEMORY } else { self.crowded.saturating_sub(1) };
    }

    fn left(&self, now: Instant, pace: Duration) -> Option<Duration> {
        let begun = self.begun.filter(|_| self.crowded > 0)?;
        pace.checked_sub(now.saturating_duration_since(begun))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commits_wait_for_each_other_while_several_write() {
        let now = Instant::now();
        let mut pace = CommitPace { begun: Some(now), crowded: 0 };
        assert_eq!(pace.left(now, PACE), None, "somebody alone waits for nobody");
        pace.note(true);
        assert_eq!(pace.left(now, PACE), Some(PACE));
        assert_eq!(pace.left(now + PACE / 2, PACE), Some(PACE / 2));
        assert_eq!(pace.left(now + PACE, LONG_PACE), Some(LONG_PACE - PACE));
        assert_eq!(pace.left(now + 2 * PACE, PACE), None);
        (0..MEMORY).for_each(|_| pace.note(false));
        assert_eq!(pace.left(now, PACE), None, "the others have gone");
    }
}
