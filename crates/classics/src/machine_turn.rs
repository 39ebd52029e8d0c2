use std::io;

use tabiya_engine::Rng;
use tabiya_game::Game;
use tabiya_rules::Move;

use crate::Skill;

/// A machine is to move.
pub struct MachineTurn<'a> {
    /// How it finds its moves.
    pub skill: Skill,
    /// The game it plays.
    pub game: &'a Game,
    /// Its luck.
    pub rng: &'a mut Rng,
    /// What would be said if it did this.
    pub(crate) told: &'a dyn Fn(Option<Move>) -> io::Result<Vec<u8>>,
}

/// What a machine could do.
#[derive(Clone, Debug)]
pub struct MachineChoice {
    /// The move; `None` where it cannot move and passes.
    pub m: Option<Move>,
    /// What is said when it does.
    pub told: Vec<u8>,
}

impl MachineTurn<'_> {
    /// The move that the machine's skill finds.
    pub fn by_skill(&mut self) -> Option<Move> {
        self.skill.choose(self.game, self.rng)
    }

    /// All that it could do, for whoever chooses by what would be said.
    pub fn choices(&self) -> io::Result<Vec<MachineChoice>> {
        let moves = self.game.position().legal_moves();
        let pass = moves.is_empty().then_some(None);
        let all = moves.iter().map(|&m| Some(m)).chain(pass);
        all.map(|m| Ok(MachineChoice { m, told: (self.told)(m)? })).collect()
    }
}
