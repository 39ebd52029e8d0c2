use std::io::{self, Read};

/// How many bytes are at hand before a word is looked at, unless the input ends. No word that means anything is longer.
pub(super) const LOOKAHEAD: usize = 256;

const BUFFER: usize = 64 * 1024;

/// A window that moves over the input, of fixed size whatever the input's. A carriage return alone, the line end of
/// old programs, is a line feed in it.
pub(super) struct Scanner<R> {
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
}

impl<R: Read> Scanner<R> {
    pub(super) fn new(reader: R) -> Scanner<R> {
        Scanner {
            reader,
            buffer: vec![0; BUFFER].into(),
            start: 0,
            end: 0,
            is_at_end: false,
            is_return_held: false,
            lines: 0,
            counted: 0,
        }
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
        self.counted = self.start;
        1 + self.lines
    }

    #[cold]
    fn refill(&mut self, length: usize) -> io::Result<()> {
        self.line();
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
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

/// Makes a line feed of every carriage return without one.
fn mend_returns(bytes: &mut [u8]) {
    let mut from = 0;
    while let Some(at) = bytes[from..].iter().position(|&byte| byte == b'\r') {
        from += at + 1;
        if bytes.get(from) != Some(&b'\n') {
            bytes[from - 1] = b'\n';
        }
    }
}
