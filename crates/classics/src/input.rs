use std::io::{self, BufRead, ErrorKind};

/// How much of a word is kept; no word that means anything is longer.
const LONGEST_WORD: usize = 1 << 16;
/// How many words of a line are kept; no command has more.
const MOST_WORDS: usize = 8;
/// How many bytes of a line are kept as they came, for grammars that count columns.
const COLUMNS: usize = 16;

/// What is read, by lines or by cells. Lines may have any length: only so much is kept as can mean anything.
pub(crate) struct ClassicInput<'a> {
    input: &'a mut dyn BufRead,
    /// Once the input has ended nothing more is asked of it: at a terminal it would wait again.
    has_ended: bool,
}

/// A line, as much of it as can mean anything.
#[derive(Debug, Default)]
pub(crate) struct InputLine {
    /// The first bytes as they came.
    pub columns: Vec<u8>,
    /// The first words.
    pub words: Vec<Vec<u8>>,
    /// Whether a word is too long to be kept.
    pub is_too_long: bool,
    in_word: bool,
}

/// What stands where a number should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    /// A whole number; those that no machine word holds are the outermost ones.
    Given(i64),
    /// Something else. The rest of its line has been dropped.
    Missing,
    /// Nothing: the input is at its end.
    End,
}

impl<'a> ClassicInput<'a> {
    pub fn new(input: &'a mut dyn BufRead) -> ClassicInput<'a> {
        ClassicInput { input, has_ended: false }
    }

    /// The next line; `None` at the end of the input. The last one need not be ended.
    pub fn line(&mut self) -> io::Result<Option<InputLine>> {
        let mut line = InputLine::default();
        let mut is_there = false;
        self.each_chunk_of_line(|chunk| {
            is_there = true;
            line.extend(chunk);
        })?;
        Ok(is_there.then_some(line))
    }

    /// Drops what is left of the line.
    pub fn drop_line(&mut self) -> io::Result<()> {
        self.each_chunk_of_line(|_| {})
    }

    /// The next byte that is no white space; `None` at the end of the input.
    pub fn visible_byte(&mut self) -> io::Result<Option<u8>> {
        let byte = self.skip_blanks()?;
        if byte.is_some() {
            self.input.consume(1);
        }
        Ok(byte)
    }

    /// The whole number that comes next, after any white space; a sign is allowed.
    pub fn number(&mut self) -> io::Result<Number> {
        let Some(first) = self.skip_blanks()? else { return Ok(Number::End) };
        if matches!(first, b'+' | b'-') {
            self.input.consume(1);
        }
        let mut number = None;
        while let Some(digit) = self.peek()?.filter(u8::is_ascii_digit) {
            self.input.consume(1);
            let before: i64 = number.unwrap_or(0);
            number = Some(before.saturating_mul(10).saturating_add(i64::from(digit - b'0')));
        }
        match number {
            Some(number) => Ok(Number::Given(if first == b'-' { -number } else { number })),
            None => {
                self.drop_line()?;
                Ok(Number::Missing)
            }
        }
    }

    /// Goes to the next byte that is no white space, and shows it.
    fn skip_blanks(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.peek()? {
                Some(byte) if is_blank(byte) => self.input.consume(1),
                other => return Ok(other),
            }
        }
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        Ok(self.fill()?.first().copied())
    }

    /// What is there to be read, after waiting for it; nothing at the end of the input.
    fn fill(&mut self) -> io::Result<&[u8]> {
        while !self.has_ended {
            match self.input.fill_buf() {
                Ok([]) => self.has_ended = true,
                // What has been filled is at hand: this asks for nothing more.
                Ok(_) => return self.input.fill_buf(),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(&[])
    }

    /// Goes to the beginning of the next line, and shows what it passes, the newline included.
    fn each_chunk_of_line(&mut self, mut show: impl FnMut(&[u8])) -> io::Result<()> {
        loop {
            let buffer = self.fill()?;
            if buffer.is_empty() {
                return Ok(());
            }
            let end = buffer.iter().position(|&byte| byte == b'\n').map(|at| at + 1);
            let count = end.unwrap_or(buffer.len());
            show(&buffer[..count]);
            self.input.consume(count);
            if end.is_some() {
                return Ok(());
            }
        }
    }
}

impl InputLine {
    fn extend(&mut self, bytes: &[u8]) {
        let room = COLUMNS - self.columns.len();
        self.columns.extend(bytes.iter().take(room));
        for &byte in bytes {
            self.push(byte);
        }
    }

    fn push(&mut self, byte: u8) {
        if is_blank(byte) {
            self.in_word = false;
            return;
        }
        if !self.in_word {
            self.in_word = true;
            self.words.truncate(MOST_WORDS);
            self.words.push(Vec::new());
        }
        // One word more than are kept takes whatever follows.
        match self.words.last_mut() {
            Some(word) if word.len() < LONGEST_WORD => word.push(byte),
            _ => self.is_too_long = true,
        }
    }
}

/// White space as C has it.
fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}
