//! When the disk fails, nothing is acknowledged, everything can still be read, and play goes on by itself when the disk
//! does. A write that fails for an unknown reason is followed by a try to write another file, which tells a full disk from
//! one that turned read-only. SQLite goes on writing to files that were removed, so each commit first looks whether they
//! are still there; if not, all is saved into a new file, and the log says how to get it back.

use std::cell::Cell;
use std::fs::{self, DirBuilder, File};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::private_files::make_private;
use crate::paths::{quoted, with_ending};
use crate::store::StoreError;

/// The device and the number of a file.
type Identity = (u64, u64);

/// Where the database lies, as it was when it was opened.
pub struct DatabaseFiles {
    file: PathBuf,
    /// The database and its log.
    known: [(PathBuf, Option<Identity>); 2],
    /// Whether everything was saved elsewhere, because the file had gone.
    is_rescued: Cell<bool>,
}

impl DatabaseFiles {
    /// The files of a database that is open.
    pub fn new(file: &Path) -> DatabaseFiles {
        let log = with_ending(file, "-wal");
        let known = [(file.to_owned(), identity(file)), (log.clone(), identity(&log))];
        DatabaseFiles { file: file.to_owned(), known, is_rescued: Cell::new(false) }
    }

    /// Whether the files are still those that were opened. SQLite itself would go on writing to files that nobody
    /// can find any more.
    pub fn check(&self) -> Result<(), StoreError> {
        let is_there =
            |(path, known): &(PathBuf, Option<Identity>)| known.is_none() || identity(path) == *known;
        if self.known.iter().all(is_there) { Ok(()) } else { Err(StoreError::Moved) }
    }

    /// Saves everything into a new file beside the one that has gone, once, and tells how to get it back.
    pub fn rescue(&self, connection: &Connection) {
        if self.is_rescued.replace(true) {
            return;
        }
        let name = |number| with_ending(&self.file, &format!(".rescued-{number}"));
        let Some(to) = (1..).map(name).find(|path| !path.exists()) else { return };
        let folder = self.file.parent().unwrap_or(Path::new("."));
        let made = DirBuilder::new().recursive(true).mode(0o700).create(folder);
        let copied = made.map_err(|error| error.to_string()).and_then(|()| {
            make_private(&to).map_err(|error| error.to_string())?;
            let to = to.to_string_lossy().into_owned();
            connection.execute("VACUUM INTO ?1", [to]).map_err(|error| error.to_string())
        });
        let file = quoted(&self.file);
        match copied {
            Ok(_) => tracing::error!(
                "{file} was moved or removed. Put it back and play goes on; or stop the server and run: tabiya \
                 restore {} --data {}",
                quoted(&to),
                quoted(folder)
            ),
            Err(error) => {
                self.is_rescued.set(false);
                tracing::error!("{file} was moved or removed, and could not be saved elsewhere: {error}");
            }
        }
    }

    /// Says what a disk that does not obey is suffering from, as far as another file can tell.
    pub fn explain(&self, error: StoreError) -> StoreError {
        let StoreError::Disk(what) = error else { return error };
        match probe(&self.file, File::sync_all).map_err(|error| of_system(&error)) {
            Ok(()) => StoreError::Disk(what),
            Err(StoreError::Disk(error)) => StoreError::Disk(format!("{what}; {error}")),
            Err(error) => error,
        }
    }
}

/// Tries whether there is room beside a database for what a new game takes. It need not reach the disk for that.
pub fn try_room(database: &Path) -> Result<(), StoreError> {
    probe(database, |_| Ok(())).map_err(|error| of_system(&error))
}

/// What the system says of a file that could not be written.
fn of_system(error: &io::Error) -> StoreError {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => StoreError::Full,
        ErrorKind::ReadOnlyFilesystem | ErrorKind::PermissionDenied => StoreError::ReadOnly,
        _ => StoreError::Disk(error.to_string()),
    }
}

fn identity(path: &Path) -> Option<Identity> {
    fs::metadata(path).ok().map(|found| (found.dev(), found.ino()))
}

/// Tries to write a little beside a database, and what comes after.
fn probe(database: &Path, then: impl FnOnce(&File) -> io::Result<()>) -> io::Result<()> {
    let path = with_ending(database, ".probe");
    let mut file = File::create(&path)?;
    let written = file.write_all(&[0; 64 * 1024]).and_then(|()| then(&file));
    let _ = fs::remove_file(path);
    written
}
