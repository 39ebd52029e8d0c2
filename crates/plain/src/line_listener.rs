use std::io::{self, BufRead, Read};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

/// The most bytes of a line; no move, position or file name is longer.
pub(crate) const MAX_LINE: usize = 8192;

/// Lines as they come, read beside everything else so that a clock can run out meanwhile.
pub struct LineListener {
    heard: Receiver<InputEvent>,
}

/// What came in.
#[derive(Debug, PartialEq, Eq)]
pub enum InputEvent {
    Line(String),
    /// A line that is no text.
    NoText,
    /// A line that is too long; it was passed over.
    TooLong,
    /// There will be no more.
    End,
    /// Nothing came in time.
    Nothing,
}

impl LineListener {
    /// Listens to standard input.
    pub fn new() -> LineListener {
        // Without room between them, nothing is read before somebody asks for it, but for one line.
        let (hears, heard) = sync_channel(0);
        std::thread::spawn(move || listen(io::stdin().lock(), &hears));
        LineListener { heard }
    }

    /// Hands on everything that comes, to whoever waits for other things as well.
    pub fn hand_on(self, mut to: impl FnMut(InputEvent) -> ControlFlow<()> + Send + 'static) {
        std::thread::spawn(move || {
            let mut is_open = true;
            while is_open {
                let event = self.next(None);
                is_open = event != InputEvent::End;
                is_open &= to(event).is_continue();
            }
        });
    }

    /// The next line; `patience` is how long to wait for it, for ever where it is `None`.
    pub fn next(&self, patience: Option<Duration>) -> InputEvent {
        let Some(patience) = patience else {
            return self.heard.recv().unwrap_or(InputEvent::End);
        };
        match self.heard.recv_timeout(patience) {
            Ok(heard) => heard,
            Err(RecvTimeoutError::Timeout) => InputEvent::Nothing,
            Err(RecvTimeoutError::Disconnected) => InputEvent::End,
        }
    }
}

/// A line of standard input, which nobody else listens to; nothing where there will be none. What is no text is seen as such.
pub fn typed_line() -> Option<String> {
    let mut line = Vec::new();
    let input = io::stdin().lock();
    match input.take(MAX_LINE as u64).read_until(b'\n', &mut line) {
        Ok(1..) => Some(String::from_utf8_lossy(&line).trim().to_owned()),
        Ok(0) | Err(_) => None,
    }
}

fn listen(mut input: impl BufRead, hears: &SyncSender<InputEvent>) {
    // An input that fails has ended.
    while let Ok(Some(heard)) = read(&mut input) {
        if hears.send(heard).is_err() {
            return;
        }
    }
}

/// The next line, without its end; `None` where there is none.
fn read(input: &mut impl BufRead) -> io::Result<Option<InputEvent>> {
    let mut line = Vec::new();
    if input.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() > MAX_LINE && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Some(InputEvent::TooLong));
    }
    Ok(Some(
        String::from_utf8(line).map_or(InputEvent::NoText, |line| InputEvent::Line(line.trim().to_owned())),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_whole_and_bounded() {
        let long = "x".repeat(MAX_LINE + 10);
        let text = [b"e4\r\n\xff\xfe\n", long.as_bytes(), b"\n  Nf3  \n\nlast"].concat();
        let mut input = text.as_slice();
        let line = |text: &str| InputEvent::Line(text.to_owned());
        for expected in
            [line("e4"), InputEvent::NoText, InputEvent::TooLong, line("Nf3"), line(""), line("last")]
        {
            assert_eq!(read(&mut input).unwrap(), Some(expected));
        }
        assert_eq!(read(&mut input).unwrap(), None);
    }
}
