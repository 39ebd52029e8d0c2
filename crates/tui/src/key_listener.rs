//! Whoever listens at the terminal.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use crate::event::ScreenEvent;
use crate::input_parser::InputParser;

/// How many pieces of input may wait to be understood.
const WAITING: usize = 64;

/// How often whoever listens looks whether anybody is still interested.
const LISTENING: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };

/// Whoever sends on what comes from the terminal, until there will be no more; then the board is left.
pub(crate) struct KeyListener {
    is_over: Arc<AtomicBool>,
    reader: JoinHandle<()>,
}

impl KeyListener {
    pub fn at_terminal(events: Sender<ScreenEvent>) -> KeyListener {
        let is_over = Arc::new(AtomicBool::new(false));
        let input = TerminalInput { is_over: Arc::clone(&is_over) };
        KeyListener { is_over, reader: listen(input, events) }
    }

    /// Leaves what is typed from now on to others.
    pub fn end(self) {
        self.is_over.store(true, Ordering::SeqCst);
        // Whoever broke down while listening has been noticed as the end of all keys.
        let _ = self.reader.join();
    }
}

/// What comes from the terminal, byte for byte, so that nothing is taken that others are to read later. It ends when nobody is
/// interested any more.
struct TerminalInput {
    is_over: Arc<AtomicBool>,
}

impl Read for TerminalInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let input = rustix::stdio::stdin();
        while !self.is_over.load(Ordering::SeqCst) {
            let mut wait = [PollFd::new(&input, PollFlags::IN)];
            match poll(&mut wait, Some(&LISTENING)) {
                Ok(0) | Err(Errno::INTR) => {}
                Ok(_) => return Ok(rustix::io::read(input, buffer)?),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(0)
    }
}

fn listen(input: impl Read + Send + 'static, events: Sender<ScreenEvent>) -> JoinHandle<()> {
    let (bytes, heard) = sync_channel(WAITING);
    thread::spawn(move || {
        let _last = LastEvent(events.clone());
        understand_all(&heard, &events);
    });
    thread::spawn(move || read_all(input, &bytes))
}

/// Leaves the board where nobody listens to its keys any more, for whichever reason.
struct LastEvent(Sender<ScreenEvent>);

impl Drop for LastEvent {
    fn drop(&mut self) {
        // Where nobody hears it, the board has been left.
        let _ = self.0.send(ScreenEvent::Leave);
    }
}

/// Reads until the input ends or is gone, or nobody wants more.
fn read_all(mut input: impl Read, bytes: &SyncSender<Vec<u8>>) {
    let mut buffer = [0; 1024];
    loop {
        match input.read(&mut buffer) {
            Err(error) if matches!(error.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock) => {}
            Ok(count @ 1..) if bytes.send(buffer[..count].to_vec()).is_ok() => {}
            _ => return,
        }
    }
}

fn understand_all(heard: &Receiver<Vec<u8>>, events: &Sender<ScreenEvent>) {
    let mut parser = InputParser::default();
    loop {
        let next = match parser.patience() {
            Some(patience) => heard.recv_timeout(patience),
            None => heard.recv().map_err(RecvTimeoutError::from),
        };
        let mut understood = Vec::new();
        match next {
            Ok(bytes) => bytes.iter().for_each(|&byte| parser.hear(byte, &mut understood)),
            Err(RecvTimeoutError::Timeout) => parser.fall_silent(&mut understood),
            Err(RecvTimeoutError::Disconnected) => return,
        }
        for event in understood {
            if events.send(event).is_err() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn an_input_that_ends_leaves_the_board() {
        let (events, heard) = channel();
        listen(&b"\x1b[<0;0;5Me\x1b[M"[..], events);
        let told: Vec<String> = heard.iter().map(|event| format!("{event:?}")).collect();
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told[0].contains("Char('e')") && told[1] == "Leave", "{told:?}");
    }
}
