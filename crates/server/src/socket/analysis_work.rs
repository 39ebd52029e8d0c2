//! What the computer does for somebody who analyses a game, and when there is something to tell of it.

use std::future::pending;
use std::sync::Arc;
use std::time::Instant;

use tabiya_rules::{Position, Rules};
use tokio::sync::{oneshot, watch};
use tokio::time::sleep_until;

use crate::analysis::{FoundLines, ReviewState, RunningReview, TriedJudgement};
use crate::workers::AnalysisHandle;

/// A position that is looked at.
pub(super) struct RunningLook {
    pub at: String,
    pub then: String,
    pub threat: bool,
    pub position: Position<&'static Rules>,
    pub found: watch::Receiver<Option<FoundLines>>,
    /// When lines may be told again.
    pub next: Instant,
    pub is_over: bool,
    pub _work: AnalysisHandle,
}

/// A game whose moves are being judged.
pub(super) struct WatchedReview {
    pub state: watch::Receiver<Arc<ReviewState>>,
    pub next: Instant,
    pub is_over: bool,
    pub _work: Arc<RunningReview>,
}

/// A move that is tried.
pub(super) struct RunningJudgement {
    pub ply: u32,
    pub uci: String,
    pub answered: oneshot::Receiver<TriedJudgement>,
    pub _work: AnalysisHandle,
}

/// What the computer has found.
pub(super) enum AnalysisNews {
    Lines,
    Review,
    Judged(Box<Option<TriedJudgement>>),
    /// Nothing yet, for long.
    Busy,
}

/// What is done for them.
#[derive(Default)]
pub(super) struct AnalysisWork {
    pub look: Option<RunningLook>,
    pub review: Option<WatchedReview>,
    pub judgement: Option<RunningJudgement>,
    /// When it is told that the computer is busy.
    pub busy_at: Option<Instant>,
}

impl AnalysisWork {
    /// Waits for something to tell. May be given up at any time.
    pub async fn news(&mut self) -> AnalysisNews {
        let AnalysisWork { look, review, judgement, busy_at } = self;
        tokio::select! {
            () = next_lines(look) => AnalysisNews::Lines,
            () = next_review(review) => AnalysisNews::Review,
            judged = next_judgement(judgement) => AnalysisNews::Judged(Box::new(judged)),
            () = until(*busy_at) => AnalysisNews::Busy,
        }
    }
}

async fn until(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment.into()).await,
        None => pending().await,
    }
}

async fn next_lines(look: &mut Option<RunningLook>) {
    if let Some(look) = look.as_mut().filter(|look| !look.is_over) {
        sleep_until(look.next.into()).await;
        if look.found.changed().await.is_ok() {
            return;
        }
        look.is_over = true;
    }
    pending::<()>().await;
}

async fn next_review(review: &mut Option<WatchedReview>) {
    if let Some(review) = review.as_mut().filter(|review| !review.is_over) {
        sleep_until(review.next.into()).await;
        if review.state.changed().await.is_ok() {
            return;
        }
        review.is_over = true;
    }
    pending::<()>().await;
}

async fn next_judgement(judgement: &mut Option<RunningJudgement>) -> Option<TriedJudgement> {
    match judgement {
        Some(judgement) => (&mut judgement.answered).await.ok(),
        None => pending().await,
    }
}
