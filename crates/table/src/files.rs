use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use tabiya_system::FileError;

use crate::file_trouble::SaveTrouble;

/// The files that a board can open and save. Errors name the file.
pub trait Files {
    /// The one name of whatever is at a path, however the path is written; `None` where there is nothing.
    fn find(&self, path: &Path) -> Option<PathBuf>;

    /// A file, to be read from its beginning as it is on disk, compressed or not.
    fn read(&self, path: &Path) -> Result<Box<dyn Read>, FileError>;

    /// Keeps all others who lock it too from changing what is at a path, or from making it, as long as the lock lives.
    fn lock(&mut self, path: &Path) -> Result<Box<dyn FileLock>, FileError>;

    /// Writes a file whole or not at all; one that is there is replaced when the new one is on disk.
    fn write(
        &mut self,
        path: &Path,
        write: &mut dyn FnMut(&mut dyn Write) -> Result<(), SaveTrouble>,
    ) -> Result<(), SaveTrouble>;
}

/// A file that is locked until this is dropped.
pub trait FileLock {}
