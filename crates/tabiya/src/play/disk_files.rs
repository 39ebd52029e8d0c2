use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use tabiya_system::{Draft, FileError, FileFault, Input};
use tabiya_table::{FileLock, Files, SaveTrouble};

use super::interrupt::Interrupt;

/// The files of this machine.
pub struct DiskFiles {
    interrupt: Interrupt,
}

impl DiskFiles {
    pub fn new(interrupt: &Interrupt) -> DiskFiles {
        DiskFiles { interrupt: interrupt.clone() }
    }
}

impl Files for DiskFiles {
    fn find(&self, path: &Path) -> Option<PathBuf> {
        fs::symlink_metadata(path).ok()?;
        Some(path.canonicalize().unwrap_or_else(|_| path.to_owned()))
    }

    fn read(&self, path: &Path) -> Result<Box<dyn Read>, FileError> {
        let found = fs::metadata(path).map_err(FileError::system(path))?;
        if !found.is_file() {
            return Err(FileFault::NoFile.at(path));
        }
        Ok(Box::new(Input::open(path)?))
    }

    fn lock(&mut self, path: &Path) -> Result<Box<dyn FileLock>, FileError> {
        // Somebody may have replaced, made or removed the file while this waited: then what is locked is not what is
        // there. Each turn means that another save has been finished.
        loop {
            let lock = match fs::metadata(path) {
                Ok(found) => lock_file(path, &found),
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(lock_folder(path)),
                // Whoever reads or writes it says what is wrong.
                Err(_) => Ok(Some(DiskLock(None))),
            };
            if let Some(lock) = lock.map_err(FileError::system(path))? {
                return Ok(Box::new(lock));
            }
        }
    }

    fn write(
        &mut self,
        path: &Path,
        write: &mut dyn FnMut(&mut dyn Write) -> Result<(), SaveTrouble>,
    ) -> Result<(), SaveTrouble> {
        let _busy = self.interrupt.hold();
        let mut draft = Draft::new(path)?;
        write(&mut draft)?;
        Ok(draft.commit()?)
    }
}

/// A lock on a file, or on the folder where it is to be made; `None` where nothing can be locked.
struct DiskLock(#[expect(dead_code, reason = "it is held, and never looked at")] Option<File>);

impl FileLock for DiskLock {}

/// Locks a file that is there; `None` where another one has taken its place meanwhile.
fn lock_file(path: &Path, found: &Metadata) -> io::Result<Option<DiskLock>> {
    if !found.is_file() {
        return Ok(Some(DiskLock(None)));
    }
    // Some file systems lock only what may be written to.
    let file = match OpenOptions::new().read(true).write(true).open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        // It is not replaced either, which is told then.
        Err(_) => return Ok(Some(DiskLock(None))),
        Ok(file) => file,
    };
    wait_for_lock(&file);
    let locked = file.metadata()?;
    let is_there = |there: &Metadata| (there.dev(), there.ino()) == (locked.dev(), locked.ino());
    Ok(fs::metadata(path).is_ok_and(|there| is_there(&there)).then_some(DiskLock(Some(file))))
}

/// Locks the folder of a file that is not there; `None` where it is by now.
fn lock_folder(path: &Path) -> Option<DiskLock> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let Ok(folder) = File::open(parent.unwrap_or(Path::new("."))) else { return Some(DiskLock(None)) };
    wait_for_lock(&folder);
    (!path.exists()).then_some(DiskLock(Some(folder)))
}

/// Waits until a lock is free. Where the file system has none to give, games are saved without it.
fn wait_for_lock(file: &File) {
    while file.lock().is_err_and(|error| error.kind() == ErrorKind::Interrupted) {}
}
