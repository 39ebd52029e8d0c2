use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

/// Whether we were asked to stop. The programs we run are in groups of their own, so that no signal of the terminal
/// reaches them: we must end them before we go.
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    pub fn watch() -> io::Result<Interrupt> {
        let flag = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            signal_hook::flag::register(signal, Arc::clone(&flag))?;
        }
        Ok(Interrupt(flag))
    }

    pub fn check(&self) -> io::Result<()> {
        if self.0.load(Ordering::Relaxed) {
            return Err(io::Error::other("stopped before the end, as you asked; nothing was written"));
        }
        Ok(())
    }
}
