//! How far a player goes back and on, counted in moves of their own.

use crate::{Game, NodeId, Refusal, Seat, Step};

impl Game {
    /// How many single moves to take back so that a seat can choose again what it played `moves` moves of its own
    /// ago. Whoever is to move now, and whoever began, the answers go with what they answered. A pass is no choice:
    /// taken back alone it would only have to be made again, so it goes with the move before it.
    ///
    /// ```
    /// use tabiya_game::{By, Command, Game, GameStart, Moment, Refusal, Seat};
    /// use tabiya_rules::FIDE;
    ///
    /// let (mut game, _) = Game::start(GameStart::usual(FIDE), Moment(0)).unwrap();
    /// game.apply(By::Board, Command::Move("e2e4".parse().unwrap()), Moment(0)).unwrap();
    /// assert_eq!(game.plies_back(Seat::First, 1), Ok(1));
    /// assert_eq!(game.plies_back(Seat::Second, 1), Err(Refusal::NothingToUndo { asked: 1, there: 0 }));
    /// game.apply(By::Board, Command::Move("e7e5".parse().unwrap()), Moment(0)).unwrap();
    /// assert_eq!(game.plies_back(Seat::First, 1), Ok(2));
    /// ```
    pub fn plies_back(&self, seat: Seat, moves: u32) -> Result<u32, Refusal> {
        let mut own = 0;
        for (plies, node) in (1..).zip(self.history.back()) {
            own += u32::from(self.is_move_of(seat, node));
            if own == moves {
                return Ok(plies);
            }
        }
        Err(Refusal::NothingToUndo { asked: moves, there: own })
    }

    /// How many single moves to make again so that `moves` moves of a seat and the answers to them stand on the
    /// board; as many as there are, where there are fewer, and at least one.
    pub fn plies_ahead(&self, seat: Seat, moves: u32) -> u32 {
        let mut own = 0;
        let within = self.history.ahead().take_while(|&node| {
            own += u32::from(self.is_move_of(seat, node));
            own <= moves
        });
        u32::try_from(within.count()).unwrap_or(u32::MAX).max(1)
    }

    fn is_move_of(&self, seat: Seat, node: NodeId) -> bool {
        let is_move = self.history.get(node).is_some_and(|node| matches!(node.step, Some(Step::Move(_))));
        let before = self.history.parent(node).and_then(|parent| self.history.get(parent));
        is_move && before.is_some_and(|before| *self.seats().get(before.position.turn()) == seat)
    }
}
