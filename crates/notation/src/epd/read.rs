use std::collections::HashSet;
use std::str::FromStr;

use tabiya_rules::Role;

use super::operation::{Counter, is_forbidden, is_opcode};
use super::{Epd, EpdError, EpdNote, MAX_LENGTH, Operand, Operation};
use crate::{Excerpt, Fen, FenError, FenField, Strictness, read_setup};

/// An EPD read from text.
///
/// ```
/// use tabiya_notation::{Epd, Strictness};
/// use tabiya_rules::Role;
///
/// let text = "4k3/8/8/8/8/8/8/4K3 w - - 7 30 ;D1 5 ;D2 25";
/// let read = Epd::read(text, Role::King, Strictness::Lenient).unwrap();
/// assert_eq!(read.epd.fen.setup.fullmoves, 30);
/// assert_eq!(read.epd.operation("D2").unwrap().operands()[0].integer(), Some(25));
/// assert_eq!(read.notes.len(), 3);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadEpd {
    /// What the text says.
    pub epd: Epd,
    /// What was let pass; nothing where the reading was strict.
    pub notes: Vec<EpdNote>,
}

impl Epd {
    /// Reads one line. `royal` is the role that castles, beside which `K` and `Q` look for their rooks.
    ///
    /// A lenient reader mends what it mends in a FEN, takes the counters of a FEN, operations without anything in
    /// them and a last one without a semicolon, and notes it.
    pub fn read(text: &str, royal: Role, strictness: Strictness) -> Result<ReadEpd, EpdError> {
        if text.len() > MAX_LENGTH {
            return Err(EpdError::TooLong { length: text.len() });
        }
        let text = text.trim_ascii_end();
        let mut reader =
            EpdReader { scanner: EpdScanner { rest: text, column: 1 }, strictness, notes: Vec::new() };
        let epd = reader.epd(text, royal)?;
        Ok(ReadEpd { epd, notes: reader.notes })
    }
}

/// Strict, with the king as the royal piece.
impl FromStr for Epd {
    type Err = EpdError;

    fn from_str(text: &str) -> Result<Epd, EpdError> {
        Epd::read(text, Role::King, Strictness::Strict).map(|read| read.epd)
    }
}

/// The text that is left and where it begins.
struct EpdScanner<'a> {
    rest: &'a str,
    column: usize,
}

impl<'a> EpdScanner<'a> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn skip(&mut self) {
        let mut chars = self.rest.chars();
        if chars.next().is_some() {
            self.rest = chars.as_str();
            self.column += 1;
        }
    }

    /// What lies before the first character that is an end.
    fn until(&mut self, is_end: impl Fn(char) -> bool) -> &'a str {
        let length = self.rest.find(is_end).unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(length);
        self.rest = rest;
        self.column += text.chars().count();
        text
    }

    fn skip_blanks(&mut self) {
        self.until(|c| !is_blank(c));
    }

    /// The next word, up to a blank, a semicolon or a quote.
    fn word(&mut self) -> &'a str {
        self.until(|c| is_blank(c) || matches!(c, ';' | '"'))
    }

    /// The next run of characters without blanks.
    fn field(&mut self) -> &'a str {
        self.skip_blanks();
        self.until(is_blank)
    }
}

/// A line's end is none: what it would part are two lines.
fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t')
}

struct EpdReader<'a> {
    scanner: EpdScanner<'a>,
    strictness: Strictness,
    notes: Vec<EpdNote>,
}

impl EpdReader<'_> {
    fn epd(&mut self, text: &str, royal: Role) -> Result<Epd, EpdError> {
        // The setup is read by the FEN's own reader, from the text itself so that its columns are right.
        let fields = (0..4).filter(|_| !self.scanner.field().is_empty()).count();
        let place = &text[..text.len() - self.scanner.rest.len()];
        let place = if fields < 4 { place.to_owned() } else { format!("{place} 0 1") };
        let read = read_setup(&place, royal, self.strictness)?;
        self.notes.extend(read.notes.into_iter().map(EpdNote::Fen));
        let mut fen = Fen { setup: read.setup, royal };
        self.fen_counters(&mut fen)?;
        let operations = self.operations(&mut fen)?;
        Ok(Epd { fen, operations })
    }

    /// Refuses what a lenient reader only notes.
    fn mend(&mut self, error: EpdError) -> Result<(), EpdError> {
        match self.strictness {
            Strictness::Strict => Err(error),
            Strictness::Lenient => {
                self.notes.push(EpdNote::Epd(error));
                Ok(())
            }
        }
    }

    /// One or two numbers where the operations should begin.
    fn fen_counters(&mut self, fen: &mut Fen) -> Result<(), EpdError> {
        for counter in [Counter::Halfmoves, Counter::Fullmoves] {
            self.scanner.skip_blanks();
            let column = self.scanner.column;
            if !self.scanner.peek().is_some_and(|c| c.is_ascii_digit()) {
                break;
            }
            if counter == Counter::Halfmoves {
                self.mend(EpdError::FenCounters { column })?;
            }
            let word = self.scanner.word();
            set_counter(fen, counter, word, column)?;
        }
        Ok(())
    }

    fn operations(&mut self, fen: &mut Fen) -> Result<Vec<Operation>, EpdError> {
        let mut operations = Vec::new();
        let mut seen = HashSet::new();
        loop {
            self.scanner.skip_blanks();
            let column = self.scanner.column;
            match self.scanner.peek() {
                None => return Ok(operations),
                Some(';') => {
                    self.mend(EpdError::Empty { column })?;
                    self.scanner.skip();
                    continue;
                }
                Some(_) => {}
            }
            let opcode = self.opcode()?;
            let operands = self.operands(column)?;
            if !seen.insert(opcode) {
                return Err(EpdError::Repeated { column, opcode: Excerpt::new(opcode) });
            }
            match Counter::from_opcode(opcode) {
                None => operations.push(Operation::trusted(opcode, operands)),
                Some(counter) => {
                    let operands: Vec<String> = operands.iter().map(ToString::to_string).collect();
                    set_counter(fen, counter, &operands.join(" "), column)?;
                }
            }
        }
    }
}

impl<'a> EpdReader<'a> {
    fn opcode(&mut self) -> Result<&'a str, EpdError> {
        let column = self.scanner.column;
        let beginning = self.scanner.rest;
        let opcode = self.scanner.word();
        let is_parted = self.scanner.peek() != Some('"');
        if is_opcode(opcode) && is_parted {
            return Ok(opcode);
        }
        let found = beginning.split(is_blank).next().unwrap_or_default();
        Err(EpdError::NotAnOpcode { column, found: Excerpt::new(found) })
    }

    /// What follows a name, with the semicolon.
    fn operands(&mut self, begin: usize) -> Result<Vec<Operand>, EpdError> {
        let mut operands = Vec::new();
        loop {
            self.scanner.skip_blanks();
            match self.scanner.peek() {
                None => {
                    self.mend(EpdError::MissingSemicolon { column: begin })?;
                    return Ok(operands);
                }
                Some(';') => {
                    self.scanner.skip();
                    return Ok(operands);
                }
                Some('"') => operands.push(self.quoted()?),
                Some(_) => operands.push(self.plain()?),
            }
        }
    }

    fn plain(&mut self) -> Result<Operand, EpdError> {
        let column = self.scanner.column;
        let word = self.scanner.word();
        check_controls(word, column)?;
        if self.scanner.peek() == Some('"') {
            return Err(EpdError::StrayQuote { column: self.scanner.column });
        }
        Ok(Operand::trusted(word, false))
    }

    /// A quoted text. A backslash before a quote or another backslash belongs to it; elsewhere it is one of its own.
    fn quoted(&mut self) -> Result<Operand, EpdError> {
        let begin = self.scanner.column;
        self.scanner.skip();
        let mut text = String::new();
        loop {
            let column = self.scanner.column;
            let part = self.scanner.until(|c| matches!(c, '"' | '\\'));
            check_controls(part, column)?;
            text.push_str(part);
            let end = self.scanner.peek().ok_or(EpdError::OpenText { column: begin })?;
            self.scanner.skip();
            match self.scanner.peek() {
                Some(escaped @ ('"' | '\\')) if end == '\\' => {
                    text.push(escaped);
                    self.scanner.skip();
                }
                _ if end == '\\' => text.push('\\'),
                None | Some(';') => break,
                Some(c) if is_blank(c) => break,
                Some(_) => return Err(EpdError::StrayQuote { column: self.scanner.column - 1 }),
            }
        }
        Ok(Operand::trusted(&text, true))
    }
}

fn check_controls(text: &str, column: usize) -> Result<(), EpdError> {
    match (column..).zip(text.chars()).find(|&(_, c)| is_forbidden(c)) {
        Some((column, found)) => Err(EpdError::Control { column, found }),
        None => Ok(()),
    }
}

fn set_counter(fen: &mut Fen, counter: Counter, text: &str, column: usize) -> Result<(), FenError> {
    let field = match counter {
        Counter::Halfmoves => FenField::Halfmoves,
        Counter::Fullmoves => FenField::Fullmoves,
    };
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    match (counter, text.parse()) {
        (Counter::Halfmoves, Ok(count)) if is_number => fen.setup.halfmoves = count,
        (Counter::Fullmoves, Ok(count @ 1..)) if is_number => fen.setup.fullmoves = count,
        _ => return Err(FenError::Counter { field, column, found: Excerpt::new(text) }),
    }
    Ok(())
}
