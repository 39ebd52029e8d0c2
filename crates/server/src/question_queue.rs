//! The computer's questions in the order in which they are answered: people before two computers, what takes no time before
//! what does, and among the rest everybody in turn, whoever has how many games. Analyses come last, in slices that are stopped as soon as
//! a thread is needed for anything else.
//!
//! A question takes as long as its level looks at positions there (`turns.rs`): so somebody with three hundred games at the highest level
//! waits for their own work, and somebody with one game for at most one move of each other.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::analysis::AnalysisJob;
use crate::client_address::ClientAddress;
use crate::slice_queue::{AnalysisId, Slice, SliceQueue};
use crate::turns::Turns;
use crate::workers::{OpponentKind, Question};
use crate::{GameId, PlayerId};

/// How many questions may wait in all, and how many of one asker's.
const MOST: usize = 4096;
const MOST_OF_ONE: usize = 512;

/// How many hints may wait in all, and how many of one asker's: they are asked for with a key, without a game.
const MOST_HINTS: usize = 256;
const HINTS_OF_ONE: usize = 2;

/// A question of as many positions is answered at once: some thousandths of a second.
const QUICK: u64 = 6_000;

/// Whether so many positions are answered at once.
pub(crate) fn is_quick(effort: u64) -> bool {
    effort <= QUICK
}

/// For whom the computer thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Asker {
    Player(PlayerId),
    /// Nobody who is known: each game for itself.
    Game(GameId),
    /// Whoever runs a classic program, by their address.
    Address(Option<ClientAddress>),
}

/// Which questions a thread takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Duty {
    /// What is answered at once, so that it never waits behind a search; and slices of analyses, which are stopped for it.
    Quick,
    Any,
}

/// What a thread is to do next.
pub(crate) enum WorkerTurn {
    Question(Question),
    Slice(Slice),
}

/// The questions that wait for a thread.
pub(crate) struct QuestionQueue {
    waiting: Mutex<WaitingQuestions>,
    changed: Condvar,
    /// How many threads think about what takes time.
    threads: usize,
    /// How many threads may think for games of two computers at a time: all but one, which is kept for people, where
    /// there are several.
    most_for_computers: usize,
}

#[derive(Default)]
struct WaitingQuestions {
    quick: VecDeque<Question>,
    of_people: Turns<Question>,
    of_computers: Turns<Question>,
    slices: SliceQueue,
    askers: HashMap<Asker, usize>,
    /// How many threads think about what takes time, and how many of them for games of two computers.
    thinking: usize,
    for_computers: usize,
    /// How many threads of each duty wait for something to do.
    idle_quick: usize,
    idle_any: usize,
    is_closed: bool,
}

impl QuestionQueue {
    pub fn new(threads: usize) -> QuestionQueue {
        QuestionQueue {
            waiting: Mutex::default(),
            changed: Condvar::new(),
            threads,
            most_for_computers: threads.saturating_sub(1).max(1),
        }
    }

    fn lock(&self) -> MutexGuard<'_, WaitingQuestions> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a question; `false` where too many wait already, in all or of this asker.
    pub fn push(&self, question: Question) -> bool {
        let is_taken = self.lock().push(question);
        // All of them: one alone might be a thread whose duty it is not.
        self.changed.notify_all();
        is_taken
    }

    /// Waits for the next question that a thread is to answer; `None` where there will be none.
    pub fn next(&self, duty: Duty) -> Option<WorkerTurn> {
        let mut waiting = self.lock();
        loop {
            if waiting.is_closed {
                return None;
            }
            if let Some(question) = waiting.take(duty, self.most_for_computers) {
                return Some(WorkerTurn::Question(question));
            }
            if let Some(slice) = waiting.slices.take(duty, Instant::now()) {
                return Some(WorkerTurn::Slice(slice));
            }
            *waiting.idle(duty) += 1;
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
            *waiting.idle(duty) -= 1;
        }
    }

    /// Takes an analysis; `None` where there are too many.
    pub fn analyse(&self, asker: Asker, task: AnalysisJob) -> Option<AnalysisId> {
        let mut waiting = self.lock();
        let id = waiting.slices.push(asker, task);
        if waiting.idle_any + waiting.idle_quick == 0 {
            waiting.slices.make_way();
        }
        drop(waiting);
        self.changed.notify_all();
        id
    }

    /// A slice of an analysis is over.
    pub fn put_back(&self, slice: Slice, is_done: bool) {
        // What is dropped is dropped by this thread, while nobody waits for it.
        let _over = self.lock().slices.put_back(slice, is_done, Instant::now());
        self.changed.notify_all();
    }

    /// Nobody waits for an analysis any more.
    pub fn forget(&self, id: AnalysisId) {
        let _over = self.lock().slices.forget(id, Instant::now());
    }

    /// How many analyses are under way.
    pub fn analyses(&self) -> usize {
        self.lock().slices.len()
    }

    /// How many questions wait.
    pub fn len(&self) -> usize {
        self.lock().len()
    }

    /// How many threads could begin at once with what takes time.
    pub fn spare(&self) -> usize {
        let waiting = self.lock();
        self.threads.saturating_sub(waiting.thinking + waiting.of_people.len() + waiting.of_computers.len())
    }

    /// How many threads think about what takes time.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// How many of them at most for games of two computers.
    pub fn most_for_computers(&self) -> usize {
        self.most_for_computers
    }

    /// Notes that a question was answered.
    pub fn done(&self, lane: Lane) {
        let mut waiting = self.lock();
        waiting.thinking -= usize::from(lane != Lane::Quick);
        if lane == Lane::Computers {
            waiting.for_computers -= 1;
            self.changed.notify_all();
        }
    }

    pub fn close(&self) {
        let mut waiting = self.lock();
        waiting.is_closed = true;
        waiting.slices.close();
        drop(waiting);
        self.changed.notify_all();
    }
}

/// Where a question waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// What is answered at once, whoever asks.
    Quick,
    People,
    Computers,
}

impl Lane {
    pub fn of(question: &Question) -> Lane {
        match question.opponent {
            _ if is_quick(question.effort) => Lane::Quick,
            OpponentKind::Person => Lane::People,
            OpponentKind::Computer => Lane::Computers,
        }
    }
}

impl WaitingQuestions {
    fn len(&self) -> usize {
        self.quick.len() + self.of_people.len() + self.of_computers.len()
    }

    fn push(&mut self, question: Question) -> bool {
        if question.is_hint() && !self.has_room_for_hint(question.asker) {
            return false;
        }
        let all = self.len();
        let of_asker = self.askers.get(&question.asker).copied().unwrap_or_default();
        if all >= MOST || of_asker >= MOST_OF_ONE {
            return false;
        }
        self.askers.insert(question.asker, of_asker + 1);
        let (lane, asker, effort) = (Lane::of(&question), question.asker, question.effort);
        match lane {
            Lane::Quick => self.quick.push_back(question),
            Lane::People => self.of_people.push(asker, effort, question),
            Lane::Computers => self.of_computers.push(asker, effort, question),
        }
        self.stop_slices(lane);
        true
    }

    fn idle(&mut self, duty: Duty) -> &mut usize {
        match duty {
            Duty::Quick => &mut self.idle_quick,
            Duty::Any => &mut self.idle_any,
        }
    }

    /// Stops as many slices as there are questions without a thread.
    fn stop_slices(&mut self, lane: Lane) {
        match lane {
            Lane::Quick => {
                let wanted = self.quick.len().saturating_sub(self.idle_quick + self.idle_any);
                self.slices.make_room(wanted, |_| true);
            }
            Lane::People | Lane::Computers => {
                let wanted = self.len().saturating_sub(self.idle_any);
                self.slices.make_room(wanted, |duty| duty == Duty::Any);
            }
        }
    }

    fn take(&mut self, duty: Duty, most_for_computers: usize) -> Option<Question> {
        let question = self.quick.pop_front().or_else(|| match duty {
            Duty::Quick => None,
            Duty::Any => self
                .of_people
                .pop()
                .map(|(_, question)| question)
                .or_else(|| self.take_for_computers(most_for_computers)),
        })?;
        self.thinking += usize::from(Lane::of(&question) != Lane::Quick);
        self.forget(question.asker);
        Some(question)
    }

    /// Counts one question less of an asker's.
    fn forget(&mut self, asker: Asker) {
        if let Entry::Occupied(mut of_asker) = self.askers.entry(asker) {
            *of_asker.get_mut() -= 1;
            if *of_asker.get() == 0 {
                of_asker.remove();
            }
        }
    }

    /// Whether another hint may wait. Those that nobody waits for any more leave first.
    fn has_room_for_hint(&mut self, asker: Asker) -> bool {
        let stays = |question: &Question| !(question.is_hint() && question.is_forgotten());
        for asker in self.of_people.retain(stays) {
            self.forget(asker);
        }
        let (mut all, mut of_asker) = (0, 0);
        for (whose, _) in self.of_people.iter().filter(|(_, question)| question.is_hint()) {
            all += 1;
            of_asker += usize::from(*whose == asker);
        }
        all < MOST_HINTS && of_asker < HINTS_OF_ONE
    }

    fn take_for_computers(&mut self, most_for_computers: usize) -> Option<Question> {
        if self.for_computers >= most_for_computers {
            return None;
        }
        let (_, question) = self.of_computers.pop()?;
        self.for_computers += 1;
        Some(question)
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::Arc;

    use tabiya_engine::{BestMove, GamePosition, GameSeed, Level, Rng, Yielding};
    use tabiya_rules::{FIDE, Position};
    use tokio::sync::oneshot;

    use super::*;
    use crate::analysis::{EnginePool, LookTask};
    use crate::workers::QuestionTask;

    fn asker(number: u8) -> Asker {
        Asker::Address(Some(IpAddr::from([127, 0, 0, number]).into()))
    }

    fn question(number: u8, level: Level, opponent: OpponentKind) -> Question {
        Question {
            task: QuestionTask::Move {
                level,
                book: None,
                seed: GameSeed(1),
                yielding: Yielding::Never,
                is_draw_offered: false,
                clock: None,
                taken_on: None,
                rng: Rng::from_seed(1),
                answer: oneshot::channel().0,
            },
            position: Position::starting(&FIDE).unwrap(),
            history: vec![],
            asker: asker(number),
            opponent,
            effort: level.effort(),
            begun: oneshot::channel().0,
            asked: Instant::now(),
        }
    }

    fn hard(asker: u8) -> Question {
        question(asker, Level::MAX, OpponentKind::Person)
    }

    fn of_computers() -> Question {
        question(1, Level::MAX, OpponentKind::Computer)
    }

    /// Who is answered, until nobody waits.
    fn order(queue: &QuestionQueue) -> Vec<u8> {
        let mut waiting = queue.lock();
        let next = || {
            let question = waiting.take(Duty::Any, usize::MAX)?;
            (0..=u8::MAX).find(|&number| asker(number) == question.asker)
        };
        std::iter::from_fn(next).collect()
    }

    fn next(queue: &QuestionQueue, duty: Duty) -> Question {
        match queue.next(duty) {
            Some(WorkerTurn::Question(question)) => question,
            Some(WorkerTurn::Slice(_)) | None => panic!("a question was expected"),
        }
    }

    #[test]
    fn people_are_answered_before_computers() {
        let queue = QuestionQueue::new(1);
        for question in [of_computers(), of_computers(), hard(7), of_computers(), hard(8)] {
            assert!(queue.push(question));
        }
        assert_eq!(order(&queue), [7, 8, 1, 1, 1]);
        queue.close();
        assert!(queue.next(Duty::Any).is_none());
    }

    #[test]
    fn what_takes_no_time_is_answered_first_and_by_a_thread_of_its_own() {
        let queue = QuestionQueue::new(1);
        for question in [hard(1), of_computers(), question(9, Level::MIN, OpponentKind::Person)] {
            assert!(queue.push(question));
        }
        assert_eq!(next(&queue, Duty::Quick).effort, Level::MIN.effort());
        assert!(queue.lock().take(Duty::Quick, 1).is_none());
    }

    #[test]
    fn somebody_with_one_game_waits_for_one_move_of_each_other() {
        let queue = QuestionQueue::new(1);
        for asker in [1, 2] {
            assert!((0..100).all(|_| queue.push(hard(asker))));
        }
        assert!(queue.push(hard(3)));
        let order = order(&queue);
        assert_eq!(order[..5], [1, 2, 3, 1, 2]);
        assert_eq!(order.len(), 201);
    }

    #[test]
    fn whoever_comes_later_is_not_behind_what_others_have_had() {
        let queue = QuestionQueue::new(1);
        assert!((0..50).all(|_| queue.push(hard(1))));
        for _ in 0..20 {
            assert!(queue.lock().take(Duty::Any, 1).is_some());
        }
        assert!(queue.push(hard(2)) && queue.push(hard(2)));
        assert_eq!(order(&queue)[..4], [2, 1, 2, 1]);
    }

    /// Five who have each asked for sixty moves at the highest level, and somebody who asks for a hint now and then.
    #[test]
    fn whoever_asks_seldom_is_next_however_much_others_have_asked_for() {
        let queue = QuestionQueue::new(1);
        for asker in (1..=5).cycle().take(300) {
            assert!(queue.push(hard(asker)));
        }
        for _ in 0..10 {
            for _ in 0..20 {
                assert!(queue.lock().take(Duty::Any, 1).is_some());
            }
            let (question, _answered) = hint(9);
            assert!(queue.push(question));
            assert_eq!(next(&queue, Duty::Any).asker, asker(9));
        }
    }

    #[test]
    fn easier_work_comes_more_often() {
        let queue = QuestionQueue::new(1);
        let easier = Level::new(8).unwrap();
        for _ in 0..10 {
            assert!(queue.push(hard(1)));
            assert!(queue.push(question(2, easier, OpponentKind::Person)));
        }
        assert_eq!(order(&queue)[..7], [1, 2, 2, 2, 2, 2, 1]);
    }

    type HintAnswer = oneshot::Receiver<Option<BestMove>>;

    fn hint(number: u8) -> (Question, HintAnswer) {
        let (answer, answered) = oneshot::channel();
        let task = QuestionTask::Hint { taken_on: None, answer };
        (Question { task, effort: BestMove::effort(), ..hard(number) }, answered)
    }

    #[test]
    fn hints_wait_with_the_moves_of_people() {
        let queue = QuestionQueue::new(1);
        let (first, _first) = hint(1);
        let (second, _second) = hint(2);
        assert_eq!(Lane::of(&first), Lane::People);
        assert!(queue.push(first));
        assert!(queue.push(of_computers()) && queue.push(hard(3)) && queue.push(second));
        assert_eq!(order(&queue), [1, 3, 2, 1]);
    }

    #[test]
    fn hints_leave_room_for_moves_and_go_with_whoever_asked() {
        let queue = QuestionQueue::new(1);
        let mut answers = Vec::new();
        let mut ask = |number: u8| {
            let (question, answered) = hint(number);
            let is_taken = queue.push(question);
            answers.extend(is_taken.then_some(answered));
            is_taken
        };
        assert!((0..HINTS_OF_ONE).all(|_| ask(1)));
        assert!(!ask(1));
        assert!((2..=200).all(&mut ask));
        assert_eq!(queue.len(), 2 + 199);
        assert!((2..=200).filter(|&number| ask(number)).count() == MOST_HINTS - 201);
        assert!(!ask(250), "there is no room for hints");
        assert!(queue.push(hard(250)), "but for moves");
        answers.clear();
        let (question, _answered) = hint(1);
        assert!(queue.push(question));
        assert_eq!(queue.len(), 2);
        assert_eq!(queue.lock().askers.len(), 2);
    }

    #[test]
    fn one_of_several_threads_is_kept_for_people() {
        let queue = QuestionQueue::new(3);
        for _ in 0..3 {
            assert!(queue.push(of_computers()));
        }
        let _ = (next(&queue, Duty::Any), next(&queue, Duty::Any));
        assert!(queue.lock().take(Duty::Any, queue.most_for_computers).is_none());
        assert!(queue.push(hard(5)));
        assert_eq!(Lane::of(&next(&queue, Duty::Any)), Lane::People);
        queue.done(Lane::Computers);
        assert_eq!(Lane::of(&next(&queue, Duty::Any)), Lane::Computers);
    }

    fn look() -> AnalysisJob {
        let engines = Arc::new(EnginePool::new(None));
        let (task, _) = LookTask::new(GamePosition::starting(&FIDE).unwrap(), 1, &engines);
        AnalysisJob::Look(Box::new(task))
    }

    fn next_slice(queue: &QuestionQueue, duty: Duty) -> Slice {
        match queue.next(duty) {
            Some(WorkerTurn::Slice(slice)) => slice,
            Some(WorkerTurn::Question(_)) | None => panic!("a slice was expected"),
        }
    }

    #[test]
    fn a_question_without_a_thread_stops_a_slice_and_comes_before_it() {
        let queue = QuestionQueue::new(1);
        let id = queue.analyse(asker(1), look()).unwrap();
        let slice = next_slice(&queue, Duty::Any);
        assert!(queue.push(hard(2)) && slice.control.is_stopped());
        queue.put_back(slice, false);
        assert_eq!(next(&queue, Duty::Any).asker, asker(2));
        let again = next_slice(&queue, Duty::Any);
        assert!(again.id == id && !again.control.is_stopped());
        queue.put_back(again, true);
        assert_eq!(queue.analyses(), 0);
    }

    #[test]
    fn slices_go_on_beside_long_questions_where_no_quick_one_comes() {
        let queue = QuestionQueue::new(1);
        queue.analyse(asker(1), look()).unwrap();
        let slice = next_slice(&queue, Duty::Quick);
        assert!(queue.push(hard(2)) && queue.push(of_computers()));
        assert!(!slice.control.is_stopped());
        assert!(queue.push(question(3, Level::MIN, OpponentKind::Person)) && slice.control.is_stopped());
        queue.put_back(slice, false);
        assert_eq!(next(&queue, Duty::Quick).asker, asker(3));
        // A thread that has nothing to do takes a question, and nothing is stopped for it.
        let slice = next_slice(&queue, Duty::Quick);
        queue.lock().idle_any = 1;
        assert!(queue.push(question(4, Level::MIN, OpponentKind::Person)) && !slice.control.is_stopped());
    }

    #[test]
    fn whoever_wants_many_slices_waits_for_them_and_others_do_not() {
        let queue = QuestionQueue::new(1);
        for number in [1, 1, 1, 2, 3] {
            queue.analyse(asker(number), look()).unwrap();
        }
        let order: Vec<Asker> = (0..5).map(|_| next_slice(&queue, Duty::Any).asker).collect();
        assert_eq!(order, [1, 2, 3, 1, 1].map(asker));
    }

    #[test]
    fn what_nobody_waits_for_is_stopped_and_does_not_come_back() {
        let queue = QuestionQueue::new(1);
        let running = queue.analyse(asker(1), look()).unwrap();
        let slice = next_slice(&queue, Duty::Any);
        let waiting = queue.analyse(asker(1), look()).unwrap();
        queue.forget(waiting);
        assert_eq!(queue.analyses(), 1);
        queue.forget(running);
        assert!(slice.control.is_stopped());
        queue.put_back(slice, false);
        assert_eq!(queue.analyses(), 0);
    }

    #[test]
    fn as_many_wait_as_there_is_room_for_and_those_who_are_done_are_forgotten() {
        let queue = QuestionQueue::new(1);
        assert!((0..MOST_OF_ONE).all(|_| queue.push(hard(1))));
        assert!(!queue.push(hard(1)));
        assert!(queue.push(hard(2)));
        for asker in 2..=200 {
            let _ = (0..MOST_OF_ONE).all(|_| queue.push(hard(asker)));
        }
        assert!(!queue.push(hard(250)));
        assert_eq!(order(&queue).len(), MOST);
        let waiting = queue.lock();
        assert!(waiting.askers.is_empty());
        assert!(waiting.of_people.remembered() <= 64);
    }
}
