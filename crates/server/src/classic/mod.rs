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
//!
//! A page may be loaded anew, or lose its connection: [`ClassicRegistry`] keeps a program for a while without one.

mod event;
mod permits;
mod registry;
mod run;
mod screen_output;
mod session;
mod thread_host;
mod transcript;
mod typed_input;

pub(crate) use event::{ClassicEnd, ClassicEvent};
pub(crate) use permits::{ClassicPermit, ClassicPermits, ClassicsFull};
pub(crate) use registry::{ClassicRegistry, RunHold};
pub(crate) use run::ClassicRun;
pub(crate) use session::HostedSession;
