//! Squares as a file and a rank.

use std::fmt;

/// A square; file and rank count from 0, so that a1 is `(0, 0)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square {
    pub file: i8,
    pub rank: i8,
}

impl Square {
    /// The square, if it is on the board.
    pub fn new(file: i8, rank: i8) -> Option<Square> {
        let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
        on_board.then_some(Square { file, rank })
    }

    /// All squares from a1, rank by rank.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(|n| Square { file: n % 8, rank: n / 8 })
    }

    /// Reads a name such as `e4`.
    pub fn parse(name: &str) -> Option<Square> {
        let [file, rank] = name.as_bytes() else { return None };
        Square::new(*file as i8 - b'a' as i8, *rank as i8 - b'1' as i8)
    }

    /// The squares strictly between two squares of one rank, file or diagonal, the nearest to `self` first; none
    /// when the two are not in line.
    pub fn between(self, to: Square) -> impl Iterator<Item = Square> {
        let (files, ranks) = (to.file - self.file, to.rank - self.rank);
        let in_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        let steps = if in_line { files.abs().max(ranks.abs()) } else { 0 };
        (1..steps).map(move |n| Square {
            file: self.file + n * files.signum(),
            rank: self.rank + n * ranks.signum(),
        })
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file as u8) as char, self.rank + 1)
    }
}
