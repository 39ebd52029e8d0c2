use std::sync::Arc;
use std::time::Duration;

use tabiya_analysis::PositionSearch;
use tabiya_engine::{Control, GamePosition};
use tokio::sync::watch;

use super::line_search::{LineSearch, SearchBounds};
use super::{AnalysisProgress, EnginePool};

/// How far a look goes: some half a minute of a processor.
const POSITIONS: u64 = 30_000_000;
const TIME: Duration = Duration::from_secs(60);

/// What is known of a position that somebody looks at.
#[derive(Clone, Debug)]
pub(crate) struct FoundLines {
    pub search: PositionSearch,
    pub positions: u64,
    pub is_done: bool,
}

/// The best lines of a position for somebody who looks at it, deeper and deeper.
pub(crate) struct LookTask {
    search: LineSearch,
    found: watch::Sender<Option<FoundLines>>,
}

impl LookTask {
    /// A look, and where its lines are told. Only the latest are kept for whoever is slow.
    pub fn new(
        game: GamePosition,
        lines: usize,
        engines: &Arc<EnginePool>,
    ) -> (LookTask, watch::Receiver<Option<FoundLines>>) {
        let bounds = SearchBounds { lines, positions: POSITIONS, time: TIME };
        let (found, told) = watch::channel(None);
        (LookTask { search: LineSearch::new(game, bounds, engines), found }, told)
    }

    pub fn next_slice(&self) -> Duration {
        self.search.next_slice()
    }

    pub fn advance(&mut self, control: &Control) -> AnalysisProgress {
        if self.found.is_closed() {
            return AnalysisProgress::Done;
        }
        let LookTask { search, found } = self;
        search.advance(control, |latest, positions| {
            found.send_replace(Some(FoundLines { search: latest.clone(), positions, is_done: false }));
        });
        if !search.is_done() {
            return AnalysisProgress::Continues;
        }
        found.send_modify(|found| {
            if let Some(found) = found {
                found.is_done = true;
                found.positions = search.positions;
            }
        });
        AnalysisProgress::Done
    }
}
