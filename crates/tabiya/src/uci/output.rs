use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// Standard output, on which both threads answer. What goes wrong with it first is kept for whoever asks.
#[derive(Clone, Default)]
pub struct UciOutput {
    failure: Arc<Mutex<Option<io::Error>>>,
}

impl UciOutput {
    /// Prints lines at once.
    pub fn say(&self, text: &str) {
        let said = tabiya_system::stdout().and_then(|mut out| {
            writeln!(out, "{text}")?;
            out.flush()
        });
        if let Err(error) = said {
            self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    }

    /// Prints what the interface may show, in one line whatever a path holds.
    pub fn note(&self, text: &str) {
        self.say(&format!("info string {}", text.replace(['\n', '\r'], "; ")));
    }

    /// An error where something was said that nobody can hear.
    pub fn check(&self) -> io::Result<()> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }
}
