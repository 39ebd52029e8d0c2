use std::fmt;

use crate::{Color, Role};

/// A role in a color.
///
/// ```
/// use tabiya_rules::{Color, Piece, Role};
///
/// let knight = Piece { color: Color::Black, role: Role::Knight };
/// assert_eq!(knight.letter(), 'n');
/// assert_eq!(Piece::from_letter('Q').unwrap().color, Color::White);
/// assert_eq!(knight.to_string(), "Black's knight");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub role: Role,
}

impl Piece {
    /// The English letter: upper case for White, lower case for Black.
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.role.letter().to_ascii_uppercase(),
            Color::Black => self.role.letter(),
        }
    }

    /// The piece of an English letter, the case telling the color.
    pub const fn from_letter(letter: char) -> Option<Piece> {
        match Role::from_letter(letter) {
            Some(role) => Some(Piece { color: Color::from_white(letter.is_ascii_uppercase()), role }),
            None => None,
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}'s {}", self.color, self.role)
    }
}
