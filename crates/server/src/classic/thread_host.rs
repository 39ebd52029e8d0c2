use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tabiya_classics::{Classic, MachineTurn, NextMove, SessionHost, SessionView, Skill};
use tabiya_engine::{Level, Rng};
use tabiya_game::Game;
use tabiya_rules::Move;
use tokio::sync::oneshot;

use super::event::{ClassicEvent, EventSender};
use crate::wire::ClassicTable;
use crate::workers::{Question, Workers};

/// How long is waited where all workers are busy and the queue is full.
const BUSY: Duration = Duration::from_millis(250);

/// Hosts a program on its thread.
pub(super) struct ThreadHost<'a> {
    pub classic: &'static Classic,
    pub workers: Arc<Workers>,
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
                level,
                // A classic plays as at a terminal.
                book: None,
                position: *game.position(),
                history: game.history().earlier_keys(),
                rng: rng.clone(),
                answer,
            };
            if self.workers.ask(question) {
                let found = answered.blocking_recv().map_err(|_| ErrorKind::BrokenPipe)?;
                *rng = found.rng;
                return Ok(found.m);
            }
            thread::sleep(BUSY);
        }
    }
}
