//! Time never goes back in a process. While clocks run, every commit and at least every half second leave a sign of life
//! in the store. While none runs there is nothing to charge, so such a server leaves the disk in peace; the move that
//! starts a clock is a commit, and a sign. After a restart each outage, from the last sign to the next start, becomes an
//! interruption of every game whose clock ran: charged up to the sign, and no further; once all of them are loaded,
//! earlier runs are forgotten.

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
#[derive(Clone, Copy, Debug)]
pub struct Now {
    base: Moment,
    since: Instant,
}

impl Now {
    /// The machine's time, but not before `earliest`: a machine's clock may have been set back since.
    pub fn starting_after(earliest: Moment) -> Now {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Now { base: Moment(0).after(since_1970).max(earliest), since: Instant::now() }
    }

    /// The same clock, so much ahead: what time brings can be tried without waiting for it.
    pub fn ahead_by(self, span: Duration) -> Now {
        Now { base: self.base.after(span), ..self }
    }

    /// The moment.
    pub fn moment(&self) -> Moment {
        self.base.after(self.since.elapsed())
    }

    /// When a moment comes on the clock of timers; at once, if it has passed.
    pub(crate) fn instant(&self, moment: Moment) -> tokio::time::Instant {
        tokio::time::Instant::from_std(self.since + moment.since(self.base))
    }
}
