//! Text of others in documents of ours.

use tabiya_system::visible;

/// Text as pages and XML may hold it, between tags and in attributes. Line ends stay; what cannot be seen is named.
pub fn escaped(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        let mut escaped = String::with_capacity(line.len());
        for c in visible(line.trim_end_matches('\r')).chars() {
            match c {
                '<' => escaped.push_str("&lt;"),
                '>' => escaped.push_str("&gt;"),
                '&' => escaped.push_str("&amp;"),
                '"' => escaped.push_str("&quot;"),
                '\'' => escaped.push_str("&#39;"),
                '\u{fffe}' | '\u{ffff}' => {}
                c => escaped.push(c),
            }
        }
        escaped
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_leave_its_place() {
        let nasty = "</title><script>alert('1')</script>&\"\u{1b}[31m\u{202e}";
        let escaped = escaped(nasty);
        assert!(!escaped.contains(['<', '>', '"', '\'', '\u{1b}', '\u{202e}']), "{escaped}");
        assert!(escaped.contains("&lt;script&gt;"));
    }
}
