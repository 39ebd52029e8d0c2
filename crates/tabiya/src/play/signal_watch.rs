use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};

use rustix::process::{Signal, getpid, kill_process};
use signal_hook::consts::{SIGALRM, SIGCONT, SIGTSTP, SIGUSR1, SIGUSR2, SIGWINCH};
use tabiya_tui::{ScreenEvent, window_size};

use crate::output::Status;
use crate::signals::{ENDING, hear, status_of};

/// Those that mean nothing here, and would end the program with the terminal as the board has it.
const ENDING_BY_DEFAULT: [i32; 3] = [SIGUSR1, SIGUSR2, SIGALRM];

/// Whoever hears signals: an open board is left or stopped in order, with the terminal as it was, and is told that it goes on
/// and in which window. Where none is open, the program ends or stops.
#[derive(Clone, Default)]
pub struct SignalWatch(Arc<SignalWatchState>);

#[derive(Default)]
struct SignalWatchState {
    board: Mutex<Option<Sender<ScreenEvent>>>,
    /// The signal by which the board was left.
    ended_by: Mutex<Option<i32>>,
}

impl SignalWatch {
    /// Hears signals from now on.
    pub fn watch(&self) -> anyhow::Result<()> {
        let resize = || {
            let (width, height) = window_size();
            ScreenEvent::Resize(width, height)
        };
        for signal in ENDING.into_iter().chain(ENDING_BY_DEFAULT) {
            let watch = self.clone();
            hear(signal, move || watch.end(signal))?;
        }
        self.send_on(SIGTSTP, || ScreenEvent::Suspend, suspend)?;
        self.send_on(SIGCONT, || ScreenEvent::Continue, || {})?;
        self.send_on(SIGWINCH, resize, || {})
    }

    /// Signals go to this board from now on; or to none.
    pub fn lead_to(&self, board: Option<Sender<ScreenEvent>>) {
        *self.0.board.lock().unwrap_or_else(PoisonError::into_inner) = board;
    }

    /// How the command ends that showed the board.
    pub fn status(&self) -> Status {
        let ended_by = *self.0.ended_by.lock().unwrap_or_else(PoisonError::into_inner);
        ended_by.map_or(Status::Done, Status::BySignal)
    }

    fn end(&self, signal: i32) {
        *self.0.ended_by.lock().unwrap_or_else(PoisonError::into_inner) = Some(signal);
        if !self.is_told(ScreenEvent::Leave) {
            std::process::exit(status_of(signal));
        }
    }

    /// Sends an event on a signal, and does something else where no board is open.
    fn send_on(&self, signal: i32, event: fn() -> ScreenEvent, otherwise: fn()) -> anyhow::Result<()> {
        let watch = self.clone();
        hear(signal, move || {
            if !watch.is_told(event()) {
                otherwise();
            }
        })?;
        Ok(())
    }

    fn is_told(&self, event: ScreenEvent) -> bool {
        let board = self.0.board.lock().unwrap_or_else(PoisonError::into_inner);
        board.as_ref().is_some_and(|board| board.send(event).is_ok())
    }
}

/// Stops this program until somebody lets it go on. Whoever asked for that was heard and answered, so that only this signal is left,
/// which nobody can hear.
pub fn suspend() {
    // Where it is not allowed, the program goes on.
    let _ = kill_process(getpid(), Signal::STOP);
}
