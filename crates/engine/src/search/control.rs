use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// How a running search is told to end.
///
/// ```
/// use tabiya_engine::Control;
///
/// let control = Control::default();
/// control.stop();
/// assert!(control.is_stopped());
/// ```
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    ponder: AtomicBool,
}

impl Control {
    /// A search that thinks in the opponent's time until it is told otherwise.
    pub fn pondering() -> Control {
        Control { stop: AtomicBool::new(false), ponder: AtomicBool::new(true) }
    }

    /// Ends the search.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// The opponent has made the move that was expected: from now on time counts.
    pub fn ponder_hit(&self) {
        self.ponder.store(false, Relaxed);
    }

    /// Whether the search was told to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Whether the search thinks in the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.ponder.load(Relaxed)
    }
}
