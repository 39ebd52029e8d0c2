use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::{Access, connect, schema};
use crate::paths::with_ending;
use crate::store::StoreError;

/// How many bytes a page has, as in every file that we make.
const PAGE: usize = 4096;

/// Where the header says which kind of log the file has.
const LOG_KIND: u64 = 18;

/// Where the header says for which change the number of pages in it holds. With another one it does not count.
const VALID_FOR: u64 = 92;

/// A copy of a database whose first page is damaged, with the first page of an empty one. That page says where the
/// tables lie, and they lie where they were made, in the same order in every file.
pub struct PatchedCopy {
    pub connection: Connection,
    _draft: TemporaryDatabase,
}

impl PatchedCopy {
    /// Makes the copy at a place of its own, which is gone with this.
    pub fn new(from: &Path, place: PathBuf) -> Result<PatchedCopy, StoreError> {
        let draft = TemporaryDatabase(place);
        let failed = |error: io::Error| StoreError::Other(error.to_string());
        let page = first_page(&draft.0)?;
        copy(from, &draft.0, &page).map_err(failed)?;
        let connection = connect(&draft.0, Access::Read)?;
        schema::form(&connection)?;
        Ok(PatchedCopy { connection, _draft: draft })
    }
}

/// The first page of an empty database, which is made at a place.
fn first_page(place: &Path) -> Result<[u8; PAGE], StoreError> {
    let mut empty = connect(place, Access::Write)?;
    schema::migrate(&mut empty)?;
    super::into_one_file(&empty)?;
    drop(empty);
    let mut page = [0; PAGE];
    let read = File::open(place).and_then(|mut file| file.read_exact(&mut page));
    read.map_err(|error| StoreError::Other(error.to_string()))?;
    Ok(page)
}

fn copy(from: &Path, to: &Path, page: &[u8; PAGE]) -> io::Result<()> {
    fs::copy(from, to)?;
    let file = File::options().write(true).open(to)?;
    file.write_all_at(page, 0)?;
    file.write_all_at(&u32::MAX.to_be_bytes(), VALID_FOR)?;
    let log = with_ending(from, "-wal");
    if log.exists() {
        fs::copy(log, with_ending(to, "-wal"))?;
        file.write_all_at(&[2, 2], LOG_KIND)?;
    }
    Ok(())
}

/// A file that is gone when nobody needs it any more, with its logs.
struct TemporaryDatabase(PathBuf);

impl Drop for TemporaryDatabase {
    fn drop(&mut self) {
        for ending in ["", "-wal", "-shm", "-journal"] {
            let _ = fs::remove_file(with_ending(&self.0, ending));
        }
    }
}
