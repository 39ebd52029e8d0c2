use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use rusqlite::Connection;
use tokio::sync::Semaphore;

use super::{Access, LogIndex, connect_by};
use crate::store::{StoreError, StoreFuture};

/// How many read at the same time.
const READERS: usize = 4;

/// Connections for reading, which never wait for the writer.
pub struct Readers {
    path: PathBuf,
    index: LogIndex,
    pool: Mutex<Pool>,
    /// Told when a connection comes back.
    returned: Condvar,
    places: Semaphore,
}

#[derive(Default)]
struct Pool {
    idle: Vec<Connection>,
    /// How many are in use.
    busy: usize,
    is_closed: bool,
}

impl Readers {
    pub fn new(path: PathBuf, index: LogIndex) -> Readers {
        let places = Semaphore::new(READERS);
        Readers { path, index, pool: Mutex::default(), returned: Condvar::new(), places }
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
                let mut loan = Loan::new(&readers)?;
                work(loan.connection()?)
            });
            read.await.map_err(|error| StoreError::Other(error.to_string()))?
        })
    }

    /// Closes every connection, once whoever reads has read. SQLite tidies up when the last connection to a file is
    /// closed, but not where that may only read: so these go before those that write.
    pub fn close(&self) {
        let mut pool = self.pool();
        pool.is_closed = true;
        pool.idle.clear();
        while pool.busy > 0 {
            pool = self.returned.wait(pool).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn pool(&self) -> MutexGuard<'_, Pool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place among those who read, given back with its connection however reading ends.
struct Loan<'a> {
    readers: &'a Readers,
    connection: Option<Connection>,
}

impl Loan<'_> {
    fn new(readers: &Readers) -> Result<Loan<'_>, StoreError> {
        let mut pool = readers.pool();
        if pool.is_closed {
            return Err(StoreError::Closed);
        }
        pool.busy += 1;
        Ok(Loan { readers, connection: pool.idle.pop() })
    }

    fn connection(&mut self) -> Result<&Connection, StoreError> {
        match &mut self.connection {
            Some(connection) => Ok(connection),
            none => Ok(none.insert(connect_by(&self.readers.path, Access::Read, self.readers.index)?)),
        }
    }
}

impl Drop for Loan<'_> {
    fn drop(&mut self) {
        let mut pool = self.readers.pool();
        if !pool.is_closed {
            pool.idle.extend(self.connection.take());
        }
        // Closed before it is told to be.
        self.connection = None;
        pool.busy -= 1;
        self.readers.returned.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use super::super::SqliteStore;
    use super::*;
    use crate::store::Store;

    /// Whoever reads when the store is closed must not be the last who has the file open: a connection that may only
    /// read leaves the log behind.
    #[test]
    fn everything_is_in_one_file_though_somebody_read_at_the_end() {
        let folder = std::env::temp_dir().join(format!("tabiya-readers-{}", std::process::id()));
        std::fs::create_dir(&folder).unwrap();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let store = SqliteStore::open(&folder.join("tabiya.db")).unwrap();
        runtime.block_on(store.stamp()).unwrap();
        let readers = Arc::clone(&store.readers);
        let ((begun, begins), (finish, finishes)) = (mpsc::channel(), mpsc::channel());
        let reading = Arc::clone(&readers);
        runtime.spawn(async move {
            let read = reading.read(move |connection| {
                connection.query_row("SELECT count(*) FROM game", [], |_| Ok(()))?;
                begun.send(()).unwrap();
                finishes.recv().unwrap();
                Ok(())
            });
            read.await.unwrap();
        });
        begins.recv().unwrap();
        let closing = thread::spawn(move || drop(store));
        while !readers.pool().is_closed {
            thread::yield_now();
        }
        finish.send(()).unwrap();
        closing.join().unwrap();
        let refused = runtime.block_on(readers.read(|_| Ok(())));
        assert_eq!(refused, Err(StoreError::Closed));
        let files = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name());
        assert_eq!(files.collect::<Vec<_>>(), ["tabiya.db"]);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
