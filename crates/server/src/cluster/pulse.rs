use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::time::timeout;

/// How often the pulse is felt.
pub const BEAT: Duration = Duration::from_millis(250);

/// Without a beat for so long, the node stood still: it was stopped, or its machine slept or was overrun.
const STALL: Duration = Duration::from_millis(1500);

/// How long whoever has something to do waits until the node has begun another run.
const PATIENCE: Duration = Duration::from_secs(2);

/// Notices when this process stood still, before anything is done that would be charged to somebody.
pub struct Pulse {
    begun: Instant,
    /// When it was felt last, in milliseconds since then.
    felt: AtomicU64,
    /// Whether it was missed, and no other run has begun since.
    is_missed: AtomicBool,
    /// The number of this run.
    run: watch::Sender<i64>,
}

impl Pulse {
    pub fn new(run: i64) -> Pulse {
        Pulse {
            begun: Instant::now(),
            felt: AtomicU64::new(0),
            is_missed: AtomicBool::new(false),
            run: watch::Sender::new(run),
        }
    }

    fn now(&self) -> u64 {
        self.begun.elapsed().as_millis() as u64
    }

    /// Whether the node stood still, and has to begin another run.
    pub fn is_missed(&self) -> bool {
        if self.now().saturating_sub(self.felt.load(Ordering::SeqCst)) > STALL.as_millis() as u64 {
            self.is_missed.store(true, Ordering::SeqCst);
        }
        self.is_missed.load(Ordering::SeqCst)
    }

    /// Feels it once more.
    pub fn feel(&self) {
        self.felt.store(self.now(), Ordering::SeqCst);
    }

    /// Another run has begun.
    pub fn renew(&self, run: i64) {
        self.feel();
        self.is_missed.store(false, Ordering::SeqCst);
        self.run.send_replace(run);
    }

    pub fn run(&self) -> watch::Receiver<i64> {
        self.run.subscribe()
    }

    pub async fn after_stall(&self) {
        if self.is_missed() {
            let mut run = self.run();
            let _ = timeout(PATIENCE, run.wait_for(|_| !self.is_missed.load(Ordering::SeqCst))).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn whoever_stood_still_waits_for_another_run() {
        let mut pulse = Pulse::new(1);
        assert!(!pulse.is_missed());
        pulse.begun -= 2 * STALL;
        assert!(pulse.is_missed());
        pulse.feel();
        assert!(pulse.is_missed(), "until another run has begun");
        tokio::join!(pulse.after_stall(), async { pulse.renew(2) });
        assert!(!pulse.is_missed() && *pulse.run().borrow() == 2);
    }
}
