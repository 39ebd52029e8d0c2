//! The classic programs, each on a thread of its own while somebody plays it.
//!
//! ```text
//!  what is typed ──TypedInput──> thread: run_hosted ──EventSender──> events ──> the player's socket
//!                                     │
//!                                  Workers: the moves of machines that search
//! ```
//!
//! Both ways are bounded queues. A thread that waits for input costs no time, one that prints more than its player takes
//! waits, and both end when the other end of their queue is dropped. [`ClassicPermits`] bounds their number.

mod event;
mod permits;
mod screen_output;
mod session;
mod thread_host;
mod typed_input;

pub(crate) use event::{ClassicEnd, ClassicEvent};
pub(crate) use permits::{ClassicPermit, ClassicPermits};
pub(crate) use session::HostedSession;
