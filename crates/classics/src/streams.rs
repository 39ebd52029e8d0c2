use std::io::{self, BufRead, Write};

use crate::SessionHost;
use crate::input::ClassicInput;

/// What a session reads from and writes to, and who runs it.
pub(crate) struct Streams<'a> {
    pub source: ClassicInput<'a>,
    pub output: &'a mut dyn Write,
    pub host: &'a mut dyn SessionHost,
}

impl<'a> Streams<'a> {
    pub fn new(
        input: &'a mut dyn BufRead,
        output: &'a mut dyn Write,
        host: &'a mut dyn SessionHost,
    ) -> Streams<'a> {
        Streams { source: ClassicInput::new(input), output, host }
    }

    /// Tells something beside the output, after all that was put out before.
    pub fn aside(&mut self, text: &str) -> io::Result<()> {
        self.output.flush()?;
        self.host.aside(text)
    }
}
