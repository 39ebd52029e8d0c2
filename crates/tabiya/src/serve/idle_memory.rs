//! Memory that games took goes back to the system when they have ended.
//!
//! The allocator keeps what one thread took and another gave until the first one looks again, and a thread that has nothing to do
//! never looks. So each of those that serve looks now and then before it goes to sleep, and is woken for that.

use std::cell::Cell;
use std::time::{Duration, Instant};

use tokio::runtime::{Builder, Handle};

/// How often a thread looks at most. It takes a millisecond or less.
const EVERY: Duration = Duration::from_secs(20);

thread_local! {
    static LOOKED: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Lets the threads of a runtime look.
pub fn give_back_when_idle(builder: &mut Builder) -> &mut Builder {
    builder.on_thread_park(|| {
        let now = Instant::now();
        if LOOKED.get().is_none_or(|looked| now - looked >= EVERY) {
            LOOKED.set(Some(now));
            give_back();
        }
    })
}

/// Wakes the threads of the runtime now and then, for ever.
pub async fn wake_idle() {
    loop {
        tokio::time::sleep(EVERY).await;
        for _ in 0..Handle::current().metrics().num_workers() {
            tokio::spawn(tokio::task::yield_now());
        }
    }
}

fn give_back() {
    // SAFETY: it takes nothing and may be called by any thread at any time; what is in use stays.
    #[expect(unsafe_code, reason = "the allocator has no other door")]
    unsafe {
        libmimalloc_sys::mi_collect(true);
    }
}
