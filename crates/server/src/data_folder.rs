//! The folder in which everything lies, and who uses it.

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::StoreError;
use crate::store::sqlite::{SqliteStore, file_in, ways_out};

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
    /// There is no game in it, so that there is nothing to copy.
    NoGames {
        /// The folder.
        folder: PathBuf,
        /// Where the copy would have been.
        to: PathBuf,
    },
    /// A file has no game in it, so that there is nothing to restore.
    NothingToRestore {
        /// The file.
        file: PathBuf,
    },
    /// Nothing can be saved of a file.
    NotReadable {
        /// The file.
        file: PathBuf,
        /// Why.
        error: StoreError,
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
            FolderError::Unusable { folder, error } => write!(
                f,
                "the data folder {} cannot be written to: {error}\nhint: --data names another folder",
                folder.display()
            ),
            FolderError::InUse { folder } => {
                write!(f, "another Tabiya uses the data folder {}", folder.display())
            }
            FolderError::NoDatabase { folder } => write!(
                f,
                "no games are kept in {}\nNothing was written. hint: --data names another folder",
                folder.display()
            ),
            FolderError::NoGames { folder, to } => write!(
                f,
                "there are no games in {} yet\nNothing was written: {} is as it was. hint: --data names another folder",
                folder.display(),
                to.display()
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
            FolderError::Store { file, error: StoreError::Full } => write!(
                f,
                "the disk with {} is full\nhint: free some space, or --data names another folder",
                file.display()
            ),
            FolderError::NotReadable { file, error } => write!(
                f,
                "nothing can be read of {}: {error}\nNothing was changed. A backup is the way out, if there is one, or: tabiya \
                 serve --data FOLDER",
                file.display()
            ),
            FolderError::Store { file, error: StoreError::ReadOnly } => write!(
                f,
                "the database {} cannot be written to\nhint: --data names another folder",
                file.display()
            ),
            FolderError::Store { file, error } => write!(f, "{}: {error}", file.display()),
            FolderError::File { file, error } => write!(f, "{}: {error}", file.display()),
        }
    }
}

impl std::error::Error for FolderError {}

/// A data folder that nobody else uses for as long as this lives.
#[derive(Debug)]
pub struct DataFolder {
    path: PathBuf,
    _lock: File,
}

impl DataFolder {
    /// Takes a folder, and makes it if it must.
    pub fn take(path: &Path) -> Result<DataFolder, FolderError> {
        let unusable = |error| FolderError::Unusable { folder: path.to_owned(), error };
        fs::create_dir_all(path).map_err(unusable)?;
        let lock = File::options().create(true).truncate(false).write(true).open(path.join("lock"));
        let lock = lock.map_err(unusable)?;
        match lock.try_lock() {
            Ok(()) => Ok(DataFolder { path: path.to_owned(), _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(FolderError::InUse { folder: path.to_owned() }),
            Err(TryLockError::Error(error)) => Err(unusable(error)),
        }
    }

    /// Opens the database in it.
    pub fn open(&self) -> Result<SqliteStore, FolderError> {
        let file = self.database();
        SqliteStore::open(&file).map_err(|error| FolderError::Store { file, error })
    }

    /// The database in it.
    pub fn database(&self) -> PathBuf {
        file_in(&self.path)
    }
}
