use super::{MAX_TAG, PgnFault};
use crate::Excerpt;

/// How a game's tags begin in practically every file.
pub(super) const FIRST: &[u8] = b"[Event \"";

/// A tag that was read.
pub(super) struct Tag<'a> {
    pub(super) name: &'a [u8],
    pub(super) length: usize,
    pub(super) has_bracket: bool,
}

/// Reads a tag at the beginning of the window. Its value, without escapes, is put into `value`.
pub(super) fn parse_tag<'a>(window: &'a [u8], value: &mut Vec<u8>) -> Result<Tag<'a>, PgnFault> {
    let window = &window[..window.len().min(MAX_TAG)];
    let (name, mut rest) = parse_name(window).ok_or_else(|| wrong_form(window))?;
    value.clear();
    loop {
        match rest {
            [b'\\', escaped @ (b'"' | b'\\'), after @ ..] => {
                value.push(*escaped);
                rest = after;
            }
            // Programs forget to escape quotes: one that does not end the tag belongs to the value.
            [b'"', after @ ..] => match closing(after) {
                Some((after, has_bracket)) => {
                    return Ok(Tag { name, length: window.len() - after.len(), has_bracket });
                }
                None => {
                    value.push(b'"');
                    rest = after;
                }
            },
            [] if window.len() == MAX_TAG => return Err(PgnFault::LongTag),
            [] | [b'\n', ..] => return Err(wrong_form(window)),
            [byte, after @ ..] => {
                value.push(*byte);
                rest = after;
            }
        }
    }
}

/// A tag's name, and what follows the quote behind it.
fn parse_name(window: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = window.strip_prefix(b"[")?.trim_ascii_start();
    let length = rest.iter().take_while(|&&byte| is_name_byte(byte)).count();
    let (name, after) = rest.split_at_checked(length).filter(|(name, _)| !name.is_empty())?;
    Some((name, after.trim_ascii_start().strip_prefix(b"\"")?))
}

fn is_name_byte(byte: u8) -> bool {
    byte > b' ' && !matches!(byte, b'"' | b'[' | b']')
}

/// What follows a tag whose last quote is behind us, and whether it has its bracket; `None` if the tag goes on.
fn closing(after: &[u8]) -> Option<(&[u8], bool)> {
    if let Some(rest) = after.trim_ascii_start().strip_prefix(b"]") {
        return Some((rest, true));
    }
    let blanks = after.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
    matches!(after[blanks..], [] | [b'\n', ..]).then(|| (&after[blanks..], false))
}

/// The complaint about a tag, with as much of its line as is shown.
#[cold]
pub(super) fn wrong_form(window: &[u8]) -> PgnFault {
    let line = window.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let shown = &line[..line.len().min(200)];
    PgnFault::Tag(Excerpt::new(String::from_utf8_lossy(shown).trim_end()))
}

/// Whether a tag begins here, as far as one can see.
pub(super) fn is_tag(window: &[u8]) -> bool {
    parse_name(&window[..window.len().min(100)]).is_some()
}

/// Whether the line that begins behind this line end is the rest of a tag that somebody broke in two.
pub(super) fn is_second_line(window: &[u8]) -> bool {
    let mut lines = window.split(|&byte| byte == b'\n');
    let is_broken = |line: &[u8]| !line.starts_with(b"[") && line.trim_ascii_end().ends_with(b"\"]");
    lines.nth(1).is_some_and(is_broken)
}
