use std::io::{self, ErrorKind, Stdout, Write};

use rustix::event::{PollFd, PollFlags, poll};

/// An output that is waited for where it is slow. Some programs leave a terminal so that it refuses what it cannot take at
/// once; that is no reason to leave.
pub(crate) struct PatientOutput<W> {
    out: W,
    wait: fn(),
}

impl PatientOutput<Stdout> {
    pub fn stdout() -> PatientOutput<Stdout> {
        PatientOutput { out: io::stdout(), wait: wait_for_room }
    }
}

impl<W: Write> PatientOutput<W> {
    fn insist<T>(&mut self, mut deed: impl FnMut(&mut W) -> io::Result<T>) -> io::Result<T> {
        loop {
            match deed(&mut self.out) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => (self.wait)(),
                done => return done,
            }
        }
    }
}

impl<W: Write> Write for PatientOutput<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.insist(|out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.insist(Write::flush)
    }
}

/// Waits until standard output takes more, or is gone, which the next attempt tells.
fn wait_for_room() {
    let output = rustix::stdio::stdout();
    let _ = poll(&mut [PollFd::new(&output, PollFlags::OUT)], None);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes one byte of every second attempt.
    #[derive(Default)]
    struct SlowOutput {
        taken: Vec<u8>,
        attempts: usize,
    }

    impl Write for SlowOutput {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.attempts += 1;
            if self.attempts % 2 == 1 {
                return Err(ErrorKind::WouldBlock.into());
            }
            self.taken.push(bytes[0]);
            Ok(1)
        }

        fn flush(&mut self) -> io::Result<()> {
            self.attempts += 1;
            if self.attempts % 2 == 1 { Err(ErrorKind::WouldBlock.into()) } else { Ok(()) }
        }
    }

    #[test]
    fn everything_arrives_once_and_in_order() {
        let mut output = PatientOutput { out: SlowOutput::default(), wait: || {} };
        output.write_all(b"a picture").unwrap();
        output.flush().unwrap();
        assert_eq!(output.out.taken, b"a picture");
    }
}
