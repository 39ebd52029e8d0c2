use std::io::Read;
use std::os::unix::net::UnixStream;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};

use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::low_level::pipe;
use tabiya_tui::ScreenEvent;

/// How a shell calls it when Ctrl-C ended a program.
const STATUS: i32 = 130;

/// Whoever hears signals that would end the program: an open board is left in order, with the terminal as it was. Where none
/// is open, the program ends.
#[derive(Clone, Default)]
pub struct SignalWatch(Arc<Mutex<Option<Sender<ScreenEvent>>>>);

impl SignalWatch {
    /// Hears signals from now on.
    pub fn watch(&self) -> anyhow::Result<()> {
        let (mut heard, signals) = UnixStream::pair()?;
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
            pipe::register(signal, signals.try_clone()?)?;
        }
        let watch = self.clone();
        std::thread::spawn(move || {
            while heard.read_exact(&mut [0]).is_ok() {
                watch.leave();
            }
        });
        Ok(())
    }

    /// Signals go to this board from now on; or to none.
    pub fn lead_to(&self, board: Option<Sender<ScreenEvent>>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = board;
    }

    fn leave(&self) {
        let board = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_heard = board.as_ref().is_some_and(|board| board.send(ScreenEvent::Leave).is_ok());
        if !is_heard {
            std::process::exit(STATUS);
        }
    }
}
