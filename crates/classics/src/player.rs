use tabiya_engine::{GameSeed, Level, Rng, choose_by_book, random_piece_move};
use tabiya_game::Game;
use tabiya_openings::OpeningBook;
use tabiya_rules::Move;

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

/// What machines that have a level play openings by, as far as that level knows any: wherever a classic runs, it plays the same.
pub const MACHINE_BOOK: OpeningBook = OpeningBook::BuiltIn;

impl Skill {
    /// The move of the side to move, none where there is none. The same luck gives the same move.
    pub fn choose(self, game: &Game, rng: &mut Rng) -> Option<Move> {
        match self {
            Skill::PieceByChance => random_piece_move(game.position(), rng),
            Skill::Level(level) => {
                let seed = GameSeed(game.begun().0);
                let earlier = game.history().earlier_keys();
                choose_by_book(level, Some(&MACHINE_BOOK), game.position(), &earlier, seed, rng)
            }
        }
    }
}
