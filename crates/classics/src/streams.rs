use std::io::{self, BufRead, Write};

use crate::Sight;
use crate::source::Source;

/// What a session reads from and writes to.
pub(crate) struct Desk<'a> {
    pub source: Source<'a>,
    pub output: &'a mut dyn Write,
    asides: &'a mut dyn Write,
    watcher: Option<&'a mut dyn FnMut(Sight<'_>)>,
}

impl<'a> Desk<'a> {
    pub fn new(input: &'a mut dyn BufRead, output: &'a mut dyn Write, asides: &'a mut dyn Write) -> Desk<'a> {
        Desk { source: Source::new(input), output, asides, watcher: None }
    }

    /// The same before somebody's eyes.
    pub fn watched_by(self, watcher: &'a mut dyn FnMut(Sight<'_>)) -> Desk<'a> {
        Desk { watcher: Some(watcher), ..self }
    }

    /// Shows something to whoever watches.
    pub fn show(&mut self, sight: Sight<'_>) {
        if let Some(watcher) = &mut self.watcher {
            watcher(sight);
        }
    }

    /// Tells something beside the output, after all that was put out before.
    pub fn aside(&mut self, text: &str) -> io::Result<()> {
        self.output.flush()?;
        // Where nobody listens, nothing can be done about it.
        let _ = self.asides.write_all(text.as_bytes()).and_then(|()| self.asides.flush());
        Ok(())
    }
}
