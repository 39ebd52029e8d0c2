use std::io::Read;
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use signal_hook::consts::SIGINT;
use signal_hook::low_level::pipe;
use tabiya_rules::{ByLanguage, Language};

use crate::output::tell;

/// How a shell calls it when Ctrl-C ended a program.
const STATUS: i32 = 130;

/// Ctrl-C, which waits for files that are just being written.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<InterruptState>);

#[derive(Default)]
struct InterruptState {
    busy: Mutex<()>,
    is_game_recorded: AtomicBool,
}

impl Interrupt {
    /// Whoever writes a file holds this meanwhile.
    pub fn hold(&self) -> MutexGuard<'_, ()> {
        self.0.busy.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says whether there is a game on disk that can be gone on with.
    pub fn set_game_recorded(&self, is_recorded: bool) {
        self.0.is_game_recorded.store(is_recorded, Ordering::Relaxed);
    }

    /// From now on Ctrl-C ends the program when no file is being written, with a word on how to go on.
    pub fn watch(&self, language: Language) -> anyhow::Result<()> {
        let (mut pressed, press) = UnixStream::pair()?;
        pipe::register(SIGINT, press)?;
        let interrupt = self.clone();
        std::thread::spawn(move || {
            if pressed.read_exact(&mut [0]).is_ok() {
                interrupt.leave(language);
            }
        });
        Ok(())
    }

    fn leave(&self, language: Language) {
        let _busy = self.hold();
        if self.0.is_game_recorded.load(Ordering::Relaxed) {
            tell(language.choose(ByLanguage {
                english: "\nThe game is kept: tabiya play --resume goes on with it.",
                german: "\nDie Partie bleibt erhalten: tabiya play --resume setzt sie fort.",
            }));
        } else {
            tell("");
        }
        std::process::exit(STATUS);
    }
}
