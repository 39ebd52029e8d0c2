/// The most bytes of a tag.
pub(super) const MAX_LENGTH: usize = 8 * 1024;

/// How a game's tags begin in practically every file.
pub(super) const FIRST: &[u8] = b"[Event \"";

/// A tag that was read.
pub(super) struct Tag<'a> {
    pub(super) name: &'a [u8],
    pub(super) length: usize,
}

/// Reads a tag at the beginning of the window. Its value, without escapes, is put into `value`.
pub(super) fn parse_tag<'a>(window: &'a [u8], value: &mut Vec<u8>) -> Option<Tag<'a>> {
    let mut rest = window.strip_prefix(b"[")?.trim_ascii_start();
    let name_length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let (name, after) = rest.split_at_checked(name_length).filter(|(name, _)| !name.is_empty())?;
    rest = after.trim_ascii_start().strip_prefix(b"\"")?;
    value.clear();
    loop {
        match rest {
            [b'\\', escaped @ (b'"' | b'\\'), after @ ..] => {
                value.push(*escaped);
                rest = after;
            }
            [b'"', after @ ..] => {
                rest = after;
                break;
            }
            [] | [b'\n', ..] => return None,
            [byte, after @ ..] => {
                value.push(*byte);
                rest = after;
            }
        }
    }
    let after = rest.trim_ascii_start().strip_prefix(b"]")?;
    let length = window.len() - after.len();
    (length <= MAX_LENGTH).then_some(Tag { name, length })
}
