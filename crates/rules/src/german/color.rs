use std::fmt;

use super::NounCase;
use crate::{Color, Role, Words};

impl Words for Color {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(color(*self))
    }
}

/// The name of a side.
///
/// ```
/// use tabiya_rules::{Color, german};
///
/// assert_eq!(german::color(Color::White), "Weiß");
/// ```
pub const fn color(color: Color) -> &'static str {
    match color {
        Color::White => "Weiß",
        Color::Black => "Schwarz",
    }
}

/// What is said before a man behind an article such as `der`: `schwarze`, `schwarzen`.
pub fn adjective(color: Color, role: Role, case: NounCase) -> &'static str {
    let is_long = match case {
        NounCase::Nominative => false,
        NounCase::Genitive | NounCase::Dative => true,
        NounCase::Accusative => role != Role::Queen,
    };
    match (color, is_long) {
        (Color::White, false) => "weiße",
        (Color::White, true) => "weißen",
        (Color::Black, false) => "schwarze",
        (Color::Black, true) => "schwarzen",
    }
}
