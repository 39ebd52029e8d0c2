use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use shakmaty_syzygy::filesystem::{Filesystem, OsFilesystem, RandomAccessFile, ReadHint};

/// The files of tables. Small ones are read whole when they are first needed, for asking the system several times for
/// every position takes longer than anything else.
pub(super) struct TableFiles {
    system: OsFilesystem,
    /// How many bytes may still be held.
    room: AtomicU64,
}

/// Larger files are not held.
const MOST_EACH: u64 = 8 << 20;
/// All that is held.
const MOST: u64 = 256 << 20;

impl TableFiles {
    pub(super) fn new() -> TableFiles {
        TableFiles { system: OsFilesystem::new(), room: AtomicU64::new(MOST) }
    }
}

impl Filesystem for TableFiles {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        self.system.regular_file_size(path)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        self.system.read_dir(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        let size = self.regular_file_size(path)?;
        let take = |room: u64| room.checked_sub(size);
        if size <= MOST_EACH && self.room.fetch_update(Relaxed, Relaxed, take).is_ok() {
            return Ok(Box::new(InMemoryFile(fs::read(path)?)));
        }
        self.system.open(path)
    }
}

/// A file in memory.
struct InMemoryFile(Vec<u8>);

impl RandomAccessFile for InMemoryFile {
    fn read_at(&self, buffer: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        let rest = usize::try_from(offset).ok().and_then(|offset| self.0.get(offset..)).unwrap_or(&[]);
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        Ok(count)
    }
}
