//! Signals: which of them end programs, how they are heard, and what shells are told.

use std::io::{self, Read};
use std::os::unix::net::UnixStream;

use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::low_level::pipe;

/// Those by which terminals, shells and systems end programs.
pub const ENDING: [i32; 4] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT];

/// The status of a program that a signal ended, as shells have it.
pub fn status_of(signal: i32) -> i32 {
    128 + signal
}

/// Does something whenever a signal comes, in a thread of its own, where everything may be done.
pub fn hear(signal: i32, mut deed: impl FnMut() + Send + 'static) -> io::Result<()> {
    let (mut heard, sent) = UnixStream::pair()?;
    pipe::register(signal, sent)?;
    std::thread::spawn(move || {
        while heard.read_exact(&mut [0]).is_ok() {
            deed();
        }
    });
    Ok(())
}
