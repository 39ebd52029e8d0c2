use std::time::Duration;

use tabiya_engine::Control;

use super::judge_task::JudgeTask;
use super::look_task::LookTask;
use super::review::ReviewTask;

/// Something to be analysed, in slices.
pub(crate) enum AnalysisJob {
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

impl AnalysisJob {
    /// Works for a slice, or until it is stopped.
    pub fn advance(&mut self, control: &Control) -> AnalysisProgress {
        match self {
            AnalysisJob::Look(task) => task.advance(control),
            AnalysisJob::Review(task) => task.advance(control),
            AnalysisJob::Judge(task) => task.advance(control),
        }
    }

    /// How long the next slice takes, if nothing stops it.
    pub fn next_slice(&self) -> Duration {
        match self {
            AnalysisJob::Look(task) => task.next_slice(),
            AnalysisJob::Review(task) => task.next_slice(),
            AnalysisJob::Judge(task) => task.next_slice(),
        }
    }
}
