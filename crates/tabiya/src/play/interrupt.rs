use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
use signal_hook::consts::SIGINT;
use tabiya_rules::{ByLanguage, Language};

use crate::output::tell;
use crate::signals::{ENDING, hear, status_of};

/// Ctrl-C and other signals to end, which wait for files that are just being written.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<InterruptState>);

#[derive(Default)]
struct InterruptState {
    busy: Mutex<()>,
    is_game_recorded: AtomicBool,
    /// How the terminal was before anything was typed into it.
    terminal: Mutex<Option<Termios>>,
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

    /// From now on such signals end the program when no file is being written, with a word on how to go on, and with the
    /// terminal as it is now.
    pub fn watch(&self, language: Language) -> anyhow::Result<()> {
        let input = io::stdin();
        let terminal = input.is_terminal().then(|| tcgetattr(&input).ok()).flatten();
        *self.0.terminal.lock().unwrap_or_else(PoisonError::into_inner) = terminal;
        for signal in ENDING {
            let interrupt = self.clone();
            hear(signal, move || interrupt.leave(language, signal))?;
        }
        Ok(())
    }

    /// Ends the program as Ctrl-C does.
    pub fn press(&self, language: Language) {
        self.leave(language, SIGINT);
    }

    fn leave(&self, language: Language, signal: i32) {
        let _busy = self.hold();
        let terminal = self.0.terminal.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(terminal) = &*terminal {
            // Where it is gone there is nothing to restore.
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, terminal);
        }
        if self.0.is_game_recorded.load(Ordering::Relaxed) {
            tell(language.choose(ByLanguage {
                english: "\nThe game is kept: tabiya play --resume goes on with it.",
                german: "\nDie Partie bleibt erhalten: tabiya play --resume setzt sie fort.",
            }));
        } else {
            tell("");
        }
        std::process::exit(status_of(signal));
    }
}
