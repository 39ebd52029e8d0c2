use std::io::{self, BufRead, Write};

use crate::source::Source;

/// What a session reads from and writes to.
pub(crate) struct Desk<'a> {
    pub source: Source<'a>,
    pub output: &'a mut dyn Write,
    asides: &'a mut dyn Write,
}

impl<'a> Desk<'a> {
    pub fn new(input: &'a mut dyn BufRead, output: &'a mut dyn Write, asides: &'a mut dyn Write) -> Desk<'a> {
        Desk { source: Source::new(input), output, asides }
    }

    /// Tells something beside the output, after all that was put out before.
    pub fn aside(&mut self, text: &str) -> io::Result<()> {
        self.output.flush()?;
        // Where nobody listens, nothing can be done about it.
        let _ = self.asides.write_all(text.as_bytes()).and_then(|()| self.asides.flush());
        Ok(())
    }
}
