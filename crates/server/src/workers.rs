//! The threads on which the computer thinks: few, with a bounded queue, so that players are always served.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use tabiya_engine::{Level, Rng, choose_by_book};
use tabiya_openings::OpeningBook;
use tabiya_rules::{Key, Move, Position, Rules};
use tokio::sync::oneshot;

/// How many questions may wait.
const QUEUE: usize = 256;

/// Threads that choose moves: one fewer than there are cores, so that the server always has one.
pub(crate) struct Workers {
    questions: SyncSender<Question>,
}

/// A position in which the computer is to move.
pub(crate) struct Question {
    pub level: Level,
    /// What it plays by, if it does.
    pub book: Option<OpeningBook>,
    pub position: Position<&'static Rules>,
    /// The keys of the positions before.
    pub history: Vec<Key>,
    /// Where its luck comes from.
    pub rng: Rng,
    pub answer: oneshot::Sender<FoundMove>,
}

/// What the computer has chosen, and the luck that is left.
pub(crate) struct FoundMove {
    pub m: Option<Move>,
    pub rng: Rng,
}

impl Workers {
    pub fn start() -> Workers {
        let cores = thread::available_parallelism().map_or(2, usize::from);
        let (questions, waiting) = sync_channel(QUEUE);
        let waiting = Arc::new(Mutex::new(waiting));
        for number in 0..cores.saturating_sub(1).max(1) {
            let waiting = Arc::clone(&waiting);
            let name = format!("tabiya-worker-{number}");
            if let Err(error) = thread::Builder::new().name(name).spawn(move || work(&waiting)) {
                tracing::error!(%error, "a worker could not be started");
            }
        }
        Workers { questions }
    }

    /// Asks for a move; `false` where too many wait already.
    pub fn ask(&self, question: Question) -> bool {
        self.questions.try_send(question).is_ok()
    }
}

fn work(waiting: &Mutex<Receiver<Question>>) {
    loop {
        let question = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(question) = question else { return };
        // Whoever asked may have gone.
        if question.answer.is_closed() {
            continue;
        }
        let Question { level, book, position, history, mut rng, answer } = question;
        let m = choose_by_book(level, book.as_ref(), &position, &history, &mut rng);
        let _ = answer.send(FoundMove { m, rng });
    }
}
