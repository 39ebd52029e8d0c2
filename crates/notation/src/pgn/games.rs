use std::io::{self, Read};

use super::{GameBuilder, GameEnd, PgnGame, PgnReader};

/// The games of a file with everything in them, one after the other.
///
/// ```
/// use tabiya_notation::pgn::PgnReader;
///
/// let reader = PgnReader::new("1. e4 *\n\n1. d4 d6 *\n".as_bytes());
/// let lengths: Vec<usize> = reader.games().map(|read| read.unwrap().0.moves().count()).collect();
/// assert_eq!(lengths, [1, 2]);
/// ```
pub struct Games<R> {
    reader: PgnReader<R>,
    builder: GameBuilder,
    has_failed: bool,
}

impl<R: Read> PgnReader<R> {
    /// All games that are left, with what became of each. An error of the input is the last item.
    pub fn games(self) -> Games<R> {
        Games { reader: self, builder: GameBuilder::new(), has_failed: false }
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = io::Result<(PgnGame, GameEnd)>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_failed {
            return None;
        }
        let end = self.reader.read_game(&mut self.builder).transpose()?;
        self.has_failed = end.is_err();
        Some(end.map(|end| (self.builder.take(), end)))
    }
}
