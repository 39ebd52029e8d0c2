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

/// Lets a program that this process becomes see whether standard output was closed when the process was started, as if it had
/// been started itself.
pub fn close_stdout_again() {
    if WAS_CLOSED.load(Ordering::Relaxed) {
        // What the runtime opened ends with this program. Where that fails, the answer is lost as by any other program.
        let _ = rustix::io::fcntl_setfd(rustix::stdio::stdout(), rustix::io::FdFlags::CLOEXEC);
    }
}
