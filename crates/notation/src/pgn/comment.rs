//! Comments, which may be of any length and are gathered piece by piece.

use std::io::{self, Read};

use super::state::ReaderState;
use super::tag::{self, is_tag};
use super::token::LinePlace;
use super::{MAX_COMMENT, PgnFault, PgnReader, Visitor};

/// The text of a comment as far as it has been read.
pub(super) struct Comment<'a> {
    text: &'a mut Vec<u8>,
    is_too_long: bool,
}

impl Comment<'_> {
    fn push(&mut self, piece: &[u8]) {
        if self.text.len() + piece.len() <= MAX_COMMENT {
            self.text.extend_from_slice(piece);
        } else {
            self.is_too_long = true;
        }
    }

    /// A line of it ends here. A carriage return before that belongs to the end of the line.
    fn end_line(&mut self) {
        if self.text.last() == Some(&b'\r') {
            self.text.pop();
        }
    }
}

impl<R: Read> PgnReader<R> {
    /// A comment in braces, the first of which is behind us.
    pub(super) fn comment(&mut self, visitor: &mut impl Visitor, state: &mut ReaderState) -> io::Result<()> {
        let begin = self.scanner.line();
        self.scratch.clear();
        let mut comment = Comment { text: &mut self.scratch, is_too_long: false };
        let mut is_line_blank = false;
        let mut is_after_blank = None;
        loop {
            let window = self.scanner.window()?;
            // At the beginning of a line another game may begin: somebody forgot the brace.
            let is_next_game = is_after_blank
                .take()
                .is_some_and(|blank| window.starts_with(tag::FIRST) || blank && is_tag(window));
            if window.is_empty() || is_next_game {
                self.place = LinePlace::LineStart;
                state.report(PgnFault::OpenComment, begin);
                return Ok(());
            }
            let stop = window.iter().position(|&byte| byte == b'}' || byte == b'\n');
            let piece = &window[..stop.unwrap_or(window.len())];
            comment.push(piece);
            is_line_blank &= piece.trim_ascii().is_empty();
            let length = piece.len();
            match stop.map(|at| window[at]) {
                Some(b'}') => {
                    self.scanner.advance(length + 1);
                    break;
                }
                Some(_) => {
                    comment.end_line();
                    comment.push(b" ");
                    is_after_blank = Some(is_line_blank);
                    is_line_blank = true;
                    self.scanner.advance(length + 1);
                }
                None => self.scanner.advance(length),
            }
        }
        let is_too_long = comment.is_too_long;
        self.tell_comment(visitor, state, is_too_long);
        Ok(())
    }

    /// A comment to the end of the line, whose semicolon is behind us.
    pub(super) fn line_comment(
        &mut self,
        visitor: &mut impl Visitor,
        state: &mut ReaderState,
    ) -> io::Result<()> {
        self.scratch.clear();
        let mut comment = Comment { text: &mut self.scratch, is_too_long: false };
        loop {
            let window = self.scanner.window()?;
            let stop = window.iter().position(|&byte| byte == b'\n');
            let piece = &window[..stop.unwrap_or(window.len())];
            comment.push(piece);
            let is_over = stop.is_some() || window.is_empty();
            let length = piece.len();
            self.scanner.advance(length);
            if is_over {
                break;
            }
        }
        comment.end_line();
        let is_too_long = comment.is_too_long;
        self.tell_comment(visitor, state, is_too_long);
        Ok(())
    }

    fn tell_comment(&mut self, visitor: &mut impl Visitor, state: &mut ReaderState, is_too_long: bool) {
        if !state.is_telling() {
            return;
        }
        let told = if is_too_long { Err(PgnFault::LongComment) } else { visitor.comment(&self.scratch) };
        if let Err(reason) = told {
            self.report(state, reason);
        }
    }
}
