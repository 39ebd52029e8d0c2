//! The name of a draft, beside the file whose place it takes. Whoever writes it holds a lock on it, which the system takes away
//! when the process ends, however it ends: a draft that can be locked is nobody's any more.

use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// What the names of drafts begin with; the number of the process and another number follow.
const PREFIX: &str = ".tabiya-draft-";

/// How many drafts a process may have in a folder.
const MOST: u32 = 1000;

/// A name that is taken away again, unless its file was given another one.
pub struct DraftName {
    path: PathBuf,
    is_taken_away: bool,
    /// The file, which is locked for as long as it has this name.
    _lock: File,
}

impl DraftName {
    /// Tries names until there is one that nobody has. Before that, what others who were killed have left in the folder
    /// is swept away.
    pub fn make(folder: &Path, mut create: impl FnMut(&Path) -> io::Result<File>) -> io::Result<DraftName> {
        sweep_drafts(folder);
        let mut number = 0;
        loop {
            let path = folder.join(format!("{PREFIX}{}-{number}", std::process::id()));
            let error = match create(&path) {
                Ok(file) if is_locked(&file, &path) => {
                    return Ok(DraftName { path, is_taken_away: false, _lock: file });
                }
                Ok(_) => io::ErrorKind::AlreadyExists.into(),
                Err(error) => error,
            };
            if error.kind() != io::ErrorKind::AlreadyExists || number >= MOST {
                return Err(error);
            }
            number += 1;
        }
    }

    /// Where the draft lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the draft the name of its target, whatever has that now.
    pub fn rename(mut self, target: &Path) -> io::Result<()> {
        fs::rename(&self.path, target)?;
        self.is_taken_away = true;
        Ok(())
    }
}

impl Drop for DraftName {
    fn drop(&mut self) {
        if !self.is_taken_away {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Locks a new file, unless somebody was quicker who took it for one that was left behind. Where the file system knows no
/// locks, nobody sweeps either.
fn is_locked(file: &File, path: &Path) -> bool {
    match file.try_lock() {
        Ok(()) => is_at(file, path),
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(_)) => true,
    }
}

/// Whether a file still has a name.
fn is_at(file: &File, path: &Path) -> bool {
    let identity = |found: Metadata| (found.dev(), found.ino());
    match (file.metadata(), fs::symlink_metadata(path)) {
        (Ok(file), Ok(path)) => identity(file) == identity(path),
        _ => false,
    }
}

/// Removes the drafts in a folder that were left behind by a process of the same user that was killed, with what belongs
/// to them: `-wal`, for example. What somebody still writes, and what is anybody else's, stays.
pub fn sweep_drafts(folder: &Path) {
    let found = fs::read_dir(folder).into_iter().flatten().flatten();
    let names: Vec<String> = found.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    for draft in names.iter().filter(|name| is_draft(name)) {
        let path = folder.join(draft);
        let Some(_lock) = abandoned(&path) else { continue };
        // The draft itself goes last: should we be killed as well, it is found again.
        let belongs = |name: &&String| {
            let ending = name.strip_prefix(draft.as_str()).unwrap_or_default();
            ending.starts_with(['-', '.'])
        };
        for name in names.iter().filter(belongs) {
            let path = folder.join(name);
            if fs::symlink_metadata(&path).is_ok_and(|found| is_own(&found)) {
                let _ = fs::remove_file(path);
            }
        }
        let _ = fs::remove_file(path);
    }
}

/// Whether a name is one that drafts get.
fn is_draft(name: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let numbers = name.strip_prefix(PREFIX).and_then(|rest| rest.split_once('-'));
    numbers.is_some_and(|(process, number)| is_number(process) && is_number(number))
}

/// A file of our own that nobody writes any more, locked.
fn abandoned(path: &Path) -> Option<File> {
    fs::symlink_metadata(path).ok().filter(is_own)?;
    let file = OpenOptions::new().read(true).write(true).open(path).ok()?;
    file.try_lock().ok()?;
    is_at(&file, path).then_some(file)
}

fn is_own(found: &Metadata) -> bool {
    found.is_file() && found.uid() == rustix::process::geteuid().as_raw()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn drafts_of_the_dead_are_swept_and_nothing_else() {
        let folder = std::env::temp_dir().join(format!("tabiya-sweep-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        let file = |name: &str| {
            fs::write(folder.join(name), "x").unwrap();
            name.to_owned()
        };
        for dead in
            ["7-0", "7-0-wal", "7-0-shm", "7-0.first-page", "7-0.first-page-wal", "7-12", "4294967295-3"]
        {
            file(&format!("{PREFIX}{dead}"));
        }
        let mut kept = ["notes", "7", "7-", "-7", "7-x", "8-0-wal", "x7-0", "7-0x"]
            .map(|name| file(&format!("{PREFIX}{name}")))
            .to_vec();
        kept.extend([file("games.pgn"), file(".tabiya-7-0")]);
        let live = file(&format!("{PREFIX}9-0"));
        kept.extend([live.clone(), file(&format!("{PREFIX}9-0-wal"))]);
        let lock = File::open(folder.join(live)).unwrap();
        lock.lock().unwrap();
        kept.extend([format!("{PREFIX}5-0"), format!("{PREFIX}6-0")]);
        fs::create_dir(folder.join(format!("{PREFIX}5-0"))).unwrap();
        symlink("games.pgn", folder.join(format!("{PREFIX}6-0"))).unwrap();
        sweep_drafts(&folder);
        let left =
            fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut left: Vec<String> = left.collect();
        left.sort();
        kept.sort();
        assert_eq!(left, kept);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_draft_that_is_written_is_swept_by_nobody() {
        let folder = std::env::temp_dir().join(format!("tabiya-written-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        let create = |path: &Path| OpenOptions::new().write(true).create_new(true).open(path);
        let [first, second] = [0; 2].map(|_| DraftName::make(&folder, create).unwrap());
        assert_ne!(first.path(), second.path());
        sweep_drafts(&folder);
        assert!(first.path().exists() && second.path().exists());
        let target = folder.join("target");
        first.rename(&target).unwrap();
        drop(second);
        let left: Vec<PathBuf> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert_eq!(left, [target]);
        fs::remove_dir_all(folder).unwrap();
    }

    /// Somebody sweeps between the making of a draft and its lock.
    #[test]
    fn a_draft_that_was_swept_too_early_gets_another_name() {
        let folder = std::env::temp_dir().join(format!("tabiya-early-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        let mut swept = 0;
        let name = DraftName::make(&folder, |path| {
            let file = OpenOptions::new().write(true).create_new(true).open(path)?;
            if swept < 2 {
                swept += 1;
                sweep_drafts(&folder);
                assert!(!path.exists());
            }
            Ok(file)
        });
        assert!(name.unwrap().path().exists());
        assert_eq!(swept, 2);
        fs::remove_dir_all(folder).unwrap();
    }
}
