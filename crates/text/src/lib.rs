//! Text of others, shown so that people can read it and terminals do not obey it.
//!
//! Everything is shown as it is written, in whatever script. Only what cannot be seen, and what would hide or turn
//! other text, is named between small brackets. This is its one home: messages of the parsers, names of files and
//! what others wrote into them all come through here. So does what people look for, without accents and capitals
//! ([`folded`]).

mod folded;

use std::borrow::Cow;

pub use folded::folded;

/// A text with everything in it that can be seen, and names for what cannot.
///
/// ```
/// use tabiya_text::visible;
///
/// assert_eq!(visible("Müller"), "Müller");
/// assert_eq!(visible("a\tb\u{1b}[31m"), "a‹tab›b‹escape›[31m");
/// assert_eq!(visible("\u{202e}gnp.exe"), "‹U+202E›gnp.exe");
/// ```
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match name(c) {
            Some(name) => shown.extend(["‹", &name, "›"]),
            None => shown.push(c),
        }
    }
    shown
}

/// Whether a character cannot be seen, other than a blank: it controls the terminal, or hides or turns other text.
///
/// ```
/// use tabiya_text::is_unseen;
///
/// assert!(is_unseen('\n') && is_unseen('\u{200b}') && !is_unseen(' ') && !is_unseen('é'));
/// ```
pub fn is_unseen(c: char) -> bool {
    // Letters that are drawn as nothing, and an empty field of Braille.
    let is_empty = matches!(
        c,
        '\u{34f}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{17b4}'
            | '\u{17b5}'
            | '\u{2800}'
            | '\u{303f}'
            | '\u{3164}'
            | '\u{ffa0}'
            | '\u{fffc}'
            | '\u{1d159}'
    );
    let hides_or_turns = matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{13430}'..='\u{1343f}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e007f}');
    c.is_control() || is_empty || hides_or_turns
}

/// What people call a character that cannot be seen.
fn name(c: char) -> Option<Cow<'static, str>> {
    let name = match c {
        '\0' => "null",
        '\t' => "tab",
        '\n' => "new line",
        '\r' => "return",
        '\u{1b}' => "escape",
        c if is_unseen(c) => return Some(format!("U+{:04X}", u32::from(c)).into()),
        _ => return None,
    };
    Some(name.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_write_to_the_terminal() {
        for c in (0..=char::MAX as u32).filter_map(char::from_u32) {
            let shown = visible(&format!("a{c}b"));
            assert!(!shown.contains(is_unseen), "{c:?}");
            assert!(shown == format!("a{c}b") || is_unseen(c), "{c:?}");
        }
    }

    #[test]
    fn what_people_write_stays_as_it_is() {
        for text in
            ["Müller", "東京", "Žižka, J.", "½-½", "‹quoted›", "e\u{301}", "\u{fffd}", "no\u{a0}break"]
        {
            assert_eq!(visible(text), text);
        }
    }
}
