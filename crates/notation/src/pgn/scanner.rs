use std::io::{self, Read};

use super::token::{BYTE_ORDER_MARK, is_blank};

/// How many bytes are at hand before a word is looked at, unless the input ends. No word that means anything is longer.
pub(super) const LOOKAHEAD: usize = 256;

/// How many bytes of its input a reader may have read beyond what it has told of.
pub const READ_AHEAD: usize = 64 * 1024;

const BUFFER: usize = READ_AHEAD;

/// A window that moves over the input, of fixed size whatever the input's. A carriage return alone, the line end of
/// old programs, is a line feed in it.
pub(super) struct PgnScanner<R> {
    reader: R,
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
    is_at_end: bool,
    /// Whether a carriage return was read, of which the next byte will tell what it is.
    is_return_held: bool,
    /// Lines that end before `counted`.
    lines: u64,
    /// How much of the buffer has been looked at for lines.
    counted: usize,
    /// How many bytes of the input lie before the buffer.
    passed: u64,
    /// Where the last word before `counted` ends, in bytes of the input.
    word_end: u64,
}

impl<R: Read> PgnScanner<R> {
    pub(super) fn new(reader: R) -> PgnScanner<R> {
        PgnScanner {
            reader,
            buffer: vec![0; BUFFER].into(),
            start: 0,
            end: 0,
            is_at_end: false,
            is_return_held: false,
            lines: 0,
            counted: 0,
            passed: 0,
            word_end: 0,
        }
    }

    pub(super) fn reader_mut(&mut self) -> &mut R {
        &mut self.reader
    }

    pub(super) fn into_reader(self) -> R {
        self.reader
    }

    /// What is at hand: at least [`LOOKAHEAD`] bytes, or all that is left.
    #[inline]
    pub(super) fn window(&mut self) -> io::Result<&[u8]> {
        self.window_of(LOOKAHEAD)
    }

    /// What is at hand: at least `length` bytes, or all that is left. At most half of the buffer can be asked for.
    #[inline]
    pub(super) fn window_of(&mut self, length: usize) -> io::Result<&[u8]> {
        if self.end - self.start < length && !self.is_at_end {
            self.refill(length)?;
        }
        Ok(&self.buffer[self.start..self.end])
    }

    /// The next bytes, so many that a word fits, and the same ones whatever pieces the input comes in.
    #[inline]
    pub(super) fn ahead(&mut self) -> io::Result<&[u8]> {
        let window = self.window()?;
        Ok(&window[..window.len().min(LOOKAHEAD)])
    }

    /// Leaves `count` bytes of the window behind.
    #[inline]
    pub(super) fn advance(&mut self, count: usize) {
        self.start = (self.start + count).min(self.end);
    }

    /// The number of the line at the beginning of the window, from 1.
    pub(super) fn line(&mut self) -> u64 {
        let passed = &self.buffer[self.counted..self.start];
        self.lines += passed.iter().filter(|&&byte| byte == b'\n').count() as u64;
        if let Some(last) = last_word_byte(passed) {
            self.word_end = self.passed + (self.counted + last + 1) as u64;
        }
        self.counted = self.start;
        1 + self.lines
    }

    /// How many bytes of the input lie before the window.
    pub(super) fn offset(&self) -> u64 {
        self.passed + self.start as u64
    }

    /// Where the last word before the window ends, in bytes of the input: what follows it are blanks.
    pub(super) fn word_end(&mut self) -> u64 {
        self.line();
        self.word_end
    }

    #[cold]
    fn refill(&mut self, length: usize) -> io::Result<()> {
        self.line();
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.passed += self.start as u64;
        self.start = 0;
        self.counted = 0;
        while self.end < length.min(BUFFER / 2) && !self.is_at_end {
            self.read_piece()?;
        }
        Ok(())
    }

    fn read_piece(&mut self) -> io::Result<()> {
        let begin = self.end;
        let read_from = begin + usize::from(self.is_return_held);
        let count = match self.reader.read(&mut self.buffer[read_from..]) {
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(()),
            Err(error) => return Err(error),
        };
        self.is_at_end = count == 0;
        if self.is_return_held {
            self.buffer[begin] = b'\r';
        }
        self.end = read_from + count;
        self.is_return_held = !self.is_at_end && self.buffer[self.end - 1] == b'\r';
        mend_returns(&mut self.buffer[begin..self.end]);
        self.end -= usize::from(self.is_return_held);
        Ok(())
    }
}

/// The last byte that is no blank, nor of a mark that some editors put at the beginning of a file.
fn last_word_byte(bytes: &[u8]) -> Option<usize> {
    let mut rest = bytes;
    loop {
        let last = rest.iter().rposition(|&byte| !is_blank(byte))?;
        match rest[..=last].strip_suffix(BYTE_ORDER_MARK) {
            Some(before) => rest = before,
            None => return Some(last),
        }
    }
}

/// Makes a line feed of every carriage return without one.
fn mend_returns(bytes: &mut [u8]) {
    // Most files have none, and to see that is much faster than to look for each.
    if !bytes.contains(&b'\r') {
        return;
    }
    let mut from = 0;
    while let Some(at) = bytes[from..].iter().position(|&byte| byte == b'\r') {
        from += at + 1;
        if bytes.get(from) != Some(&b'\n') {
            bytes[from - 1] = b'\n';
        }
    }
}
