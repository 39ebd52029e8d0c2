//! SQLite finds what is in the log of a database by an index, which all connections share. It is a file beside the database
//! (`-shm`), so that `tabiya backup` reads beside a server; each process sees it as a part of its memory. Where the disk has no
//! room for a part of that file, the system ends whoever writes there, and SQLite asks for one byte in 4096 alone: on disks with
//! smaller blocks the others have none. So we ask for all of them, before they are needed; and where there is no room when a
//! server starts, its index is in its own memory, and nobody else can have the database meanwhile.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use tabiya_system::allocate;

use super::PAGE_SIZE;
use super::database_files::try_room;
use crate::paths::with_ending;
use crate::store::StoreError;

/// Where the index of a log is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LogIndex {
    /// In a file, for all processes.
    Shared,
    /// In the memory of this process, which has the database for itself. It is the same for all its connections.
    Private,
}

/// How many bytes of the index come together, and for how many pages in the log they are enough.
const PART: u64 = 32 * 1024;
const PAGES: u64 = 4000;

impl LogIndex {
    /// Where the index of a database is to be that nobody serves yet.
    pub fn of_start(database: &Path) -> LogIndex {
        if !database.exists() || try_room(database) != Err(StoreError::Full) {
            return LogIndex::Shared;
        }
        // What a server left there that was killed is made anew wherever it is.
        let _ = fs::remove_file(with_ending(database, "-shm"));
        LogIndex::Private
    }

    /// What SQLite calls it.
    pub fn vfs(self) -> &'static str {
        match self {
            LogIndex::Shared => "unix",
            LogIndex::Private => "unix-excl",
        }
    }
}

/// The file of an index that is shared, opened once beside SQLite's own and closed after all connections: the system takes
/// a process's locks on a file away with the first descriptor of it that is closed, also those that SQLite holds, and then
/// another process would take the index for left behind.
pub(crate) struct IndexFile {
    file: File,
    log: PathBuf,
}

impl IndexFile {
    /// The index of a database that has a connection; none where it is in memory.
    pub fn open(database: &Path, index: LogIndex) -> Option<IndexFile> {
        if index == LogIndex::Private {
            return None;
        }
        let file = File::options().write(true).open(with_ending(database, "-shm")).ok()?;
        Some(IndexFile { file, log: with_ending(database, "-wal") })
    }

    /// Takes the room on the disk that the index needs now and soon. Where there is none, or the system knows no such
    /// thing, everything is as it was.
    pub fn reserve(&self) {
        let length = |found: io::Result<Metadata>| found.map_or(0, |found| found.len());
        let pages = length(fs::metadata(&self.log)) / u64::from(PAGE_SIZE);
        let bytes = length(self.file.metadata()).max((pages / PAGES + 2) * PART);
        let _ = allocate(&self.file, bytes);
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::MetadataExt as _;

    use super::super::{Access, connect_by};
    use super::*;

    /// Whether this process has a lock on a file, by what the system says.
    fn has_lock_on(file: &Path) -> bool {
        let inode = format!(":{}", fs::metadata(file).unwrap().ino());
        let process = std::process::id().to_string();
        let is_ours = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            words.contains(&process.as_str()) && words.iter().any(|word| word.ends_with(&inode))
        };
        fs::read_to_string("/proc/locks").unwrap().lines().any(is_ours)
    }

    #[test]
    fn whoever_reserves_room_keeps_the_locks_of_the_index() {
        let folder = std::env::temp_dir().join(format!("tabiya-log-index-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let database = folder.join("games.db");
        let connection = connect_by(&database, Access::Write, LogIndex::Shared).unwrap();
        connection.execute_batch("CREATE TABLE t (n); INSERT INTO t VALUES (1);").unwrap();
        let shared = with_ending(&database, "-shm");
        assert!(has_lock_on(&shared));
        let index = IndexFile::open(&database, LogIndex::Shared).unwrap();
        for _ in 0..3 {
            index.reserve();
            assert!(has_lock_on(&shared));
        }
        drop((connection, index));
        fs::remove_dir_all(&folder).unwrap();
    }
}
