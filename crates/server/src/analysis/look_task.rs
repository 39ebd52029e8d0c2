use std::sync::Arc;
use std::time::Duration;

use tabiya_analysis::PositionSearch;
use tabiya_engine::{Control, GamePosition, TableResult};
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
    /// What tables of endgames say of the position, if they know it.
    pub tables: Option<TableResult>,
}

/// The best lines of a position for somebody who looks at it, deeper and deeper.
pub(crate) struct LookTask {
    search: LineSearch,
    engines: Arc<EnginePool>,
    /// What the tables say, once they were asked: they lie on a disk, so that nobody who serves others asks them.
    tables: Option<Option<TableResult>>,
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
        let search = LineSearch::new(game, bounds, engines);
        (LookTask { search, engines: Arc::clone(engines), tables: None, found }, told)
    }

    pub fn next_slice(&self) -> Duration {
        self.search.next_slice()
    }

    pub fn advance(&mut self, control: &Control) -> AnalysisProgress {
        if self.found.is_closed() {
            return AnalysisProgress::Done;
        }
        let LookTask { search, engines, tables, found } = self;
        let position = &search.game.position;
        let tables = *tables.get_or_insert_with(|| engines.tables.as_ref()?.result(position));
        search.advance(control, |latest, positions| {
            let search = latest.clone();
            found.send_replace(Some(FoundLines { search, positions, is_done: false, tables }));
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
