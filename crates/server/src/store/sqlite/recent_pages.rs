//! The last entries of games, where nothing tells any more in which place of the file they are. The page of a table with numbered
//! rows begins with a certain byte, and few other tables are of that kind: so each such page is read as if it were the whole
//! table. Pages that were emptied long ago still hold what they held: that has gone where it belongs since, and is there.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;

use rusqlite::types::Value;
use rusqlite::{Connection, params, params_from_iter};

use super::first_page::{TemporaryDatabase, copy, first_page, write_first_page};
use crate::GameId;
use crate::store::StoreError;

/// With what a page begins that has numbered rows on it.
const NUMBERED_ROWS: u8 = 13;

/// How many rows are read at most. There are never so many, whatever a damaged file looks like.
const MOST: usize = 100_000;

/// Names of all columns but the number of the row.
const COLUMNS: &str = "game, version, command_id, command_hash, events, exhibition, edit, updated, plies";

/// Lets the recent entries that are found anywhere in a file be read by a connection to a copy of it. Those that are where they
/// belong are left out. Another copy is made for that, and is gone afterwards.
pub fn find(connection: &Connection, from: &Path, place: &Path, page_size: u32) -> Result<(), StoreError> {
    let rows = rows_in_pages(from, place, page_size)?;
    let table = format!("CREATE TEMP TABLE recent_entry ({COLUMNS}, UNIQUE (game, version))");
    connection.execute_batch(&table)?;
    let insert = format!(
        "INSERT OR IGNORE INTO temp.recent_entry ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"
    );
    for row in rows {
        if let [Value::Text(game), Value::Integer(version), ..] = &row[..]
            && game.parse::<GameId>().is_ok()
            && !is_settled(connection, game, *version)
        {
            connection.prepare_cached(&insert)?.execute(params_from_iter(row))?;
        }
    }
    Ok(())
}

/// Whether an entry is where it belongs, and can be read there.
fn is_settled(connection: &Connection, game: &str, version: i64) -> bool {
    let query = "SELECT 1 FROM entry WHERE game = ?1 AND version = ?2";
    let statement = connection.prepare_cached(query);
    statement.and_then(|mut statement| statement.exists(params![game, version])).unwrap_or(false)
}

/// The rows of every page that may be one of recent entries.
fn rows_in_pages(from: &Path, place: &Path, page_size: u32) -> Result<Vec<Vec<Value>>, StoreError> {
    let draft = TemporaryDatabase(place.to_owned());
    let table = format!("CREATE TABLE recent_entry (place INTEGER PRIMARY KEY, {COLUMNS})");
    let page = first_page(place, page_size, |empty| Ok(empty.execute_batch(&table)?))?;
    copy(from, place, &page).map_err(|error| other(&error))?;
    // What is in the log belongs into the pages first, and may be a first page as well.
    let log = Connection::open(place)?;
    let _ = log.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
    drop(log);
    let file = File::options().read(true).write(true).open(place).map_err(|error| other(&error))?;
    write_first_page(&file, &page).map_err(|error| other(&error))?;
    let pages = pages_of_rows(&file, page_size).map_err(|error| other(&error))?;
    let connection = Connection::open(place)?;
    connection.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")?;
    let mut rows = vec![];
    for page in pages {
        connection.execute_batch(&format!(
            "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = {page}; PRAGMA writable_schema = RESET"
        ))?;
        // As many as come before damage.
        let _ = add_rows(&connection, &mut rows);
    }
    drop(draft);
    Ok(rows)
}

/// The numbers of pages that have numbered rows on them, but for the first.
fn pages_of_rows(file: &File, page_size: u32) -> io::Result<Vec<u64>> {
    let size = u64::from(page_size);
    let mut pages = vec![];
    for number in 2..=file.metadata()?.len() / size {
        let mut kind = [0];
        file.read_exact_at(&mut kind, (number - 1) * size)?;
        if kind == [NUMBERED_ROWS] {
            pages.push(number);
        }
    }
    Ok(pages)
}

fn add_rows(connection: &Connection, rows: &mut Vec<Vec<Value>>) -> rusqlite::Result<()> {
    let mut statement = connection.prepare(&format!("SELECT {COLUMNS} FROM recent_entry"))?;
    let columns = statement.column_count();
    let mut found = statement.query([])?;
    while let Some(row) = found.next()?
        && rows.len() < MOST
    {
        let values: rusqlite::Result<Vec<Value>> = (0..columns).map(|column| row.get(column)).collect();
        rows.extend(values);
    }
    Ok(())
}

fn other(error: &io::Error) -> StoreError {
    StoreError::Other(error.to_string())
}
