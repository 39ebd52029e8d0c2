use tabiya_game::{By, Command, Event, Game, Moment, Refusal, Start};
use tabiya_notation::UciMove;
use tabiya_rules::{ByColor, Move, Piece, Position, Rules, Setup, Square};

use crate::Player;

/// How many moves are kept where none is taken back.
const KEPT: usize = 1000;

/// A game with those who play it.
pub(crate) struct Table {
    pub game: Game,
    pub players: ByColor<Player>,
    /// The number of the turn, from 1.
    pub round: u64,
    /// Whether the turn was begun by a word, where one is needed.
    pub is_begun: bool,
}

impl Table {
    /// A game that begins, in the rules' start position or another.
    pub fn new(rules: &Rules, from: Option<Setup>, players: ByColor<Player>) -> Result<Table, Refusal> {
        let start = Start::usual(*rules);
        let start = match from {
            Some(setup) => start.from(setup),
            None => start,
        };
        let (game, _) = Game::start(start, Moment::default())?;
        Ok(Table { game, players, round: 1, is_begun: false })
    }

    /// Who is to move.
    pub fn player(&self) -> Player {
        *self.players.get(self.game.turn())
    }

    pub fn position(&self) -> &Position<&'static Rules> {
        self.game.position()
    }

    /// No clock runs in any classic.
    pub fn apply(&mut self, command: Command) -> Result<Vec<Event>, Refusal> {
        self.game.apply(By::Board, command, Moment::default())
    }

    /// Ends the turn with a move or without one.
    pub fn step(&mut self, step: Command) -> Result<(), Refusal> {
        self.apply(step)?;
        self.round += 1;
        self.is_begun = false;
        Ok(())
    }

    /// Forgets old moves now and then, so that games may go on for ever. The position now is a start like any other.
    pub fn forget(&mut self) {
        if self.game.history().len() < KEPT || self.game.ending().is_some() {
            return;
        }
        let start = self.game.settings().clone().from(self.position().setup());
        if let Ok((game, _)) = Game::start(start, Moment::default()) {
            self.game = game;
        }
    }

    /// The move that a pawn could make if it were said what it becomes.
    pub fn lacks_promotion(&self, from: Square, to: Square) -> bool {
        let mut choices = self.position().rules().moves.promotes_to.iter();
        self.game.ending().is_none()
            && choices.any(|role| {
                self.position().legal(from, to, Some(role)).is_ok_and(|m| m.promotion().is_some())
            })
    }

    /// What a move would take.
    pub fn taken_by(&self, m: UciMove) -> Option<Piece> {
        let m: Move = m.to_move(self.position()).ok()?;
        if m.is_castling() {
            return None;
        }
        let at = if m.is_en_passant() { Square::new(m.to().file(), m.from().rank()) } else { m.to() };
        self.position().piece_at(at)
    }
}
