use std::io::{self, Write};
use std::thread;

use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

/// The terminal while the board has it. It is put back in order when this goes, and before a panic is told.
pub(crate) struct TerminalGuard;

impl TerminalGuard {
    pub fn enter(has_mouse: bool) -> io::Result<TerminalGuard> {
        let (told, owner) = (std::panic::take_hook(), thread::current().id());
        std::panic::set_hook(Box::new(move |panic| {
            // A thread beside the board that ends does not take the screen with it.
            if thread::current().id() == owner {
                restore();
                told(panic);
            }
        }));
        enable_raw_mode()?;
        // From here on everything is put back, whatever fails.
        let guard = TerminalGuard;
        execute!(io::stdout(), EnterAlternateScreen, EnableBracketedPaste, Hide)?;
        guard.hear_mouse(has_mouse)?;
        Ok(guard)
    }

    pub fn hear_mouse(&self, is_heard: bool) -> io::Result<()> {
        if is_heard {
            execute!(io::stdout(), EnableMouseCapture)
        } else {
            execute!(io::stdout(), DisableMouseCapture)
        }
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        restore();
    }
}

/// Puts the terminal back in order. One that is gone needs none.
fn restore() {
    let mut out = io::stdout();
    let _ = execute!(out, DisableMouseCapture, DisableBracketedPaste, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
    let _ = out.flush();
}
