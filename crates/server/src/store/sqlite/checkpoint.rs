use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use rusqlite::Connection;

use super::{Access, connect, spawn};
use crate::store::StoreError;

/// How long commits gather before they are copied into the file.
const REST: Duration = Duration::from_secs(2);

/// From so many pages in the log on, a checkpoint waits for readers so that the log begins anew.
const LONG_LOG: i64 = 16_384;

/// The thread that copies what was committed from the log into the file, so that no writer waits for that.
pub struct Checkpoints {
    thread: Option<thread::JoinHandle<()>>,
}

impl Checkpoints {
    /// Starts the thread. Commits are told to it by the sender: it ends when that is gone.
    pub fn start(path: &Path) -> Result<(Checkpoints, SyncSender<()>), StoreError> {
        let connection = connect(path, Access::Write)?;
        let (signal, committed) = sync_channel(1);
        let thread = spawn("tabiya-checkpoint", move || work(&connection, &committed))?;
        Ok((Checkpoints { thread: Some(thread) }, signal))
    }
}

/// Waits for the last checkpoint. Whoever tells commits has to go before.
impl Drop for Checkpoints {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn work(connection: &Connection, committed: &Receiver<()>) {
    let mut is_open = true;
    while is_open && committed.recv().is_ok() {
        // Rests, unless the server ends.
        let rest = std::time::Instant::now();
        while let Some(left) = REST.checked_sub(rest.elapsed()) {
            if committed.recv_timeout(left) == Err(RecvTimeoutError::Disconnected) {
                is_open = false;
                break;
            }
        }
        if let Err(error) = checkpoint(connection) {
            tracing::warn!(%error, "checkpoint");
        }
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
