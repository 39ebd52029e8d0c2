use std::fmt;

use tabiya_text::visible;

/// The most characters that are kept.
const LONGEST: usize = 40;

/// The beginning of somebody's text, fit to be shown in a message: short, quoted, as people write it, and with names
/// for what cannot be seen. `{:#}` leaves the quotes out.
///
/// ```
/// use tabiya_notation::Excerpt;
///
/// assert_eq!(Excerpt::new("maybe").to_string(), "\"maybe\"");
/// assert_eq!(Excerpt::new("Müller\t").to_string(), "\"Müller‹tab›\"");
/// assert_eq!(Excerpt::new(&"a".repeat(1000)).to_string(), "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Excerpt(Box<str>);

impl Excerpt {
    /// The excerpt of `text`.
    pub fn new(text: &str) -> Excerpt {
        let mut chars = text.chars();
        let beginning: String = chars.by_ref().take(LONGEST).collect();
        let mut shown = visible(&beginning);
        if chars.next().is_some() {
            shown.push_str("...");
        }
        Excerpt(shown.into())
    }

    /// The excerpt of bytes that may be no text at all.
    ///
    /// ```
    /// use tabiya_notation::Excerpt;
    ///
    /// assert_eq!(Excerpt::of_bytes(b"e\xff").to_string(), "\"e\u{fffd}\"");
    /// ```
    pub fn of_bytes(bytes: &[u8]) -> Excerpt {
        // No character has more than four bytes, and one more tells that there is more.
        let beginning = bytes.get(..4 * (LONGEST + 1)).unwrap_or(bytes);
        Excerpt::new(&String::from_utf8_lossy(beginning))
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() { f.write_str(&self.0) } else { write!(f, "\"{}\"", self.0) }
    }
}
