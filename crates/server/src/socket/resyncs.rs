use std::time::{Duration, Instant};

/// How often a client may be told again what it was told, at once.
const MOST: u32 = 4;

/// How long it takes until it may be once more.
const AGAIN: Duration = Duration::from_secs(1);

/// Meters the times that a client says it has an older version than it was told. That happens to anybody whose network
/// loses something, but costs more than the asking.
pub(super) struct Resyncs {
    left: u32,
    since: Instant,
}

impl Resyncs {
    pub fn new(now: Instant) -> Resyncs {
        Resyncs { left: MOST, since: now }
    }

    /// Whether it may be once more; then it counts.
    pub fn take(&mut self, now: Instant) -> bool {
        let gained = (now.duration_since(self.since).as_secs() / AGAIN.as_secs()).min(MOST.into()) as u32;
        if gained > 0 {
            self.left = (self.left + gained).min(MOST);
            self.since = now;
        }
        let is_allowed = self.left > 0;
        self.left = self.left.saturating_sub(1);
        is_allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_at_once_and_then_one_a_second() {
        let begun = Instant::now();
        let mut resyncs = Resyncs::new(begun);
        let at = |millis| begun + Duration::from_millis(millis);
        assert!((0..4).all(|_| resyncs.take(at(10))));
        assert!((0..100).all(|number| !resyncs.take(at(10 + number * 9))));
        assert!(resyncs.take(at(1500)));
        assert!(!resyncs.take(at(1600)));
        assert!(resyncs.take(at(900_000)) && resyncs.take(at(900_000)));
        assert_eq!((0..10).filter(|_| resyncs.take(at(900_001))).count(), 2);
    }
}
