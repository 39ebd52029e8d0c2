use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::watch;

use super::review::{ReviewState, ReviewTask, ReviewedGame};
use super::{AnalysisJob, EnginePool};
use crate::question_queue::Asker;
use crate::workers::{AnalysisHandle, Workers};
use crate::{GameId, Store};

/// A game whose moves are being judged, for all who look at it. It ends with the last of them.
pub(crate) struct RunningReview {
    pub state: watch::Receiver<Arc<ReviewState>>,
    _work: AnalysisHandle,
}

/// The games whose moves are being judged.
#[derive(Default)]
pub(crate) struct ReviewRegistry(Mutex<HashMap<GameId, Weak<RunningReview>>>);

impl ReviewRegistry {
    /// The review of a game that is under way, if one is.
    pub fn find(&self, id: GameId) -> Option<Arc<RunningReview>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&id).and_then(Weak::upgrade)
    }

    /// Begins to judge the moves of a game, unless the same moves are being judged already; `None` where too much waits.
    pub fn start(
        &self,
        id: GameId,
        game: ReviewedGame,
        state: ReviewState,
        workers: &Arc<Workers>,
        store: &Arc<dyn Store>,
    ) -> Option<Arc<RunningReview>> {
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let same = running.get(&id).and_then(Weak::upgrade);
        if let Some(same) = same.filter(|same| same.state.borrow().kept.moves == game.moves) {
            return Some(same);
        }
        let engines: &Arc<EnginePool> = &workers.engines;
        let (task, state) = ReviewTask::new(game, state, engines);
        let keeper = keep(Arc::clone(store), id, state.clone());
        let work = workers.analyse(Asker::Game(id), AnalysisJob::Review(Box::new(task)))?;
        tokio::spawn(keeper);
        let review = Arc::new(RunningReview { state, _work: work });
        running.retain(|_, review| review.strong_count() > 0);
        running.insert(id, Arc::downgrade(&review));
        Some(review)
    }
}

/// Keeps what was found out, once that is all, or nobody wants to know the rest.
async fn keep(store: Arc<dyn Store>, id: GameId, mut state: watch::Receiver<Arc<ReviewState>>) {
    let before = state.borrow_and_update().progress;
    let is_complete = |state: &Arc<ReviewState>| state.is_complete();
    // Where it is given up, what was found until then counts.
    let _ = state.wait_for(is_complete).await;
    let last = Arc::clone(&state.borrow());
    if last.progress == before && !last.is_complete() {
        return;
    }
    if let Err(error) = store.keep_review(id, last.kept.clone()).await {
        tracing::warn!(%error, game = %id, "what was found out about a game could not be kept");
    }
}
