use std::fmt;

use tabiya_rules::Color;

use super::decode;

/// How a game ended, as its last word says it.
///
/// ```
/// use tabiya_notation::pgn::Ending;
///
/// assert_eq!(Ending::from_text(b"1-0"), Some(Ending::Won(tabiya_rules::Color::White)));
/// assert_eq!(Ending::Drawn.to_string(), "1/2-1/2");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ending {
    /// One side won.
    Won(Color),
    /// Neither did.
    Drawn,
    /// The game goes on, or nobody knows.
    #[default]
    Unknown,
}

impl Ending {
    /// The ending of a word, in any of the spellings found.
    pub fn from_text(text: &[u8]) -> Option<Ending> {
        match text {
            b"1-0" => Some(Ending::Won(Color::White)),
            b"0-1" => Some(Ending::Won(Color::Black)),
            b"1/2-1/2" | b"1/2" => Some(Ending::Drawn),
            b"*" => Some(Ending::Unknown),
            _ => Ending::from_typeset(&decode(text)),
        }
    }

    /// The ending of a word with a dash for the hyphen, or a half in one sign.
    #[cold]
    fn from_typeset(text: &str) -> Option<Ending> {
        match text {
            "1–0" | "1\u{96}0" => Some(Ending::Won(Color::White)),
            "0–1" | "0\u{96}1" => Some(Ending::Won(Color::Black)),
            "½" | "½-½" | "½–½" | "½\u{96}½" | "1/2–1/2" => Some(Ending::Drawn),
            _ => None,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Won(Color::White) => "1-0",
            Ending::Won(Color::Black) => "0-1",
            Ending::Drawn => "1/2-1/2",
            Ending::Unknown => "*",
        })
    }
}
