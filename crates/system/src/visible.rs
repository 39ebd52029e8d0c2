use std::fmt::Display;
use std::path::Path;

/// A path fit for a terminal: what would write to it made visible.
pub fn shown(path: &Path) -> String {
    visible(&path.to_string_lossy())
}

/// Somebody's text fit for a terminal: control characters, and what turns or hides other text, made visible.
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_treacherous(c) {
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// JSON on one line, fit for a terminal too: what [`visible`] shows is escaped as JSON does it.
pub fn json_line(value: &impl Display) -> String {
    let mut line = String::new();
    for c in value.to_string().chars() {
        if is_treacherous(c) {
            // Outside of strings there is nothing but ASCII.
            line.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")));
        } else {
            line.push(c);
        }
    }
    line
}

fn is_treacherous(c: char) -> bool {
    let hides_or_turns = matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}');
    c.is_control() || hides_or_turns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_says_the_same_with_escapes() {
        let written = "{\"name\":\"a\u{9b}\u{202e}\u{e0001}\\u001bé\"}";
        assert_eq!(json_line(&written), r#"{"name":"a\u009b\u202e\udb40\udc01\u001bé"}"#);
    }

    #[test]
    fn text_cannot_write_to_the_terminal() {
        assert_eq!(shown(Path::new("a\u{1b}[31mé")), "a\\u{1b}[31mé");
        assert_eq!(visible("\u{9b}1m\r\n\u{202e}東京"), "\\u{9b}1m\\u{d}\\u{a}\\u{202e}東京");
    }
}
