//! The words of a game's text.

use super::{Nag, PgnEnding};
use crate::{NotASan, San, san};

/// What stands at the beginning of a window.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// Nothing: the input is over.
    End,
    /// White space.
    Blanks,
    /// A move's number, or something else without meaning.
    Noise,
    Move(San),
    Wrong(NotASan),
    Nag(Nag),
    /// `$` without a number, or with one that is too large.
    WrongNag,
    Ending(PgnEnding),
    /// `{`
    Comment,
    /// `;` or, at the beginning of a line, `%`: the rest of the line is a comment, or nothing to us.
    LineComment,
    EscapedLine,
    /// `}` without its like.
    StrayBrace,
    /// `(` and `)`
    Open,
    Close,
    /// `[` at the beginning of a line: the next game's tags.
    Tag,
}

/// Whether a line begins here, which gives `%` and `[` their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinePlace {
    LineStart,
    Inside,
}

/// The token at the beginning of the window, and its length.
#[inline]
pub(super) fn token(window: &[u8], place: LinePlace) -> (Token, usize) {
    let Some(&first) = window.first() else {
        return (Token::End, 0);
    };
    match first {
        0..=b' ' => (Token::Blanks, 1),
        b'a'..=b'h' | b'A'..=b'Z' | b'o' | b'-' => word(window),
        b'0'..=b'9' => number(window),
        b'.' => (Token::Noise, 1),
        b'{' => (Token::Comment, 1),
        b'}' => (Token::StrayBrace, 1),
        b';' => (Token::LineComment, 1),
        b'%' if place == LinePlace::LineStart => (Token::EscapedLine, 1),
        b'[' if place == LinePlace::LineStart => (Token::Tag, 0),
        b'(' => (Token::Open, 1),
        b')' => (Token::Close, 1),
        b'*' => (Token::Ending(PgnEnding::Unknown), 1),
        b'$' => nag(window),
        b'!' | b'?' => glyph(window),
        b'<' => reserved(window),
        0xef if window.starts_with(BYTE_ORDER_MARK) => (Token::Blanks, 1),
        _ => word(window),
    }
}

/// What some editors put at the beginning of a file.
pub(super) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// White space, and control characters, which mean as little: the end of a file under DOS is one.
#[inline]
pub(super) fn is_blank(byte: u8) -> bool {
    byte <= b' '
}

/// The bytes that end a word.
const WORD_ENDS: [bool; 256] = {
    let mut ends = [false; 256];
    let mut i = 0;
    while i <= b' ' as usize {
        ends[i] = true;
        i += 1;
    }
    let list = b"{}()[]<;$!?*";
    i = 0;
    while i < list.len() {
        ends[list[i] as usize] = true;
        i += 1;
    }
    ends
};

/// How long the word is that begins here, as far as it is at hand.
pub(super) fn word_length(window: &[u8]) -> usize {
    window.iter().position(|&byte| WORD_ENDS[byte as usize]).unwrap_or(window.len())
}

/// A move, a mark without a number, or something that does not belong here.
#[inline]
fn word(window: &[u8]) -> (Token, usize) {
    let mut length = 1 + word_length(&window[1..]);
    // A parenthesis belongs to the word only as in `e8(Q)`.
    if let Some([b'(', b'A'..=b'Z', b')', ..]) = window.get(length..) {
        length += 3;
    }
    match san::parse(&window[..length]) {
        Some(san) => (Token::Move(san), length),
        None => (other_word(&window[..length]), length),
    }
}

#[cold]
fn other_word(text: &[u8]) -> Token {
    if let Some(san) = text.strip_suffix(b".").and_then(san::parse) {
        return Token::Move(san);
    }
    if matches!(text, b"e.p." | b"ep") {
        return Token::Noise;
    }
    if let Some(ending) = PgnEnding::from_text(text) {
        return Token::Ending(ending);
    }
    let nag = std::str::from_utf8(text).ok().and_then(Nag::from_glyph);
    nag.map_or_else(|| Token::Wrong(NotASan::new(text)), Token::Nag)
}

/// The number of a move with its dots, an ending, or castling with zeros.
#[inline]
fn number(window: &[u8]) -> (Token, usize) {
    let digits = window.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if !matches!(window.get(digits), Some(b'-' | b'/' | 0xe2 | 0x96)) {
        let dots = window[digits..].iter().take_while(|&&byte| byte == b'.').count();
        return (Token::Noise, digits + dots);
    }
    let length = word_length(window);
    match PgnEnding::from_text(&window[..length]) {
        Some(ending) => (Token::Ending(ending), length),
        None => word(window),
    }
}

fn nag(window: &[u8]) -> (Token, usize) {
    let digits = window[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = std::str::from_utf8(&window[1..1 + digits]).ok().and_then(|text| text.parse().ok());
    match number {
        Some(number) => (Token::Nag(Nag(number)), 1 + digits),
        None => (Token::WrongNag, 1 + digits),
    }
}

/// `<...>`, which the standard keeps for later.
fn reserved(window: &[u8]) -> (Token, usize) {
    let line = window.split(|&byte| byte == b'\n').next().unwrap_or_default();
    match line.iter().position(|&byte| byte == b'>') {
        Some(end) => (Token::Noise, end + 1),
        None => word(window),
    }
}

fn glyph(window: &[u8]) -> (Token, usize) {
    let length = window.iter().take_while(|&&byte| byte == b'!' || byte == b'?').count();
    let text = std::str::from_utf8(&window[..length.min(2)]).unwrap_or_default();
    (Nag::from_glyph(text).map_or(Token::Noise, Token::Nag), length)
}
