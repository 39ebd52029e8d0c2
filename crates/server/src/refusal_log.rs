use std::time::{Duration, Instant};

/// How often the same trouble is told at most.
const PAUSE: Duration = Duration::from_secs(60);

/// Counts what happens too often to be told each time.
#[derive(Default)]
pub(crate) struct RefusalLog {
    untold: u64,
    told: Option<Instant>,
}

impl RefusalLog {
    /// Notes that it happened once more; how often it did since that was last told, where it is time to tell it again.
    pub fn note(&mut self, now: Instant) -> Option<u64> {
        self.untold += 1;
        if self.told.is_some_and(|told| now.duration_since(told) < PAUSE) {
            return None;
        }
        self.told = Some(now);
        Some(std::mem::take(&mut self.untold))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trouble_is_told_at_once_and_then_counted() {
        let begun = Instant::now();
        let mut log = RefusalLog::default();
        let told: Vec<u64> =
            (0..=1200).filter_map(|tenth| log.note(begun + Duration::from_millis(tenth * 100))).collect();
        assert_eq!(told, [1, 600, 600]);
    }
}
