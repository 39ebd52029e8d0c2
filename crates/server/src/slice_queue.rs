//! Analyses that wait for a slice of the computer's time, and those that have one.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tabiya_engine::Control;

use crate::analysis::AnalysisJob;
use crate::question_queue::{Asker, Duty};
use crate::turns::Turns;

/// How many may be under way.
const MOST: usize = 512;

/// From which length on a slice is stopped for somebody who has nothing yet.
const LONG: Duration = Duration::from_millis(100);

/// Which analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AnalysisId(u64);

/// An analysis with a thread that is to work at it.
pub(crate) struct Slice {
    pub id: AnalysisId,
    pub asker: Asker,
    pub task: AnalysisJob,
    /// What stops it.
    pub control: Arc<Control>,
}

struct WaitingSlice {
    id: AnalysisId,
    task: AnalysisJob,
}

struct RunningSlice {
    id: AnalysisId,
    asker: Asker,
    duty: Duty,
    length: Duration,
    begun: Instant,
    /// What was counted for it.
    counted: u64,
    control: Arc<Control>,
    /// Whether nobody waits for it any more.
    is_forgotten: bool,
}

/// Everybody's analyses in turn.
#[derive(Default)]
pub(crate) struct SliceQueue {
    waiting: Turns<WaitingSlice>,
    running: Vec<RunningSlice>,
    number: u64,
}

/// What a slice takes of the line of time.
fn effort(slice: &WaitingSlice) -> u64 {
    effort_of(slice.task.next_slice())
}

fn effort_of(time: Duration) -> u64 {
    time.as_micros().max(1) as u64
}

impl SliceQueue {
    /// How many are under way.
    pub fn len(&self) -> usize {
        self.waiting.len() + self.running.len()
    }

    /// Takes an analysis; `None` where there are too many.
    pub fn push(&mut self, asker: Asker, task: AnalysisJob) -> Option<AnalysisId> {
        if self.len() >= MOST {
            return None;
        }
        self.number += 1;
        let id = AnalysisId(self.number);
        self.wait(asker, WaitingSlice { id, task });
        Some(id)
    }

    fn wait(&mut self, asker: Asker, slice: WaitingSlice) {
        self.waiting.push(asker, effort(&slice), slice);
    }

    /// The next in turn, for a thread.
    pub fn take(&mut self, duty: Duty, begun: Instant) -> Option<Slice> {
        let (asker, WaitingSlice { id, task }) = self.waiting.pop()?;
        let control = Arc::new(Control::default());
        let length = task.next_slice();
        self.running.push(RunningSlice {
            id,
            asker,
            duty,
            length,
            begun,
            counted: effort_of(length),
            control: Arc::clone(&control),
            is_forgotten: false,
        });
        Some(Slice { id, asker, task, control })
    }

    /// A slice is over; the analysis waits for the next one where there is more to do and somebody wants it. What is not wanted
    /// any more is handed back, so that it goes when nobody waits for the queue. A slice counts for as long as it took, whoever
    /// stopped it.
    pub fn put_back(&mut self, slice: Slice, is_done: bool, now: Instant) -> Option<AnalysisJob> {
        let Slice { id, asker, task, control: _ } = slice;
        let place = self.running.iter().position(|running| running.id == id);
        let running = place.map(|place| self.running.swap_remove(place));
        let is_forgotten = running.as_ref().is_some_and(|running| running.is_forgotten);
        if let Some(running) = running {
            self.waiting.settle(asker, running.counted, effort_of(now - running.begun));
        }
        if is_done || is_forgotten {
            return Some(task);
        }
        self.wait(asker, WaitingSlice { id, task });
        None
    }

    /// Nobody waits for an analysis any more.
    pub fn forget(&mut self, id: AnalysisId, now: Instant) -> Option<AnalysisJob> {
        if let Some(running) = self.running.iter_mut().find(|running| running.id == id) {
            running.is_forgotten = true;
            running.control.stop();
            // What its asker wants instead must not wait for what is not done any more.
            let done = effort_of(now - running.begun);
            self.waiting.settle(running.asker, running.counted, done);
            running.counted = done;
        }
        self.waiting.take_back(effort, |slice| slice.id == id).map(|slice| slice.task)
    }

    /// Sees to it that so many threads of a duty will be free, beside those that are.
    pub fn make_room(&mut self, wanted: usize, is_apt: impl Fn(Duty) -> bool) {
        let apt = || self.running.iter().filter(|slice| is_apt(slice.duty));
        let stopping = apt().filter(|slice| slice.control.is_stopped()).count();
        let others = apt().filter(|slice| !slice.control.is_stopped());
        others.take(wanted.saturating_sub(stopping)).for_each(|slice| slice.control.stop());
    }

    /// Stops a slice that has gone on for long, for whoever has nothing yet.
    pub fn make_way(&mut self) {
        let is_stopping = self.running.iter().any(|slice| slice.control.is_stopped());
        let longest =
            self.running.iter().max_by_key(|slice| slice.length).filter(|slice| slice.length >= LONG);
        if let Some(slice) = longest.filter(|_| !is_stopping) {
            slice.control.stop();
        }
    }

    /// All of them, where the server closes.
    pub fn close(&mut self) {
        self.running.iter().for_each(|slice| slice.control.stop());
    }
}

#[cfg(test)]
mod tests {
    use tabiya_engine::GamePosition;
    use tabiya_rules::FIDE;

    use super::*;
    use crate::PlayerId;
    use crate::analysis::{EnginePool, LookTask};

    fn look() -> AnalysisJob {
        let (task, _) =
            LookTask::new(GamePosition::starting(&FIDE).unwrap(), 1, &Arc::new(EnginePool::new(None)));
        AnalysisJob::Look(Box::new(task))
    }

    /// Two who analyse all the while, of whom the first is stopped after a tenth of every slice; how long each has thought
    /// after so many slices.
    fn shares(stopped: impl Fn(&mut SliceQueue, Slice, Instant)) -> [Duration; 2] {
        let (mut queue, mut now) = (SliceQueue::default(), Instant::now());
        let askers = [(); 2].map(|()| Asker::Player(PlayerId::random()));
        let mut spent = [Duration::ZERO; 2];
        for asker in askers {
            queue.push(asker, look());
        }
        for _ in 0..440 {
            let slice = queue.take(Duty::Any, now).unwrap();
            let length = slice.task.next_slice();
            let is_first = slice.asker == askers[0];
            let span = if is_first { length / 10 } else { length };
            now += span;
            spent[usize::from(!is_first)] += span;
            if is_first {
                stopped(&mut queue, slice, now);
            } else {
                assert!(queue.put_back(slice, false, now).is_none());
            }
        }
        spent
    }

    fn assert_alike([one, other]: [Duration; 2]) {
        assert!(one.abs_diff(other) <= Duration::from_millis(30), "{one:?} and {other:?}");
    }

    #[test]
    fn a_slice_that_is_stopped_counts_for_what_was_done() {
        assert_alike(shares(|queue, slice, now| {
            slice.control.stop();
            assert!(queue.put_back(slice, false, now).is_none());
        }));
    }

    #[test]
    fn whoever_looks_at_one_position_after_another_gets_as_much_as_others() {
        assert_alike(shares(|queue, slice, now| {
            let asker = slice.asker;
            assert!(queue.forget(slice.id, now).is_none());
            // The next position is looked at before the thread has left the last one.
            queue.push(asker, look());
            assert!(queue.put_back(slice, false, now).is_some());
        }));
    }

    #[test]
    fn what_was_not_begun_costs_nothing() {
        let (mut queue, now) = (SliceQueue::default(), Instant::now());
        let [ann, bob] = [(); 2].map(|()| Asker::Player(PlayerId::random()));
        for _ in 0..10 {
            let id = queue.push(ann, look()).unwrap();
            assert!(queue.forget(id, now).is_some());
        }
        queue.push(ann, look());
        queue.push(bob, look());
        assert_eq!(queue.take(Duty::Any, now).unwrap().asker, ann);
    }
}
