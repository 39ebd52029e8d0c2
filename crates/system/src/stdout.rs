use std::io::{self, StdoutLock};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether standard output was closed when the process was started. Before `main` begins, the runtime opens
/// `/dev/null` in its place, where every answer would be lost without a word.
static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

ctor::declarative::ctor! {
    #[ctor(unsafe)]
    fn look_at_stdout() {
        WAS_CLOSED.store(rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err(), Ordering::Relaxed);
    }
}

/// Standard output, for an answer that must not be lost; an error where it was closed from the start.
pub fn stdout() -> io::Result<StdoutLock<'static>> {
    if WAS_CLOSED.load(Ordering::Relaxed) {
        return Err(io::Error::other("standard output is closed: the answer has nowhere to go"));
    }
    Ok(io::stdout().lock())
}
