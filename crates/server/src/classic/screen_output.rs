use std::io::{self, Write};

use super::event::EventSender;

/// How much is put together before it goes out by itself.
const ENOUGH: usize = 8 * 1024;

/// A program's output on its way to a screen, in whole lines: only a flush sends what is no line yet.
pub(super) struct ScreenOutput<'a> {
    events: &'a EventSender,
    gathered: Vec<u8>,
}

impl<'a> ScreenOutput<'a> {
    pub fn new(events: &'a EventSender) -> ScreenOutput<'a> {
        ScreenOutput { events, gathered: Vec::new() }
    }

    fn send_first(&mut self, count: usize) -> io::Result<()> {
        if count == 0 {
            return Ok(());
        }
        let rest = self.gathered.split_off(count);
        self.events.say(std::mem::replace(&mut self.gathered, rest))
    }
}

impl Write for ScreenOutput<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.gathered.extend_from_slice(bytes);
        if self.gathered.len() >= ENOUGH {
            let end = self.gathered.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            self.send_first(end)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.send_first(self.gathered.len())
    }
}
