//! The threads on which the computer thinks: few, with a bounded queue (`question_queue.rs`), so that players are always
//! served. What they leave of their time goes to analyses, in slices.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use tabiya_engine::{
    BestMove, ComputerDeed, ComputerTurn, Control, GamePosition, GameSeed, Level, OwnClock, Rng, Tables,
    Yielding,
};
use tabiya_openings::OpeningBook;
use tabiya_rules::{Key, Position, Rules, Square};
use tabiya_system::step_back;
use tokio::sync::oneshot;

use crate::analysis::{AnalysisJob, AnalysisProgress, EnginePool};
use crate::metrics::Metrics;
use crate::question_queue::{Asker, Duty, Lane, QuestionQueue, WorkerTurn};
use crate::slice_queue::{AnalysisId, Slice};

/// Threads that choose moves: one fewer than there are cores, so that the server always has one, and one more for what is
/// answered at once. All of them step back before the threads that serve.
pub(crate) struct Workers {
    queue: Arc<QuestionQueue>,
    /// What analyses think with.
    pub engines: Arc<EnginePool>,
}

/// An analysis that is under way until this is dropped.
pub(crate) struct AnalysisHandle {
    queue: Arc<QuestionQueue>,
    id: AnalysisId,
}

impl Drop for AnalysisHandle {
    fn drop(&mut self) {
        self.queue.forget(self.id);
    }
}

/// A position in which the computer is to think.
pub(crate) struct Question {
    pub task: QuestionTask,
    pub position: Position<&'static Rules>,
    /// The keys of the positions before.
    pub history: Vec<Key>,
    pub asker: Asker,
    pub opponent: OpponentKind,
    /// How much work it is, in positions.
    pub effort: u64,
    /// Told when somebody begins to think about it.
    pub begun: oneshot::Sender<()>,
    /// Since when it waits.
    pub asked: Instant,
}

/// What is wanted of the computer.
pub(crate) enum QuestionTask {
    /// Its own move.
    Move {
        level: Level,
        /// What it plays by, if it does.
        book: Option<OpeningBook>,
        /// What it misjudges in this game.
        seed: GameSeed,
        /// Whether it gives up and agrees to draws, and whether one is offered.
        yielding: Yielding,
        is_draw_offered: bool,
        /// The clock when it was asked, where it runs.
        clock: Option<OwnClock>,
        /// Where the move before has taken something.
        taken_on: Option<Square>,
        /// Where its luck comes from.
        rng: Rng,
        answer: oneshot::Sender<FoundDeed>,
    },
    /// The best move, for somebody.
    Hint {
        /// Where the move before has taken something.
        taken_on: Option<Square>,
        answer: oneshot::Sender<Option<BestMove>>,
    },
}

impl Question {
    pub fn is_hint(&self) -> bool {
        matches!(self.task, QuestionTask::Hint { .. })
    }

    /// Whether nobody waits for the answer any more.
    pub fn is_forgotten(&self) -> bool {
        match &self.task {
            QuestionTask::Move { answer, .. } => answer.is_closed(),
            QuestionTask::Hint { answer, .. } => answer.is_closed(),
        }
    }
}

/// Who waits for the computer's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OpponentKind {
    /// Somebody, who comes first.
    Person,
    /// Another computer, which has time.
    Computer,
}

/// What the computer has chosen to do, and the luck that is left.
pub(crate) struct FoundDeed {
    pub deed: ComputerDeed,
    /// How long it takes at least, where somebody plays with it.
    pub pause: Duration,
    pub rng: Rng,
}

impl Workers {
    /// Starts them. How long questions wait is noted.
    pub fn start(metrics: &Arc<Metrics>, tables: Option<Arc<Tables>>) -> Workers {
        let cores = thread::available_parallelism().map_or(2, usize::from);
        let threads = cores.saturating_sub(1).max(1);
        let queue = Arc::new(QuestionQueue::new(threads));
        for number in 0..=threads {
            let (queue, metrics) = (Arc::clone(&queue), Arc::clone(metrics));
            let duty = if number == threads { Duty::Quick } else { Duty::Any };
            let name = format!("tabiya-worker-{number}");
            if let Err(error) = thread::Builder::new().name(name).spawn(move || work(&queue, duty, &metrics))
            {
                tracing::error!(%error, "a worker could not be started");
            }
        }
        Workers { queue, engines: Arc::new(EnginePool::new(tables)) }
    }

    /// How many questions wait.
    pub fn waiting(&self) -> usize {
        self.queue.len()
    }

    /// Analyses something in what moves and hints leave of the time; `None` where too much is analysed already.
    pub fn analyse(&self, asker: Asker, task: AnalysisJob) -> Option<AnalysisHandle> {
        let id = self.queue.analyse(asker, task)?;
        Some(AnalysisHandle { queue: Arc::clone(&self.queue), id })
    }

    /// How many analyses are under way.
    pub fn analyses(&self) -> usize {
        self.queue.analyses()
    }

    /// How many threads could begin at once with what takes time, how many there are for that, and how many of them at most for games of
    /// two computers.
    pub fn spare(&self) -> usize {
        self.queue.spare()
    }

    pub fn threads(&self) -> usize {
        self.queue.threads()
    }

    pub fn most_for_computers(&self) -> usize {
        self.queue.most_for_computers()
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

fn work(queue: &QuestionQueue, duty: Duty, metrics: &Metrics) {
    // The computer can wait: whoever plays a person must not wait for it.
    step_back();
    while let Some(work) = queue.next(duty) {
        match work {
            WorkerTurn::Question(question) => {
                metrics.question_waits.note(question.asked.elapsed());
                let lane = Lane::of(&question);
                answer(question);
                queue.done(lane);
            }
            WorkerTurn::Slice(slice) => advance(queue, slice),
        }
    }
}

fn advance(queue: &QuestionQueue, mut slice: Slice) {
    let progress = slice.task.advance(&slice.control);
    queue.put_back(slice, progress == AnalysisProgress::Done);
}

fn answer(question: Question) {
    // Whoever asked may have gone.
    if question.is_forgotten() {
        return;
    }
    let Question { task, position, history, asker: _, opponent: _, effort: _, begun, asked } = question;
    let _ = begun.send(());
    match task {
        QuestionTask::Move {
            level,
            book,
            seed,
            yielding,
            is_draw_offered,
            clock,
            taken_on,
            mut rng,
            answer,
        } => {
            // It runs while nobody has time to think.
            let clock =
                clock.map(|clock| OwnClock { left: clock.left.saturating_sub(asked.elapsed()), ..clock });
            let turn =
                ComputerTurn { level, book: book.as_ref(), yielding, is_draw_offered, clock, taken_on };
            let game = GamePosition { position, history };
            let deed = turn.take(&game, seed, &mut rng);
            let pause = turn.pause(&game, deed.m(), &mut rng);
            let _ = answer.send(FoundDeed { deed, pause, rng });
        }
        QuestionTask::Hint { taken_on, answer } => {
            let game = GamePosition { position, history };
            let _ = answer.send(BestMove::find(&game, taken_on, &Control::default()));
        }
    }
}
