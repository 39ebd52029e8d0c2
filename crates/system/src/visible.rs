use std::fmt::Display;
use std::path::Path;

use tabiya_text::{is_unseen, visible};

/// A path fit for a terminal: what would write to it made visible.
pub fn shown(path: &Path) -> String {
    visible(&path.to_string_lossy())
}

/// JSON on one line, fit for a terminal too: what [`visible`] shows is escaped as JSON does it.
pub fn json_line(value: &impl Display) -> String {
    let mut line = String::new();
    for c in value.to_string().chars() {
        if is_unseen(c) {
            // Outside of strings there is nothing but ASCII.
            line.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")));
        } else {
            line.push(c);
        }
    }
    line
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
    fn a_path_cannot_write_to_the_terminal() {
        assert_eq!(shown(Path::new("a\u{1b}[31mé")), "a‹escape›[31mé");
    }
}
