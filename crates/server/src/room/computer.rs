use tabiya_engine::{Level, Rng};
use tabiya_game::{By, Command, Seat};
use tabiya_notation::UciMove;
use tabiya_rules::Move;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::actor::Actor;
use super::{Accepted, Message};
use crate::random::random_bytes;
use crate::store::{Entry, Holder, Stage};
use crate::workers::Question;
use crate::{CommandId, Error};

impl Actor {
    /// Lets the computer think where it is its turn.
    pub fn ask_computer(&mut self) {
        let Some(level) = self.level_to_move() else { return };
        if self.is_paused
            || self.thinking == Some(self.version())
            || self.again.is_some_and(|at| at > Instant::now())
        {
            return;
        }
        let (answer, answered) = oneshot::channel();
        let question = Question {
            level,
            position: *self.game.position(),
            history: self.game.history().earlier_keys(),
            rng: Rng::from_seed(u64::from_le_bytes(random_bytes())),
            answer,
        };
        if !self.shared.workers.ask(question) {
            // All workers are busy and the queue is full: a little later.
            self.again = Some(Instant::now() + std::time::Duration::from_millis(250));
            return;
        }
        self.thinking = Some(self.version());
        let (version, sender) = (self.version(), self.sender.clone());
        tokio::spawn(async move {
            if let (Ok(found), Some(sender)) = (answered.await, sender.upgrade()) {
                let _ = sender.send(Message::Computed { version, m: found.m }).await;
            }
        });
    }

    /// The level of the computer, if it is to move.
    fn level_to_move(&self) -> Option<Level> {
        if self.row.stage != Stage::Live {
            return None;
        }
        match self.row.seats[self.game.seat_to_move()] {
            Holder::Computer(level) => Level::new(level).ok(),
            Holder::Person(_) | Holder::Open => None,
        }
    }

    /// Makes the move that the computer chose, unless something else happened meanwhile.
    pub async fn computer_moves(&mut self, version: u32, m: Option<Move>) {
        self.thinking = None;
        if version != self.version() || self.level_to_move().is_none() {
            return;
        }
        let seat = self.game.seat_to_move();
        let command = match m {
            Some(m) => Command::Move(UciMove::from_move(m, self.game.position())),
            None => Command::Pass,
        };
        if let Err(error) = self.computer_does(seat, command).await {
            tracing::warn!(game = %self.row.id, ?error, "the computer's move was not kept");
            self.again = Some(Instant::now() + std::time::Duration::from_secs(1));
        }
    }

    async fn computer_does(&mut self, seat: Seat, command: Command) -> Result<(), Error> {
        // The id makes sure that a move is made once, whoever restarts or races.
        let id = CommandId::of_server("computer", self.version() + 1);
        let decided = self.game.decide(By::Seat(seat), command, self.now());
        let decision = decided.map_err(|refusal| Error::Refused((&refusal).into()))?;
        self.persist(None, id, Entry::SERVER_COMMAND, decision).await.map(drop)
    }

    /// Lets the computer move on after moves were taken back.
    pub fn go_on(&mut self) -> Result<Accepted, Error> {
        if self.level_to_move().is_none() {
            return Err(Error::refused("no_computer", "it is not the computer's turn"));
        }
        self.is_paused = false;
        Ok(Accepted { version: self.version(), entry: None })
    }
}
