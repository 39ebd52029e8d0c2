use std::fs::{self, DirBuilder, File, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// With what the names of our folders begin.
const PREFIX: &str = "tabiya-grade-";

/// How often a folder is made anew that was there already, or that somebody has swept away before it was locked.
const TRIES: usize = 100;

/// A folder of ours for copies of submissions and what is built of them. It is gone at the end, and locked until then: one
/// without a lock was left by somebody who was killed. Where the file system knows no locks, nothing is swept away.
pub struct Workspace {
    path: PathBuf,
    _lock: Option<File>,
}

impl Workspace {
    /// Makes an empty one in a folder, such as the system's temporary one, and takes away those that were left there.
    pub fn new(folder: &Path) -> io::Result<Workspace> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        sweep(folder);
        for _ in 0..TRIES {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!("{PREFIX}{}-{number}", std::process::id()));
            // Others may pass through but not look around: programs that run as nobody must reach their own folder.
            match DirBuilder::new().mode(0o711).create(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                made => made?,
            }
            let lock = match lock(&path) {
                Ok(None) => continue,
                Ok(lock) => lock,
                Err(_) => None,
            };
            return Ok(Workspace { path: path.canonicalize()?, _lock: lock });
        }
        Err(io::Error::other("every folder is there already, or swept away at once"))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        // What cannot be taken away is left to the next who comes.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// The lock on a folder; `None` where somebody else has it or has taken the folder away, an error where there are no locks.
fn lock(path: &Path) -> io::Result<Option<File>> {
    let Ok(folder) = File::open(path) else { return Ok(None) };
    match folder.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Ok(None),
        Err(TryLockError::Error(error)) => return Err(error),
    }
    let (held, Ok(there)) = (folder.metadata()?, fs::symlink_metadata(path)) else { return Ok(None) };
    let is_there = held.is_dir() && (held.dev(), held.ino()) == (there.dev(), there.ino());
    Ok(is_there.then_some(folder))
}

/// Takes away the folders of those who were killed: only real folders, of our own user, named like ours and not locked.
fn sweep(folder: &Path) {
    let user = rustix::process::geteuid().as_raw();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_own = fs::symlink_metadata(&path).is_ok_and(|about| about.is_dir() && about.uid() == user);
        if is_own
            && is_ours(&entry.file_name().to_string_lossy())
            && let Ok(Some(_lock)) = lock(&path)
        {
            let _ = fs::remove_dir_all(&path);
        }
    }
}

/// Whether a name is one of ours: the number of a process, and that of the folder.
fn is_ours(name: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let numbers = name.strip_prefix(PREFIX).and_then(|rest| rest.split_once('-'));
    numbers.is_some_and(|(process, folder)| is_number(process) && is_number(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_taken_is_passed_over() {
        let own = Workspace::new(&std::env::temp_dir()).unwrap();
        for number in 0..20 {
            fs::write(own.path().join(format!("{PREFIX}{}-{number}", std::process::id())), "").unwrap();
        }
        let next = Workspace::new(own.path()).unwrap();
        assert!(next.path().is_dir());
    }

    #[test]
    fn only_what_was_left_by_the_dead_is_swept_away() {
        let own = Workspace::new(&std::env::temp_dir()).unwrap();
        let folder = own.path();
        for name in ["tabiya-grade-7-0/source", "tabiya-grade-7-x", "tabiya-grade-7", "other"] {
            fs::create_dir_all(folder.join(name)).unwrap();
        }
        std::os::unix::fs::symlink(folder.join("other"), folder.join("tabiya-grade-8-0")).unwrap();
        let living = Workspace::new(folder).unwrap();
        let next = Workspace::new(folder).unwrap();
        let is_left = |name: &str| folder.join(name).exists();
        assert!(!is_left("tabiya-grade-7-0"), "its owner is gone");
        assert!(living.path().exists() && next.path().exists());
        for name in ["tabiya-grade-7-x", "tabiya-grade-7", "other", "tabiya-grade-8-0"] {
            assert!(is_left(name), "{name}");
        }
    }
}
