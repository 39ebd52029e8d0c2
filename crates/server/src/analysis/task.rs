use std::time::Duration;

use tabiya_engine::Control;

use super::judge_task::JudgeTask;
use super::look_task::LookTask;
use super::review::ReviewTask;

/// Something to be analysed, in slices.
pub(crate) enum AnalysisTask {
    Look(Box<LookTask>),
    Review(Box<ReviewTask>),
    Judge(Box<JudgeTask>),
}

/// What a slice has led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnalysisProgress {
    Done,
    /// There is more to do.
    Continues,
}

impl AnalysisTask {
    /// Works for a slice, or until it is stopped.
    pub fn advance(&mut self, control: &Control) -> AnalysisProgress {
        match self {
            AnalysisTask::Look(task) => task.advance(control),
            AnalysisTask::Review(task) => task.advance(control),
            AnalysisTask::Judge(task) => task.advance(control),
        }
    }

    /// How long the next slice takes, if nothing stops it.
    pub fn next_slice(&self) -> Duration {
        match self {
            AnalysisTask::Look(task) => task.next_slice(),
            AnalysisTask::Review(task) => task.next_slice(),
            AnalysisTask::Judge(task) => task.next_slice(),
        }
    }
}
