//! The folder in which everything lies, and who uses it.
//!
//! Whoever uses it holds the lock on a file in it, and a server writes there where it listens. That answers whether what
//! listens at an address is the server of this very folder, by whatever name it is called, without anything being told
//! over the network.

use std::fmt;
use std::fs::{self, DirBuilder, File, TryLockError};
use std::io::{self, Read, Write};
use std::net::SocketAddr;
use std::os::unix::fs::{DirBuilderExt, FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use tabiya_system::{Draft, sweep_drafts};

use crate::paths::{quoted, with_ending};
use crate::store::sqlite::{
    DatabaseFiles, FILE_NAME, FormAge, LogIndex, SqliteStore, count_begun_games, file_in, form_age, ways_out,
};
use crate::{BackupKind, Backups, MadeBackup, StoreError};

/// Why a data folder cannot be used. Nothing in it was changed.
#[derive(Debug)]
pub enum FolderError {
    /// It cannot be made or written to.
    Unusable {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another server uses it.
    InUse {
        /// The folder.
        folder: PathBuf,
    },
    /// The database in it cannot be opened.
    Store {
        /// The file.
        file: PathBuf,
        /// Why.
        error: StoreError,
    },
    /// There is no database in it.
    NoDatabase {
        /// The folder.
        folder: PathBuf,
    },
    /// Games were on their way into it, and not all have come.
    HalfMoved {
        /// What has come.
        draft: PathBuf,
    },
    /// Its games are in a database now.
    KeptElsewhere {
        /// The file that says so.
        note: PathBuf,
        /// Where the database is.
        place: String,
    },
    /// Its games are in another database than the one that was named.
    OtherDatabase {
        /// The file that says so.
        note: PathBuf,
        /// Where that database is.
        place: String,
    },
    /// It has games itself, and the database that was named has none.
    GamesLeftBehind {
        /// The folder.
        folder: PathBuf,
    },
    /// There is no database in it, but what was one lies there.
    Missing {
        /// The file that is missing.
        file: PathBuf,
        /// What lies beside it, the newest last.
        others: Vec<PathBuf>,
    },
    /// There is no game in it, or no database, but a backup has some.
    Emptied {
        /// The database.
        file: PathBuf,
        /// The newest backup with games.
        backup: PathBuf,
        /// How many it has.
        games: u64,
        /// The folder in which backups lie.
        backups: PathBuf,
    },
    /// There is no game in it, so that there is nothing to copy.
    NoGames {
        /// The folder.
        folder: PathBuf,
        /// What lies where the copy would have been.
        kept: Option<PathBuf>,
    },
    /// A file has no game in it, so that there is nothing to restore.
    NothingToRestore {
        /// The file.
        file: PathBuf,
    },
    /// A backup is damaged, and nobody said to take what is left of it.
    DamagedBackup {
        /// The file.
        file: PathBuf,
        /// Where its games were to go.
        folder: PathBuf,
        /// How many games in it are whole.
        games: u64,
        /// How many are not.
        damaged: usize,
    },
    /// Something lies where a backup was to go, and is none.
    NotABackup {
        /// The file.
        file: PathBuf,
    },
    /// The folder is not there into which a backup was to go.
    NoPlace {
        /// The folder.
        folder: PathBuf,
    },
    /// The file is not there from which games were to come.
    NoBackup {
        /// The file.
        file: PathBuf,
        /// Where its games were to go.
        folder: PathBuf,
    },
    /// Nothing can be saved of a file.
    NotReadable {
        /// The file.
        file: PathBuf,
        /// Where its games were to go.
        folder: PathBuf,
        /// Why.
        error: StoreError,
    },
    /// The folder for backups is not there, or cannot be used.
    NoBackupFolder {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A backup would leave too little room on its disk.
    NoRoom {
        /// The folder.
        folder: PathBuf,
        /// How many bytes are free there.
        free: u64,
        /// How many there should be.
        needed: u64,
    },
    /// A copy that was written is not sound.
    BadCopy {
        /// The file that it was to be.
        file: PathBuf,
        /// What is wrong with it.
        error: StoreError,
    },
    /// The database has an earlier form, and was not brought to ours, for no backup of it could be made.
    NotUpgraded {
        /// The database.
        file: PathBuf,
        /// Why there is no backup.
        error: Box<FolderError>,
    },
    /// Another file cannot be read or written.
    File {
        /// The file.
        file: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

impl fmt::Display for FolderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FolderError::Unusable { folder, error }
                if matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded) =>
            {
                f.write_str(&full(folder))
            }
            FolderError::Unusable { folder, error } => write!(
                f,
                "the data folder {} cannot be written to: {error}\nhint: --data names another folder",
                folder.display()
            ),
            FolderError::InUse { folder } => {
                write!(
                    f,
                    "another Tabiya uses the data folder {}\nNothing was changed. hint: stop that one first, by Ctrl-C or by \
                     “Shut down” on its host's page; --data names another folder",
                    folder.display()
                )
            }
            FolderError::NoDatabase { folder } => write!(
                f,
                "no games are kept in {}\nNothing was written. hint: --data names another folder",
                folder.display()
            ),
            FolderError::NoGames { folder, kept } => {
                let kept = kept.as_ref().map(|kept| format!(": {} is as it was", kept.display()));
                write!(
                    f,
                    "there are no games in {} yet\nNothing was written{}. hint: --data names another folder",
                    folder.display(),
                    kept.unwrap_or_default()
                )
            }
            FolderError::Missing { file, others } => {
                let folder = quoted(file.parent().unwrap_or(Path::new(".")));
                writeln!(f, "the database {} is missing, but others lie beside it", file.display())?;
                writeln!(f, "Nothing was changed. The ways out:")?;
                writeln!(f, "  tabiya serve --data FOLDER\n      begins with another folder")?;
                for other in others {
                    write!(f, "  tabiya restore {} --data {folder}\n      goes back to it", quoted(other))?;
                    if Some(other) != others.last() {
                        writeln!(f)?;
                    }
                }
                Ok(())
            }
            FolderError::Emptied { file, backup, games, backups } => write!(
                f,
                "there are no games in {}, but {games} in the backup {}\nNothing was changed. The ways out:\n  tabiya \
                 restore {} --data {}\n      goes back to it\n  mv {} ELSEWHERE\n      before the next start begins anew \
                 here\n  tabiya serve --data FOLDER\n      begins with another folder",
                file.display(),
                backup.display(),
                quoted(backup),
                quoted(file.parent().unwrap_or(Path::new("."))),
                quoted(backups)
            ),
            FolderError::DamagedBackup { file, folder, games, damaged } => write!(
                f,
                "{} is damaged: {games} of its games can be read whole, {damaged} in part or not at all, and others may be \
                 missing\nNothing was changed. The ways out:\n  tabiya restore ANOTHER --data {data}\n      goes back to \
                 another backup\n  tabiya restore --damaged {} --data {data}\n      takes what can be read of this one",
                file.display(),
                quoted(file),
                data = quoted(folder)
            ),
            FolderError::NothingToRestore { file } => {
                write!(f, "there are no games in {}\nNothing was changed.", file.display())
            }
            FolderError::Store { file, error: StoreError::Damaged(what) } => write!(
                f,
                "the database {} is damaged: {what}\nNothing was changed. {}",
                file.display(),
                ways_out(file)
            ),
            FolderError::Store { file, error: StoreError::Full } => f.write_str(&full(file)),
            FolderError::NotABackup { file } => write!(
                f,
                "{} is there already, and it is no backup\nNothing was written. hint: choose another name",
                file.display()
            ),
            FolderError::NoPlace { folder } => write!(
                f,
                "there is no folder {} for a backup\nNothing was written. hint: mkdir -p {} makes it",
                folder.display(),
                quoted(folder)
            ),
            FolderError::NoBackup { file, folder } => write!(
                f,
                "there is no backup {}\nNothing was changed. {}",
                file.display(),
                where_backups_lie(folder)
            ),
            FolderError::NotReadable { file, folder, error: StoreError::Damaged(what) } => write!(
                f,
                "there are no games that could be read in {}: it is no backup, or damaged beyond saving ({what})\nNothing was \
                 changed. {}",
                file.display(),
                where_backups_lie(folder)
            ),
            FolderError::NotReadable { file, error, .. } => write!(f, "{}: {error}", file.display()),
            FolderError::HalfMoved { draft } => write!(
                f,
                "games were on their way into this folder, and not all have come\nhint: give `tabiya migrate` once more, and it goes \
                 on; to begin without them, remove {}",
                draft.display()
            ),
            FolderError::KeptElsewhere { note, place } => write!(
                f,
                "the games of this folder are in {place}, as {} says\nhint: --store names the database; to go on with what the \
                 folder had before, remove that file",
                note.display()
            ),
            FolderError::OtherDatabase { note, place } => write!(
                f,
                "the games of this folder are in {place}, which is another database, as {} says\nhint: if the one you named is \
                 the right one, remove that file; --data names another folder",
                note.display()
            ),
            FolderError::GamesLeftBehind { folder } => write!(
                f,
                "there are games in {folder}, and none in the database that you named\nhint: tabiya migrate --from {folder} --to \
                 URL moves them; --data names another folder",
                folder = folder.display()
            ),
            FolderError::Store { file, error: StoreError::ReadOnly } => write!(
                f,
                "the database {} cannot be written to\nhint: --data names another folder",
                file.display()
            ),
            FolderError::Store { file, error: error @ StoreError::Newer { .. } } => {
                write!(f, "{}: {error}\nNothing was changed. hint: the newer Tabiya opens it", file.display())
            }
            FolderError::Store { file, error } => write!(f, "{}: {error}", file.display()),
            FolderError::NoBackupFolder { folder, error } => write!(
                f,
                "the folder for backups, {}, cannot be used: {error}\nhint: if its disk is there, mkdir -p {} makes it; \
                 `folder` in [backups] of the settings file, or --backup-folder, names another one",
                folder.display(),
                quoted(folder)
            ),
            FolderError::NoRoom { folder, free, needed } => write!(
                f,
                "there is too little room for a backup in {}: {} MB are free, and {} MB are needed so that some is left for \
                 the games\nhint: free some space, keep fewer backups (`keep` in [backups] of the settings file), or name a \
                 folder on another disk (`folder`, or --backup-folder)",
                folder.display(),
                free >> 20,
                (needed >> 20) + 1
            ),
            FolderError::NotUpgraded { file, error } => write!(
                f,
                "an earlier Tabiya wrote {}, and before it is brought to today's form a backup is made, which failed: \
                 {error}\nNothing was changed.",
                file.display()
            ),
            FolderError::BadCopy { file, error } => write!(
                f,
                "the copy that was to be {} cannot be read back, and was removed again: {error}\nhint: the disk may be about \
                 to fail; `folder` in [backups] of the settings file, or --backup-folder, names a folder on another one",
                file.display()
            ),
            FolderError::File { file, error } => write!(f, "{}: {error}", file.display()),
        }
    }
}

fn full(place: &Path) -> String {
    let place = place.display();
    format!("the disk with {place} is full\nhint: free some space, or --data names another folder")
}

fn where_backups_lie(folder: &Path) -> String {
    let backups = quoted(&folder.join("backups"));
    format!("hint: the backups that a server makes by itself lie in {backups}, unless it was told otherwise")
}

impl std::error::Error for FolderError {}

/// The file that is locked by whoever uses a folder.
pub(crate) const LOCK: &str = "lock";

/// A data folder that nobody else uses for as long as this lives.
#[derive(Debug)]
pub struct DataFolder {
    path: PathBuf,
    /// Says where the server listens, for as long as it is locked.
    lock: File,
    /// What was made to have it, the innermost first.
    made: Vec<PathBuf>,
}

/// Who uses a data folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Nobody does.
    Free,
    /// A server that listens there.
    Served(SocketAddr),
    /// Somebody who does not say: a server of an earlier version, or one that restores.
    Unknown,
}

/// Where the games of a folder are, if not in itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptElsewhere {
    /// What tells that database from every other.
    pub identity: String,
    /// Where it is.
    pub place: String,
}

/// The ending of what has not all come into a folder yet.
const MOVING: &str = ".moving-";

/// The file that tells it.
const NOTE: &str = "games-are-elsewhere";

/// Where the games of a folder are instead, if they are. A note that cannot be read is one nevertheless.
fn kept_elsewhere(folder: &Path) -> Option<KeptElsewhere> {
    let noted = match fs::read_to_string(folder.join(NOTE)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        noted => noted.unwrap_or_default(),
    };
    let (identity, place) =
        noted.trim_end().split_once(' ').unwrap_or(("", "a database that nobody can tell"));
    Some(KeptElsewhere { identity: identity.to_owned(), place: place.to_owned() })
}

/// Refuses a folder whose games are elsewhere: what it has is an old copy.
pub(crate) fn check_kept_here(folder: &Path) -> Result<(), FolderError> {
    match kept_elsewhere(folder) {
        None => Ok(()),
        Some(KeptElsewhere { place, .. }) => {
            Err(FolderError::KeptElsewhere { note: folder.join(NOTE), place })
        }
    }
}

impl DataFolder {
    /// Takes a folder, and makes it if it must.
    pub fn take(path: &Path) -> Result<DataFolder, FolderError> {
        let unusable = |error| FolderError::Unusable { folder: path.to_owned(), error };
        let (lock_path, is_there) =
            (path.join(LOCK), |path: &Path| path.as_os_str().is_empty() || path.exists());
        let made: Vec<PathBuf> =
            lock_path.ancestors().take_while(|path| !is_there(path)).map(Path::to_owned).collect();
        // Nobody else is to look into it. One that is there already may be somebody's for other things as well.
        DirBuilder::new().recursive(true).mode(0o700).create(path).map_err(unusable)?;
        let mut options = File::options();
        let lock = options.create(true).truncate(false).write(true).mode(0o600).open(lock_path);
        let lock = lock.map_err(unusable)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FolderError::InUse { folder: path.to_owned() }),
            Err(TryLockError::Error(error)) => return Err(unusable(error)),
        }
        // Where somebody listened before is nobody's address any more. The file keeps its place on a disk that may be full.
        if lock.metadata().is_ok_and(|found| found.len() > 0) {
            lock.write_all_at(b" ", 0).and_then(|()| lock.set_len(1)).map_err(unusable)?;
        }
        // A restore that was killed may have left a draft, as large as the database.
        sweep_drafts(path);
        Ok(DataFolder { path: path.to_owned(), lock, made })
    }

    /// Gives the folder back as if it had never been taken: what was made for it goes, unless somebody has put something
    /// there.
    pub(crate) fn give_back(self) {
        // The lock goes while it is held: whoever comes later makes another one.
        for path in &self.made {
            let _ = fs::remove_file(path).or_else(|_| fs::remove_dir(path));
        }
    }

    /// Notes where the server of the folder listens, for whoever asks by [`DataFolder::used_by`].
    pub fn note_address(&self, address: SocketAddr) -> Result<(), FolderError> {
        let unusable = |error| FolderError::Unusable { folder: self.path.clone(), error };
        let address = address.to_string();
        let written = self.lock.write_all_at(address.as_bytes(), 0);
        written.and_then(|()| self.lock.set_len(address.len() as u64)).map_err(unusable)
    }

    /// Who uses a folder. Which folder it is, is decided by the file system: links and other names lead to the same
    /// lock. Nothing is made or changed.
    pub fn used_by(path: &Path) -> Result<Use, FolderError> {
        let unusable = |error| FolderError::Unusable { folder: path.to_owned(), error };
        let mut lock = match File::options().read(true).write(true).open(path.join(LOCK)) {
            Ok(lock) => lock,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Use::Free),
            Err(error) => return Err(unusable(error)),
        };
        match lock.try_lock() {
            Ok(()) => return Ok(Use::Free),
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => return Err(unusable(error)),
        }
        let mut address = String::new();
        lock.read_to_string(&mut address).map_err(unusable)?;
        Ok(address.parse().map_or(Use::Unknown, Use::Served))
    }

    /// Opens the database in it, or begins one. Where it is missing and earlier ones lie beside it, or a backup has games
    /// that it has not, none is begun: to those who play it would look as if all their games were lost. A database of an earlier form is changed when there is
    /// a backup of it, which is told as well. On a disk without room it is opened for whoever looks at games.
    pub fn open(&self, backups: &Backups) -> Result<(SqliteStore, Option<MadeBackup>), FolderError> {
        check_kept_here(&self.path)?;
        let file = self.database();
        if let Some(draft) = self.unfinished_move().filter(|_| !file.exists()) {
            return Err(FolderError::HalfMoved { draft });
        }
        let others = if file.exists() { Vec::new() } else { self.earlier_databases() };
        if !others.is_empty() {
            return Err(FolderError::Missing { file, others });
        }
        let failed = |error| {
            let error = DatabaseFiles::new(&file).explain(error);
            FolderError::Store { file: file.clone(), error }
        };
        let index = LogIndex::of_start(&file);
        backups.serves_with(index);
        let age = form_age(&file, index).map_err(failed)?;
        backups.check_not_emptied()?;
        let made = match age {
            FormAge::Current => None,
            FormAge::Older => {
                let not_upgraded =
                    |error| FolderError::NotUpgraded { file: file.clone(), error: Box::new(error) };
                Some(backups.make(BackupKind::BeforeUpgrade).map_err(not_upgraded)?)
            }
        };
        Ok((SqliteStore::open_with(&file, index).map_err(failed)?, made))
    }

    /// Notes that its games are in a database, which is told by its identity and by where it is. A folder whose games are in another
    /// one, or are in the folder itself while there are none in the database, is not taken for it.
    pub fn keep_games_in(&self, database: &KeptElsewhere, has_games: bool) -> Result<(), FolderError> {
        match self.kept_elsewhere() {
            Some(noted) if noted.identity == database.identity => return Ok(()),
            Some(noted) => {
                return Err(FolderError::OtherDatabase { note: self.note(), place: noted.place });
            }
            None => {}
        }
        let file = self.database();
        let failed = |error| FolderError::Store { file: file.clone(), error };
        let here = if file.exists() { count_begun_games(&file, LogIndex::of_start(&file)) } else { Ok(0) };
        if here.map_err(failed)? > 0 && !has_games {
            return Err(FolderError::GamesLeftBehind { folder: self.path.clone() });
        }
        let KeptElsewhere { identity, place } = database;
        let unusable = |error| FolderError::Unusable { folder: self.path.clone(), error };
        let mut draft = Draft::new(&self.note()).map_err(|error| unusable(io::Error::other(error)))?;
        writeln!(draft, "{identity} {place}").map_err(unusable)?;
        draft.commit().map_err(|error| unusable(io::Error::other(error)))
    }

    /// Where its games are instead, if they are.
    pub fn kept_elsewhere(&self) -> Option<KeptElsewhere> {
        kept_elsewhere(&self.path)
    }

    /// Its games are in itself again.
    pub(crate) fn keep_games_here(&self) -> io::Result<()> {
        match fs::remove_file(self.note()) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            removed => removed,
        }
    }

    fn note(&self) -> PathBuf {
        self.path.join(NOTE)
    }

    /// What has come of games that are on their way into the folder.
    fn unfinished_move(&self) -> Option<PathBuf> {
        let found = fs::read_dir(&self.path).into_iter().flatten().flatten();
        let is_draft = |name: &str| {
            name.strip_prefix(FILE_NAME)
                .and_then(|ending| ending.strip_prefix(MOVING))
                .is_some_and(|mark| !mark.contains('-'))
        };
        found
            .filter(|entry| entry.file_name().to_str().is_some_and(is_draft))
            .map(|entry| entry.path())
            .next()
    }

    /// Where games gather that are on their way into the folder from a certain place.
    pub(crate) fn moving(&self, mark: &str) -> PathBuf {
        with_ending(&self.database(), &format!("{MOVING}{mark}"))
    }

    /// What was put aside by `restore`, or was saved when the database was taken away; the newest last.
    fn earlier_databases(&self) -> Vec<PathBuf> {
        let is_earlier = |name: &str| {
            let ending = name.strip_prefix(FILE_NAME).unwrap_or_default();
            let number = ending.strip_prefix(".old-").or(ending.strip_prefix(".rescued-"));
            number.is_some_and(|number| number.parse::<u64>().is_ok())
        };
        let found = fs::read_dir(&self.path).into_iter().flatten().flatten();
        let mut found: Vec<_> = found
            .filter(|entry| entry.file_name().to_str().is_some_and(is_earlier))
            .map(|entry| (entry.metadata().and_then(|found| found.modified()).ok(), entry.path()))
            .collect();
        found.sort();
        found.into_iter().map(|(_, path)| path).collect()
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The database in it.
    pub fn database(&self) -> PathBuf {
        file_in(&self.path)
    }
}
