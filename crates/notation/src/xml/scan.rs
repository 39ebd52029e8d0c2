//! From bytes to the elements of the form: board and moves as they are told, before any rules.

use quick_xml::Reader;
use quick_xml::events::{BytesDecl, BytesStart, Event};
use tabiya_rules::{Board, Color, Piece, Role};
use tabiya_text::visible;

use super::placed::PartialPiece;
use super::{
    Attribute, AttributeFault, Element, FoundTag, MAX_LENGTH, PlacedPiece, XmlError, XmlPlace, XmlProblem,
    XmlTag,
};
use crate::Excerpt;

/// What a document tells.
pub(super) struct XmlDocument {
    pub(super) board: Board,
    /// The lines of the pieces on the board, by square; 0 where there is none.
    pub(super) piece_lines: [usize; 64],
    pub(super) board_line: usize,
    pub(super) steps: Vec<XmlMove>,
}

/// A move as it is told.
#[derive(Clone, Copy)]
pub(super) struct XmlMove {
    pub(super) line: u32,
    pub(super) from: PlacedPiece,
    pub(super) to: PlacedPiece,
    pub(super) taken: Option<PlacedPiece>,
}

pub(super) fn scan(bytes: &[u8]) -> Result<XmlDocument, XmlError> {
    let text = check_text(bytes)?;
    let mut scanner = XmlScanner::new(text);
    scanner.expect(&[XmlTag::Open(Element::Game)])?;
    scanner.place = XmlPlace::Game;
    scanner.expect(&[XmlTag::Open(Element::Board)])?;
    let board_line = scanner.tag_line;
    let (board, piece_lines) = scanner.board()?;
    check_kings(&board, &piece_lines, board_line)?;
    scanner.place = XmlPlace::Game;
    scanner.expect(&[XmlTag::Open(Element::History)])?;
    let steps = scanner.history()?;
    scanner.place = XmlPlace::Game;
    scanner.expect(&[XmlTag::Close(Element::Game)])?;
    scanner.place = XmlPlace::Document;
    scanner.expect(&[XmlTag::End])?;
    Ok(XmlDocument { board, piece_lines, board_line, steps })
}

/// The text without a byte order mark, if it is text that XML allows.
fn check_text(bytes: &[u8]) -> Result<&str, XmlError> {
    let fault = |line, problem| Err(XmlError { line, problem });
    if bytes.len() > MAX_LENGTH {
        return fault(1, XmlProblem::TooLong { length: bytes.len() });
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => return fault(LineCounter::new(bytes).at(error.valid_up_to()), XmlProblem::NotUtf8),
    };
    match text.char_indices().find(|&(_, c)| !is_xml_char(c)) {
        Some((at, found)) => fault(LineCounter::new(bytes).at(at), XmlProblem::Character { found }),
        None => Ok(text),
    }
}

/// CITE: XML 1.0, production 2, <https://www.w3.org/TR/xml/#charsets>
fn is_xml_char(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..)
}

fn is_white(text: &str) -> bool {
    text.bytes().all(is_white_byte)
}

fn is_white_byte(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

fn check_kings(board: &Board, lines: &[usize; 64], board_line: usize) -> Result<(), XmlError> {
    for color in Color::ALL {
        let kings = board.by_piece(Piece { color, role: Role::King });
        if kings.len() != 1 {
            let last = kings.into_iter().map(|sq| lines[sq.index()]).max();
            let problem = XmlProblem::Kings { color, count: kings.len() };
            return Err(XmlError { line: last.unwrap_or(board_line), problem });
        }
    }
    Ok(())
}

/// One tag after the other, everything between them checked and left out.
struct XmlScanner<'a> {
    reader: Reader<&'a [u8]>,
    lines: LineCounter<'a>,
    place: XmlPlace,
    /// Where the last tag stood.
    tag_line: usize,
}

enum XmlToken<'a> {
    Open(BytesStart<'a>),
    Close(Excerpt, Option<Element>),
    End,
}

impl<'a> XmlScanner<'a> {
    fn new(text: &'a str) -> XmlScanner<'a> {
        let mut reader = Reader::from_str(text);
        let config = reader.config_mut();
        config.check_comments = true;
        config.expand_empty_elements = true;
        // Ends are compared here, where what was expected instead is known.
        config.check_end_names = false;
        config.allow_unmatched_ends = true;
        XmlScanner {
            reader,
            lines: LineCounter::new(text.as_bytes()),
            place: XmlPlace::Document,
            tag_line: 1,
        }
    }

    /// The pieces up to `</board>`, and their lines.
    fn board(&mut self) -> Result<(Board, [usize; 64]), XmlError> {
        let mut board = Board::EMPTY;
        let mut lines = [0; 64];
        for piece in 1.. {
            self.place = XmlPlace::Board;
            let (_, start) = self.expect(&[XmlTag::Open(Element::Piece), XmlTag::Close(Element::Board)])?;
            let Some(start) = start else {
                break;
            };
            let line = self.tag_line;
            let placed = self.piece(&start, XmlPlace::PieceOfBoard { piece })?;
            if let Some(by) = board.piece_at(placed.at) {
                return Err(XmlError { line, problem: XmlProblem::SquareTaken { piece: placed, by } });
            }
            board.set(placed.at, Some(placed.piece));
            lines[placed.at.index()] = line;
        }
        Ok((board, lines))
    }

    /// The moves up to `</history>`.
    fn history(&mut self) -> Result<Vec<XmlMove>, XmlError> {
        let mut steps = Vec::new();
        loop {
            self.place = XmlPlace::History;
            let (tag, _) = self.expect(&[XmlTag::Open(Element::Move), XmlTag::Close(Element::History)])?;
            if tag != XmlTag::Open(Element::Move) {
                return Ok(steps);
            }
            steps.push(self.step(steps.len() + 1)?);
        }
    }

    /// The rest of a move up to `</move>`.
    fn step(&mut self, number: usize) -> Result<XmlMove, XmlError> {
        // The line fits: a document has at most `MAX_LENGTH` of them.
        let line = u32::try_from(self.tag_line).unwrap_or(u32::MAX);
        let from = self.piece_of_move(number, 1)?;
        let to = self.piece_of_move(number, 2)?;
        self.place = XmlPlace::Move { number };
        let (_, start) = self.expect(&[XmlTag::Open(Element::Piece), XmlTag::Close(Element::Move)])?;
        let Some(start) = start else {
            return Ok(XmlMove { line, from, to, taken: None });
        };
        let taken = self.piece(&start, XmlPlace::PieceOfMove { number, piece: 3 })?;
        self.place = XmlPlace::Move { number };
        self.expect(&[XmlTag::Close(Element::Move)])?;
        Ok(XmlMove { line, from, to, taken: Some(taken) })
    }

    fn piece_of_move(&mut self, number: usize, piece: usize) -> Result<PlacedPiece, XmlError> {
        self.place = XmlPlace::Move { number };
        let (_, start) = self.expect(&[XmlTag::Open(Element::Piece)])?;
        // The only tag expected opens an element.
        let start = start.unwrap_or_else(|| BytesStart::new(Element::Piece.name()));
        self.piece(&start, XmlPlace::PieceOfMove { number, piece })
    }

    /// The piece of an element that has just begun, read up to its end.
    fn piece(&mut self, start: &BytesStart<'a>, place: XmlPlace) -> Result<PlacedPiece, XmlError> {
        let line = self.tag_line;
        self.place = place;
        let piece = self.attributes(start).map_err(|problem| XmlError { line, problem })?;
        self.expect(&[XmlTag::Close(Element::Piece)])?;
        Ok(piece)
    }

    fn attributes(&self, start: &BytesStart<'a>) -> Result<PlacedPiece, XmlProblem> {
        let fault = |fault| XmlProblem::Attribute { of: self.place, fault };
        let mut partial = PartialPiece::default();
        self.for_each_attribute(start, |attribute, value| {
            if partial.has(attribute) {
                return Err(AttributeFault::Twice(attribute));
            }
            let found = || AttributeFault::Value { attribute, found: Excerpt::new(value) };
            partial.set(attribute, value).ok_or_else(found)
        })?;
        partial.complete().map_err(|missing| fault(AttributeFault::Missing(missing)))
    }

    /// Calls `take` with name and value of each attribute. Names that are unknown end it, so that at most one more
    /// attribute than there are names is looked at.
    fn for_each_attribute(
        &self,
        start: &BytesStart<'a>,
        mut take: impl FnMut(Attribute, &str) -> Result<(), AttributeFault>,
    ) -> Result<(), XmlProblem> {
        let fault = |fault| XmlProblem::Attribute { of: self.place, fault };
        check_spaces(start.attributes_raw())?;
        for attribute in start.attributes().with_checks(false) {
            let attribute = attribute.map_err(syntax)?;
            if let Some((_, rest)) = attribute.value.split_once('&') {
                let name = rest.split(';').next().unwrap_or(rest);
                return Err(XmlProblem::Reference { found: Excerpt::new(name) });
            }
            let name = attribute.key.into_inner();
            let unknown = || fault(AttributeFault::Unknown { found: Excerpt::new(name) });
            let known = Attribute::ALL.into_iter().find(|attribute| attribute.name() == name);
            take(known.ok_or_else(unknown)?, &attribute.value).map_err(fault)?;
        }
        Ok(())
    }

    /// The next tag, which must be one of those expected, with its attributes if it is the beginning of a piece.
    /// Other elements have none.
    fn expect(&mut self, expected: &'static [XmlTag]) -> Result<(XmlTag, Option<BytesStart<'a>>), XmlError> {
        let token = self.token()?;
        let line = self.tag_line;
        let opened = |start: &BytesStart<'_>| {
            let is = |tag: &&XmlTag| matches!(tag, XmlTag::Open(e) if e.name() == start.name().into_inner());
            expected.iter().find(is).copied()
        };
        let (tag, start, found) = match token {
            XmlToken::Open(start) => {
                let found = FoundTag::Open(Excerpt::new(start.name().into_inner()));
                (opened(&start), Some(start), found)
            }
            XmlToken::Close(name, element) => (element.map(XmlTag::Close), None, FoundTag::Close(name)),
            XmlToken::End => (Some(XmlTag::End), None, FoundTag::End),
        };
        let Some(tag) = tag.filter(|tag| expected.contains(tag)) else {
            let problem = XmlProblem::Nesting { within: self.place, expected, found };
            return Err(XmlError { line, problem });
        };
        if let (XmlTag::Open(element), Some(start)) = (tag, &start)
            && element != Element::Piece
        {
            self.check_no_attributes(start).map_err(|problem| XmlError { line, problem })?;
        }
        Ok((tag, start))
    }

    fn check_no_attributes(&self, start: &BytesStart<'a>) -> Result<(), XmlProblem> {
        let raw = start.attributes_raw().trim_ascii();
        if raw.is_empty() {
            return Ok(());
        }
        let name = raw.split(['=', ' ', '\t', '\r', '\n']).next().unwrap_or(raw);
        let fault = AttributeFault::Unknown { found: Excerpt::new(name) };
        Err(XmlProblem::Attribute { of: self.place, fault })
    }

    /// The next tag, whatever it is.
    fn token(&mut self) -> Result<XmlToken<'a>, XmlError> {
        loop {
            let at = offset(self.reader.buffer_position());
            self.tag_line = self.lines.at(at);
            let problem = match self.reader.read_event() {
                Ok(Event::Start(start) | Event::Empty(start)) => return Ok(XmlToken::Open(start)),
                Ok(Event::End(end)) => return Ok(close(end.name().into_inner())),
                Ok(Event::Eof) => return Ok(XmlToken::End),
                Ok(Event::Comment(_)) => continue,
                Ok(Event::Decl(declaration)) if at == 0 && is_plain(&declaration) => continue,
                Ok(Event::Text(text)) => {
                    let text = text.into_inner();
                    if is_white(&text) {
                        continue;
                    }
                    return Err(self.text_error(at, &text));
                }
                Ok(Event::Decl(_)) => XmlProblem::Declaration,
                Ok(Event::DocType(_)) => XmlProblem::DocumentType,
                Ok(Event::CData(_)) => XmlProblem::CdataSection,
                Ok(Event::PI(_)) => XmlProblem::Instruction,
                Ok(Event::GeneralRef(name)) => {
                    XmlProblem::Reference { found: Excerpt::new(&name.into_inner()) }
                }
                Err(error) => {
                    self.tag_line = self.lines.at(offset(self.reader.error_position()));
                    syntax(error)
                }
            };
            return Err(XmlError { line: self.tag_line, problem });
        }
    }

    /// The complaint about text that begins at `at`, with the line of the first character that is seen.
    #[cold]
    fn text_error(&mut self, at: usize, text: &str) -> XmlError {
        let seen = text.trim_matches([' ', '\t', '\r', '\n']);
        let blanks = text.bytes().take_while(|&byte| is_white_byte(byte)).count();
        let problem = XmlProblem::Text { within: self.place, found: Excerpt::new(seen) };
        XmlError { line: self.lines.at(at + blanks), problem }
    }
}

fn close<'a>(name: &str) -> XmlToken<'a> {
    const ALL: [Element; 5] =
        [Element::Game, Element::Board, Element::History, Element::Move, Element::Piece];
    XmlToken::Close(Excerpt::new(name), ALL.into_iter().find(|element| element.name() == name))
}

/// White space must part the attributes; the library does not mind.
fn check_spaces(attributes: &str) -> Result<(), XmlProblem> {
    let mut quote = None;
    let mut after_value = false;
    for byte in attributes.bytes() {
        if after_value && !is_white_byte(byte) {
            return Err(XmlProblem::Syntax { message: "white space is missing between attributes".into() });
        }
        after_value = quote == Some(byte);
        quote = match quote {
            None if byte == b'"' || byte == b'\'' => Some(byte),
            Some(_) if after_value => None,
            quote => quote,
        };
    }
    Ok(())
}

/// Whether a declaration says nothing that matters: version 1.0, in UTF-8 or its part ASCII.
fn is_plain(declaration: &BytesDecl<'_>) -> bool {
    let is_known = |name: &str| ["UTF-8", "US-ASCII"].iter().any(|known| known.eq_ignore_ascii_case(name));
    let is_version = declaration.version().is_ok_and(|version| version == "1.0");
    let encoding = declaration.encoding();
    is_version && encoding.is_none_or(|name| name.is_ok_and(|name| is_known(&name)))
}

fn syntax(error: impl Into<quick_xml::Error>) -> XmlProblem {
    // The inner errors say all; the outer one only sorts them. Messages may quote the document.
    let message = match error.into() {
        quick_xml::Error::Syntax(error) => error.to_string(),
        quick_xml::Error::IllFormed(error) => error.to_string(),
        quick_xml::Error::InvalidAttr(error) => error.to_string(),
        error => error.to_string(),
    };
    let message: String = message.chars().take(200).collect();
    XmlProblem::Syntax { message: visible(&message).into() }
}

/// A place in a slice, as the library counts it.
fn offset(position: u64) -> usize {
    usize::try_from(position).unwrap_or(usize::MAX)
}

/// Lines of places, cheap as long as the places come in order.
struct LineCounter<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

impl<'a> LineCounter<'a> {
    fn new(bytes: &'a [u8]) -> LineCounter<'a> {
        LineCounter { bytes, at: 0, line: 1 }
    }

    /// The line of an offset. A line ends with LF, CR LF, or CR.
    fn at(&mut self, offset: usize) -> usize {
        let offset = offset.min(self.bytes.len());
        if offset < self.at {
            *self = LineCounter::new(self.bytes);
        }
        for at in self.at..offset {
            let ends = match self.bytes[at] {
                b'\n' => true,
                b'\r' => self.bytes.get(at + 1) != Some(&b'\n'),
                _ => false,
            };
            self.line += usize::from(ends);
        }
        self.at = offset;
        self.line
    }
}
