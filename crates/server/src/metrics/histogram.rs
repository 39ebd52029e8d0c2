use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Up to how many milliseconds each bucket counts; what takes longer is counted in the sum and the count alone.
pub(crate) const BUCKETS: [u64; 13] = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000];

/// How long something took, how often.
#[derive(Default)]
pub(crate) struct Histogram {
    buckets: [AtomicU64; BUCKETS.len()],
    count: AtomicU64,
    microseconds: AtomicU64,
}

impl Histogram {
    pub fn note(&self, time: Duration) {
        let fits = |most: &u64| time <= Duration::from_millis(*most);
        if let Some(bucket) = BUCKETS.iter().position(fits) {
            self.buckets[bucket].fetch_add(1, Ordering::Relaxed);
        }
        self.count.fetch_add(1, Ordering::Relaxed);
        let microseconds = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.microseconds.fetch_add(microseconds, Ordering::Relaxed);
    }

    /// For each bucket, how often it took as long at most.
    pub fn cumulative(&self) -> [u64; BUCKETS.len()] {
        let mut sum = 0;
        self.buckets.each_ref().map(|bucket| {
            sum += bucket.load(Ordering::Relaxed);
            sum
        })
    }

    pub fn count(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }

    /// How long all of it took.
    pub fn sum(&self) -> Duration {
        Duration::from_micros(self.microseconds.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_counted_where_it_fits_and_above() {
        let histogram = Histogram::default();
        for milliseconds in [0, 1, 3, 700, 60_000] {
            histogram.note(Duration::from_millis(milliseconds));
        }
        assert_eq!(histogram.cumulative(), [2, 2, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4]);
        assert_eq!((histogram.count(), histogram.sum()), (5, Duration::from_millis(60_704)));
    }
}
