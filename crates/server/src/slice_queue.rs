//! Analyses that wait for a slice of the computer's time, and those that have one.

use std::sync::Arc;
use std::time::Duration;

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
    duty: Duty,
    length: Duration,
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
    slice.task.next_slice().as_millis().max(1) as u64
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
    pub fn take(&mut self, duty: Duty) -> Option<Slice> {
        let (asker, WaitingSlice { id, task }) = self.waiting.pop()?;
        let control = Arc::new(Control::default());
        self.running.push(RunningSlice {
            id,
            duty,
            length: task.next_slice(),
            control: Arc::clone(&control),
            is_forgotten: false,
        });
        Some(Slice { id, asker, task, control })
    }

    /// A slice is over; the analysis waits for the next one where there is more to do and somebody wants it. What is not wanted
    /// any more is handed back, so that it goes when nobody waits for the queue.
    pub fn put_back(&mut self, slice: Slice, is_done: bool) -> Option<AnalysisJob> {
        let Slice { id, asker, task, control: _ } = slice;
        let place = self.running.iter().position(|running| running.id == id);
        let is_forgotten = place.is_some_and(|place| self.running.swap_remove(place).is_forgotten);
        if is_done || is_forgotten {
            return Some(task);
        }
        self.wait(asker, WaitingSlice { id, task });
        None
    }

    /// Nobody waits for an analysis any more.
    pub fn forget(&mut self, id: AnalysisId) -> Option<AnalysisJob> {
        if let Some(running) = self.running.iter_mut().find(|running| running.id == id) {
            running.is_forgotten = true;
            running.control.stop();
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
