use std::fmt;
use std::str::FromStr;

use crate::Color;

/// A column of the board, `a` to `h`.
///
/// ```
/// use tabiya_rules::File;
///
/// assert_eq!(File::from_letter('c'), Some(File::C));
/// assert_eq!(File::C.letter(), 'c');
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[expect(missing_docs, reason = "the files are their own names")]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

impl File {
    /// Every file, from a to h.
    pub const ALL: [File; 8] = [File::A, File::B, File::C, File::D, File::E, File::F, File::G, File::H];

    /// The letter in lower case.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The file of a letter in either case.
    pub const fn from_letter(letter: char) -> Option<File> {
        match letter.to_ascii_lowercase() {
            letter @ 'a'..='h' => Some(File::ALL[letter as usize - 'a' as usize]),
            _ => None,
        }
    }
}

/// A row of the board, counted from White's side.
///
/// ```
/// use tabiya_rules::{Color, Rank};
///
/// assert_eq!(Rank::from_digit('8'), Some(Rank::Eighth));
/// assert_eq!(Rank::Eighth.seen_by(Color::Black), Rank::First);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[expect(missing_docs, reason = "the ranks are their own names")]
pub enum Rank {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
}

impl Rank {
    /// Every rank, from the first to the eighth.
    pub const ALL: [Rank; 8] = [
        Rank::First,
        Rank::Second,
        Rank::Third,
        Rank::Fourth,
        Rank::Fifth,
        Rank::Sixth,
        Rank::Seventh,
        Rank::Eighth,
    ];

    /// The digit, `1` to `8`.
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The rank of a digit.
    pub const fn from_digit(digit: char) -> Option<Rank> {
        match digit {
            '1'..='8' => Some(Rank::ALL[digit as usize - '1' as usize]),
            _ => None,
        }
    }

    /// The same rank as counted from `color`'s side of the board.
    #[inline(always)]
    pub const fn seen_by(self, color: Color) -> Rank {
        match color {
            Color::White => self,
            Color::Black => Rank::ALL[7 - self as usize],
        }
    }
}

/// One of the 64 squares: a1 is 0, b1 is 1, h8 is 63.
///
/// ```
/// use tabiya_rules::{File, Rank, Square};
///
/// let e4: Square = "e4".parse().unwrap();
/// assert_eq!(e4, Square::new(File::E, Rank::Fourth));
/// assert_eq!(e4.to_string(), "e4");
/// assert_eq!(e4.index(), 28);
/// assert!("e9".parse::<Square>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Square(u8);

impl Square {
    /// The square where `file` and `rank` cross.
    #[inline(always)]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square((rank as u8) << 3 | file as u8)
    }

    /// The square of an index below 64; higher bits are dropped, so that the index always fits the tables.
    #[inline(always)]
    pub const fn from_index(index: usize) -> Square {
        Square(index as u8 & 63)
    }

    /// The index below 64.
    #[inline(always)]
    pub const fn index(self) -> usize {
        // The mask tells the compiler what the constructors guarantee, so that table look-ups need no check.
        (self.0 & 63) as usize
    }

    /// The file.
    #[inline(always)]
    pub const fn file(self) -> File {
        File::ALL[self.index() & 7]
    }

    /// The rank.
    #[inline(always)]
    pub const fn rank(self) -> Rank {
        Rank::ALL[self.index() >> 3]
    }

    /// Every square, from a1 along the ranks to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..64u8).map(Square)
    }

    /// The square this many files to the right and ranks up, if it is on the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = (self.0 & 7) as i8 + files;
        let rank = (self.0 >> 3) as i8 + ranks;
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            return None;
        }
        Some(Square((rank << 3 | file) as u8))
    }

    /// The square on the same file at the other end of the board's middle: e2 becomes e7.
    #[inline(always)]
    pub const fn mirrored(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// Whether the square is a light one (h1 is, a1 is not).
    pub const fn is_light(self) -> bool {
        (self.0 >> 3 ^ self.0) & 1 != 0
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().digit())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The text is no square: two characters, a letter from a to h and a digit from 1 to 8.
///
/// ```
/// use tabiya_rules::Square;
///
/// assert_eq!("k3".parse::<Square>().unwrap_err().to_string(), "a square is a letter a-h and a digit 1-8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotASquare;

impl fmt::Display for NotASquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square is a letter a-h and a digit 1-8")
    }
}

impl std::error::Error for NotASquare {}

impl FromStr for Square {
    type Err = NotASquare;

    fn from_str(text: &str) -> Result<Square, NotASquare> {
        let mut chars = text.chars();
        let file = chars.next().and_then(File::from_letter).ok_or(NotASquare)?;
        let rank = chars.next().and_then(Rank::from_digit).ok_or(NotASquare)?;
        match chars.next() {
            None => Ok(Square::new(file, rank)),
            Some(_) => Err(NotASquare),
        }
    }
}
