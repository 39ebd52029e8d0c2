use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder of ours for copies of submissions and what is built of them. It is gone at the end.
pub struct Workspace(PathBuf);

impl Workspace {
    /// Makes an empty one in a folder, such as the system's temporary one.
    pub fn new(folder: &Path) -> io::Result<Workspace> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = folder.join(format!("tabiya-grade-{}-{number}", std::process::id()));
        // Others may pass through but not look around: programs that run as nobody must reach their own folder.
        DirBuilder::new().mode(0o711).create(&path)?;
        Ok(Workspace(path.canonicalize()?))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        // What cannot be taken away is left to the system, which clears that folder.
        let _ = fs::remove_dir_all(&self.0);
    }
}
