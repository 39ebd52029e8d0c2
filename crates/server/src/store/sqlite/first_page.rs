use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::games::readable_names;
use super::{Access, connect, entry_pages, schema};
use crate::paths::with_ending;
use crate::store::StoreError;

/// How many bytes a page may have: as in the files that we make, and as in those of earlier versions.
const PAGE_SIZES: [u32; 2] = [super::PAGE_SIZE, 4096];

/// Where the header says which kind of log the file has.
const LOG_KIND: u64 = 18;

/// Where the header says for which change the number of pages in it holds. With another one it does not count.
const VALID_FOR: u64 = 92;

/// A copy of a database whose first page is damaged, with the first page of an empty one. That page says where the
/// tables lie, and they lie where they were made, in the same order in every file.
pub struct PatchedCopy {
    pub connection: Connection,
    /// Whether the last entries of games are not where they should be, or damaged there: then those are seen that were found
    /// elsewhere in the file, and some may be missing.
    pub may_miss_recent: bool,
    _draft: TemporaryDatabase,
}

impl PatchedCopy {
    /// Makes the copy at a place of its own, which is gone with this. The damaged page would have told how large pages are:
    /// with the wrong size there is nothing where games should be.
    pub fn new(from: &Path, place: &Path) -> Result<PatchedCopy, StoreError> {
        let copies = PAGE_SIZES.map(|size| PatchedCopy::with_pages(size, from, place));
        let mut copies = copies.into_iter().flatten();
        copies.next().ok_or_else(|| StoreError::Damaged("its first page is damaged".to_owned()))
    }

    /// The same with pages of a size, if games can be found then.
    fn with_pages(size: u32, from: &Path, place: &Path) -> Result<PatchedCopy, StoreError> {
        let draft = TemporaryDatabase(with_ending(place, &format!("-{size}")));
        let page = first_page(&draft.0, size, schema::migrate)?;
        copy(from, &draft.0, &page).map_err(|error| StoreError::Other(error.to_string()))?;
        let connection = connect(&draft.0, Access::Read)?;
        schema::form(&connection)?;
        // They lie elsewhere where the file is older than they are.
        let check = "PRAGMA integrity_check(recent_entry)";
        let are_recent_whole = connection.query_row(check, [], |row| row.get::<_, String>(0));
        let may_miss_recent = are_recent_whole.as_deref() != Ok("ok");
        let place = with_ending(place, &format!("-{size}-pages"));
        if may_miss_recent && entry_pages::find_recent(&connection, from, &place).is_err() {
            schema::hide_recent_entries(&connection)?;
        }
        let has_games = ["SELECT id FROM game", "SELECT game FROM entry"]
            .map(|query| !readable_names(&connection, query).is_empty());
        let has_entries = || entry_pages::find_unreachable(&connection, from, &place);
        if has_games.contains(&true) || has_entries()? > 0 {
            Ok(PatchedCopy { connection, may_miss_recent, _draft: draft })
        } else {
            Err(StoreError::Damaged("no games are where they should be".to_owned()))
        }
    }
}

/// The first page of an empty database with pages of a size and some tables, which is made at a place.
pub fn first_page(
    place: &Path,
    size: u32,
    make_tables: impl FnOnce(&mut Connection) -> Result<(), StoreError>,
) -> Result<Vec<u8>, StoreError> {
    let mut empty = Connection::open(place)?;
    empty.pragma_update(None, "page_size", size)?;
    make_tables(&mut empty)?;
    drop(empty);
    let mut page = vec![0; size as usize];
    let read = File::open(place).and_then(|mut file| file.read_exact(&mut page));
    read.map_err(|error| StoreError::Other(error.to_string()))?;
    Ok(page)
}

/// Copies a database with its log, and with another first page.
pub fn copy(from: &Path, to: &Path, page: &[u8]) -> io::Result<()> {
    fs::copy(from, to)?;
    let file = File::options().write(true).open(to)?;
    write_first_page(&file, page)?;
    let log = with_ending(from, "-wal");
    if log.exists() {
        fs::copy(log, with_ending(to, "-wal"))?;
        file.write_all_at(&[2, 2], LOG_KIND)?;
    }
    Ok(())
}

/// Gives a database another first page. How many pages there are is not to be read from it.
fn write_first_page(file: &File, page: &[u8]) -> io::Result<()> {
    file.write_all_at(page, 0)?;
    file.write_all_at(&u32::MAX.to_be_bytes(), VALID_FOR)
}

/// A file that is gone when nobody needs it any more, with its logs.
pub struct TemporaryDatabase(pub PathBuf);

impl Drop for TemporaryDatabase {
    fn drop(&mut self) {
        for ending in ["", "-wal", "-shm", "-journal"] {
            let _ = fs::remove_file(with_ending(&self.0, ending));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_an_earlier_version_are_found_below_a_damaged_first_page() {
        let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/../tabiya/tests/upgrade/2026-11-17/data/tabiya.db");
        let folder = std::env::temp_dir().join(format!("tabiya-first-page-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("tabiya.db");
        fs::copy(kept, &file).unwrap();
        let number =
            |database: &Connection, query: &str| database.query_row(query, [], |row| row.get::<_, u32>(0));
        let database = Connection::open(&file).unwrap();
        assert_eq!(number(&database, "PRAGMA page_size"), Ok(4096));
        let games = number(&database, "SELECT count(*) FROM game").unwrap();
        drop(database);
        let bytes = File::options().write(true).open(&file).unwrap();
        bytes.write_all_at(b"this is no database any more", 0).unwrap();
        let copy = PatchedCopy::new(&file, &folder.join("copy")).unwrap();
        assert_eq!(number(&copy.connection, "SELECT count(*) FROM game"), Ok(games));
        drop(copy);
        fs::remove_dir_all(&folder).unwrap();
    }
}
