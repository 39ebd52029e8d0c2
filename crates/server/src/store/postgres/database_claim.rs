//! Who uses a database. One server alone, or all games on their way elsewhere: clocks depend on when servers were alive, and two that
//! know nothing of each other would take each other for one that has died. Or nodes, which know of each other, together. Games
//! themselves need no such thing, their versions are taken once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::task::JoinHandle;
use tokio::time::sleep;
use tokio_postgres::Client;

use super::database_address::DatabaseAddress;
use super::server_check::check_server;
use crate::store::StoreError;

/// The first number of the lock; the second is that of the schema.
const LOCK: i32 = 0x5462_7961;

/// How long a server that has just ended may still have its lock.
const PATIENCE: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(100);

/// How a database is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatabaseUse {
    /// By nobody else.
    Alone,
    /// By all nodes of a cluster.
    Together,
}

/// The right to use a database before it is settled who was there first.
pub struct NewClaim {
    lock: HeldLock,
    address: DatabaseAddress,
    wanted: DatabaseUse,
}

/// The right to use a database, for as long as it is kept. It is taken again where the connection was lost; where somebody else was
/// faster, nothing is kept until that one has ended.
pub struct DatabaseClaim {
    taken_over: Arc<AtomicBool>,
    wanted: DatabaseUse,
    keeper: JoinHandle<()>,
}

impl NewClaim {
    pub async fn take(address: &DatabaseAddress, wanted: DatabaseUse) -> Result<NewClaim, StoreError> {
        let lock = HeldLock::take(address, wanted).await.map_err(|refusal| match refusal {
            ClaimRefusal::Taken(by) => by.into(),
            ClaimRefusal::Away(error) => error,
        })?;
        Ok(NewClaim { lock, address: address.clone(), wanted })
    }

    /// Whether nobody else uses the database, and nobody begins to before the claim is kept.
    pub fn is_alone(&self) -> bool {
        self.lock.held == DatabaseUse::Alone
    }

    /// Keeps it, and lets others in who use the database together with us.
    pub async fn keep(mut self) -> Result<DatabaseClaim, StoreError> {
        if self.wanted == DatabaseUse::Together && self.is_alone() {
            self.lock.share().await.map_err(away)?;
        }
        let taken_over = Arc::new(AtomicBool::new(false));
        let keeper = tokio::spawn(keep(self.lock, self.address, self.wanted, Arc::clone(&taken_over)));
        Ok(DatabaseClaim { taken_over, wanted: self.wanted, keeper })
    }
}

impl DatabaseClaim {
    pub async fn take(address: &DatabaseAddress) -> Result<DatabaseClaim, StoreError> {
        NewClaim::take(address, DatabaseUse::Alone).await?.keep().await
    }

    /// Whether the database is still ours.
    pub fn check(&self) -> Result<(), StoreError> {
        if !self.taken_over.load(Ordering::Relaxed) {
            return Ok(());
        }
        Err(match self.wanted {
            DatabaseUse::Alone => ClaimHolder::Others.into(),
            DatabaseUse::Together => ClaimHolder::One.into(),
        })
    }
}

impl Drop for DatabaseClaim {
    fn drop(&mut self) {
        self.keeper.abort();
    }
}

/// Holds the lock, and takes it again when the connection was lost.
async fn keep(
    mut lock: HeldLock,
    address: DatabaseAddress,
    wanted: DatabaseUse,
    taken_over: Arc<AtomicBool>,
) {
    loop {
        lock.lost().await;
        tracing::warn!("the connection to the database was lost");
        lock = loop {
            match HeldLock::take(&address, wanted).await {
                Ok(mut lock) => {
                    let is_shared = wanted == DatabaseUse::Alone || lock.share().await.is_ok();
                    if is_shared {
                        break lock;
                    }
                }
                Err(ClaimRefusal::Taken(by)) => {
                    if !taken_over.swap(true, Ordering::Relaxed) {
                        tracing::error!(
                            "{}: nothing is kept here until that has ended",
                            StoreError::from(by)
                        );
                    }
                }
                Err(ClaimRefusal::Away(_)) => sleep(PAUSE).await,
            }
        };
        taken_over.store(false, Ordering::Relaxed);
        tracing::warn!("the database is there again");
    }
}

/// Who uses a database so that it cannot be had.
#[derive(Clone, Copy, Debug)]
enum ClaimHolder {
    /// One that wants it alone.
    One,
    /// Nodes of a cluster, or one alone: who comes alone need not know.
    Others,
    Nodes,
}

impl From<ClaimHolder> for StoreError {
    fn from(holder: ClaimHolder) -> StoreError {
        let says = match holder {
            ClaimHolder::One => {
                "another server of Tabiya uses this database alone: nodes come together where all are started with --bus"
            }
            ClaimHolder::Others => "another server of Tabiya uses this database",
            ClaimHolder::Nodes => {
                "nodes of Tabiya use this database together: another server of Tabiya joins them with --bus, and anything else waits \
                 until all of them have ended"
            }
        };
        StoreError::Other(says.to_owned())
    }
}

/// Why a claim was not had.
enum ClaimRefusal {
    Taken(ClaimHolder),
    Away(StoreError),
}

fn away(error: tokio_postgres::Error) -> StoreError {
    StoreError::from(error).of_question()
}

impl From<tokio_postgres::Error> for ClaimRefusal {
    fn from(error: tokio_postgres::Error) -> ClaimRefusal {
        ClaimRefusal::Away(away(error))
    }
}

/// A connection that has the lock, which goes with it.
struct HeldLock {
    client: Client,
    connection: JoinHandle<()>,
    held: DatabaseUse,
}

impl HeldLock {
    /// Takes the lock so that nobody else has it; where it is wanted for use together, and others have it so, like them.
    async fn take(address: &DatabaseAddress, wanted: DatabaseUse) -> Result<HeldLock, ClaimRefusal> {
        let (client, connection) = address.connect().await?;
        check_server(&client).await.map_err(ClaimRefusal::Away)?;
        let begun = Instant::now();
        let mut lock = HeldLock { client, connection, held: DatabaseUse::Alone };
        loop {
            if lock.ask("SELECT pg_try_advisory_lock($1, hashtext(current_schema()))").await? {
                return Ok(lock);
            }
            let is_together = wanted == DatabaseUse::Together;
            if is_together
                && lock.ask("SELECT pg_try_advisory_lock_shared($1, hashtext(current_schema()))").await?
            {
                lock.held = DatabaseUse::Together;
                return Ok(lock);
            }
            if begun.elapsed() > PATIENCE {
                return Err(ClaimRefusal::Taken(lock.holder(wanted).await?));
            }
            sleep(PAUSE).await;
        }
    }

    /// Lets others have it as well who use the database together with us.
    async fn share(&mut self) -> Result<(), tokio_postgres::Error> {
        if self.held == DatabaseUse::Alone {
            self.ask("SELECT pg_try_advisory_lock_shared($1, hashtext(current_schema()))").await?;
            self.ask("SELECT pg_advisory_unlock($1, hashtext(current_schema()))").await?;
            self.held = DatabaseUse::Together;
        }
        Ok(())
    }

    async fn holder(&self, wanted: DatabaseUse) -> Result<ClaimHolder, tokio_postgres::Error> {
        let are_nodes = "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted \
                         AND mode = 'ShareLock' AND classid::BIGINT = $1::INT \
                         AND objid::BIGINT = hashtext(current_schema())::BIGINT & 4294967295)";
        Ok(match (wanted, self.ask(are_nodes).await?) {
            (DatabaseUse::Together, _) => ClaimHolder::One,
            (DatabaseUse::Alone, true) => ClaimHolder::Nodes,
            (DatabaseUse::Alone, false) => ClaimHolder::Others,
        })
    }

    async fn ask(&self, statement: &str) -> Result<bool, tokio_postgres::Error> {
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
