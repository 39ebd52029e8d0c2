//! All that is kept, from one store to another: into PostgreSQL when one machine is no longer enough, and back. A backup of
//! PostgreSQL is the same file as one of SQLite, so that it can be restored into either.
//!
//! Tables go row by row in the order of their keys, and begin again behind the last row that has come: so whoever was
//! interrupted goes on. In the end both are read through and compared, before any server may use what was filled.

mod moved_table;
mod moved_value;
mod postgres_side;
mod sqlite_side;

use std::fmt;
use std::fs::{self, DirBuilder};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use sha2::{Digest, Sha256};
use tabiya_system::sync_folder;

use crate::backup::{BackupPart, RestoreReport, backup, restore};
use crate::backups::{BackupPlan, Backups};
use crate::data_folder::{DataFolder, FolderError, KeptElsewhere};
use crate::paths::with_ending;
use crate::store::StoreError;
use crate::store::postgres::MoveConnection;
use crate::store::sqlite::{LogIndex, SqliteStore, file_in, has_games};
use moved_table::{MovedTable, TABLES};
use moved_value::MovedValue;
use postgres_side::PostgresSide;
use sqlite_side::SqliteSide;

/// Where games are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StorePlace {
    /// In a data folder.
    Folder(PathBuf),
    /// In a database, at its address.
    Postgres(String),
}

/// The text names no place for games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAPlace;

impl fmt::Display for NotAPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("games are kept in a folder, or in a database such as postgres://club@localhost/chess")
    }
}

impl std::error::Error for NotAPlace {}

impl FromStr for StorePlace {
    type Err = NotAPlace;

    fn from_str(text: &str) -> Result<StorePlace, NotAPlace> {
        match text.split_once("://") {
            Some(("postgres" | "postgresql", _)) => Ok(StorePlace::Postgres(text.to_owned())),
            Some(_) => Err(NotAPlace),
            None if text.is_empty() => Err(NotAPlace),
            None => Ok(StorePlace::Folder(PathBuf::from(text))),
        }
    }
}

/// The address of a database is not told in full: there may be a password in it.
impl fmt::Display for StorePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StorePlace::Folder(folder) => write!(f, "{}", tabiya_system::shown(folder)),
            StorePlace::Postgres(address) => {
                let place = address.split_once("://").map_or(address.as_str(), |(_, place)| place);
                let before_query = place.split('?').next().unwrap_or_default();
                // A password may have any sign in it that should have been written as `%3F`.
                let place = if before_query.contains('@') { before_query } else { place };
                let place = place.rsplit_once('@').map_or(before_query, |(_, place)| place);
                write!(f, "the database {}", place.split('?').next().unwrap_or_default())
            }
        }
    }
}

/// How far a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TransferProgress {
    /// What is moved at the moment.
    pub table: &'static str,
    /// Whether it is compared already, and not moved any more.
    pub is_compared: bool,
    /// How many rows of it are done.
    pub done: u64,
    /// How many there are.
    pub all: u64,
}

/// What was moved, and found to be the same on both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TransferReport {
    /// How many games.
    pub games: u64,
    /// How many steps of games.
    pub entries: u64,
    /// How many players.
    pub players: u64,
}

/// Why games were not moved. Where they were has all of them.
#[derive(Debug)]
pub enum TransferError {
    /// The folder.
    Folder(Box<FolderError>),
    /// One of the stores.
    Store(StoreError),
    /// Both are the same place.
    SamePlace,
    /// The folder has games already.
    HasGames(PathBuf),
    /// What is kept in a column is not what should be.
    Damaged {
        /// The table.
        table: &'static str,
        /// The column.
        column: &'static str,
    },
    /// What has come is not what was sent.
    Differs {
        /// The table in which that is.
        table: &'static str,
    },
    /// A file cannot be put in its place.
    File(std::io::Error),
}

impl fmt::Display for TransferError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TransferError::Folder(error) => error.fmt(f),
            TransferError::Store(error) => error.fmt(f),
            TransferError::SamePlace => {
                f.write_str("games are moved from one place to another: these are the same")
            }
            TransferError::HasGames(folder) => {
                let folder = tabiya_system::shown(folder);
                write!(f, "{folder} has games already: games go into a folder without any")
            }
            TransferError::Damaged { table, column } => write!(
                f,
                "the database is damaged: `{column}` in `{table}` does not hold what it should; `tabiya restore` saves \
                 what can be read"
            ),
            TransferError::Differs { table } => write!(
                f,
                "what has come into `{table}` is not what was sent: nothing uses it; empty the place and try again"
            ),
            TransferError::File(error) => write!(f, "the file cannot be put in its place: {error}"),
        }
    }
}

impl std::error::Error for TransferError {}

impl From<StoreError> for TransferError {
    fn from(error: StoreError) -> TransferError {
        TransferError::Store(error)
    }
}

impl From<FolderError> for TransferError {
    fn from(error: FolderError) -> TransferError {
        TransferError::Folder(Box::new(error))
    }
}

/// Moves all games from one place to another, which has none yet. They stay where they were as well. Interrupted, it goes on
/// when it is asked for again.
pub async fn transfer(
    from: &StorePlace,
    to: &StorePlace,
    told: &mut (dyn FnMut(TransferProgress) + Send),
) -> Result<TransferReport, TransferError> {
    if from == to {
        return Err(TransferError::SamePlace);
    }
    let (mut source, held, name) = match from {
        StorePlace::Folder(folder) => {
            let (side, held) = folder_to_read(folder)?;
            (side, Some(held), from.to_string())
        }
        StorePlace::Postgres(address) => {
            let connection = MoveConnection::alone(address).await?;
            let name = format!("the database {}", connection.identity().await?);
            (MoveSide::Postgres(PostgresSide::new(connection)), None, name)
        }
    };
    let report = match to {
        StorePlace::Folder(folder) => fill_folder(&mut source, folder, &name, told).await?,
        StorePlace::Postgres(address) => {
            let side = PostgresSide::new(MoveConnection::to_fill(address, &name).await?);
            let mut target = MoveSide::Postgres(side);
            let report = move_all(&mut source, &mut target, told).await?;
            if let MoveSide::Postgres(side) = target {
                side.connection().finish_filling().await?;
                let identity = side.connection().identity().await?;
                // What stays in the folder is an old copy from now on.
                held.iter().try_for_each(|held| {
                    held.keep_games_in(
                        &KeptElsewhere { identity: identity.clone(), place: to.to_string() },
                        true,
                    )
                })?;
            }
            report
        }
    };
    drop(held);
    Ok(report)
}

/// Copies everything in a database into a file, also while a server uses it; how many games there are.
pub async fn back_up_database(
    address: &str,
    file: &Path,
    told: &mut (dyn FnMut(TransferProgress) + Send),
) -> Result<u64, TransferError> {
    let place = fetch(address, file, told).await?;
    Ok(backup(&place.0, file)?)
}

/// What is in a database at this moment, in a folder beside a file.
pub(crate) async fn fetch_database(address: &str, file: &Path) -> Result<BesideFolder, TransferError> {
    fetch(address, file, &mut |_| ()).await
}

async fn fetch(
    address: &str,
    file: &Path,
    told: &mut (dyn FnMut(TransferProgress) + Send),
) -> Result<BesideFolder, TransferError> {
    let connection = MoveConnection::of_moment(address).await?;
    let place = BesideFolder::new(file)?;
    fill_folder(&mut MoveSide::Postgres(PostgresSide::new(connection)), &place.0, "", told).await?;
    Ok(place)
}

/// Brings the games of a backup into a database that has none.
pub async fn restore_database(
    address: &str,
    file: &Path,
    part: BackupPart,
    told: &mut (dyn FnMut(TransferProgress) + Send),
) -> Result<RestoreReport, TransferError> {
    let place = BesideFolder::new(file)?;
    let restored = restore(&place.0, file, part)?;
    transfer(&StorePlace::Folder(place.0.clone()), &StorePlace::Postgres(address.to_owned()), told).await?;
    Ok(restored)
}

/// A folder beside a file that is gone when it is not needed any more.
pub(crate) struct BesideFolder(PathBuf);

impl BesideFolder {
    pub fn path(&self) -> &Path {
        &self.0
    }

    fn new(file: &Path) -> Result<BesideFolder, TransferError> {
        let folder = with_ending(file, ".moving");
        // Whoever was killed has left one; whoever is at work has a lock on it.
        if folder.exists() {
            drop(DataFolder::take(&folder)?);
            fs::remove_dir_all(&folder).map_err(TransferError::File)?;
        }
        DirBuilder::new().mode(0o700).create(&folder).map_err(TransferError::File)?;
        Ok(BesideFolder(folder))
    }
}

impl Drop for BesideFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A folder whose games are brought to the latest form, for as long as it is held.
fn folder_to_read(folder: &Path) -> Result<(MoveSide, DataFolder), TransferError> {
    if !file_in(folder).exists() {
        return Err(FolderError::NoDatabase { folder: folder.to_owned() }.into());
    }
    let held = DataFolder::take(folder)?;
    // A backup is made first where the form is an earlier one.
    drop(held.open(&Backups::new(BackupPlan::usual(folder)))?);
    Ok((MoveSide::Sqlite(SqliteSide::open(&held.database())?), held))
}

/// Fills a folder. The database gets its name when it is complete.
async fn fill_folder(
    source: &mut MoveSide,
    folder: &Path,
    name: &str,
    told: &mut (dyn FnMut(TransferProgress) + Send),
) -> Result<TransferReport, TransferError> {
    let held = DataFolder::take(folder)?;
    let file = held.database();
    if file.exists() {
        drop(SqliteStore::open(&file)?);
        if has_games(&file, LogIndex::Shared)? {
            return Err(TransferError::HasGames(folder.to_owned()));
        }
    }
    let mark: String = Sha256::digest(name)[..4].iter().map(|byte| format!("{byte:02x}")).collect();
    let draft = held.moving(&mark);
    let mut target = MoveSide::Sqlite(SqliteSide::open_draft(&draft)?);
    let report = move_all(source, &mut target, told).await?;
    if let MoveSide::Sqlite(side) = target {
        side.close()?;
    }
    let put =
        fs::rename(&draft, &file).and_then(|()| held.keep_games_here()).and_then(|()| sync_folder(folder));
    put.map_err(TransferError::File)?;
    Ok(report)
}

/// One of the two stores between which games go.
enum MoveSide {
    Sqlite(SqliteSide),
    Postgres(PostgresSide),
}

impl MoveSide {
    async fn count(&self, table: &MovedTable) -> Result<u64, TransferError> {
        Ok(match self {
            MoveSide::Sqlite(side) => side.count(table)?,
            MoveSide::Postgres(side) => side.count(table).await?,
        })
    }

    async fn last_key(&self, table: &MovedTable) -> Result<Option<Vec<MovedValue>>, TransferError> {
        Ok(match self {
            MoveSide::Sqlite(side) => side.last_key(table)?,
            MoveSide::Postgres(side) => side.last_key(table).await?,
        })
    }

    async fn page(
        &self,
        table: &MovedTable,
        after: Option<&[MovedValue]>,
    ) -> Result<Vec<Vec<MovedValue>>, TransferError> {
        Ok(match self {
            MoveSide::Sqlite(side) => side.page(table, after)?,
            MoveSide::Postgres(side) => side.page(table, after).await?,
        })
    }

    async fn insert(&mut self, table: &MovedTable, rows: &[Vec<MovedValue>]) -> Result<(), TransferError> {
        match self {
            MoveSide::Sqlite(side) => side.insert(table, rows)?,
            MoveSide::Postgres(side) => side.insert(table, rows).await?,
        }
        Ok(())
    }

    /// What all rows of a table are, in short.
    async fn digest(
        &self,
        table: &'static MovedTable,
        told: &mut (dyn FnMut(u64) + Send),
    ) -> Result<TableDigest, TransferError> {
        let (mut digest, mut rows, mut after) = (Sha256::new(), 0, None::<Vec<MovedValue>>);
        loop {
            let page = self.page(table, after.as_deref()).await?;
            let Some(last) = page.last() else {
                return Ok(TableDigest { rows, digest: digest.finalize().into() });
            };
            after = Some(last[..table.key].to_vec());
            page.iter().flatten().for_each(|value| value.digest(&mut digest));
            rows += page.len() as u64;
            told(rows);
        }
    }
}

#[derive(PartialEq, Eq)]
struct TableDigest {
    rows: u64,
    digest: [u8; 32],
}

/// Moves what has not come yet, and compares everything.
async fn move_all(
    from: &mut MoveSide,
    to: &mut MoveSide,
    told: &mut (dyn FnMut(TransferProgress) + Send),
) -> Result<TransferReport, TransferError> {
    for table in &TABLES {
        let (all, mut done) = (from.count(table).await?, to.count(table).await?);
        let mut after = to.last_key(table).await?;
        loop {
            told(TransferProgress { table: table.name, is_compared: false, done, all });
            let page = from.page(table, after.as_deref()).await?;
            let Some(last) = page.last() else { break };
            to.insert(table, &page).await?;
            after = Some(last[..table.key].to_vec());
            done += page.len() as u64;
        }
    }
    let mut report = TransferReport::default();
    for table in &TABLES {
        let all = 2 * from.count(table).await?;
        let mut tell = |done| told(TransferProgress { table: table.name, is_compared: true, done, all });
        let sent = from.digest(table, &mut tell).await?;
        let come = to.digest(table, &mut |done| tell(done + all / 2)).await?;
        if sent != come {
            return Err(TransferError::Differs { table: table.name });
        }
        match table.name {
            "game" => report.games = sent.rows,
            "entry" => report.entries = sent.rows,
            "player" => report.players = sent.rows,
            _ => {}
        }
    }
    Ok(report)
}
