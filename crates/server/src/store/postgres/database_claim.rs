//! One server at a time uses a database: clocks depend on when servers were alive, and two would take each other for one that
//! has died. Games themselves need no such thing, their versions are taken once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::task::JoinHandle;
use tokio::time::sleep;
use tokio_postgres::{Client, Config, NoTls};

use crate::store::StoreError;

/// The first number of the lock; the second is that of the schema.
const LOCK: i32 = 0x5462_7961;

/// How long a server that has just ended may still have its lock.
const PATIENCE: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(100);

/// The right to use a database, for as long as it is kept. It is taken again where the connection was lost; where somebody else was
/// faster, nothing is kept until that one has ended.
pub struct DatabaseClaim {
    is_taken_over: Arc<AtomicBool>,
    keeper: JoinHandle<()>,
}

impl DatabaseClaim {
    pub async fn take(config: &Config) -> Result<DatabaseClaim, StoreError> {
        let lock = HeldLock::take(config).await?;
        let is_taken_over = Arc::new(AtomicBool::new(false));
        let keeper = tokio::spawn(keep(lock, config.clone(), Arc::clone(&is_taken_over)));
        Ok(DatabaseClaim { is_taken_over, keeper })
    }

    /// Whether the database is still ours.
    pub fn check(&self) -> Result<(), StoreError> {
        if self.is_taken_over.load(Ordering::Relaxed) { Err(used_by_another()) } else { Ok(()) }
    }
}

impl Drop for DatabaseClaim {
    fn drop(&mut self) {
        self.keeper.abort();
    }
}

/// Holds the lock, and takes it again when the connection was lost.
async fn keep(mut lock: HeldLock, config: Config, is_taken_over: Arc<AtomicBool>) {
    loop {
        lock.lost().await;
        tracing::warn!("the connection to the database was lost");
        lock = loop {
            match HeldLock::take(&config).await {
                Ok(lock) => break lock,
                Err(error) if error == used_by_another() => {
                    if !is_taken_over.swap(true, Ordering::Relaxed) {
                        tracing::error!("{error}: nothing is kept here until that one has ended");
                    }
                }
                Err(_) => sleep(PAUSE).await,
            }
        };
        is_taken_over.store(false, Ordering::Relaxed);
        tracing::warn!("the database is there again");
    }
}

/// A connection that has the lock, which goes with it.
struct HeldLock {
    client: Client,
    connection: JoinHandle<()>,
}

impl HeldLock {
    async fn take(config: &Config) -> Result<HeldLock, StoreError> {
        let away = |error| StoreError::from(error).of_question();
        let (client, connection) = config.connect(NoTls).await.map_err(away)?;
        let connection = tokio::spawn(async move {
            let _ = connection.await;
        });
        let begun = Instant::now();
        let held = HeldLock { client, connection };
        while !held.try_lock().await.map_err(away)? {
            if begun.elapsed() > PATIENCE {
                return Err(used_by_another());
            }
            sleep(PAUSE).await;
        }
        Ok(held)
    }

    async fn try_lock(&self) -> Result<bool, tokio_postgres::Error> {
        let statement = "SELECT pg_try_advisory_lock($1, hashtext(current_schema()))";
        self.client.query_one(statement, &[&LOCK]).await?.try_get(0)
    }

    async fn lost(&mut self) {
        let _ = (&mut self.connection).await;
    }
}

impl Drop for HeldLock {
    fn drop(&mut self) {
        self.connection.abort();
    }
}

fn used_by_another() -> StoreError {
    StoreError::Other("another server of Tabiya uses this database".to_owned())
}
