use std::fmt;

use tabiya_rules::Color;

use super::decode;

/// How a game ended, as its last word says it.
///
/// ```
/// use tabiya_notation::pgn::PgnEnding;
///
/// assert_eq!(PgnEnding::from_text(b"1-0"), Some(PgnEnding::Won(tabiya_rules::Color::White)));
/// assert_eq!(PgnEnding::Drawn.to_string(), "1/2-1/2");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PgnEnding {
    /// One side won.
    Won(Color),
    /// Neither did.
    Drawn,
    /// The game goes on, or nobody knows.
    #[default]
    Unknown,
}

impl PgnEnding {
    /// The ending of a word, in any of the spellings found.
    pub fn from_text(text: &[u8]) -> Option<PgnEnding> {
        match text {
            b"1-0" => Some(PgnEnding::Won(Color::White)),
            b"0-1" => Some(PgnEnding::Won(Color::Black)),
            b"1/2-1/2" | b"1/2" => Some(PgnEnding::Drawn),
            b"*" => Some(PgnEnding::Unknown),
            _ => PgnEnding::from_typeset(&decode(text)),
        }
    }

    /// The ending of a word with a dash for the hyphen, or a half in one sign.
    #[cold]
    fn from_typeset(text: &str) -> Option<PgnEnding> {
        match text {
            "1–0" | "1\u{96}0" => Some(PgnEnding::Won(Color::White)),
            "0–1" | "0\u{96}1" => Some(PgnEnding::Won(Color::Black)),
            "½" | "½-½" | "½–½" | "½\u{96}½" | "1/2–1/2" => Some(PgnEnding::Drawn),
            _ => None,
        }
    }
}

impl fmt::Display for PgnEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PgnEnding::Won(Color::White) => "1-0",
            PgnEnding::Won(Color::Black) => "0-1",
            PgnEnding::Drawn => "1/2-1/2",
            PgnEnding::Unknown => "*",
        })
    }
}
