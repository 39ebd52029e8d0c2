use std::cell::RefCell;
use std::sync::mpsc::SyncSender;
use std::thread;

use rusqlite::{Connection, params};
use tokio::sync::{mpsc, oneshot};

use super::database_files::DatabaseFiles;
use super::spawn;
use crate::Now;
use crate::store::{StoreError, StoreFuture};

/// How many may wait. Whoever comes then waits to wait.
const QUEUE: usize = 1024;

/// How many are committed together.
const BATCH: usize = 512;

/// Done inside a transaction; gives what is to be called once that is on disk, or known not to be.
type WriteJob = Box<dyn FnOnce(&Connection) -> WriteReply + Send>;
type WriteReply = Box<dyn FnOnce(Result<(), StoreError>, &DatabaseFiles)>;

/// The one thread that writes. All that waits is committed together: one sync of the disk for many.
pub struct Writer {
    jobs: Option<mpsc::Sender<WriteJob>>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Writer {
    /// Starts the thread. Each commit stamps the run as alive and tells the checkpoints.
    pub fn start(
        connection: Connection,
        files: DatabaseFiles,
        run: i64,
        now: Now,
        committed: SyncSender<()>,
    ) -> Result<Writer, StoreError> {
        let (jobs, waiting) = mpsc::channel(QUEUE);
        let writer = WriterThread { connection, files, run, now, committed, trouble: RefCell::default() };
        let thread = spawn("tabiya-writer", move || writer.work(waiting))?;
        Ok(Writer { jobs: Some(jobs), thread: Some(thread) })
    }

    /// Does `work` in a transaction. The answer comes after the commit.
    pub fn write<'a, T, F>(&'a self, work: F) -> StoreFuture<'a, T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let job: WriteJob = Box::new(move |connection| {
            let result = in_savepoint(connection, work);
            Box::new(move |committed, files| {
                let _ = answer.send(committed.and(result).map_err(|error| files.explain(error)));
            })
        });
        Box::pin(async move {
            let jobs = self.jobs.as_ref().ok_or(StoreError::Closed)?;
            jobs.send(job).await.map_err(|_| StoreError::Closed)?;
            answered.await.unwrap_or(Err(StoreError::Closed))
        })
    }
}

/// What was asked for before is done before the thread ends.
impl Drop for Writer {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

struct WriterThread {
    connection: Connection,
    files: DatabaseFiles,
    run: i64,
    now: Now,
    committed: SyncSender<()>,
    /// Why the last commit failed, if it did.
    trouble: RefCell<Option<StoreError>>,
}

impl WriterThread {
    fn work(self, mut waiting: mpsc::Receiver<WriteJob>) {
        while let Some(first) = waiting.blocking_recv() {
            let mut jobs = vec![first];
            while jobs.len() < BATCH
                && let Ok(job) = waiting.try_recv()
            {
                jobs.push(job);
            }
            self.commit(jobs);
            let _ = self.committed.try_send(());
        }
        let _ = self.stamp();
        self.keep_found();
    }

    /// All jobs in one transaction. If that fails, none of them happened, and each is told why.
    fn commit(&self, jobs: Vec<WriteJob>) {
        let mut replies = Vec::with_capacity(jobs.len());
        let mut result = self.run("BEGIN IMMEDIATE");
        for job in jobs {
            replies.push(job(&self.connection));
            // A full disk can end the transaction on the spot, and with it what the earlier jobs did.
            if result.is_ok() && self.connection.is_autocommit() {
                result = Err(StoreError::Full);
            }
        }
        let result = result.and_then(|()| self.stamp()).and_then(|()| self.files.check());
        let result = result.and_then(|()| self.run("COMMIT")).map_err(|error| self.files.explain(error));
        if result.is_err() && !self.connection.is_autocommit() {
            let _ = self.run("ROLLBACK");
        }
        self.note(&result);
        for reply in replies {
            reply(result.clone(), &self.files);
        }
    }

    /// Tells once what is wrong, and once that it is over.
    fn note(&self, result: &Result<(), StoreError>) {
        let before = self.trouble.replace(result.clone().err());
        match (result, before) {
            (Err(error), before) if before.as_ref() != Some(error) => {
                tracing::error!(
                    "nothing can be kept: {error}; games go on by themselves once that is mended"
                );
                self.keep_found();
            }
            (Ok(()), Some(_)) => tracing::warn!("games are kept again"),
            _ => {}
        }
    }

    /// Sees to it that what was kept can be found, also where the file itself cannot any more.
    fn keep_found(&self) {
        if self.files.check().is_err() {
            self.files.rescue(&self.connection);
        }
    }

    fn stamp(&self) -> Result<(), StoreError> {
        let mut statement =
            self.connection.prepare_cached("UPDATE run SET alive = max(alive, ?1) WHERE id = ?2")?;
        statement.execute(params![self.now.moment().0, self.run])?;
        Ok(())
    }

    fn run(&self, statement: &str) -> Result<(), StoreError> {
        run(&self.connection, statement)
    }
}

/// Runs a statement without values that is needed again and again: reading it costs more than running it.
fn run(connection: &Connection, statement: &str) -> Result<(), StoreError> {
    connection.prepare_cached(statement)?.execute([])?;
    Ok(())
}

/// A job that fails leaves nothing behind, and does not hurt the others of its transaction.
fn in_savepoint<T>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    if connection.is_autocommit() {
        return Err(StoreError::Other("the transaction has ended".to_owned()));
    }
    run(connection, "SAVEPOINT job")?;
    let result = work(connection);
    if result.is_err() && !connection.is_autocommit() {
        run(connection, "ROLLBACK TO job")?;
    }
    if !connection.is_autocommit() {
        run(connection, "RELEASE job")?;
    }
    result
}
