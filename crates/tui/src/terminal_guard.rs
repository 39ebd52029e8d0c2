use std::io::{self, Write};
use std::panic::{self, PanicHookInfo};
use std::sync::Arc;
use std::thread;

use ratatui::crossterm::cursor::{Hide, MoveTo, Show};
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::style::Print;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use crate::patient_output::PatientOutput;
use crate::window_size::window_size;

/// The terminal while the board has it. It is put back in order when this goes, and before a panic is told.
pub(crate) struct TerminalGuard {
    _panics: PanicWatch,
}

/// Asks the terminal for its ground. The answer comes as input, if one comes; nobody waits for it.
const BACKGROUND_QUESTION: &str = "\u{1b}]11;?\u{1b}\\";

impl TerminalGuard {
    pub fn enter(has_mouse: bool) -> io::Result<TerminalGuard> {
        // From here on everything is put back, whatever fails.
        let guard = TerminalGuard { _panics: PanicWatch::begin(restore) };
        guard.take(has_mouse)?;
        Ok(guard)
    }

    pub fn ask_background(&self) -> io::Result<()> {
        execute!(PatientOutput::stdout(), Print(BACKGROUND_QUESTION))
    }

    /// Takes the terminal, also from somebody who had it meanwhile and left it otherwise.
    pub fn take(&self, has_mouse: bool) -> io::Result<()> {
        disable_raw_mode()?;
        enable_raw_mode()?;
        let mut out = PatientOutput::stdout();
        execute!(out, EnterAlternateScreen, EnableBracketedPaste, Hide)?;
        // Where there is no second screen, or somebody was killed on it, something stands there.
        execute!(out, Clear(ClearType::All))?;
        self.hear_mouse(has_mouse)
    }

    /// Leaves the terminal to somebody else, until it is taken again.
    pub fn give_back(&self) {
        restore();
    }

    pub fn hear_mouse(&self, is_heard: bool) -> io::Result<()> {
        if is_heard {
            execute!(PatientOutput::stdout(), EnableMouseCapture)
        } else {
            execute!(PatientOutput::stdout(), DisableMouseCapture)
        }
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        restore();
    }
}

type PanicHook = dyn Fn(&PanicHookInfo<'_>) + Send + Sync;

/// Puts the terminal in order before a panic of this thread is told. When it goes, panics are told as before.
struct PanicWatch {
    before: Arc<PanicHook>,
}

impl PanicWatch {
    fn begin(restore: fn()) -> PanicWatch {
        let before: Arc<PanicHook> = Arc::from(panic::take_hook());
        let (owner, told) = (thread::current().id(), Arc::clone(&before));
        panic::set_hook(Box::new(move |panic| {
            // A thread beside the board that breaks does not write over the screen: it sends what broke as its answer.
            if thread::current().id() == owner {
                restore();
                told(panic);
            }
        }));
        PanicWatch { before }
    }
}

impl Drop for PanicWatch {
    fn drop(&mut self) {
        // Nobody can change this in a panic; that one is told already.
        if !thread::panicking() {
            let before = Arc::clone(&self.before);
            panic::set_hook(Box::new(move |panic| before(panic)));
        }
    }
}

/// Puts the terminal back in order. One that is gone needs none.
fn restore() {
    let mut out = PatientOutput::stdout();
    // Where there is no second screen, the board stays on this one, and what follows is written below it.
    let (_, height) = window_size();
    let _ = execute!(out, MoveTo(0, height.saturating_sub(1)), Clear(ClearType::CurrentLine));
    let _ = execute!(out, DisableMouseCapture, DisableBracketedPaste, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
    let _ = out.flush();
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    static RESTORED: AtomicU32 = AtomicU32::new(0);
    static TOLD: AtomicU32 = AtomicU32::new(0);

    fn counts() -> (u32, u32) {
        (RESTORED.load(Ordering::SeqCst), TOLD.load(Ordering::SeqCst))
    }

    /// Panics in a way that only this test does.
    fn break_down() {
        let _ = panic::catch_unwind(|| panic::panic_any(0x7ab1_u32));
    }

    #[test]
    fn a_panic_finds_the_terminal_in_order_and_is_told_as_before_afterwards() {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| match panic.payload().downcast_ref::<u32>() {
            Some(_) => {
                TOLD.fetch_add(1, Ordering::SeqCst);
            }
            None => usual(panic),
        }));
        let watch = PanicWatch::begin(|| {
            RESTORED.fetch_add(1, Ordering::SeqCst);
        });
        break_down();
        assert_eq!(counts(), (1, 1));
        thread::spawn(break_down).join().unwrap();
        assert_eq!(counts(), (1, 1), "the screen belongs to the board");
        drop(watch);
        thread::spawn(break_down).join().unwrap();
        assert_eq!(counts(), (1, 2), "nothing is swallowed any more");
    }
}
