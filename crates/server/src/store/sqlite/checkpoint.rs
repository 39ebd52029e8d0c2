use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use rusqlite::Connection;

use super::log_index::IndexFile;
use super::{Access, LogIndex, connect_by, spawn};
use crate::store::StoreError;

/// How long commits gather before they are copied into the file: a page that is written again meanwhile is copied once, and
/// whoever commits while the disk is busy with that waits for it.
const REST: Duration = Duration::from_secs(10);

/// How much that was asked for gathers at most.
const MANY: usize = 16_384;

/// From so many pages in the log on, a checkpoint waits for readers so that the log begins anew.
const LONG_LOG: i64 = 65_536;

/// The thread that copies what was committed from the log into the file, so that no writer waits for that.
pub struct Checkpoints {
    thread: Option<thread::JoinHandle<()>>,
}

impl Checkpoints {
    /// Starts the thread. Commits are noted with what comes back: it ends when that is gone. What a server left in the log that was
    /// killed is copied before: one that is killed again and again would add to it each time, until the disk is full.
    pub fn start(path: &Path, index: LogIndex) -> Result<(Checkpoints, CommitNotes), StoreError> {
        let connection = connect_by(path, Access::Write, index)?;
        let database = CheckpointTarget { connection, index: IndexFile::open(path, index) };
        database.copy();
        let notes = CommitNotes::default();
        let noted = Arc::clone(&notes.0);
        let thread = spawn("tabiya-checkpoint", move || work(&database, &noted))?;
        Ok((Checkpoints { thread: Some(thread) }, notes))
    }
}

/// Waits for the last checkpoint. Whoever notes commits has to go before.
impl Drop for Checkpoints {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Where commits are noted for the checkpoints. They are woken by the first and when there are many, not by each.
#[derive(Default)]
pub struct CommitNotes(Arc<NotedCommits>);

#[derive(Default)]
struct NotedCommits {
    state: Mutex<NoteState>,
    changed: Condvar,
}

#[derive(Default)]
struct NoteState {
    /// How much was committed since the last checkpoint.
    count: usize,
    is_closed: bool,
}

impl CommitNotes {
    /// So much was committed together.
    pub fn add(&self, count: usize) {
        let mut state = self.0.lock();
        let before = state.count;
        state.count += count;
        if before == 0 || (before < MANY && state.count >= MANY) {
            self.0.changed.notify_one();
        }
    }
}

impl Drop for CommitNotes {
    fn drop(&mut self) {
        self.0.lock().is_closed = true;
        self.0.changed.notify_one();
    }
}

impl NotedCommits {
    fn lock(&self) -> MutexGuard<'_, NoteState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until there is something to copy and it has gathered; whether more may come.
    fn gather(&self) -> bool {
        let waits = |state: &mut NoteState| state.count == 0 && !state.is_closed;
        let state = self.changed.wait_while(self.lock(), waits).unwrap_or_else(PoisonError::into_inner);
        let gathers = |state: &mut NoteState| state.count < MANY && !state.is_closed;
        let waited = self.changed.wait_timeout_while(state, REST, gathers);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.count = 0;
        !state.is_closed
    }
}

/// What is copied into.
struct CheckpointTarget {
    connection: Connection,
    /// Behind the connection, which is the last one: it is closed after it.
    index: Option<IndexFile>,
}

impl CheckpointTarget {
    /// Takes the room that the index of the log needs, and copies what is in the log.
    fn copy(&self) {
        if let Some(index) = &self.index {
            index.reserve();
        }
        if let Err(error) = checkpoint(&self.connection) {
            tracing::warn!(%error, "checkpoint");
        }
    }
}

fn work(database: &CheckpointTarget, noted: &NotedCommits) {
    let mut is_open = true;
    while is_open {
        is_open = noted.gather();
        database.copy();
    }
}

fn checkpoint(connection: &Connection) -> Result<(), StoreError> {
    let pages = run(connection, "PRAGMA wal_checkpoint(PASSIVE)")?;
    if pages > LONG_LOG {
        run(connection, "PRAGMA wal_checkpoint(RESTART)")?;
    }
    Ok(())
}

/// How many pages the log has.
fn run(connection: &Connection, pragma: &str) -> Result<i64, StoreError> {
    Ok(connection.query_row(pragma, [], |row| row.get(1))?)
}
