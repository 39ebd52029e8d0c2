//! Copies of everything that is kept, and the way back.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::data_folder::{DataFolder, FolderError};
use crate::paths::with_ending;
use crate::store::StoreError;
use crate::store::sqlite::{self, Access, Salvaged, connect, count_games, file_in};

/// Copies the database of a folder into a file, also while a server uses it; how many games there are. The file appears
/// when it is complete. Where there are no games, whatever the file was before stays: it may be the last good copy.
pub fn backup(folder: &Path, to: &Path) -> Result<u64, FolderError> {
    let file = file_in(folder);
    if !file.exists() {
        return Err(FolderError::NoDatabase { folder: folder.to_owned() });
    }
    if fs::canonicalize(to).is_ok_and(|to| fs::canonicalize(&file).is_ok_and(|file| file == to)) {
        let error = io::Error::other("this is the database itself: a backup is another file");
        return Err(FolderError::File { file, error });
    }
    let draft = beside(to);
    let result = copy_into(&file, &draft, to).and_then(|games| match games {
        0 => Err(FolderError::NoGames { folder: folder.to_owned(), to: to.to_owned() }),
        games => settle(&draft, to).map(|()| games),
    });
    let _ = fs::remove_file(&draft);
    result
}

/// Copies a database into a draft of a file; how many games are in it.
fn copy_into(file: &Path, draft: &Path, to: &Path) -> Result<u64, FolderError> {
    let failed = |error| FolderError::Store { file: file.to_owned(), error };
    let not_written = |error| FolderError::File { file: to.to_owned(), error };
    let connection = connect(file, Access::Read).map_err(failed)?;
    // Whether there can be such a file at all is better told by the system. An empty one is written to.
    File::create(draft).map_err(not_written)?;
    let name = draft.to_string_lossy().into_owned();
    match connection.execute("VACUUM INTO ?1", [name]).map_err(StoreError::from) {
        Ok(_) => count_games(draft).map_err(failed),
        Err(StoreError::Full) => Err(not_written(io::ErrorKind::StorageFull.into())),
        Err(error) => Err(failed(error)),
    }
}

/// What came of restoring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// What was saved of the file.
    pub salvaged: Salvaged,
    /// Where the database is now that was there before.
    pub kept: Option<PathBuf>,
}

/// Makes the games in a file those of a folder that no server uses: all that can be read. The file may be the folder's
/// own database, if that is damaged; what was there before is kept beside it.
pub fn restore(folder: &DataFolder, from: &Path) -> Result<Restored, FolderError> {
    let target = folder.database();
    let failed = |file: &Path, error| FolderError::File { file: file.to_owned(), error };
    fs::metadata(from).map_err(|error| failed(from, error))?;
    let draft = beside(&target);
    let _ = fs::remove_file(&draft);
    let salvaged = sqlite::salvage(from, &draft)
        .map_err(|error| match error {
            StoreError::Damaged(_) => FolderError::NotReadable { file: from.to_owned(), error },
            error => FolderError::Store { file: from.to_owned(), error },
        })
        .inspect_err(|_| drop(fs::remove_file(&draft)))?;
    if salvaged.games == 0 && salvaged.damaged.is_empty() {
        let _ = fs::remove_file(&draft);
        return Err(FolderError::NothingToRestore { file: from.to_owned() });
    }
    let kept = keep_old(&target).map_err(|error| failed(&target, error))?;
    settle(&draft, &target)?;
    Ok(Restored { salvaged, kept })
}

/// Gives the database that is there another name, with its log.
fn keep_old(target: &Path) -> io::Result<Option<PathBuf>> {
    if !target.exists() {
        return Ok(None);
    }
    let name = |number| with_ending(target, &format!(".old-{number}"));
    let kept = (1..).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(0));
    for log in ["-wal", "-shm"] {
        if with_ending(target, log).exists() {
            fs::rename(with_ending(target, log), with_ending(&kept, log))?;
        }
    }
    fs::rename(target, &kept)?;
    Ok(Some(kept))
}

/// A name in the same folder for a file that is being written.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    path.with_file_name(format!(".{name}.{}", std::process::id()))
}

/// Gives a file that is complete its name, for good.
fn settle(draft: &Path, to: &Path) -> Result<(), FolderError> {
    let settle = || {
        File::open(draft)?.sync_all()?;
        fs::rename(draft, to)?;
        let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(folder)?.sync_all()
    };
    settle().map_err(|error| FolderError::File { file: to.to_owned(), error })
}
