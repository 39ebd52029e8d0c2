//! The threads on which the computer thinks: few, with bounded queues, so that players are always served. Who waits for
//! an answer comes before two computers who play each other.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use tabiya_engine::{Level, Rng, choose_by_book};
use tabiya_openings::OpeningBook;
use tabiya_rules::{Key, Move, Position, Rules};
use tokio::sync::oneshot;

/// How many questions of each kind may wait.
const QUEUE: usize = 256;

/// Threads that choose moves: one fewer than there are cores, so that the server always has one.
pub(crate) struct Workers {
    queue: Arc<QuestionQueue>,
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
    pub opponent: OpponentKind,
    pub answer: oneshot::Sender<FoundMove>,
}

/// Who waits for the computer's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OpponentKind {
    /// Somebody, who comes first.
    Person,
    /// Another computer, which has time.
    Computer,
}

/// What the computer has chosen, and the luck that is left.
pub(crate) struct FoundMove {
    pub m: Option<Move>,
    pub rng: Rng,
}

impl Workers {
    pub fn start() -> Workers {
        let cores = thread::available_parallelism().map_or(2, usize::from);
        let threads = cores.saturating_sub(1).max(1);
        let queue = Arc::new(QuestionQueue::new(threads));
        for number in 0..threads {
            let queue = Arc::clone(&queue);
            let name = format!("tabiya-worker-{number}");
            if let Err(error) = thread::Builder::new().name(name).spawn(move || work(&queue)) {
                tracing::error!(%error, "a worker could not be started");
            }
        }
        Workers { queue }
    }

    /// Asks for a move; `false` where too many wait already.
    pub fn ask(&self, question: Question) -> bool {
        self.queue.push(question)
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.queue.close();
    }
}

/// The questions that wait for a thread.
struct QuestionQueue {
    waiting: Mutex<WaitingQuestions>,
    changed: Condvar,
    /// How many threads may think for games of two computers at a time: all but one, which is kept for people, where
    /// there are several.
    most_for_computers: usize,
}

#[derive(Default)]
struct WaitingQuestions {
    of_people: VecDeque<Question>,
    of_computers: VecDeque<Question>,
    /// How many threads think for games of two computers.
    for_computers: usize,
    is_closed: bool,
}

impl QuestionQueue {
    fn new(threads: usize) -> QuestionQueue {
        QuestionQueue {
            waiting: Mutex::default(),
            changed: Condvar::new(),
            most_for_computers: threads.saturating_sub(1).max(1),
        }
    }

    fn lock(&self) -> MutexGuard<'_, WaitingQuestions> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, question: Question) -> bool {
        let mut waiting = self.lock();
        let queue = match question.opponent {
            OpponentKind::Person => &mut waiting.of_people,
            OpponentKind::Computer => &mut waiting.of_computers,
        };
        if queue.len() >= QUEUE {
            return false;
        }
        queue.push_back(question);
        self.changed.notify_one();
        true
    }

    /// Waits for the next question that a thread is to answer; `None` where there will be none.
    fn next(&self) -> Option<Question> {
        let mut waiting = self.lock();
        loop {
            if waiting.is_closed {
                return None;
            }
            if let Some(question) = waiting.take(self.most_for_computers) {
                return Some(question);
            }
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Notes that a question was answered.
    fn done(&self, opponent: OpponentKind) {
        if opponent == OpponentKind::Computer {
            self.lock().for_computers -= 1;
            self.changed.notify_one();
        }
    }

    fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }
}

impl WaitingQuestions {
    fn take(&mut self, most_for_computers: usize) -> Option<Question> {
        if let Some(question) = self.of_people.pop_front() {
            return Some(question);
        }
        if self.for_computers >= most_for_computers {
            return None;
        }
        let question = self.of_computers.pop_front()?;
        self.for_computers += 1;
        Some(question)
    }
}

fn work(queue: &QuestionQueue) {
    while let Some(question) = queue.next() {
        let opponent = question.opponent;
        answer(question);
        queue.done(opponent);
    }
}

fn answer(question: Question) {
    // Whoever asked may have gone.
    if question.answer.is_closed() {
        return;
    }
    let Question { level, book, position, history, mut rng, opponent: _, answer } = question;
    let m = choose_by_book(level, book.as_ref(), &position, &history, &mut rng);
    let _ = answer.send(FoundMove { m, rng });
}

#[cfg(test)]
mod tests {
    use tabiya_rules::FIDE;

    use super::*;

    fn question(opponent: OpponentKind) -> Question {
        Question {
            level: Level::MIN,
            book: None,
            position: Position::starting(&FIDE).unwrap(),
            history: vec![],
            rng: Rng::from_seed(1),
            opponent,
            answer: oneshot::channel().0,
        }
    }

    #[test]
    fn people_are_answered_before_computers() {
        use OpponentKind::{Computer, Person};
        let queue = QuestionQueue::new(1);
        for opponent in [Computer, Computer, Person, Computer, Person] {
            assert!(queue.push(question(opponent)));
        }
        let mut order = Vec::new();
        for _ in 0..5 {
            let opponent = queue.next().unwrap().opponent;
            queue.done(opponent);
            order.push(opponent);
        }
        assert_eq!(order, [Person, Person, Computer, Computer, Computer]);
        queue.close();
        assert!(queue.next().is_none());
    }

    #[test]
    fn one_of_several_threads_is_kept_for_people() {
        let queue = QuestionQueue::new(3);
        for _ in 0..3 {
            assert!(queue.push(question(OpponentKind::Computer)));
        }
        let mut waiting = queue.lock();
        assert!(waiting.take(queue.most_for_computers).is_some());
        assert!(waiting.take(queue.most_for_computers).is_some());
        assert!(waiting.take(queue.most_for_computers).is_none());
        drop(waiting);
        assert!(queue.push(question(OpponentKind::Person)));
        assert_eq!(queue.next().unwrap().opponent, OpponentKind::Person);
        queue.done(OpponentKind::Computer);
        assert_eq!(queue.next().unwrap().opponent, OpponentKind::Computer);
    }

    #[test]
    fn each_kind_of_question_has_a_bounded_queue() {
        let queue = QuestionQueue::new(1);
        for _ in 0..QUEUE {
            assert!(queue.push(question(OpponentKind::Computer)));
        }
        assert!(!queue.push(question(OpponentKind::Computer)));
        assert!(queue.push(question(OpponentKind::Person)));
    }
}
