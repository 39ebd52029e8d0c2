use std::io::{self, Read};
use std::ops::Range;

use super::scanner::PgnScanner;
use super::state::{ClosingParenthesis, ReaderState};
use super::tag::{self, parse_tag};
use super::token::{self, LinePlace, Token, is_blank, token};
use super::{Interest, MAX_DEPTH, MAX_TAG, PgnDamage, PgnEnding, PgnFault, Visitor, variant};
use crate::San;
use crate::san::parse_plain;

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
    pub(super) scanner: PgnScanner<R>,
    /// Where the values of tags and comments are gathered, game after game.
    pub(super) scratch: Vec<u8>,
    pub(super) place: LinePlace,
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
    /// The bytes of the file that are the game: from its first tag or word to its last word, without the blanks
    /// around them.
    pub bytes: Range<u64>,
    /// What is wrong with it, if anything: the first such thing. What came before it is kept, and what can be read
    /// behind it.
    pub damage: Option<PgnDamage>,
}

/// Whether a game goes on.
#[derive(PartialEq)]
enum GameFlow {
    Going,
    Over,
}

impl<R: Read> PgnReader<R> {
    /// A reader at the beginning of `input`. It reads in large pieces; no buffer is needed around the input.
    pub fn new(input: R) -> PgnReader<R> {
        let scanner = PgnScanner::new(input);
        PgnReader { scanner, scratch: Vec::new(), place: LinePlace::LineStart, games: 0 }
    }

    /// Tells `visitor` of the next game; `None` at the end of the input. An error is one of the input's own: text
    /// that is wrong in any way is told in [`GameEnd::damage`], and the next call reads the next game.
    pub fn read_game(&mut self, visitor: &mut impl Visitor) -> io::Result<Option<GameEnd>> {
        if !self.find_game()? {
            return Ok(None);
        }
        self.games += 1;
        let (line, begin) = (self.scanner.line(), self.scanner.offset());
        let mut state = ReaderState::new(self.games);
        visitor.begin_game();
        self.tags(visitor, &mut state)?;
        match visitor.end_tags() {
            Ok(Interest::Read) => {}
            Ok(Interest::Skip) => state.pass_game(),
            Err(reason) => {
                let line = state.start_line.unwrap_or(line);
                state.report(reason, line);
            }
        }
        loop {
            if state.is_telling() {
                self.plain_moves(visitor, &mut state)?;
            } else {
                self.pass_words()?;
            }
            if self.movetext(visitor, &mut state)? == GameFlow::Over {
                break;
            }
        }
        let bytes = begin..self.scanner.word_end();
        Ok(Some(GameEnd { number: self.games, line, bytes, damage: state.into_damage() }))
    }

    /// The byte of the input at which the next game begins; `None` where no game follows.
    ///
    /// ```
    /// use tabiya_notation::pgn::PgnReader;
    ///
    /// let mut reader = PgnReader::new("1. e4 *\n\n1. d4 *\n".as_bytes());
    /// assert_eq!(reader.skip_game().unwrap().unwrap().bytes, 0..7);
    /// assert_eq!(reader.next_start().unwrap(), Some(9));
    /// ```
    pub fn next_start(&mut self) -> io::Result<Option<u64>> {
        Ok(self.find_game()?.then(|| self.scanner.offset()))
    }

    /// The input. The reader has read ahead in it, at most [`READ_AHEAD`](super::READ_AHEAD) bytes.
    pub fn input_mut(&mut self) -> &mut R {
        self.scanner.reader_mut()
    }

    /// The input, for whoever goes on with it where the reader has read to.
    pub fn into_input(self) -> R {
        self.scanner.into_reader()
    }

    /// Passes over the next game as fast as possible; `None` at the end of the input.
    ///
    /// ```
    /// use tabiya_notation::pgn::{GameBuilder, PgnReader};
    ///
    /// let mut reader = PgnReader::new("1. e4 {good} *\n\n1. d4 *".as_bytes());
    /// assert_eq!(reader.skip_game().unwrap().unwrap().number, 1);
    /// assert_eq!(reader.skip_game().unwrap().unwrap().line, 3);
    /// assert!(reader.skip_game().unwrap().is_none());
    /// ```
    pub fn skip_game(&mut self) -> io::Result<Option<GameEnd>> {
        struct Pass;
        impl Visitor for Pass {
            fn end_tags(&mut self) -> Result<Interest, PgnFault> {
                Ok(Interest::Skip)
            }
        }
        self.read_game(&mut Pass)
    }

    /// Passes over what lies between games; false at the end of the input.
    fn find_game(&mut self) -> io::Result<bool> {
        loop {
            self.skip_blanks()?;
            match self.scanner.window()? {
                [] => return Ok(false),
                [b'%', ..] if self.place == LinePlace::LineStart => self.skip_line()?,
                _ => return Ok(true),
            }
        }
    }

    /// The tags, and what comments there are between them.
    fn tags(&mut self, visitor: &mut impl Visitor, state: &mut ReaderState) -> io::Result<()> {
        let mut has_event = false;
        let mut is_parted = false;
        loop {
            is_parted |= self.skip_blanks()? > 1;
            match self.scanner.window()? {
                [b'[', ..] => {
                    let is_event = self.scanner.window()?.starts_with(tag::FIRST);
                    // A game without moves and result, and then the next.
                    if is_event && has_event && is_parted {
                        return Ok(());
                    }
                    has_event |= is_event;
                    is_parted = false;
                    self.tag(visitor, state)?;
                }
                [b'%', ..] if self.place == LinePlace::LineStart => self.skip_line()?,
                [b'{', ..] => {
                    is_parted = true;
                    self.place = LinePlace::Inside;
                    self.scanner.advance(1);
                    self.comment(visitor, state)?;
                }
                [b';', ..] => {
                    is_parted = true;
                    self.place = LinePlace::Inside;
                    self.scanner.advance(1);
                    self.line_comment(visitor, state)?;
                }
                _ => return Ok(()),
            }
        }
    }

    /// One tag. A wrong one is reported, and its line passed over.
    fn tag(&mut self, visitor: &mut impl Visitor, state: &mut ReaderState) -> io::Result<()> {
        self.place = LinePlace::Inside;
        let window = self.scanner.window_of(MAX_TAG)?;
        match parse_tag(window, &mut self.scratch) {
            Ok(found) => {
                let tells_start = variant::TAGS.iter().any(|name| name.as_bytes() == found.name);
                let told = visitor.tag(found.name, &self.scratch);
                let wrong = if found.has_bracket { told.err() } else { Some(tag::wrong_form(window)) };
                let length = found.length;
                if let Some(reason) = wrong {
                    self.report(state, reason);
                }
                if tells_start {
                    state.start_line = Some(self.scanner.line());
                }
                self.scanner.advance(length);
                Ok(())
            }
            Err(reason) => {
                self.report(state, reason);
                self.skip_line()?;
                let is_broken = tag::is_second_line(self.scanner.ahead()?);
                if is_broken { self.skip_second_line() } else { Ok(()) }
            }
        }
    }

    fn skip_second_line(&mut self) -> io::Result<()> {
        self.scanner.advance(1);
        self.skip_line()
    }

    /// As many plain moves, with their numbers and the blanks between them, as come without anything else: nearly all
    /// of most files, read without stopping at each word.
    #[inline]
    fn plain_moves(&mut self, visitor: &mut impl Visitor, state: &mut ReaderState) -> io::Result<()> {
        let window = self.scanner.window()?;
        let mut at = 0;
        let mut refusal = None;
        while let Some(text) = window.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
            match text[0] {
                b' ' => at += 1,
                // Blank lines are looked at more closely.
                b'\n' if text[1] > b' ' => {
                    self.place = LinePlace::LineStart;
                    at += 1;
                }
                b'1'..=b'9' => {
                    let Some(length) = number_length(text) else {
                        break;
                    };
                    self.place = LinePlace::Inside;
                    at += length;
                }
                b'a'..=b'h' | b'B' | b'K' | b'N' | b'Q' | b'R' => {
                    let Some((san, length)) = parse_plain(text) else {
                        break;
                    };
                    self.place = LinePlace::Inside;
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
            self.report(state, reason);
        }
        Ok(())
    }

    /// Passes over words and blanks that mean nothing in a part that nobody wants.
    fn pass_words(&mut self) -> io::Result<()> {
        loop {
            match self.scanner.window()? {
                [b' ', ..] => self.scanner.advance(1),
                [b'\n', next, ..] if !is_blank(*next) => {
                    self.place = LinePlace::LineStart;
                    self.scanner.advance(1);
                }
                [byte, ..] if byte.is_ascii_alphabetic() => {
                    self.place = LinePlace::Inside;
                    self.skip_word()?;
                }
                _ => return Ok(()),
            }
        }
    }

    /// One token of the moves.
    fn movetext(&mut self, visitor: &mut impl Visitor, state: &mut ReaderState) -> io::Result<GameFlow> {
        let (token, length) = token(self.scanner.ahead()?, self.place);
        match token {
            Token::Blanks => {
                let is_over = self.skip_blanks()? > 1 && state.has_begun() && self.is_at_first_number()?;
                return Ok(if is_over { self.over(state) } else { GameFlow::Going });
            }
            Token::Tag | Token::End => return Ok(self.over(state)),
            Token::EscapedLine => {
                self.skip_line()?;
                return Ok(GameFlow::Going);
            }
            _ => self.place = LinePlace::Inside,
        }
        match token {
            Token::Move(san) => self.tell_move(visitor, state, san),
            Token::Wrong(error) => {
                if state.is_telling() {
                    self.report(state, error.into());
                }
                self.skip_word()?;
                return Ok(GameFlow::Going);
            }
            Token::Nag(nag) if state.is_telling() => visitor.nag(nag),
            Token::WrongNag if state.is_telling() => self.report(state, PgnFault::Nag),
            Token::StrayBrace if state.is_telling() => self.report(state, PgnFault::StrayBrace),
            Token::Open => self.open_variation(visitor, state),
            Token::Close => self.close_variation(visitor, state),
            _ => {}
        }
        self.scanner.advance(length);
        match token {
            Token::Comment => self.comment(visitor, state)?,
            Token::LineComment => self.line_comment(visitor, state)?,
            Token::Ending(ending) => return self.ending(visitor, state, ending),
            _ => {}
        }
        Ok(GameFlow::Going)
    }

    /// The game is over here, whatever is still open.
    fn over(&mut self, state: &mut ReaderState) -> GameFlow {
        if state.is_in_variation() {
            self.report(state, PgnFault::OpenVariation);
        }
        GameFlow::Over
    }

    /// Whether a first move's number stands here: behind a blank line that is another game, without tags.
    fn is_at_first_number(&mut self) -> io::Result<bool> {
        Ok(is_first_number(self.scanner.window()?))
    }

    #[inline]
    fn tell_move(&mut self, visitor: &mut impl Visitor, state: &mut ReaderState, san: San) {
        if state.is_telling() {
            match visitor.san(san) {
                Ok(()) => state.ply += 1,
                Err(reason) => self.report(state, reason),
            }
        }
    }

    fn open_variation(&mut self, visitor: &mut impl Visitor, state: &mut ReaderState) {
        if !state.is_telling() {
            return state.open_passed();
        }
        let wanted = if state.ply == 0 {
            Err(PgnFault::NoMoveToReplace)
        } else if state.depth() >= MAX_DEPTH {
            Err(PgnFault::TooDeep)
        } else {
            visitor.begin_variation()
        };
        match wanted {
            Ok(Interest::Read) => state.open(),
            Ok(Interest::Skip) => state.pass_variation(),
            Err(reason) => {
                self.report(state, reason);
                state.pass_variation();
            }
        }
    }

    fn close_variation(&mut self, visitor: &mut impl Visitor, state: &mut ReaderState) {
        match state.close() {
            ClosingParenthesis::Variation => visitor.end_variation(),
            ClosingParenthesis::Passed => {}
            ClosingParenthesis::Stray => self.report(state, PgnFault::StrayParenthesis),
        }
    }

    /// An ending ends the game, unless it is said of a variation. Where a parenthesis was forgotten one can only guess:
    /// by what follows.
    fn ending(
        &mut self,
        visitor: &mut impl Visitor,
        state: &mut ReaderState,
        ending: PgnEnding,
    ) -> io::Result<GameFlow> {
        if state.is_in_variation() && !is_game_over(self.scanner.ahead()?) {
            return Ok(GameFlow::Going);
        }
        if let Err(reason) = visitor.ending(ending) {
            self.report(state, reason);
        }
        let over = self.over(state);
        self.last_comments(visitor, state)?;
        Ok(over)
    }

    /// Comments behind the ending belong to the game as long as they are on its line.
    fn last_comments(&mut self, visitor: &mut impl Visitor, state: &mut ReaderState) -> io::Result<()> {
        loop {
            let ahead = self.scanner.ahead()?;
            let blanks = ahead.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
            match ahead[blanks..] {
                [b'{', ..] => {
                    self.scanner.advance(blanks + 1);
                    self.comment(visitor, state)?;
                }
                [b';', ..] => {
                    self.scanner.advance(blanks + 1);
                    self.line_comment(visitor, state)?;
                }
                _ => return Ok(()),
            }
        }
    }

    /// Passes over the rest of a word, however long it is.
    fn skip_word(&mut self) -> io::Result<()> {
        self.scanner.advance(1);
        loop {
            let window = self.scanner.window()?;
            let length = token::word_length(window);
            let is_over = length < window.len() || window.is_empty();
            self.scanner.advance(length);
            if is_over {
                return Ok(());
            }
        }
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

    /// Passes over blanks, notices where a line begins, and says how many lines ended. The mark that some editors put
    /// at the beginning of a file is a blank, too: files are put together.
    #[inline]
    fn skip_blanks(&mut self) -> io::Result<usize> {
        let mut lines = 0;
        loop {
            let window = self.scanner.window()?;
            let length = window.iter().take_while(|&&byte| is_blank(byte)).count();
            lines += window[..length].iter().filter(|&&byte| byte == b'\n').count();
            let is_mark = window[length..].starts_with(token::BYTE_ORDER_MARK);
            let length = length + if is_mark { token::BYTE_ORDER_MARK.len() } else { 0 };
            self.scanner.advance(length);
            if length == 0 {
                break;
            }
        }
        if lines > 0 {
            self.place = LinePlace::LineStart;
        }
        Ok(lines)
    }

    /// Keeps what is wrong here, and passes over what cannot be read because of it.
    #[cold]
    pub(super) fn report(&mut self, state: &mut ReaderState, reason: PgnFault) {
        let line = self.scanner.line();
        state.report(reason, line);
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

/// `1.`, and not `1...`.
fn is_first_number(text: &[u8]) -> bool {
    text.starts_with(b"1.") && text.get(2) != Some(&b'.')
}

/// Whether, behind an ending inside a variation, the game seems to be over.
fn is_game_over(text: &[u8]) -> bool {
    let blanks = text.iter().take_while(|&&byte| is_blank(byte)).count();
    let lines = text[..blanks].iter().filter(|&&byte| byte == b'\n').count();
    match text[blanks..] {
        [] => true,
        [b'[', ..] => lines > 0,
        [b')', ..] => false,
        ref rest => lines > 1 || lines == 1 && is_first_number(rest),
    }
}
