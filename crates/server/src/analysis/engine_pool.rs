use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use tabiya_engine::{Engine, Tables};

/// The megabytes of an engine's table; what it learns beside that takes about as much.
const MEGABYTES: usize = 4;

/// How many engines may keep what they remember from one slice to the next.
const MOST: usize = 32;

/// How many wait for the next who needs one.
const SPARE: usize = 4;

/// Engines for analyses. However many there are, memory is bounded: where many engines are in use, each is given back after its
/// slice, and what it remembers is lost.
pub(crate) struct EnginePool {
    spare: Mutex<Vec<Engine>>,
    in_use: AtomicUsize,
    /// Tables of endgames, where the server has them.
    pub tables: Option<Arc<Tables>>,
}

impl EnginePool {
    pub fn new(tables: Option<Arc<Tables>>) -> EnginePool {
        EnginePool { spare: Mutex::default(), in_use: AtomicUsize::new(0), tables }
    }

    /// An engine that remembers nothing.
    pub fn take(&self) -> Engine {
        self.in_use.fetch_add(1, Relaxed);
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut engine = match spare {
            Some(mut used) => {
                used.clear();
                used
            }
            None => Engine::new(MEGABYTES, 1),
        };
        engine.overhead = std::time::Duration::ZERO;
        engine.tables.clone_from(&self.tables);
        engine
    }

    /// Takes an engine back.
    pub fn put(&self, engine: Engine) {
        self.in_use.fetch_sub(1, Relaxed);
        let mut spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        if spare.len() < SPARE {
            spare.push(engine);
        }
    }

    /// Whether engines are to be given back after each slice.
    pub fn is_crowded(&self) -> bool {
        self.in_use.load(Relaxed) > MOST
    }

    /// How many are in use.
    pub fn in_use(&self) -> usize {
        self.in_use.load(Relaxed)
    }
}
