//! Lines with everything in them to be seen.

use tabiya_system::visible;
use unicode_width::UnicodeWidthStr;

/// A line of somebody's output, its end included, with blanks, control characters and bytes that are no text made
/// visible.
pub fn shown(line: &[u8]) -> String {
    let mut shown = String::new();
    for chunk in line.utf8_chunks() {
        chunk.valid().chars().for_each(|c| push(&mut shown, c));
        chunk.invalid().iter().for_each(|byte| shown.push_str(&format!("\\x{byte:02x}")));
    }
    shown
}

fn push(shown: &mut String, c: char) {
    match c {
        ' ' => shown.push('·'),
        '\n' => shown.push('⏎'),
        // The pictures that Unicode has for control characters stand in the same order.
        '\0'..='\x1f' => shown.extend(char::from_u32(0x2400 + u32::from(c))),
        '\x7f' => shown.push('␡'),
        // What a program writes itself must not look like our signs for it.
        '·' | '⏎' | '\\' | '‹' | '›' | '\u{2400}'..='\u{243f}' => {
            shown.push_str(&format!("‹U+{:04X}›", u32::from(c)));
        }
        other => shown.push_str(&visible(other.encode_utf8(&mut [0; 4]))),
    }
}

/// A line beside another, as [`shown`], in words where there is nothing to be seen.
pub fn in_words(line: &str) -> &str {
    match line {
        "" => "(no line)",
        "⏎" => "(an empty line)",
        line => line,
    }
}

/// What the signs mean that are in a text.
pub fn legend(shown: &str) -> Option<String> {
    const SIGNS: [(char, &str); 5] =
        [('·', "a blank"), ('⏎', "the end of a line"), ('␉', "a tab"), ('␍', "CR"), ('␛', "Escape")];
    let used = SIGNS.iter().filter(|(sign, _)| shown.contains(*sign));
    let words: Vec<String> = used.map(|(sign, meaning)| format!("{sign} is {meaning}")).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// The text in exactly so many columns.
pub fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_can_be_seen() {
        assert_eq!(shown(b"a b \n"), "a·b·⏎");
        assert_eq!(shown(b"\tx\r\n"), "␉x␍⏎");
        assert_eq!(shown(b"no end"), "no·end");
        assert_eq!(shown(b"\xff\x1b[2J\0"), "\\xff␛[2J␀");
        assert_eq!(shown("é·\u{202e}".as_bytes()), "é‹U+00B7›‹U+202E›");
        assert_eq!(shown("‹tab›\\␉".as_bytes()), "‹U+2039›tab‹U+203A›‹U+005C›‹U+2409›");
    }

    #[test]
    fn only_the_signs_used_are_explained() {
        assert_eq!(legend("a·b⏎").unwrap(), "· is a blank, ⏎ is the end of a line");
        assert_eq!(legend("ab"), None);
    }
}
