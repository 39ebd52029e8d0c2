use std::io::{self, BufRead, Write};

use crate::SessionView;
use crate::input::ClassicInput;

/// What a session reads from and writes to.
pub(crate) struct Streams<'a> {
    pub source: ClassicInput<'a>,
    pub output: &'a mut dyn Write,
    asides: &'a mut dyn Write,
    watcher: Option<&'a mut dyn FnMut(SessionView<'_>)>,
}

impl<'a> Streams<'a> {
    pub fn new(
        input: &'a mut dyn BufRead,
        output: &'a mut dyn Write,
        asides: &'a mut dyn Write,
    ) -> Streams<'a> {
        Streams { source: ClassicInput::new(input), output, asides, watcher: None }
    }

    /// The same before somebody's eyes.
    pub fn watched_by(self, watcher: &'a mut dyn FnMut(SessionView<'_>)) -> Streams<'a> {
        Streams { watcher: Some(watcher), ..self }
    }

    /// Shows something to whoever watches.
    pub fn show(&mut self, sight: SessionView<'_>) {
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
