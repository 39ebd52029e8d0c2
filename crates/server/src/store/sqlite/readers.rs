use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;
use tokio::sync::Semaphore;

use super::{Access, connect};
use crate::store::{StoreError, StoreFuture};

/// How many read at the same time.
const READERS: usize = 4;

/// Connections for reading, which never wait for the writer.
pub struct Readers {
    path: PathBuf,
    idle: Mutex<Vec<Connection>>,
    places: Semaphore,
}

impl Readers {
    pub fn new(path: PathBuf) -> Readers {
        Readers { path, idle: Mutex::new(Vec::new()), places: Semaphore::new(READERS) }
    }

    /// Reads, on a thread that may wait for the disk.
    pub fn read<'a, T, F>(self: &'a Arc<Readers>, work: F) -> StoreFuture<'a, T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        Box::pin(async move {
            let _place = self.places.acquire().await.map_err(|_| StoreError::Closed)?;
            let readers = Arc::clone(self);
            let read = tokio::task::spawn_blocking(move || {
                let connection = readers.take()?;
                let result = work(&connection);
                readers.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
                result
            });
            read.await.map_err(|error| StoreError::Other(error.to_string()))?
        })
    }

    fn take(&self) -> Result<Connection, StoreError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.map_or_else(|| connect(&self.path, Access::Read), Ok)
    }
}
