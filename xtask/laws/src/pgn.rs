//! Any bytes are games, more or less damaged: the pieces in which they come do not matter, and what is kept of a game is
//! written and read again as the same.

use std::io::{self, Read};

use tabiya_notation::pgn::{GameEnd, PgnGame, PgnReader, annotations};

/// Gives a text in pieces of some sizes, over and over.
struct Pieces<'a> {
    text: &'a [u8],
    sizes: std::iter::Cycle<std::array::IntoIter<usize, 3>>,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.sizes.next().unwrap_or(1);
        let count = size.min(buffer.len()).min(self.text.len());
        buffer[..count].copy_from_slice(&self.text[..count]);
        self.text = &self.text[count..];
        Ok(count)
    }
}

fn read(input: impl Read) -> Vec<(PgnGame, GameEnd)> {
    PgnReader::new(input).games().map(|read| read.expect("memory can be read")).collect()
}

fn check(game: &PgnGame) {
    let text = game.to_string();
    let again = read(text.as_bytes());
    assert_eq!(again.len(), 1, "{text}");
    assert!(again[0].0 == *game, "{text}");
    for node in game.main_line() {
        for comment in &game[node].after {
            annotations(comment);
        }
    }
}

/// Panics where that is not so.
pub fn hold(data: &[u8]) {
    let whole = read(data);
    let pieces = read(Pieces { text: data, sizes: [1, 7, 300].into_iter().cycle() });
    assert!(whole == pieces);
    for (game, end) in &whole {
        assert!(end.damage.as_ref().is_none_or(|damage| !damage.to_string().is_empty()));
        check(game);
    }
    let mut reader = PgnReader::new(data);
    while let Some(end) = reader.skip_game().expect("memory can be read") {
        assert!(end.line > 0);
    }
}
