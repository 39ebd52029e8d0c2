use std::fmt;

/// A numbered mark on a move, from 0 to 255: `$1` is `!`, `$16` is `±`.
///
/// ```
/// use tabiya_notation::pgn::Nag;
///
/// assert_eq!(Nag::from_glyph("!?"), Some(Nag(5)));
/// assert_eq!(Nag(2).glyph(), Some("?"));
/// assert_eq!(Nag(2).to_string(), "$2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Nag(pub u8);

/// The marks that have a sign of their own.
const GLYPHS: [(u8, &str); 22] = [
    (1, "!"),
    (2, "?"),
    (3, "!!"),
    (4, "??"),
    (5, "!?"),
    (6, "?!"),
    (7, "□"),
    (10, "="),
    (13, "∞"),
    (14, "⩲"),
    (15, "⩱"),
    (16, "±"),
    (17, "∓"),
    (18, "+-"),
    (19, "-+"),
    (22, "⨀"),
    (32, "⟳"),
    (36, "→"),
    (40, "↑"),
    (132, "⇆"),
    (146, "N"),
    (220, "D"),
];

/// What else is found for them.
const OTHER_GLYPHS: [(u8, &str); 10] = [
    (3, "‼"),
    (4, "⁇"),
    (5, "⁉"),
    (6, "⁈"),
    (14, "+="),
    (14, "+/="),
    (15, "=+"),
    (15, "=/+"),
    (16, "+/-"),
    (17, "-/+"),
];

impl Nag {
    /// The sign, where there is one.
    pub fn glyph(self) -> Option<&'static str> {
        GLYPHS.iter().find(|(number, _)| *number == self.0).map(|(_, glyph)| *glyph)
    }

    /// The mark of a sign.
    pub fn from_glyph(glyph: &str) -> Option<Nag> {
        let mut glyphs = GLYPHS.iter().chain(&OTHER_GLYPHS);
        glyphs.find(|(_, known)| *known == glyph).map(|(number, _)| Nag(*number))
    }
}

impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}
