use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::SIGINT;
use signal_hook::{flag, low_level};

/// How much is gathered before it is written.
const ENOUGH: usize = 1 << 13;

/// An output that is written in whole lines, so that Ctrl-C leaves none of them half written.
///
/// Only a flush writes what is no line yet: a prompt before a read.
pub struct WholeLines<W: Write> {
    output: W,
    gathered: Vec<u8>,
    /// Whether nothing is being written: then Ctrl-C ends the process at once.
    is_calm: Arc<AtomicBool>,
    /// Whether Ctrl-C came while something was being written. A second one ends the process at once.
    is_interrupted: Arc<AtomicBool>,
}

impl<W: Write> WholeLines<W> {
    pub fn new(output: W) -> io::Result<WholeLines<W>> {
        let is_calm = Arc::new(AtomicBool::new(true));
        let is_interrupted = Arc::new(AtomicBool::new(false));
        flag::register_conditional_default(SIGINT, Arc::clone(&is_calm))?;
        flag::register_conditional_default(SIGINT, Arc::clone(&is_interrupted))?;
        flag::register(SIGINT, Arc::clone(&is_interrupted))?;
        Ok(WholeLines { output, gathered: Vec::new(), is_calm, is_interrupted })
    }

    fn write_first(&mut self, count: usize) -> io::Result<()> {
        self.is_calm.store(false, Ordering::SeqCst);
        let written = self.output.write_all(&self.gathered[..count]).and_then(|()| self.output.flush());
        self.is_calm.store(true, Ordering::SeqCst);
        if self.is_interrupted.load(Ordering::SeqCst) {
            low_level::emulate_default_handler(SIGINT)?;
        }
        self.gathered.drain(..count);
        written
    }
}

impl<W: Write> Write for WholeLines<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.gathered.extend_from_slice(bytes);
        if self.gathered.len() >= ENOUGH {
            let end = self.gathered.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            self.write_first(end)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_first(self.gathered.len())
    }
}
