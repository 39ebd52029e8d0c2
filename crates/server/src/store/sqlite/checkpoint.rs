use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use rusqlite::Connection;

use super::{Access, connect};
use crate::store::StoreError;

/// How long commits gather before they are copied into the file.
const REST: Duration = Duration::from_secs(2);

/// From so many pages in the log on, a checkpoint waits for readers so that the log begins anew.
const LONG_LOG: i64 = 16_384;

/// The thread that copies what was committed from the log into the file, so that no writer waits for that.
pub struct Checkpoints {
    signal: Option<SyncSender<()>>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Checkpoints {
    pub fn start(path: &Path) -> Result<Checkpoints, StoreError> {
        let connection = connect(path, Access::Write)?;
        let (signal, committed) = sync_channel(1);
        let thread = thread::Builder::new()
            .name("tabiya-checkpoint".to_owned())
            .spawn(move || work(&connection, &committed))
            .map_err(|error| StoreError::Other(error.to_string()))?;
        Ok(Checkpoints { signal: Some(signal), thread: Some(thread) })
    }

    /// Where commits are told.
    pub fn signal(&self) -> SyncSender<()> {
        // It is there until the end.
        self.signal.clone().unwrap_or_else(|| sync_channel(1).0)
    }
}

impl Drop for Checkpoints {
    fn drop(&mut self) {
        self.signal = None;
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
