use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use tabiya_classics::{Classic, MACHINE_BOOK, MachineTurn, NextMove, SessionHost, SessionView, Skill};
use tabiya_engine::{GameSeed, Level, Rng, Yielding};
use tabiya_game::Game;
use tabiya_rules::Move;
use tokio::sync::oneshot;
use tokio::sync::oneshot::error::TryRecvError;

use super::event::{ClassicEvent, EventSender};
use crate::client_address::ClientAddress;
use crate::question_queue::Asker;
use crate::wire::ClassicTable;
use crate::workers::{FoundDeed, OpponentKind, Question, QuestionTask, Workers};

/// How long is waited where all workers are busy and the queue is full.
const BUSY: Duration = Duration::from_millis(250);

/// How often is looked whether there is an answer, or nobody who wants it.
const GLANCE: Duration = Duration::from_millis(10);

/// Hosts a program on its thread.
pub(super) struct ThreadHost<'a> {
    pub classic: &'static Classic,
    pub workers: Arc<Workers>,
    /// Where its player is.
    pub address: Option<ClientAddress>,
    /// How long a machine takes for a move that it makes unasked.
    pub pace: Duration,
    pub events: &'a EventSender,
    /// Whether something has been on the table: it stays there to be seen when its game is over.
    pub has_shown: bool,
}

impl SessionHost for ThreadHost<'_> {
    fn aside(&mut self, text: &str) -> io::Result<()> {
        self.events.aside(text)
    }

    fn show(&mut self, view: SessionView<'_>, next: NextMove) {
        if matches!(view, SessionView::Nothing) && self.has_shown {
            return;
        }
        self.has_shown = !matches!(view, SessionView::Nothing);
        let table = ClassicTable::of(self.classic, view, next);
        // Who has gone is noticed with the next output or the next read.
        let _ = self.events.send(ClassicEvent::Table(Box::new(table), next));
    }

    fn choose(&mut self, mut turn: MachineTurn<'_>) -> io::Result<Option<Move>> {
        match turn.skill {
            Skill::PieceByChance => {
                // Two machines would otherwise play whole games at once, for ever where none of them can move.
                thread::sleep(self.pace);
                self.events.check()?;
                Ok(turn.by_skill())
            }
            Skill::Level(level) => self.ask_workers(level, turn.game, turn.rng),
        }
    }
}

impl ThreadHost<'_> {
    /// What searches does so where all computers of the server do.
    fn ask_workers(&self, level: Level, game: &Game, rng: &mut Rng) -> io::Result<Option<Move>> {
        loop {
            self.events.check()?;
            let (answer, answered) = oneshot::channel();
            let question = Question {
                task: QuestionTask::Move {
                    level,
                    // A classic plays as at a terminal, whatever book the server has.
                    book: Some(MACHINE_BOOK),
                    seed: GameSeed(game.begun().0),
                    yielding: Yielding::Never,
                    is_draw_offered: false,
                    clock: None,
                    taken_on: None,
                    rng: rng.clone(),
                    answer,
                },
                position: *game.position(),
                history: game.history().earlier_keys(),
                asker: Asker::Address(self.address),
                opponent: OpponentKind::Person,
                effort: level.effort_at(game.position()),
                // Nobody is told: the program prints when it has an answer.
                begun: oneshot::channel().0,
                asked: Instant::now(),
            };
            if self.workers.ask(question) {
                let found = self.wait_for(answered)?;
                *rng = found.rng;
                return Ok(found.deed.m());
            }
            thread::sleep(BUSY);
        }
    }

    /// Waits for an answer while there is somebody who wants it: nobody thinks for those who have gone.
    fn wait_for(&self, mut answered: oneshot::Receiver<FoundDeed>) -> io::Result<FoundDeed> {
        loop {
            match answered.try_recv() {
                Ok(found) => return Ok(found),
                Err(TryRecvError::Closed) => return Err(ErrorKind::BrokenPipe.into()),
                Err(TryRecvError::Empty) => self.events.check()?,
            }
            thread::sleep(GLANCE);
        }
    }
}
