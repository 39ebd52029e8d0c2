//! The store in one SQLite file: one thread writes, several read beside it, another one checkpoints.
//!
//! The writer takes all that waits, commits once (`WAL`, `synchronous=FULL`) and only then answers each. Checkpoints are
//! made elsewhere, so that nobody waits for them. Commits of several people wait for each other a little. A commit writes the
//! sign of life and the entries, which lie behind each other at first (`recent_entries.rs`); when there are many, they go where they
//! belong, with the index of the commands and the rows of the games, a few games after each commit (`settling.rs`).

mod checkpoint;
mod column;
mod commit_pace;
mod damage;
mod damaged_rows;
mod database_files;
mod earlier_rows;
mod entries;
mod entry_pages;
mod error;
mod first_page;
mod games;
mod log_index;
mod name_search;
mod page_rows;
mod players;
mod private_files;
mod readers;
mod recent_entries;
mod recovery;
mod reviews;
mod row_remains;
mod salvage;
mod schema;
mod settings;
mod settling;
mod sources;
mod table_scan;
mod writer;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, params};
use tabiya_game::{Moment, Seat};

pub(crate) use damage::ways_out;
pub(crate) use database_files::{DatabaseFiles, try_room};
pub(crate) use log_index::LogIndex;
pub(crate) use private_files::take_rights_of_others;
pub use salvage::{DamagedGame, GameLoss, SalvageReport, salvage};
pub(crate) use schema::{FormAge, form_age, is_database};

use super::{
    CreateOutcome, Entry, GameFilter, GameRow, GameStage, KeptReview, NewGameRow, OpenSeat, PlayerRecord,
    Run, SourceFile, Store, StoreError, StoreFuture, Submission, SubmitOutcome,
};
use crate::blocking::run_briefly;
use crate::{GameId, Now, PlayerId, SecretDigest};
use checkpoint::Checkpoints;
use damaged_rows::DamagedRows;
use readers::Readers;
use recent_entries::RecentStandings;
use writer::Writer;

/// How many bytes a page of a new file has. A commit writes whole pages, and few bytes of each are new: half of SQLite's
/// usual size is half as much to write. Entries still fit on their page. Earlier versions made files of larger pages, which
/// stay as they are.
const PAGE_SIZE: u32 = 2048;

/// How much of the file each connection keeps in memory. What is looked for beyond that is in the system's memory, mostly.
const CACHE_KILOBYTES: i64 = 2000;

/// How many statements each connection keeps that were read: more than it ever needs again and again.
const STATEMENTS: usize = 64;

/// The name of the file in the data folder.
pub const FILE_NAME: &str = "tabiya.db";

/// Games in an SQLite file. When it is dropped, everything is in that one file.
pub struct SqliteStore {
    path: PathBuf,
    index: LogIndex,
    writer: Writer,
    readers: Arc<Readers>,
    damaged_rows: DamagedRows,
    /// Behind the writer: it is dropped after it.
    _checkpoints: Checkpoints,
    run: CurrentRun,
    earlier_runs: Vec<Run>,
    now: Now,
}

impl SqliteStore {
    /// Opens the file, or makes it, and begins a run of the server. A file of an earlier form is brought to ours;
    /// [`DataFolder::open`](crate::DataFolder::open) makes a backup of it first.
    pub fn open(path: &Path) -> Result<SqliteStore, StoreError> {
        SqliteStore::open_by(path, Now::starting_after)
    }

    /// The same where the index of its log is. Where that is in memory because there is no room on the disk, what is kept can be
    /// read, and the run begins with the first commit.
    pub(crate) fn open_with(path: &Path, index: LogIndex) -> Result<SqliteStore, StoreError> {
        SqliteStore::begin(path, index, Now::starting_after)
    }

    /// The same by another clock, which must not be before a certain moment: the last one that was kept.
    pub fn open_by(path: &Path, clock: impl FnOnce(Moment) -> Now) -> Result<SqliteStore, StoreError> {
        SqliteStore::begin(path, LogIndex::Shared, clock)
    }

    fn begin(
        path: &Path,
        index: LogIndex,
        clock: impl FnOnce(Moment) -> Now,
    ) -> Result<SqliteStore, StoreError> {
        form_age(path, index)?;
        private_files::make_private(path)?;
        let mut connection = connect_by(path, Access::Write, index)?;
        schema::migrate(&mut connection)?;
        // A server that was killed may have left some.
        recent_entries::settle(&connection);
        let (earlier_runs, run) = (runs(&connection)?, next_run(&connection)?);
        let last = earlier_runs.iter().map(|run| run.alive).max().unwrap_or(Moment(0));
        let now = clock(last);
        let run = CurrentRun { id: run, started: now.moment() };
        if index == LogIndex::Shared {
            run.stamp(&connection, now.moment())?;
        }
        let readers = Arc::new(Readers::new(path.to_owned(), index));
        let (checkpoints, committed) = Checkpoints::start(path, index)?;
        let writer = Writer::start(connection, DatabaseFiles::new(path), run, now.clone(), committed)?;
        Ok(SqliteStore {
            path: path.to_owned(),
            index,
            writer,
            readers,
            damaged_rows: DamagedRows::default(),
            _checkpoints: checkpoints,
            run,
            earlier_runs,
            now,
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether there was no room on the disk when it was opened, so that no other process can look into it.
    pub fn is_opened_alone(&self) -> bool {
        self.index == LogIndex::Private
    }
}

/// The writer and then the checkpoints go after this, so that the last connection is one that may write: it brings the
/// log into the file and removes it.
impl Drop for SqliteStore {
    fn drop(&mut self) {
        self.readers.close();
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    Write,
}

/// A connection with the settings that the promise rests on.
pub(crate) fn connect(path: &Path, access: Access) -> Result<Connection, StoreError> {
    connect_by(path, access, LogIndex::Shared)
}

/// The same for a database that may have the index of its log elsewhere.
pub(crate) fn connect_by(path: &Path, access: Access, index: LogIndex) -> Result<Connection, StoreError> {
    let flags = match (access, index) {
        (Access::Read, LogIndex::Shared) => OpenFlags::SQLITE_OPEN_READ_ONLY,
        // By a lock for reading alone this process would give up that it has the database for itself.
        (Access::Read, LogIndex::Private) => OpenFlags::SQLITE_OPEN_READ_WRITE,
        (Access::Write, _) => OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE,
    };
    let connection = open_file(path, flags, index)?;
    if access == Access::Write {
        connection.pragma_update(None, "page_size", PAGE_SIZE)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        // A commit returns when the log is on disk.
        connection.pragma_update(None, "synchronous", "FULL")?;
        // Checkpoints are made by a thread of their own.
        connection.pragma_update(None, "wal_autocheckpoint", 0)?;
    }
    connection.pragma_update(None, "cache_size", -CACHE_KILOBYTES)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    name_search::add_to(&connection)?;
    Ok(connection)
}

fn open_file(path: &Path, flags: OpenFlags, index: LogIndex) -> Result<Connection, StoreError> {
    let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags_and_vfs(path, flags, index.vfs())?;
    connection.busy_timeout(Duration::from_secs(10))?;
    Ok(connection)
}

/// Brings everything into the one file, so that it can be moved.
pub(crate) fn into_one_file(connection: &Connection) -> Result<(), StoreError> {
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    Ok(connection.pragma_update(None, "journal_mode", "DELETE")?)
}

/// Starts a thread of the store.
fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<thread::JoinHandle<()>, StoreError> {
    let started = thread::Builder::new().name(name.to_owned()).spawn(work);
    started.map_err(|error| StoreError::Other(format!("the thread {name} cannot be started: {error}")))
}

fn runs(connection: &Connection) -> Result<Vec<Run>, StoreError> {
    let mut statement = connection.prepare("SELECT started, alive FROM run ORDER BY id")?;
    let rows = statement
        .query_map([], |row| Ok(Run { started: Moment(row.get(0)?), alive: Moment(row.get(1)?) }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn next_run(connection: &Connection) -> Result<i64, StoreError> {
    Ok(connection.query_row("SELECT ifnull(max(id), 0) + 1 FROM run", [], |row| row.get(0))?)
}

/// This run of the server. It is in the database from the first commit on.
#[derive(Clone, Copy)]
struct CurrentRun {
    id: i64,
    started: Moment,
}

impl CurrentRun {
    /// Says that the server is alive.
    fn stamp(self, connection: &Connection, now: Moment) -> Result<(), StoreError> {
        let CurrentRun { id, started } = self;
        let mut statement =
            connection.prepare_cached("UPDATE run SET alive = max(alive, ?1) WHERE id = ?2")?;
        if statement.execute(params![now.0, id])? == 0 {
            let query = "INSERT INTO run (id, started, alive) VALUES (?1, ?2, ?3)";
            connection.execute(query, params![id, started.0, now.0])?;
        }
        Ok(())
    }
}

/// How many games are in a file.
pub(crate) fn count_games(path: &Path) -> Result<u64, StoreError> {
    Ok(connect(path, Access::Read)?.query_row("SELECT count(*) FROM game", [], |row| row.get(0))?)
}

/// How many games in a file have begun, which never go again; none where there are no tables yet. Nothing is left beside it.
pub(crate) fn count_begun_games(path: &Path, index: LogIndex) -> Result<u64, StoreError> {
    let connection = open_file(path, OpenFlags::SQLITE_OPEN_READ_WRITE, index)?;
    let query = "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'game')";
    if !connection.query_row(query, [], |row| row.get::<_, bool>(0))? {
        return Ok(0);
    }
    let open = GameStage::Open.number();
    Ok(connection.query_row("SELECT count(*) FROM game WHERE stage != ?1", [open], |row| row.get(0))?)
}

/// Whether a file is a sound database.
pub(crate) fn check_file(path: &Path) -> Result<(), StoreError> {
    let connection = connect(path, Access::Read)?;
    if let Some(damage) = damage::find(&connection)? {
        return Err(StoreError::Damaged(damage));
    }
    // SQLite takes zeroes for what is missing of the last page.
    let page: u32 = connection.query_row("PRAGMA page_size", [], |row| row.get(0))?;
    let length = fs::metadata(path).map_err(|error| StoreError::Disk(error.to_string()))?.len();
    if length.is_multiple_of(u64::from(page)) {
        Ok(())
    } else {
        Err(StoreError::Damaged("its end is missing".to_owned()))
    }
}

/// Whether there is any game in a file.
pub(crate) fn has_games(path: &Path, index: LogIndex) -> Result<bool, StoreError> {
    let query = "SELECT EXISTS (SELECT 1 FROM game)";
    Ok(connect_by(path, Access::Read, index)?.query_row(query, [], |row| row.get(0))?)
}

/// Where the database of a data folder is.
pub fn file_in(folder: &Path) -> PathBuf {
    folder.join(FILE_NAME)
}

impl Store for SqliteStore {
    fn submit(&self, submission: Submission) -> StoreFuture<'_, SubmitOutcome> {
        self.writer.write(move |connection| entries::submit(connection, &submission))
    }

    fn entries(&self, game: GameId, after: u32) -> StoreFuture<'_, Vec<Entry>> {
        self.readers.read(move |connection| entries::after(connection, game, after))
    }

    fn create(&self, game: NewGameRow) -> StoreFuture<'_, CreateOutcome> {
        self.writer.write(move |connection| games::create(connection, &game))
    }

    fn game(&self, id: GameId) -> StoreFuture<'_, Option<GameRow>> {
        self.readers.read(move |connection| recent_entries::row(connection, id))
    }

    fn source(&self, game: GameId) -> StoreFuture<'_, Option<SourceFile>> {
        self.readers.read(move |connection| sources::find(connection, game))
    }

    fn source_size(&self, maker: Option<PlayerId>) -> StoreFuture<'_, u64> {
        self.readers.read(move |connection| sources::size(connection, maker))
    }

    fn review(&self, game: GameId) -> StoreFuture<'_, Option<KeptReview>> {
        self.readers.read(move |connection| reviews::find(connection, game))
    }

    fn keep_review(&self, game: GameId, review: KeptReview) -> StoreFuture<'_, ()> {
        let now = self.now.moment();
        self.writer.write(move |connection| reviews::keep(connection, game, &review, now))
    }

    fn wish_rematch(&self, game: GameId, by: Option<Seat>) -> StoreFuture<'_, ()> {
        let now = self.now.moment();
        self.writer.write(move |connection| sources::wish_rematch(connection, game, by, now))
    }

    fn rematch_wish(&self, game: GameId) -> StoreFuture<'_, Option<Seat>> {
        self.readers.read(move |connection| sources::rematch_wish(connection, game))
    }

    fn next(&self, id: GameId) -> StoreFuture<'_, Option<GameId>> {
        self.readers.read(move |connection| games::next(connection, id))
    }

    fn games(&self, filter: GameFilter) -> StoreFuture<'_, Vec<GameRow>> {
        Box::pin(async move {
            let read = move |connection: &Connection| {
                let recent = RecentStandings::of_all(connection)?;
                let mut rows = games::list(connection, &filter)?;
                let behind = recent.put_into(&mut rows.found);
                Ok((rows, behind))
            };
            let (rows, behind) = self.readers.read(read).await?;
            self.damaged_rows.tell_behind(behind);
            Ok(self.damaged_rows.leave_out(rows))
        })
    }

    fn stages(&self) -> StoreFuture<'_, Vec<(GameStage, u64)>> {
        self.readers.read(games::stages)
    }

    fn timed_games(&self) -> StoreFuture<'_, Vec<GameId>> {
        Box::pin(async { Ok(self.damaged_rows.leave_out(self.readers.read(games::timed).await?)) })
    }

    fn move_seat(&self, game: GameId, seat: Seat, from: PlayerId, to: PlayerId) -> StoreFuture<'_, bool> {
        self.writer.write(move |connection| games::move_seat(connection, game, seat, from, to))
    }

    fn change_opening(&self, game: GameId, opening: OpenSeat) -> StoreFuture<'_, bool> {
        self.writer.write(move |connection| games::change_opening(connection, game, &opening))
    }

    fn withdraw(&self, game: GameId) -> StoreFuture<'_, bool> {
        let now = self.now.moment();
        self.writer.write(move |connection| games::withdraw(connection, game, now))
    }

    fn is_withdrawn(&self, game: GameId) -> StoreFuture<'_, bool> {
        self.readers.read(move |connection| games::is_withdrawn(connection, game))
    }

    fn create_session(
        &self,
        player: PlayerRecord,
        token: SecretDigest,
        expires: Moment,
    ) -> StoreFuture<'_, ()> {
        let now = self.now.moment();
        self.writer.write(move |connection| players::create(connection, &player, token, now, expires))
    }

    fn add_session(&self, player: PlayerId, token: SecretDigest, expires: Moment) -> StoreFuture<'_, bool> {
        let now = self.now.moment();
        self.writer.write(move |connection| players::add_session(connection, player, token, now, expires))
    }

    fn session(&self, token: SecretDigest) -> StoreFuture<'_, Option<(PlayerRecord, Moment)>> {
        self.readers.read(move |connection| players::find(connection, token))
    }

    fn end_session(&self, token: SecretDigest) -> StoreFuture<'_, ()> {
        self.writer.write(move |connection| players::end(connection, token))
    }

    fn end_sessions(
        &self,
        player: PlayerId,
        except: Option<SecretDigest>,
    ) -> StoreFuture<'_, Vec<SecretDigest>> {
        self.writer.write(move |connection| players::end_all(connection, player, except))
    }

    fn player(&self, id: PlayerId) -> StoreFuture<'_, Option<PlayerRecord>> {
        self.readers.read(move |connection| players::by_id(connection, id))
    }

    fn create_player(&self, player: PlayerRecord) -> StoreFuture<'_, ()> {
        let now = self.now.moment();
        self.writer.write(move |connection| players::insert(connection, &player, now))
    }

    fn set_recovery(&self, player: PlayerId, code: SecretDigest) -> StoreFuture<'_, ()> {
        let now = self.now.moment();
        self.writer.write(move |connection| recovery::set(connection, player, code, now))
    }

    fn end_recovery(&self, player: PlayerId) -> StoreFuture<'_, ()> {
        self.writer.write(move |connection| recovery::end(connection, player))
    }

    fn recover(&self, code: SecretDigest) -> StoreFuture<'_, Option<PlayerRecord>> {
        self.readers.read(move |connection| recovery::find(connection, code))
    }

    fn adopt(&self, game: GameId, from: PlayerId, to: PlayerId) -> StoreFuture<'_, bool> {
        self.writer.write(move |connection| games::adopt(connection, game, from, to))
    }

    fn setting(&self, name: &'static str) -> StoreFuture<'_, Option<String>> {
        self.readers.read(move |connection| settings::find(connection, name))
    }

    fn set_setting(&self, name: &'static str, value: String) -> StoreFuture<'_, ()> {
        let now = self.now.moment();
        self.writer.write(move |connection| settings::set(connection, name, &value, now))
    }

    fn rename(&self, player: PlayerRecord) -> StoreFuture<'_, ()> {
        self.writer.write(move |connection| players::rename(connection, &player))
    }

    fn create_ticket(
        &self,
        ticket: SecretDigest,
        game: GameId,
        seat: Seat,
        expires: Moment,
    ) -> StoreFuture<'_, ()> {
        let now = self.now.moment();
        self.writer
            .write(move |connection| players::create_ticket(connection, ticket, game, seat, now, expires))
    }

    fn end_tickets(&self, player: PlayerId) -> StoreFuture<'_, ()> {
        self.writer.write(move |connection| players::end_tickets(connection, player))
    }

    fn ticket(&self, ticket: SecretDigest, now: Moment) -> StoreFuture<'_, Option<(GameId, Seat)>> {
        self.readers.read(move |connection| players::ticket(connection, ticket, now))
    }

    fn take_ticket(&self, ticket: SecretDigest, now: Moment) -> StoreFuture<'_, Option<(GameId, Seat)>> {
        self.writer.write(move |connection| players::take_ticket(connection, ticket, now))
    }

    fn now(&self) -> Now {
        self.now.clone()
    }

    fn earlier_runs(&self) -> Vec<Run> {
        self.earlier_runs.clone()
    }

    fn forget_earlier_runs(&self) -> StoreFuture<'_, ()> {
        let run = self.run.id;
        self.writer.write(move |connection| {
            connection.execute("DELETE FROM run WHERE id < ?1", params![run])?;
            Ok(())
        })
    }

    fn stamp(&self) -> StoreFuture<'_, ()> {
        // Every commit carries a stamp; this one carries nothing else.
        self.writer.write(|_| Ok(()))
    }

    fn try_room(&self) -> StoreFuture<'_, ()> {
        let path = self.path.clone();
        let tried = run_briefly(move || try_room(&path));
        Box::pin(async move { tried.await.unwrap_or(Err(StoreError::Closed)) })
    }

    fn check(&self) -> StoreFuture<'_, Option<String>> {
        Box::pin(async {
            let found = self.readers.read(damage::find).await;
            let damage = found.unwrap_or_else(|error| Some(error.to_string()));
            Ok(damage.map(|damage| damage::report(&self.path, &damage)))
        })
    }
}
