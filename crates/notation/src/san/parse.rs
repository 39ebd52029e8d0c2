use std::str::FromStr;

use tabiya_rules::{CastlingSide, File, Rank, Role, Square};

use super::{MAX_LENGTH, NotASan, San};

impl San {
    /// Reads a move from bytes, as they come from a file.
    pub fn from_ascii(text: &[u8]) -> Result<San, NotASan> {
        parse(text).ok_or_else(|| NotASan::new(text))
    }
}

impl FromStr for San {
    type Err = NotASan;

    fn from_str(text: &str) -> Result<San, NotASan> {
        San::from_ascii(text.as_bytes())
    }
}

/// The role of a capital letter; pawns for every other byte.
const ROLES: [Role; 256] = {
    let mut roles = [Role::Pawn; 256];
    roles[b'N' as usize] = Role::Knight;
    roles[b'B' as usize] = Role::Bishop;
    roles[b'R' as usize] = Role::Rook;
    roles[b'Q' as usize] = Role::Queen;
    roles[b'K' as usize] = Role::King;
    roles
};

/// Reads the word at the beginning of `text` if it is a move of the plainest kind, which most are: a letter or
/// none, perhaps a file or rank, perhaps `x`, the target, perhaps `+`. Gives its length, too. Anything else is left
/// to [`parse`].
#[inline]
pub(crate) fn parse_plain(text: &[u8; 8]) -> Option<(San, usize)> {
    let length = blank_within(u64::from_le_bytes(*text))?;
    let is_check = matches!(text[length - 1], b'+' | b'#');
    let end = length - usize::from(is_check);
    let role = ROLES[text[0] as usize];
    let begin = usize::from(role != Role::Pawn);
    let to = square(text.get(end.wrapping_sub(2)..end)?.first_chunk()?)?;
    let head = text.get(begin..end - 2)?;
    let (file, rank, capture) = match *head {
        [] => (None, None, false),
        [b'x'] => (None, None, true),
        [file @ b'a'..=b'h', b'x'] => (Some(FILES[usize::from(file & 7)]), None, true),
        [file @ b'a'..=b'h'] if begin == 1 => (Some(FILES[usize::from(file & 7)]), None, false),
        _ => return None,
    };
    Some((San::Normal { role, file, rank, capture, to, promotion: None }, length))
}

/// The files by the low bits of their letters, `a` being 1.
const FILES: [File; 8] = [File::H, File::A, File::B, File::C, File::D, File::E, File::F, File::G];

/// Where the first blank or control character is among eight bytes, if it is not the first of them.
#[inline]
fn blank_within(bytes: u64) -> Option<usize> {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // The top bit of each byte below 0x21; borrows can only disturb what lies behind the first such byte.
    let blanks = bytes.wrapping_sub(EACH * 0x21) & !bytes & (EACH * 0x80);
    let at = blanks.trailing_zeros() as usize / 8;
    (1..8).contains(&at).then_some(at)
}

/// Most moves are read from the end: the target is the last square, and what stands before it tells where from.
pub(crate) fn parse(text: &[u8]) -> Option<San> {
    if text.len() > MAX_LENGTH {
        return None;
    }
    let text = without_marks(text);
    match text.first()? {
        b'O' | b'0' | b'o' => return castling(text),
        b'-' | b'Z' => return matches!(text, b"--" | b"Z0").then_some(San::Null),
        _ => {}
    }
    let (text, promotion) = promotion(text);
    let (head, target) = text.split_last_chunk::<2>()?;
    let to = square(target)?;
    let (role, head) = match head.split_first() {
        Some((b'P', rest)) => (Role::Pawn, rest),
        Some((b'N', rest)) => (Role::Knight, rest),
        Some((b'B', rest)) => (Role::Bishop, rest),
        Some((b'R', rest)) => (Role::Rook, rest),
        Some((b'Q', rest)) => (Role::Queen, rest),
        Some((b'K', rest)) => (Role::King, rest),
        _ => (Role::Pawn, head),
    };
    let (head, capture) = match head.split_last() {
        Some((b'x' | b'X' | b':', rest)) => (rest, true),
        // The long form, which needs the square before the dash.
        Some((b'-', rest)) if rest.len() == 2 => (rest, false),
        _ => (head, false),
    };
    let (file, rank) = origin(head)?;
    // No pawn tells its rank alone: the digit is a move's number, if anything.
    if role == Role::Pawn && file.is_none() && rank.is_some() {
        return None;
    }
    // A pawn that steps straight ahead does not tell its file: this is a bishop in a small letter.
    if head == b"b" && text.first() == Some(&b'b') && to.file() == File::B && !capture {
        return Some(San::Normal { role: Role::Bishop, file: None, rank, capture, to, promotion });
    }
    Some(San::Normal { role, file, rank, capture, to, promotion })
}

/// The text without signs of check and mate, praise and blame, and `e.p.`.
pub(crate) fn without_marks(mut text: &[u8]) -> &[u8] {
    while let Some((b'+' | b'#' | b'!' | b'?', rest)) = text.split_last() {
        text = rest;
    }
    // It is found on either side of the sign of check.
    let Some(rest) = text.strip_suffix(b"e.p.").or(text.strip_suffix(b"ep")) else {
        return text;
    };
    let mut text = rest.trim_ascii_end();
    while let Some((b'+' | b'#', rest)) = text.split_last() {
        text = rest;
    }
    text
}

fn castling(text: &[u8]) -> Option<San> {
    match text {
        b"O-O" | b"0-0" | b"o-o" | b"OO" => Some(San::Castling(CastlingSide::Short)),
        b"O-O-O" | b"0-0-0" | b"o-o-o" | b"OOO" => Some(San::Castling(CastlingSide::Long)),
        _ => None,
    }
}

/// The text before a promotion, and the promotion.
fn promotion(text: &[u8]) -> (&[u8], Option<Role>) {
    let (rest, letter) = match text {
        [rest @ .., b'=' | b'/', letter] => (rest, letter),
        [rest @ .., b'(', letter @ b'A'..=b'Z', b')'] => (rest, letter),
        // Without `=` or `/` only a capital is a promotion.
        [rest @ .., letter @ b'A'..=b'Z'] => (rest, letter),
        _ => return (text, None),
    };
    match Role::from_letter(*letter as char) {
        Some(role) => (rest, Some(role)),
        None => (text, None),
    }
}

/// What is told of where the piece comes from: a file, a rank, both or nothing.
fn origin(text: &[u8]) -> Option<(Option<File>, Option<Rank>)> {
    match *text {
        [] => Some((None, None)),
        [file @ b'a'..=b'h'] => Some((File::from_letter(file as char), None)),
        [rank @ b'1'..=b'8'] => Some((None, Rank::from_digit(rank as char))),
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            Some((File::from_letter(file as char), Rank::from_digit(rank as char)))
        }
        _ => None,
    }
}

fn square(&[file, rank]: &[u8; 2]) -> Option<Square> {
    match (file, rank) {
        (b'a'..=b'h', b'1'..=b'8') => {
            Some(Square::from_index(usize::from(rank - b'1') << 3 | usize::from(file - b'a')))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quick_reading_is_that_of_the_thorough_one() {
        let letters = b"NBRQKPabch128xX:-=+#!Oo0 \n";
        let mut seed: u64 = 1;
        let mut below = |bound: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % bound
        };
        let mut count = 0;
        for _ in 0..1_000_000 {
            let text: [u8; 8] = std::array::from_fn(|i| match i {
                6 => b' ',
                _ => letters[below(letters.len())],
            });
            if let Some((san, length)) = parse_plain(&text) {
                assert_eq!(parse(&text[..length]), Some(san), "{}", text.escape_ascii());
                count += 1;
            }
        }
        assert!(count > 1_000, "{count}");
    }
}
