use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Where everything that engines and we say to each other is written down.
#[derive(Clone, Default)]
pub struct EngineLog(Option<Arc<LogFile>>);

struct LogFile {
    file: Mutex<File>,
    begun: Instant,
}

impl EngineLog {
    /// A log at the end of a file.
    pub fn append(path: &Path) -> io::Result<EngineLog> {
        let file = File::options().create(true).append(true).open(path)?;
        Ok(EngineLog(Some(Arc::new(LogFile { file: Mutex::new(file), begun: Instant::now() }))))
    }

    /// Writes a line down. A log that cannot be written must not decide a game: its loss is not told.
    pub fn write(&self, name: &str, direction: char, text: &str) {
        if let Some(open) = &self.0 {
            let mut file = open.file.lock().unwrap_or_else(PoisonError::into_inner);
            let seconds = open.begun.elapsed().as_secs_f64();
            let _ = writeln!(file, "{seconds:.3} {name} {direction} {text}");
        }
    }
}
