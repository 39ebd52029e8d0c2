//! Time never goes back in a process. While clocks run, every commit and at least every half second leave a sign of life
//! in the store. While none runs there is nothing to charge, so such a server leaves the disk in peace; the move that
//! starts a clock is a commit, and a sign. After a restart each outage, from the last sign to the next start, becomes an
//! interruption of every game whose clock ran: charged up to the sign, and no further; once all of them are loaded,
//! earlier runs are forgotten.
//!
//! Nodes that use one database together go by its time: each asks for it again and again, and follows it in small steps.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tabiya_game::Moment;

/// The time, in milliseconds since 1970. It never goes back while the process lives, whatever happens to the
/// machine's own clock, and time in which the machine slept does not count.
///
/// ```
/// use tabiya_game::Moment;
/// use tabiya_server::Now;
///
/// let now = Now::starting_after(Moment(0));
/// assert!(now.moment() > Moment(1_600_000_000_000));
/// ```
#[derive(Clone, Debug)]
pub struct Now {
    base: Moment,
    since: Instant,
    /// How it follows another clock, where it does.
    course: Option<Arc<ClockCourse>>,
}

/// What leads one clock after another.
#[derive(Debug, Default)]
struct ClockCourse {
    /// What is added, in milliseconds.
    correction: AtomicI64,
    /// The last moment that was told.
    told: AtomicU64,
}

impl Now {
    /// The machine's time, but not before `earliest`: a machine's clock may have been set back since.
    pub fn starting_after(earliest: Moment) -> Now {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Now { base: Moment(0).after(since_1970).max(earliest), since: Instant::now(), course: None }
    }

    /// A clock that begins at a moment, and follows another one by [`Now::follow`].
    pub(crate) fn following(moment: Moment) -> Now {
        Now { base: moment, since: Instant::now(), course: Some(Arc::default()) }
    }

    /// Goes after a clock that shows this moment, by so much at most; how far it is from it then.
    pub(crate) fn follow(&self, shown: Moment, most: Duration) -> Duration {
        let Some(course) = &self.course else { return Duration::ZERO };
        let most = most.as_millis() as i64;
        let behind = shown.0 as i64 - self.steered(course).0 as i64;
        let step = behind.clamp(-most, most);
        course.correction.fetch_add(step, Ordering::Relaxed);
        Duration::from_millis((behind - step).unsigned_abs())
    }

    /// The same clock, so much ahead: what time brings can be tried without waiting for it.
    pub fn ahead_by(self, span: Duration) -> Now {
        Now { base: self.base.after(span), ..self }
    }

    /// The moment.
    pub fn moment(&self) -> Moment {
        let Some(course) = &self.course else { return self.base.after(self.since.elapsed()) };
        let moment = self.steered(course).0;
        Moment(course.told.fetch_max(moment, Ordering::Relaxed).max(moment))
    }

    /// The moment as it is now that the clock follows, which may be before one that was told.
    fn steered(&self, course: &ClockCourse) -> Moment {
        let own = self.base.after(self.since.elapsed());
        Moment(own.0.saturating_add_signed(course.correction.load(Ordering::Relaxed)))
    }

    /// When a moment comes on the clock of timers; at once, if it has passed.
    pub(crate) fn instant(&self, moment: Moment) -> tokio::time::Instant {
        let correction = self.course.as_ref().map_or(0, |course| course.correction.load(Ordering::Relaxed));
        let own = Moment(moment.0.saturating_add_signed(-correction));
        tokio::time::Instant::from_std(self.since + own.since(self.base))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_follows_another_one_never_goes_back() {
        let now = Now::following(Moment(10_000));
        let left = now.follow(Moment(20_000), Duration::from_millis(50));
        assert!(left > Duration::from_millis(9_000) && left <= Duration::from_millis(9_950), "{left:?}");
        let first = now.moment();
        assert!(first >= Moment(10_050) && first < Moment(20_000), "{first:?}");
        now.follow(Moment(0), Duration::from_millis(50));
        assert!(now.moment() >= first);
        let far = now.instant(Moment(70_000)) - tokio::time::Instant::now();
        assert!(far <= Duration::from_secs(60) && far > Duration::from_secs(30), "{far:?}");
    }
}
