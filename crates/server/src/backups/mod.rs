//! Backups that are made by themselves, when somebody asks, and before a database is changed.
//!
//! A backup is a file with a name of our own (`backup_name.rs`), for its owner alone. It is copied while games go on, read
//! back, synced, and only then named; older ones go after that, and nothing goes but what we made. What fails is told once, in
//! the log, at `/readyz` and at `/metrics`, and is tried again; games go on.

mod backup_folder;
mod backup_name;
mod backup_plan;

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use rusqlite::InterruptHandle;
use tabiya_game::Moment;
use tabiya_rules::ByLanguage;
use tabiya_system::free_space;

pub use backup_name::BackupKind;
pub use backup_plan::{BackupPlace, BackupPlan};

use crate::backup::{DatabaseDraft, copy_into};
use crate::blocking::run_blocking;
use crate::data_folder::FolderError;
use crate::metrics::Exposition;
use crate::paths::with_ending;
use crate::store::sqlite::{LogIndex, count_begun_games, file_in, has_games};
use crate::transfer::{BesideFolder, StorePlace, TransferError, fetch_database};
use crate::{Now, StoreError};
use backup_folder::BackupFolder;

/// How often it is looked whether it is time. Timers stand still while a machine sleeps; its clock does not.
const LOOK: Duration = Duration::from_secs(60);

/// How long after a failure it is tried again, where that is not more seldom than usual.
const RETRY: Duration = Duration::from_secs(10 * 60);

/// What a backup must leave free: a full disk would stop the games.
const RESERVE: u64 = 64 << 20;

/// How far in the future something may have been made by a clock that was a little wrong, where nothing is made by time.
const DAY: Duration = Duration::from_secs(24 * 3600);

/// Makes the backups of a data folder.
///
/// ```
/// use tabiya_server::{BackupKind, BackupPlan, Backups, FolderError};
///
/// let backups = Backups::new(BackupPlan::usual("/no/such/folder".as_ref()));
/// assert!(matches!(backups.make(BackupKind::ByHand), Err(FolderError::NoDatabase { .. })));
/// ```
pub struct Backups {
    plan: BackupPlan,
    /// The address of the database where games are, if they are not in the data folder.
    database: Option<String>,
    folder: BackupFolder,
    /// Where the index of the database's log is, if this process serves it.
    index: OnceLock<LogIndex>,
    /// Whoever makes one; there is one at a time.
    making: Mutex<()>,
    state: Mutex<BackupState>,
    /// Puts an end to the copy that is being made.
    interrupt: Mutex<Option<InterruptHandle>>,
    is_closing: AtomicBool,
}

/// A backup that was made, read back and synced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeBackup {
    /// The file.
    pub file: PathBuf,
    /// How many games are in it.
    pub games: u64,
    /// How large it is.
    pub bytes: u64,
    /// When it was made.
    pub at: Moment,
}

/// Why there is no backup.
#[derive(Clone, Debug, PartialEq, Eq)]
enum BackupTrouble {
    /// The folder is not there.
    NoFolder(String),
    /// Something else.
    Other(String),
}

impl BackupTrouble {
    fn of(error: &FolderError) -> BackupTrouble {
        match error {
            FolderError::NoBackupFolder { .. } => BackupTrouble::NoFolder(error.to_string()),
            other => BackupTrouble::Other(other.to_string()),
        }
    }

    fn tell(&self) {
        let (BackupTrouble::NoFolder(what) | BackupTrouble::Other(what)) = self;
        tracing::error!(
            "no backup can be made: {what}\nGames go on, older backups stay, and it is tried again."
        );
    }
}

/// How it goes.
#[derive(Clone, Debug, Default)]
struct BackupState {
    /// When the last one was made because it was time, as its name says.
    last_scheduled: Option<Moment>,
    /// The last one that this process made.
    last: Option<MadeBackup>,
    /// Why the last try failed, if it did, or the next one would.
    trouble: Option<BackupTrouble>,
    /// When that was.
    failed: Option<Moment>,
    failures: u64,
}

impl fmt::Debug for Backups {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Backups").field(&self.plan).finish()
    }
}

impl Backups {
    /// Backups by a plan. Nothing is made yet.
    pub fn new(plan: BackupPlan) -> Backups {
        Backups::of(plan, None)
    }

    /// The same of games in a PostgreSQL database, at its address.
    pub fn of_database(plan: BackupPlan, address: String) -> Backups {
        Backups::of(plan, Some(address))
    }

    fn of(plan: BackupPlan, database: Option<String>) -> Backups {
        Backups {
            database,
            folder: BackupFolder::new(&plan),
            plan,
            index: OnceLock::new(),
            making: Mutex::default(),
            state: Mutex::default(),
            interrupt: Mutex::default(),
            is_closing: AtomicBool::new(false),
        }
    }

    /// The plan.
    pub fn plan(&self) -> &BackupPlan {
        &self.plan
    }

    /// This process is about to serve the database, whose log has its index there.
    pub(crate) fn serves_with(&self, index: LogIndex) {
        let _ = self.index.set(index);
    }

    fn index(&self) -> LogIndex {
        self.index.get().copied().unwrap_or(LogIndex::Shared)
    }

    /// Refuses a database without a game that has begun where a backup holds some: to those who play it would look as if all
    /// their games were lost, and soon they would be. Where the database holds fewer than the last backup, that is told.
    pub(crate) fn check_not_emptied(&self) -> Result<(), FolderError> {
        let Some((backup, games)) = self.folder.newest_with_games() else { return Ok(()) };
        let file = file_in(&self.plan.data);
        // Whatever else is wrong with it is told by whoever opens it.
        let begun = if file.exists() { count_begun_games(&file, self.index()).ok() } else { Some(0) };
        match begun {
            Some(0) => Err(FolderError::Emptied { file, backup, games, backups: self.folder.path.clone() }),
            Some(begun) if begun < games => {
                tracing::warn!(
                    "the database {} holds {begun} games, and the backup {} holds {games}: if some are missing, stop the \
                     server; tabiya restore goes back to the backup",
                    file.display(),
                    backup.display()
                );
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Makes one now, and removes those of its kind that are too many after that. It takes as long as it takes to copy the
    /// database.
    pub fn make(&self, kind: BackupKind) -> Result<MadeBackup, FolderError> {
        let _one_at_a_time = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        let made = self.try_make(kind);
        *self.interrupt.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.note(kind, &made);
        made
    }

    /// The same for those who serve others meanwhile: what a host's button calls.
    pub async fn make_now(self: &Arc<Backups>) -> Result<MadeBackup, FolderError> {
        let backups = Arc::clone(self);
        let made = run_blocking(move || backups.make(BackupKind::ByHand)).await;
        made.unwrap_or_else(|_| Err(self.closed()))
    }

    fn closed(&self) -> FolderError {
        FolderError::Store { file: file_in(&self.plan.data), error: StoreError::Closed }
    }

    fn try_make(&self, kind: BackupKind) -> Result<MadeBackup, FolderError> {
        let fetched = self.database.as_ref().map(|address| self.fetch(address)).transpose()?;
        let data = fetched.as_ref().map_or(self.plan.data.as_path(), BesideFolder::path);
        let database = file_in(data);
        if !database.exists() {
            return Err(FolderError::NoDatabase { folder: self.plan.data.clone() });
        }
        let failed = |error| FolderError::Store { file: database.clone(), error };
        // The copy of a database that was lost and begun anew must not take the place of a good one. Before a change, everything
        // is worth keeping.
        if kind != BackupKind::BeforeUpgrade && !has_games(&database, self.index()).map_err(failed)? {
            return Err(FolderError::NoGames { folder: self.plan.data.clone(), kept: None });
        }
        self.folder.prepare()?;
        self.check_room(kind, &database)?;
        let now = machine_time();
        let name = self.folder.free_name(now, kind);
        let file = self.folder.path.join(name.to_string());
        let draft = DatabaseDraft::new(&file)?;
        let games = copy_into(&database, self.index(), draft.path(), &file, |handle| self.may_end(handle));
        if self.is_closing.load(Ordering::Relaxed) {
            return Err(self.closed());
        }
        let games = games?;
        let bytes = fs::metadata(draft.path()).map_or(0, |found| found.len());
        let unsound = |error| FolderError::BadCopy { file: file.clone(), error };
        let begun = count_begun_games(draft.path(), LogIndex::Shared).map_err(unsound)?;
        draft.commit()?;
        self.folder.remove_superseded(&name, begun, now, self.plan.keep, self.plan.every.unwrap_or(DAY));
        Ok(MadeBackup { file, games, bytes, at: name.at })
    }

    /// A folder with what is in a database at this moment, for as long as it is needed.
    fn fetch(&self, address: &str) -> Result<BesideFolder, FolderError> {
        self.folder.prepare()?;
        let fetched = tokio::runtime::Handle::current()
            .block_on(fetch_database(address, &self.folder.path.join("games")));
        fetched.map_err(|error| match error {
            TransferError::Folder(error) => *error,
            error => {
                let place = StorePlace::Postgres(address.to_owned()).to_string();
                FolderError::Store { file: place.into(), error: StoreError::Other(error.to_string()) }
            }
        })
    }

    /// Whether a copy leaves enough for the games, which may lie on the same disk.
    fn check_room(&self, kind: BackupKind, database: &Path) -> Result<(), FolderError> {
        let length = |path: PathBuf| fs::metadata(path).map_or(0, |found| found.len());
        let size = length(database.to_owned()) + length(with_ending(database, "-wal"));
        let reserve = match kind {
            BackupKind::Scheduled | BackupKind::ByHand => RESERVE.max(size),
            // Where it fails nothing can be played at all.
            BackupKind::BeforeUpgrade => size,
        };
        let folder = self.folder.path.clone();
        match free_space(&folder) {
            Ok(free) if free < size + reserve => {
                Err(FolderError::NoRoom { folder, free, needed: size + reserve })
            }
            // Where nobody can tell, writing will.
            _ => Ok(()),
        }
    }

    fn may_end(&self, handle: InterruptHandle) {
        *self.interrupt.lock().unwrap_or_else(PoisonError::into_inner) = Some(handle);
        if self.is_closing.load(Ordering::Relaxed) {
            self.close();
        }
    }

    /// Ends the copy that is being made, and makes no other one: the server ends.
    pub(crate) fn close(&self) {
        self.is_closing.store(true, Ordering::Relaxed);
        if let Some(handle) = &*self.interrupt.lock().unwrap_or_else(PoisonError::into_inner) {
            handle.interrupt();
        }
    }

    /// Makes one whenever it is time, for ever, and looks whether that will be possible; at once, if that was missed while no server ran.
    pub(crate) async fn keep_schedule(self: Arc<Backups>) {
        loop {
            let backups = Arc::clone(&self);
            let _ = run_blocking(move || {
                backups.look_for_folder();
                backups.plan.every.into_iter().for_each(|every| backups.make_if_due(every, machine_time()));
            })
            .await;
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Tells that the folder is missing which somebody named before a backup is due, and that it is there again.
    fn look_for_folder(&self) {
        let missing = self.folder.check_named().err().map(|error| BackupTrouble::of(&error));
        let mut state = self.state();
        match (missing, &state.trouble) {
            (Some(missing), None) => {
                missing.tell();
                state.trouble = Some(missing);
            }
            (None, Some(BackupTrouble::NoFolder(_))) => {
                tracing::warn!("the folder for backups is there: {}", self.folder.path.display());
                (state.trouble, state.failed) = (None, None);
            }
            _ => {}
        }
    }

    fn make_if_due(&self, every: Duration, now: Moment) {
        if self.state().last_scheduled.is_none() {
            let is_past = |at: &Moment| *at <= now.after(every);
            let mut made = self.folder.list(BackupKind::Scheduled).into_iter().map(|name| name.at);
            self.state().last_scheduled = made.rfind(is_past);
        }
        let BackupState { last_scheduled, failed, .. } = self.state().clone();
        let may_try = failed.is_none() || is_due(now, failed, RETRY.min(every));
        if may_try && is_due(now, last_scheduled, every) {
            // How it went is noted there.
            let _ = self.make(BackupKind::Scheduled);
        }
    }

    fn state(&self) -> MutexGuard<'_, BackupState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps in mind how it went, and tells once what is wrong and once that it is over.
    fn note(&self, kind: BackupKind, made: &Result<MadeBackup, FolderError>) {
        let mut state = self.state();
        match made {
            Ok(made) => {
                if state.trouble.take().is_some() {
                    tracing::warn!("backups are made again: {}", made.file.display());
                }
                if kind == BackupKind::Scheduled {
                    state.last_scheduled = Some(made.at);
                }
                state.failed = None;
                state.last = Some(made.clone());
            }
            // There is nothing to lose yet, or nobody is there any more.
            Err(FolderError::NoGames { .. } | FolderError::Store { error: StoreError::Closed, .. }) => {}
            Err(error) => {
                let trouble = BackupTrouble::of(error);
                state.failures += 1;
                state.failed = Some(machine_time());
                if state.trouble.as_ref() != Some(&trouble) {
                    trouble.tell();
                }
                state.trouble = Some(trouble);
            }
        }
    }

    /// What is wrong, if anything is.
    pub(crate) fn trouble(&self) -> Option<ByLanguage<&'static str>> {
        self.state().trouble.as_ref().map(|trouble| match trouble {
            BackupTrouble::NoFolder(_) => ByLanguage {
                english: "the folder for backups is missing",
                german: "der Ordner für Sicherungen fehlt",
            },
            BackupTrouble::Other(_) => ByLanguage {
                english: "the last backup failed",
                german: "die letzte Sicherung ist fehlgeschlagen",
            },
        })
    }

    /// Tells how it goes, in figures.
    pub(crate) fn expose(&self, text: &mut Exposition) {
        let state = self.state().clone();
        let at = state.last.as_ref().map(|last| last.at).max(state.last_scheduled);
        text.gauge(
            "tabiya_backup_timestamp_seconds",
            "When the last backup was made, in seconds since 1970; 0 if none is known.",
            at.map_or(0, |at| at.0 / 1000),
        );
        text.gauge(
            "tabiya_backup_failing",
            "Whether the last try to make a backup failed, or its folder is missing.",
            u8::from(state.trouble.is_some()),
        );
        text.counter("tabiya_backup_failures_total", "Tries to make a backup that failed.", state.failures);
    }
}

/// What the machine's clock says at the moment, also where it was set back.
fn machine_time() -> Moment {
    Now::starting_after(Moment(0)).moment()
}

/// Whether it is time again. Something that is further in the future than the next would be was made by a clock that was
/// wrong, and says nothing.
fn is_due(now: Moment, last: Option<Moment>, every: Duration) -> bool {
    last.is_none_or(|last| now >= last.after(every) || last > now.after(every))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_is_missing_is_told_before_a_backup_is_due_and_when_it_is_there_again() {
        let data = std::env::temp_dir().join(format!("tabiya-backups-{}", std::process::id()));
        let stick = data.join("stick");
        fs::create_dir(&data).unwrap();
        let place = BackupPlace::Folder(stick.clone());
        let backups = Backups::new(BackupPlan { place, every: None, ..BackupPlan::usual(&data) });
        let trouble = || backups.trouble().map(|trouble| trouble.english);
        assert_eq!(trouble(), None);
        backups.look_for_folder();
        assert_eq!(trouble(), Some("the folder for backups is missing"));
        assert!(!stick.exists(), "a folder that somebody named is not made");
        fs::create_dir(&stick).unwrap();
        backups.look_for_folder();
        assert_eq!(trouble(), None);
        fs::remove_dir_all(data).unwrap();
    }

    #[test]
    fn it_is_time_after_a_while_and_whenever_the_clock_makes_no_sense() {
        let (hour, now) = (3_600_000, 1_794_898_200_000);
        let every = Duration::from_secs(3600);
        for (last, expected) in [
            (None, true),
            (Some(now), false),
            (Some(now - hour + 1), false),
            (Some(now - hour), true),
            (Some(0), true),
            (Some(now + hour), false),
            (Some(now + hour + 1), true),
            (Some(u64::MAX), true),
        ] {
            assert_eq!(is_due(Moment(now), last.map(Moment), every), expected, "{last:?}");
        }
    }
}
