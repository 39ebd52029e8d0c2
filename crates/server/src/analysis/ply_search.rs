use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use tabiya_analysis::GameAnalysis;
use tabiya_engine::Control;

use super::EnginePool;
use super::line_search::{FIRST_SLICE, LineSearch, SearchBounds};

/// How much is looked at for each position, as `tabiya analyse` does; the second line tells whether a move was the only good one.
const BOUNDS: SearchBounds = SearchBounds { lines: 2, positions: 200_000, time: Duration::from_secs(3) };

/// Some positions of a game, searched one after the other.
pub(crate) struct PlySearch {
    pub analysis: GameAnalysis,
    open: VecDeque<usize>,
    current: Option<(usize, LineSearch)>,
    engines: Arc<EnginePool>,
}

impl PlySearch {
    /// The positions of an analysis after so many moves, as far as they are not known already.
    pub fn new(
        analysis: GameAnalysis,
        is_wanted: impl Fn(usize) -> bool,
        engines: &Arc<EnginePool>,
    ) -> PlySearch {
        let open = analysis.open_plies().filter(|&ply| is_wanted(ply)).collect();
        PlySearch { analysis, open, current: None, engines: Arc::clone(engines) }
    }

    pub fn is_done(&self) -> bool {
        self.open.is_empty() && self.current.is_none()
    }

    pub fn next_slice(&self) -> Duration {
        self.current.as_ref().map_or(FIRST_SLICE, |(_, search)| search.next_slice())
    }

    /// Searches for a slice; whether a position is known now that was not before.
    pub fn advance(&mut self, control: &Control) -> bool {
        let Some((ply, search)) = self.current.as_mut() else {
            let next = self.open.pop_front().and_then(|ply| Some((ply, self.analysis.task(ply)?)));
            self.current = next.map(|(ply, task)| (ply, LineSearch::new(task.game, BOUNDS, &self.engines)));
            return self.current.is_some() && self.advance(control);
        };
        search.advance(control, |_, _| {});
        if !search.is_done() {
            return false;
        }
        let (ply, found) = (*ply, search.found.take());
        self.current = None;
        found.is_some_and(|found| self.analysis.put(ply, found).is_ok())
    }
}
