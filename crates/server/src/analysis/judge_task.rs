use std::sync::Arc;
use std::time::Duration;

use tabiya_analysis::{GameAnalysis, JudgedMove, MoveLesson};
use tabiya_engine::Control;
use tokio::sync::oneshot;

use super::ply_search::PlySearch;
use super::{AnalysisProgress, EnginePool};

/// How good a move is that somebody tries in place of another.
pub(crate) struct JudgeTask {
    /// The moves before it and the move itself, of which the last two positions are looked at.
    search: PlySearch,
    answer: Option<oneshot::Sender<TriedJudgement>>,
}

/// What is thought of such a move.
#[derive(Clone, Debug)]
pub(crate) struct TriedJudgement {
    pub judged: JudgedMove,
    pub lesson: Option<MoveLesson>,
}

impl JudgeTask {
    /// The last move of an analysis, in which more may be known already.
    pub fn new(
        analysis: GameAnalysis,
        engines: &Arc<EnginePool>,
    ) -> (JudgeTask, oneshot::Receiver<TriedJudgement>) {
        let last = analysis.plies();
        let search = PlySearch::new(analysis, |ply| ply + 1 >= last, engines);
        let (answer, answered) = oneshot::channel();
        (JudgeTask { search, answer: Some(answer) }, answered)
    }

    pub fn next_slice(&self) -> Duration {
        self.search.next_slice()
    }

    pub fn advance(&mut self, control: &Control) -> AnalysisProgress {
        if self.answer.as_ref().is_none_or(oneshot::Sender::is_closed) {
            return AnalysisProgress::Done;
        }
        self.search.advance(control);
        if !self.search.is_done() {
            return AnalysisProgress::Continues;
        }
        let analysis = &self.search.analysis;
        let judged = analysis.report().moves.pop().flatten();
        if let (Some(judged), Some(answer)) = (judged, self.answer.take()) {
            let lesson = analysis.lesson(&judged);
            let _ = answer.send(TriedJudgement { judged, lesson });
        }
        AnalysisProgress::Done
    }
}
