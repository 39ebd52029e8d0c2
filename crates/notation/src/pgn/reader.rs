use std::io::{self, Read};

use super::scanner::Scanner;
use super::tag::{self, parse_tag};
use super::token::{Place, Token, token};
use super::{Damage, Ending, Interest, MAX_COMMENT, MAX_DEPTH, Reason, Visitor};
use crate::san::parse_plain;
use crate::{Excerpt, San};

/// Reads games from text of any size, with the same small memory and without recursion.
///
/// ```
/// use tabiya_notation::pgn::{GameBuilder, PgnReader};
///
/// let text = "[White \"Anderssen\"]\n\n1. e4 e5 2. f4 1-0\n\n1. d4 *\n";
/// let mut reader = PgnReader::new(text.as_bytes());
/// let mut builder = GameBuilder::new();
/// assert_eq!(reader.read_game(&mut builder).unwrap().unwrap().number, 1);
/// assert_eq!(builder.take().tags.get("White"), Some("Anderssen"));
/// assert_eq!(reader.read_game(&mut builder).unwrap().unwrap().number, 2);
/// assert!(reader.read_game(&mut builder).unwrap().is_none());
/// ```
pub struct PgnReader<R> {
    scanner: Scanner<R>,
    /// Where the values of tags and long comments are gathered, game after game.
    scratch: Vec<u8>,
    place: Place,
    games: u64,
}

/// What became of a game.
///
/// ```
/// use tabiya_notation::pgn::{GameBuilder, PgnReader};
///
/// let mut reader = PgnReader::new("\n\n1. e4 {unclosed".as_bytes());
/// let end = reader.read_game(&mut GameBuilder::new()).unwrap().unwrap();
/// assert_eq!(end.line, 3);
/// assert_eq!(end.damage.unwrap().to_string(), "game 1, line 3: the game ends inside a comment");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// The number of the game in the file, from 1.
    pub number: u64,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// What is wrong with it, if anything: the first such thing. All that came before it is good.
    pub damage: Option<Damage>,
}

/// Where a reader is in a game.
struct State {
    number: u64,
    /// The lines that variations interrupt: how many moves had been read in each.
    open: Vec<u32>,
    /// Moves read in the present line, from the start of the game.
    ply: u32,
    /// The depth from which on nothing is told to the visitor.
    skip_from: Option<usize>,
    damage: Option<Damage>,
}

impl State {
    fn is_telling(&self) -> bool {
        self.skip_from.is_none()
    }
}

/// Whether a game goes on.
#[derive(PartialEq)]
enum Next {
    Going,
    Over,
}

impl<R: Read> PgnReader<R> {
    /// A reader at the beginning of `input`. It reads in large pieces; no buffer is needed around the input.
    pub fn new(input: R) -> PgnReader<R> {
        let scanner = Scanner::new(input);
        PgnReader { scanner, scratch: Vec::new(), place: Place::LineStart, games: 0 }
    }

    /// Tells `visitor` of the next game; `None` at the end of the input. An error is one of the input's own: text
    /// that is wrong in any way is told in [`GameEnd::damage`], and the next call reads the next game.
    pub fn read_game(&mut self, visitor: &mut impl Visitor) -> io::Result<Option<GameEnd>> {
        if !self.find_game()? {
            return Ok(None);
        }
        self.games += 1;
        let line = self.scanner.line();
        let mut state = State { number: self.games, open: Vec::new(), ply: 0, skip_from: None, damage: None };
        visitor.begin_game();
        self.tags(visitor, &mut state)?;
        match visitor.end_tags() {
            Ok(Interest::Read) => {}
            Ok(Interest::Skip) => state.skip_from = Some(0),
            Err(reason) => self.spoil(&mut state, reason),
        }
        loop {
            self.plain_moves(visitor, &mut state)?;
            if self.movetext(visitor, &mut state)? == Next::Over {
                break;
            }
        }
        Ok(Some(GameEnd { number: state.number, line, damage: state.damage }))
    }

    /// Passes over what lies between games; false at the end of the input.
    fn find_game(&mut self) -> io::Result<bool> {
        loop {
            match self.scanner.window()? {
                [] => return Ok(false),
                [b'%', ..] if self.place == Place::LineStart => self.skip_line()?,
                // The mark that some editors put at the beginning of a file.
                [0xef, 0xbb, 0xbf, ..] => self.scanner.advance(3),
                [byte, ..] if is_blank(*byte) => self.skip_blanks()?,
                _ => return Ok(true),
            }
        }
    }

    fn tags(&mut self, visitor: &mut impl Visitor, state: &mut State) -> io::Result<()> {
        loop {
            match self.scanner.window()? {
                [b'[', ..] => self.tag(visitor, state)?,
                [b'%', ..] if self.place == Place::LineStart => self.skip_line()?,
                [byte, ..] if is_blank(*byte) => self.skip_blanks()?,
                _ => return Ok(()),
            }
        }
    }

    /// One tag. A wrong one is reported, and its line passed over.
    fn tag(&mut self, visitor: &mut impl Visitor, state: &mut State) -> io::Result<()> {
        self.place = Place::Inside;
        let window = self.scanner.window_of(tag::MAX_LENGTH)?;
        if let Some(found) = parse_tag(window, &mut self.scratch) {
            visitor.tag(found.name, &self.scratch);
            let length = found.length;
            self.scanner.advance(length);
            return Ok(());
        }
        let line = window.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let found = Excerpt::new(&String::from_utf8_lossy(line.trim_ascii_end()));
        self.note(state, Reason::Tag(found));
        self.skip_line()
    }

    /// As many plain moves, with their numbers and the blanks between them, as come without anything else: nearly all
    /// of most files, read without stopping at each word.
    #[inline]
    fn plain_moves(&mut self, visitor: &mut impl Visitor, state: &mut State) -> io::Result<()> {
        if !state.is_telling() {
            return Ok(());
        }
        let window = self.scanner.window()?;
        let mut at = 0;
        let mut refusal = None;
        while let Some(text) = window.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
            match text[0] {
                b' ' => at += 1,
                b'\n' => {
                    self.place = Place::LineStart;
                    at += 1;
                }
                b'1'..=b'9' => match number_length(text) {
                    Some(length) => at += length,
                    None => break,
                },
                b'a'..=b'h' | b'B' | b'K' | b'N' | b'Q' | b'R' => {
                    let Some((san, length)) = parse_plain(text) else {
                        break;
                    };
                    self.place = Place::Inside;
                    if let Err(reason) = visitor.san(san) {
                        refusal = Some(reason);
                        break;
                    }
                    state.ply += 1;
                    at += length;
                }
                _ => break,
            }
        }
        self.scanner.advance(at);
        if let Some(reason) = refusal {
            self.spoil(state, reason);
        }
        Ok(())
    }

    /// One token of the moves.
    fn movetext(&mut self, visitor: &mut impl Visitor, state: &mut State) -> io::Result<Next> {
        let (token, length) = token(self.scanner.window()?, self.place);
        match token {
            Token::Blanks => {
                self.skip_blanks()?;
                return Ok(Next::Going);
            }
            Token::Tag | Token::End => {
                if !state.open.is_empty() {
                    self.note(state, Reason::OpenVariation);
                }
                return Ok(Next::Over);
            }
            _ => {}
        }
        let line_start = self.place;
        self.place = Place::Inside;
        match token {
            Token::Move(san) => self.tell_move(visitor, state, san),
            Token::Wrong(error) if state.is_telling() => self.spoil(state, error.into()),
            Token::Nag(nag) if state.is_telling() => visitor.nag(nag),
            Token::Ending(ending) => {
                self.scanner.advance(length);
                return self.ending(visitor, state, ending);
            }
            Token::Comment => {
                self.scanner.advance(1);
                self.comment(visitor, state)?;
                return Ok(Next::Going);
            }
            Token::LineComment => {
                self.scanner.advance(1);
                self.line_comment(visitor, state)?;
                return Ok(Next::Going);
            }
            Token::EscapedLine => {
                self.place = line_start;
                self.skip_line()?;
                return Ok(Next::Going);
            }
            Token::Open => self.open_variation(visitor, state),
            Token::Close => self.close_variation(visitor, state),
            _ => {}
        }
        self.scanner.advance(length);
        Ok(Next::Going)
    }

    #[inline]
    fn tell_move(&mut self, visitor: &mut impl Visitor, state: &mut State, san: San) {
        if state.is_telling() {
            match visitor.san(san) {
                Ok(()) => state.ply += 1,
                Err(reason) => self.spoil(state, reason),
            }
        }
    }

    fn open_variation(&mut self, visitor: &mut impl Visitor, state: &mut State) {
        if state.open.len() >= MAX_DEPTH {
            return self.spoil(state, Reason::TooDeep);
        }
        if state.is_telling() {
            if state.ply == 0 {
                return self.spoil(state, Reason::NoMoveToReplace);
            }
            match visitor.begin_variation() {
                Ok(Interest::Read) => {}
                Ok(Interest::Skip) => state.skip_from = Some(state.open.len() + 1),
                Err(reason) => return self.spoil(state, reason),
            }
        }
        state.open.push(state.ply);
        state.ply = state.ply.saturating_sub(1);
    }

    fn close_variation(&mut self, visitor: &mut impl Visitor, state: &mut State) {
        if state.skip_from == Some(0) {
            state.open.pop();
            return;
        }
        let depth = state.open.len();
        let Some(ply) = state.open.pop() else {
            return self.spoil(state, Reason::StrayParenthesis);
        };
        state.ply = ply;
        if state.is_telling() {
            visitor.end_variation();
        } else if state.skip_from == Some(depth) {
            state.skip_from = None;
        }
    }

    /// An ending ends the game, unless it is said of a variation. In a damaged game the parentheses may not be
    /// trusted: there the last word of a line will do.
    fn ending(&mut self, visitor: &mut impl Visitor, state: &mut State, ending: Ending) -> io::Result<Next> {
        if state.open.is_empty() {
            visitor.ending(ending);
            return Ok(Next::Over);
        }
        if state.is_telling() {
            return Ok(Next::Going);
        }
        let rest = self.scanner.window()?;
        let is_last = matches!(rest.trim_ascii_start(), [] | [b'[', ..])
            || rest.iter().take_while(|byte| byte.is_ascii_whitespace()).any(|&byte| byte == b'\n');
        Ok(if state.skip_from == Some(0) && is_last { Next::Over } else { Next::Going })
    }

    /// A comment in braces, the first of which is behind us.
    fn comment(&mut self, visitor: &mut impl Visitor, state: &mut State) -> io::Result<()> {
        self.scratch.clear();
        let mut lines = 0;
        let mut is_too_long = false;
        loop {
            let window = self.scanner.window()?;
            let stop = window.iter().position(|&byte| byte == b'}' || byte == b'\n');
            let taken = stop.unwrap_or(window.len());
            if self.scratch.len() + taken < MAX_COMMENT {
                self.scratch.extend_from_slice(&window[..taken]);
            } else {
                is_too_long = true;
            }
            match stop.map(|at| (window[at], &window[at + 1..])) {
                Some((b'}', _)) => {
                    self.scanner.advance(taken + 1);
                    break;
                }
                // The next game begins: somebody forgot the brace.
                Some((_, rest)) if rest.starts_with(tag::FIRST) => {
                    self.place = Place::LineStart;
                    self.scanner.advance(taken + 1);
                    self.spoil_on_line(state, Reason::OpenComment, lines + 1);
                    return Ok(());
                }
                Some(_) => {
                    lines += 1;
                    self.scratch.push(b' ');
                    self.scanner.advance(taken + 1);
                }
                None if window.is_empty() => {
                    self.spoil_on_line(state, Reason::OpenComment, lines);
                    return Ok(());
                }
                None => self.scanner.advance(taken),
            }
        }
        self.tell_comment(visitor, state, is_too_long);
        Ok(())
    }

    /// A comment to the end of the line, whose semicolon is behind us.
    fn line_comment(&mut self, visitor: &mut impl Visitor, state: &mut State) -> io::Result<()> {
        self.scratch.clear();
        let mut is_too_long = false;
        loop {
            let window = self.scanner.window()?;
            let stop = window.iter().position(|&byte| byte == b'\n');
            let taken = stop.unwrap_or(window.len());
            if self.scratch.len() + taken < MAX_COMMENT {
                self.scratch.extend_from_slice(&window[..taken]);
            } else {
                is_too_long = true;
            }
            let is_over = stop.is_some() || window.is_empty();
            self.scanner.advance(taken);
            if is_over {
                break;
            }
        }
        self.tell_comment(visitor, state, is_too_long);
        Ok(())
    }

    fn tell_comment(&mut self, visitor: &mut impl Visitor, state: &mut State, is_too_long: bool) {
        // A carriage return belongs to the end of its line, not to the comment.
        let mut text = std::mem::take(&mut self.scratch);
        text.retain(|&byte| byte != b'\r');
        if is_too_long {
            self.note(state, Reason::TooLong);
        } else if state.is_telling()
            && let Err(reason) = visitor.comment(&text)
        {
            self.spoil(state, reason);
        }
        self.scratch = text;
    }

    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let window = self.scanner.window()?;
            let stop = window.iter().position(|&byte| byte == b'\n');
            let taken = stop.unwrap_or(window.len());
            let is_over = stop.is_some() || window.is_empty();
            self.scanner.advance(taken);
            if is_over {
                return Ok(());
            }
        }
    }

    /// Passes over blanks, and notices where a line begins.
    #[inline]
    fn skip_blanks(&mut self) -> io::Result<()> {
        let window = self.scanner.window()?;
        let length = window.iter().take_while(|&&byte| is_blank(byte)).count();
        if window[..length].contains(&b'\n') {
            self.place = Place::LineStart;
        }
        self.scanner.advance(length);
        Ok(())
    }

    /// Reports something wrong that does not keep the rest from being read.
    #[cold]
    fn note(&mut self, state: &mut State, reason: Reason) {
        self.note_on_line(state, reason, 0);
    }

    #[cold]
    fn note_on_line(&mut self, state: &mut State, reason: Reason, lines_ago: u64) {
        let line = self.scanner.line().saturating_sub(lines_ago).max(1);
        let damage = Damage { game: state.number, line, ply: state.ply, reason };
        state.damage.get_or_insert(damage);
    }

    /// Reports something wrong and tells the visitor no more of this game.
    #[cold]
    fn spoil(&mut self, state: &mut State, reason: Reason) {
        self.spoil_on_line(state, reason, 0);
    }

    #[cold]
    fn spoil_on_line(&mut self, state: &mut State, reason: Reason, lines_ago: u64) {
        self.note_on_line(state, reason, lines_ago);
        state.skip_from = Some(0);
    }
}

/// The length of a move's number with its dot, if that is what stands here.
#[inline]
fn number_length(text: &[u8; 8]) -> Option<usize> {
    match text {
        [_, b'.', b' ', ..] => Some(2),
        [_, b'0'..=b'9', b'.', b' ', ..] => Some(3),
        [_, b'0'..=b'9', b'0'..=b'9', b'.', b' ', ..] => Some(4),
        _ => None,
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c)
}
