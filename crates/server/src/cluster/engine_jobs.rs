//! What this node does of the computer's moves that wait in the database for any node.
//!
//! ```text
//!   room, on the node that stands first ──> a row: (game, version)       what takes no time is answered there, without a row
//!   any node with a free thread ──takes the next in turn──> its own room of the game thinks, and submits the move as an entry
//! ```
//!
//! An answer carries the version it was asked for: where the game has another one by then, it changes nothing, and where two nodes
//! answer the same, the id of the command is the same as well. So a row is only there to share the work. One that a node
//! took which has died counts as free; one that was lost is asked for again by the room (`room/computer.rs`).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, timeout};

use super::Cluster;
use crate::context::ServerContext;
use crate::http::App;
use crate::postgres::{AskedJob, TakenJob};
use crate::workers::{OpponentKind, Workers};
use crate::{GameId, StoreError};

/// How often it is looked for work where nobody tells of any.
const POLL: Duration = Duration::from_millis(500);

/// How often what this node has in the database is compared with what it works at.
const TIDY: Duration = Duration::from_secs(5);

/// The jobs that this node has.
#[derive(Default)]
pub(crate) struct EngineJobs {
    held: Mutex<HeldJobs>,
    /// Something may wait, or a thread may be free.
    wake: Notify,
}

#[derive(Default)]
struct HeldJobs {
    /// By the number of each.
    jobs: HashMap<u64, (TakenJob, JobStage)>,
    number: u64,
    taken: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum JobStage {
    /// A thread thinks, or is about to.
    Search,
    /// What was found waits to be played.
    Found,
    Over,
}

/// A job of this node until it is dropped.
pub(crate) struct HeldJob {
    jobs: Arc<EngineJobs>,
    number: u64,
    pub version: u32,
    /// How long it had waited when it was taken.
    pub waited: Duration,
}

impl HeldJob {
    /// No thread is needed for it any more.
    pub fn is_found(&self) {
        self.jobs.enter(self.number, JobStage::Found);
    }
}

impl Drop for HeldJob {
    fn drop(&mut self) {
        self.jobs.enter(self.number, JobStage::Over);
    }
}

impl EngineJobs {
    fn lock(&self) -> MutexGuard<'_, HeldJobs> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enter(&self, number: u64, stage: JobStage) {
        if let Some((_, now)) = self.lock().jobs.get_mut(&number) {
            *now = stage;
        }
        self.wake.notify_one();
    }

    /// Something may wait in the database.
    pub fn look(&self) {
        self.wake.notify_one();
    }

    /// How many were taken since this server began.
    pub fn taken(&self) -> u64 {
        self.lock().taken
    }

    fn hold(self: &Arc<EngineJobs>, job: TakenJob) -> HeldJob {
        let mut held = self.lock();
        held.number += 1;
        held.taken += 1;
        let number = held.number;
        let (version, waited) = (job.version, job.waited);
        held.jobs.insert(number, (job, JobStage::Search));
        HeldJob { jobs: Arc::clone(self), number, version, waited }
    }

    /// Takes out those that are over.
    fn take_over(&self) -> Vec<TakenJob> {
        let over = self.lock().jobs.extract_if(|_, (_, stage)| *stage == JobStage::Over).collect::<Vec<_>>();
        over.into_iter().map(|(_, (job, _))| job).collect()
    }

    fn games(&self) -> Vec<GameId> {
        self.lock().jobs.values().map(|(job, _)| job.game).collect()
    }

    /// Whether a thread is free for another one, and whether for one of two computers.
    fn wanted(&self, workers: &Workers) -> Option<bool> {
        let held = self.lock();
        let searched = || held.jobs.values().filter(|(_, stage)| *stage == JobStage::Search);
        let for_computers = searched().filter(|(job, _)| job.opponent == OpponentKind::Computer).count();
        let is_free = searched().count() < workers.threads() && workers.spare() > 0;
        is_free.then_some(for_computers < workers.most_for_computers())
    }
}

impl Cluster {
    /// Lets a move wait in the database for any node: this one, if it has a free thread.
    pub async fn ask_job(&self, job: &AskedJob, workers: &Workers) -> Result<(), StoreError> {
        self.store.ask_job(job).await?;
        match self.engine_jobs.wanted(workers) {
            Some(_) => self.engine_jobs.look(),
            None => self.tell_club(&super::ClubNews::Job),
        }
        Ok(())
    }
}

/// Works at what waits in the database for as long as the server runs.
pub(super) async fn work_at_jobs(app: &App, cluster: &Cluster) {
    let jobs = &cluster.engine_jobs;
    let mut tidied = Instant::now();
    loop {
        if let Err(error) = work_once(app, cluster, &mut tidied).await {
            tracing::debug!(%error, "moves of the computer could not be taken from the database");
        }
        let _ = timeout(POLL, jobs.wake.notified()).await;
    }
}

async fn work_once(app: &App, cluster: &Cluster, tidied: &mut Instant) -> Result<(), StoreError> {
    let (jobs, store) = (&cluster.engine_jobs, &cluster.store);
    for job in jobs.take_over() {
        store.end_job(&job).await?;
    }
    if tidied.elapsed() > TIDY {
        store.leave_jobs(&jobs.games()).await?;
        *tidied = Instant::now();
    }
    while let Some(for_computers) = jobs.wanted(&app.shared.workers) {
        let Some(job) = store.take_job(for_computers).await? else { break };
        let game = job.game;
        let held = jobs.hold(job);
        tokio::spawn(begin(Arc::clone(&app.shared), game, held));
    }
    Ok(())
}

/// Lets the room of the game think. Where that cannot be opened the job is over; who asked for it asks again.
async fn begin(shared: Arc<ServerContext>, game: GameId, job: HeldJob) {
    match shared.room(game).await {
        Ok(room) => room.think(job).await,
        Err(error) => {
            tracing::debug!(%game, ?error, "a game in which the computer is to move cannot be opened");
        }
    }
}
