use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
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
    /// Whether the game has other moves now, which another review judges: then nothing of this one is kept.
    is_replaced: Arc<AtomicBool>,
    _work: AnalysisHandle,
}

/// After how many positions what was found is kept, so that a server that is killed does not lose all of it.
const KEPT_AFTER: usize = 8;

/// The games whose moves are being judged.
#[derive(Default)]
pub(crate) struct ReviewRegistry(Mutex<HashMap<GameId, Weak<RunningReview>>>);

impl ReviewRegistry {
    /// The review of a game that is under way, if one is.
    pub fn find(&self, id: GameId) -> Option<Arc<RunningReview>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&id).and_then(Weak::upgrade)
    }

    /// Begins to judge the moves of a game for whoever asks first, unless the same moves are being judged already; `None` where too
    /// much waits.
    pub fn start(
        &self,
        id: GameId,
        asker: Asker,
        (game, state): (ReviewedGame, ReviewState),
        workers: &Arc<Workers>,
        store: &Arc<dyn Store>,
    ) -> Option<Arc<RunningReview>> {
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = running.get(&id).and_then(Weak::upgrade);
        if let Some(same) = before.as_ref().filter(|before| before.state.borrow().kept.moves == game.moves) {
            return Some(Arc::clone(same));
        }
        let engines: &Arc<EnginePool> = &workers.engines;
        let (telling, told) = watch::channel(Arc::new(state.clone()));
        let (task, found) = ReviewTask::new(game, state, engines);
        let work = workers.analyse(asker, AnalysisJob::Review(Box::new(task)))?;
        if let Some(before) = before {
            before.is_replaced.store(true, Ordering::Relaxed);
        }
        let is_replaced = Arc::new(AtomicBool::new(false));
        tokio::spawn(tell(Arc::clone(store), id, found, telling, Arc::clone(&is_replaced)));
        let review = Arc::new(RunningReview { state: told, is_replaced, _work: work });
        running.retain(|_, review| review.strong_count() > 0);
        running.insert(id, Arc::downgrade(&review));
        Some(review)
    }
}

/// Tells what was found out. All of it is kept before that is told, and what was found until then where nobody wants to know the rest.
async fn tell(
    store: Arc<dyn Store>,
    id: GameId,
    mut found: watch::Receiver<Arc<ReviewState>>,
    told: watch::Sender<Arc<ReviewState>>,
    is_replaced: Arc<AtomicBool>,
) {
    let is_wanted = || !is_replaced.load(Ordering::Relaxed);
    let mut kept = found.borrow_and_update().progress.0;
    while found.changed().await.is_ok() {
        let state = Arc::clone(&found.borrow_and_update());
        if state.is_complete() {
            if is_wanted() {
                keep(store.as_ref(), id, &state).await;
            }
            told.send_replace(state);
            return;
        }
        if state.progress.0 >= kept + KEPT_AFTER && is_wanted() {
            kept = state.progress.0;
            keep(store.as_ref(), id, &state).await;
        }
        told.send_replace(state);
    }
    let last = Arc::clone(&found.borrow());
    if last.progress.0 != kept && is_wanted() {
        keep(store.as_ref(), id, &last).await;
    }
}

async fn keep(store: &dyn Store, id: GameId, state: &ReviewState) {
    if let Err(error) = store.keep_review(id, state.kept.clone()).await {
        tracing::warn!(%error, game = %id, "what was found out about a game could not be kept");
    }
}
