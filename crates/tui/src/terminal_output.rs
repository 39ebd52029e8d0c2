use std::io::{self, Stdout, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::patient_output::PatientOutput;

/// Where the picture goes. A terminal that is gone takes everything, so that whoever draws need not care, and the board is left in
/// order.
pub(crate) struct TerminalOutput {
    out: PatientOutput<Stdout>,
    is_gone: Arc<AtomicBool>,
}

/// Knows whether the terminal is gone.
#[derive(Clone)]
pub(crate) struct TerminalLoss(Arc<AtomicBool>);

impl TerminalOutput {
    pub fn new() -> (TerminalOutput, TerminalLoss) {
        let is_gone = Arc::new(AtomicBool::new(false));
        (
            TerminalOutput { out: PatientOutput::stdout(), is_gone: Arc::clone(&is_gone) },
            TerminalLoss(is_gone),
        )
    }

    fn note<T>(&self, done: io::Result<T>, otherwise: T) -> io::Result<T> {
        match done {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                self.is_gone.store(true, Ordering::SeqCst);
                Ok(otherwise)
            }
            done => done,
        }
    }
}

impl TerminalLoss {
    pub fn has_happened(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

impl Write for TerminalOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let done = self.out.write(bytes);
        self.note(done, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let done = self.out.flush();
        self.note(done, ())
    }
}
