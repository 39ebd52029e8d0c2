use tabiya_engine::{Level, Rng, choose, random_piece_move};
use tabiya_game::Game;
use tabiya_rules::{Move, Position};

/// Who moves for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassicPlayer {
    /// Somebody whose moves are read.
    Person,
    /// The program.
    Machine(Skill),
}

/// How a machine finds its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skill {
    /// A piece that can move, each as likely as the others, then one of its squares.
    PieceByChance,
    /// As the engine does at a level.
    Level(Level),
}

impl Skill {
    pub(crate) fn choose(self, game: &Game, rng: &mut Rng) -> Option<Move> {
        match self {
            Skill::PieceByChance => random_piece_move(game.position(), rng),
            Skill::Level(level) => {
                let history = game.history();
                let positions =
                    history.line().filter_map(|node| history.get(node)).map(|node| &node.position);
                let mut keys: Vec<_> =
                    std::iter::once(history.start()).chain(positions).map(Position::key).collect();
                // The position now is no earlier one.
                keys.pop();
                choose(level, game.position(), &keys, rng)
            }
        }
    }
}
