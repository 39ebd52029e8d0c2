use std::io::Read;
use std::os::unix::net::UnixStream;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};

use rustix::process::{Signal, getpid, kill_process};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::low_level::pipe;
use tabiya_tui::{ScreenEvent, window_size};

/// How a shell calls it when Ctrl-C ended a program.
const STATUS: i32 = 130;

/// Whoever hears signals: an open board is left or stopped in order, with the terminal as it was, and is told that it goes on
/// and in which window. Where none is open, the program ends or stops.
#[derive(Clone, Default)]
pub struct SignalWatch(Arc<Mutex<Option<Sender<ScreenEvent>>>>);

impl SignalWatch {
    /// Hears signals from now on.
    pub fn watch(&self) -> anyhow::Result<()> {
        let resize = || {
            let (width, height) = window_size();
            ScreenEvent::Resize(width, height)
        };
        let end = || std::process::exit(STATUS);
        self.send_on(&[SIGINT, SIGTERM, SIGHUP, SIGQUIT], || ScreenEvent::Leave, end)?;
        self.send_on(&[SIGTSTP], || ScreenEvent::Suspend, suspend)?;
        self.send_on(&[SIGCONT], || ScreenEvent::Continue, || {})?;
        self.send_on(&[SIGWINCH], resize, || {})
    }

    /// Signals go to this board from now on; or to none.
    pub fn lead_to(&self, board: Option<Sender<ScreenEvent>>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = board;
    }

    /// Sends an event on whichever of some signals, and does something else where no board is open.
    fn send_on(&self, signals: &[i32], event: fn() -> ScreenEvent, otherwise: fn()) -> anyhow::Result<()> {
        let (mut heard, signalled) = UnixStream::pair()?;
        for signal in signals {
            pipe::register(*signal, signalled.try_clone()?)?;
        }
        let watch = self.clone();
        std::thread::spawn(move || {
            while heard.read_exact(&mut [0]).is_ok() {
                if !watch.is_told(event()) {
                    otherwise();
                }
            }
        });
        Ok(())
    }

    fn is_told(&self, event: ScreenEvent) -> bool {
        let board = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        board.as_ref().is_some_and(|board| board.send(event).is_ok())
    }
}

/// Stops this program until somebody lets it go on. Whoever asked for that was heard and answered, so that only this signal is left,
/// which nobody can hear.
pub fn suspend() {
    // Where it is not allowed, the program goes on.
    let _ = kill_process(getpid(), Signal::STOP);
}
