//! pgn-reader with shakmaty, as its documentation shows how to follow moves.

use std::ops::ControlFlow;

use pgn_reader::{Reader, SanPlus, Visitor};
use shakmaty::{Chess, Position};

use super::Found;

struct Replay {
    found: Found,
}

impl Visitor for Replay {
    type Tags = ();
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(Chess::new())
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        let m = san.san.to_move(position).expect("the games are legal");
        position.play_unchecked(m);
        self.found.moves += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: Chess) {
        self.found.games += 1;
    }
}

pub fn replay(text: &[u8]) -> Found {
    let mut replay = Replay { found: Found { games: 0, moves: 0 } };
    Reader::new(text).visit_all_games(&mut replay).expect("memory can be read");
    replay.found
}
