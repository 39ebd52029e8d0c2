use tabiya_game::Game;
use tabiya_notation::pgn::PgnGame;
use tabiya_rules::Color;

use super::finish::Finish;

/// A game that has ended.
pub struct FinishedGame {
    pub game: Game,
    pub finish: Finish,
    /// What the engines said of each single move.
    pub remarks: Vec<Option<String>>,
}

impl FinishedGame {
    /// The side that won, as the game itself says.
    pub fn winner(&self) -> Option<Color> {
        self.game.ending()?.winner(self.game.seats())
    }

    /// How many single moves it has, passes and the opening's moves among them.
    pub fn plies(&self) -> usize {
        self.remarks.len()
    }

    /// The whole game with what engines said, and at its end how it ended.
    pub fn to_pgn(&self) -> PgnGame {
        let mut pgn = self.game.to_pgn();
        let mut last = PgnGame::ROOT;
        for (node, remark) in pgn.main_line().collect::<Vec<_>>().into_iter().zip(&self.remarks) {
            pgn[node].after.extend(remark.clone());
            last = node;
        }
        pgn[last].after.push(self.finish.to_string());
        pgn
    }
}
