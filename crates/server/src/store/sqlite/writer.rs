use std::cell::RefCell;
use std::thread;

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::checkpoint::CommitNotes;
use super::commit_pace::CommitPace;
use super::database_files::DatabaseFiles;
use super::settling::Settling;
use super::{CurrentRun, recent_entries, spawn};
use crate::Now;
use crate::store::{StoreError, StoreFuture};

/// How many may wait. Whoever comes then waits to wait.
const QUEUE: usize = 1024;

/// How many are committed together.
const BATCH: usize = 512;

/// What is to be done inside a transaction. It may have to be done again, where the transaction was taken back.
trait WriteJob: Send {
    /// Does it; whether it failed, and then may have left something behind.
    fn run(&mut self, connection: &Connection) -> Result<(), JobFailed>;

    /// Called once all is on disk, or known not to be.
    fn answer(self: Box<Self>, committed: Result<(), StoreError>, files: &DatabaseFiles);
}

/// A job failed. Why is its own matter.
struct JobFailed;

/// Work with whoever waits for what comes of it.
struct AnsweredWork<T, F> {
    work: F,
    result: Result<T, StoreError>,
    answer: oneshot::Sender<Result<T, StoreError>>,
}

impl<T: Send, F: Fn(&Connection) -> Result<T, StoreError> + Send> WriteJob for AnsweredWork<T, F> {
    fn run(&mut self, connection: &Connection) -> Result<(), JobFailed> {
        self.result = (self.work)(connection);
        self.result.as_ref().map(drop).map_err(|_| JobFailed)
    }

    fn answer(self: Box<Self>, committed: Result<(), StoreError>, files: &DatabaseFiles) {
        let _ = self.answer.send(committed.and(self.result).map_err(|error| files.explain(error)));
    }
}

/// The one thread that writes. All that waits is committed together: one sync of the disk for many.
pub struct Writer {
    jobs: Option<mpsc::Sender<Box<dyn WriteJob>>>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Writer {
    /// Starts the thread. Each commit stamps the run as alive and tells the checkpoints.
    pub fn start(
        connection: Connection,
        files: DatabaseFiles,
        run: CurrentRun,
        now: Now,
        committed: CommitNotes,
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
        F: Fn(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let job = Box::new(AnsweredWork { work, result: Err(StoreError::Closed), answer });
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
    run: CurrentRun,
    now: Now,
    committed: CommitNotes,
    /// Why the last commit failed, if it did.
    trouble: RefCell<Option<StoreError>>,
}

impl WriterThread {
    fn work(self, mut waiting: mpsc::Receiver<Box<dyn WriteJob>>) {
        let mut pace = CommitPace::default();
        let mut settling = Settling::default();
        while let Some(first) = waiting.blocking_recv() {
            pace.wait(|| waiting.len());
            let mut jobs = vec![first];
            while jobs.len() < BATCH
                && let Ok(job) = waiting.try_recv()
            {
                jobs.push(job);
            }
            let count = jobs.len();
            self.commit(jobs);
            pace.note(count > 1 || !waiting.is_empty());
            self.committed.add(count);
            settling.add(count);
            if settling.is_due() && self.files.check().is_ok() {
                self.settle_some(&mut settling, count);
            }
        }
        if self.files.check().is_ok() {
            recent_entries::settle(&self.connection);
        }
        let _ = self.stamp();
        self.keep_found();
    }

    /// All jobs in one transaction. If that fails, none of them happened, and each is told why.
    fn commit(&self, mut jobs: Vec<Box<dyn WriteJob>>) {
        let result = self.run_all(&mut jobs).and_then(|()| self.stamp()).and_then(|()| self.files.check());
        let result = result.and_then(|()| self.run("COMMIT")).map_err(|error| self.files.explain(error));
        if result.is_err() && !self.connection.is_autocommit() {
            let _ = self.run("ROLLBACK");
        }
        self.note(&result);
        for job in jobs {
            job.answer(result.clone(), &self.files);
        }
    }

    /// Does all jobs in a transaction, which stays open. Savepoints around each cost a third of the writing, and are
    /// needed where a job fails, which is seldom: so they are made then, and all is done again.
    fn run_all(&self, jobs: &mut [Box<dyn WriteJob>]) -> Result<(), StoreError> {
        self.run("BEGIN IMMEDIATE")?;
        if jobs.iter_mut().all(|job| job.run(&self.connection).is_ok()) {
            return Ok(());
        }
        if !self.connection.is_autocommit() {
            self.run("ROLLBACK")?;
        }
        self.run("BEGIN IMMEDIATE")?;
        for job in jobs {
            in_savepoint(&self.connection, job.as_mut())?;
            // A full disk can end the transaction on the spot, and with it what the earlier jobs did.
            if self.connection.is_autocommit() {
                return Err(StoreError::Full);
            }
        }
        Ok(())
    }

    /// Brings some entries where they belong. Whoever asked for them has an answer already. Where it cannot be done, it is tried
    /// again when more have come.
    fn settle_some(&self, settling: &mut Settling, coming: usize) {
        if let Err(error) = settling.step(&self.connection, coming) {
            tracing::warn!(%error, "recent entries stay where they are");
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
        self.run.stamp(&self.connection, self.now.moment())
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
fn in_savepoint(connection: &Connection, job: &mut dyn WriteJob) -> Result<(), StoreError> {
    run(connection, "SAVEPOINT job")?;
    let result = job.run(connection);
    if connection.is_autocommit() {
        return Ok(());
    }
    if result.is_err() {
        run(connection, "ROLLBACK TO job")?;
    }
    run(connection, "RELEASE job")
}
