//! Our own reader: following the moves, and keeping the whole game.

use tabiya_notation::San;
use tabiya_notation::pgn::{GameBuilder, PgnFault, PgnReader, Visitor};
use tabiya_rules::{Position, Rules};

use super::Found;

/// Follows the moves and keeps nothing else, as the other contestant does.
struct Replay {
    position: Position<&'static Rules>,
    moves: u64,
}

impl Visitor for Replay {
    fn begin_game(&mut self) {
        self.position = Position::start().generalized();
    }

    fn san(&mut self, san: San) -> Result<(), PgnFault> {
        let m = san.to_move(&self.position)?;
        self.position.make_unchecked(m);
        self.moves += 1;
        Ok(())
    }
}

pub fn replay(text: &[u8]) -> Found {
    let mut replay = Replay { position: Position::start().generalized(), moves: 0 };
    let games = read_all(text, &mut replay, |_| {});
    Found { games, moves: replay.moves }
}

pub fn keep(text: &[u8]) -> Found {
    let mut moves = 0;
    let games = read_all(text, &mut GameBuilder::new(), |builder| {
        moves += builder.take().moves().count() as u64;
    });
    Found { games, moves }
}

fn read_all<V: Visitor>(text: &[u8], visitor: &mut V, mut after_game: impl FnMut(&mut V)) -> u64 {
    let mut reader = PgnReader::new(text);
    let mut games = 0;
    while let Some(end) = reader.read_game(visitor).expect("memory can be read") {
        assert_eq!(end.damage, None);
        after_game(visitor);
        games += 1;
    }
    games
}
