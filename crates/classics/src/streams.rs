use std::io::{self, BufRead, Write};

use crate::source::Source;
use crate::{MachineChoice, MachineHook, SessionView};

/// What a session reads from and writes to.
pub(crate) struct Streams<'a> {
    pub source: Source<'a>,
    pub output: &'a mut dyn Write,
    asides: &'a mut dyn Write,
    watcher: Option<&'a mut dyn FnMut(SessionView<'_>)>,
    machine: Option<MachineHook<'a>>,
}

impl<'a> Streams<'a> {
    pub fn new(
        input: &'a mut dyn BufRead,
        output: &'a mut dyn Write,
        asides: &'a mut dyn Write,
    ) -> Streams<'a> {
        Streams { source: Source::new(input), output, asides, watcher: None, machine: None }
    }

    /// The same before the eyes of a watcher, if there is one, and with somebody who moves for the machines.
    pub fn hooked(
        self,
        watcher: Option<&'a mut dyn FnMut(SessionView<'_>)>,
        machine: Option<MachineHook<'a>>,
    ) -> Streams<'a> {
        Streams { watcher, machine, ..self }
    }

    /// Whether somebody else moves for the machines.
    pub fn has_machine_hook(&self) -> bool {
        self.machine.is_some()
    }

    /// What that one chooses.
    pub fn choose(&mut self, choices: &[MachineChoice]) -> Option<usize> {
        self.machine.as_mut()?(choices).filter(|&choice| choice < choices.len())
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
