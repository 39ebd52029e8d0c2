//! Entries of games that nothing leads to any more: every page of a file is read by itself, and what looks like an entry is one.
//! No other table has rows that look like that. Pages that were emptied long ago still hold what they held: that has gone where
//! it belongs since, and entries never change.

use std::fs::File;
use std::io;
use std::path::Path;

use rusqlite::types::Value;
use rusqlite::{Connection, params, params_from_iter};

use super::first_page::{TemporaryDatabase, copy, first_page};
use super::page_rows::{DatabasePages, PageKind};
use crate::GameId;
use crate::store::StoreError;

/// The names of all columns, as they lie in a row of recent entries. Others end before what is known of the row of the game, and
/// those of earlier versions before that.
const COLUMNS: &str = "game, version, command_id, command_hash, events, exhibition, edit, updated, plies";

/// How many there are.
const COLUMN_COUNT: usize = 9;

/// The table of entries that were found on pages to which nothing leads.
pub const FOUND: &str = "found_entry";

/// Lets the recent entries that are found anywhere in a file be read by a connection to a copy of it. Those that are where they
/// belong are left out.
pub fn find_recent(connection: &Connection, from: &Path, place: &Path) -> Result<(), StoreError> {
    find(connection, "recent_entry", from, place, |kind| kind == PageKind::Numbered).map(drop)
}

/// Lets the entries be read from a table of their own that are somewhere in a file but cannot be read where they belong; how
/// many there are.
pub fn find_unreachable(connection: &Connection, from: &Path, place: &Path) -> Result<u64, StoreError> {
    find(connection, FOUND, from, place, |_| true)
}

/// Fills a table for a while with the entries on pages of some kinds that cannot be read where they belong; how many there are.
fn find(
    connection: &Connection,
    table: &str,
    from: &Path,
    place: &Path,
    is_meant: impl Fn(PageKind) -> bool,
) -> Result<u64, StoreError> {
    let page_size = connection.query_row("PRAGMA page_size", [], |row| row.get(0))?;
    let draft = TemporaryDatabase(place.to_owned());
    let file = settled_copy(from, &draft, page_size)?;
    let mut pages = DatabasePages::new(file, page_size).map_err(|error| other(&error))?;
    make_table(connection, table)?;
    let insert =
        format!("INSERT OR IGNORE INTO temp.{table} ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)");
    pages.each_row(|kind, row| {
        if is_meant(kind)
            && let Some(row) = entry(kind, row)
            && !is_reachable(connection, &row)
        {
            connection.prepare_cached(&insert)?.execute(params_from_iter(row))?;
        }
        Ok::<(), StoreError>(())
    })?;
    Ok(connection.query_row(&format!("SELECT count(*) FROM temp.{table}"), [], |row| row.get(0))?)
}

/// Whether anything of a game was found on pages to which nothing leads.
pub fn has_found(connection: &Connection, game: GameId) -> Result<bool, StoreError> {
    let mut statement = connection.prepare_cached("SELECT 1 FROM temp.found_entry WHERE game = ?1")?;
    Ok(statement.exists(params![game.as_str()])?)
}

/// Makes a table for entries that lasts as long as the connection does. It hides one of the same name.
pub fn make_table(connection: &Connection, table: &str) -> Result<(), StoreError> {
    let make = format!("CREATE TEMP TABLE IF NOT EXISTS {table} ({COLUMNS}, UNIQUE (game, version))");
    Ok(connection.execute_batch(&make)?)
}

/// A copy of a database into whose pages everything went that was in its log, at a place of its own.
fn settled_copy(from: &Path, draft: &TemporaryDatabase, page_size: u32) -> Result<File, StoreError> {
    let place = &draft.0;
    let page = first_page(place, page_size, |empty| Ok(empty.execute_batch("CREATE TABLE thing (any)")?))?;
    copy(from, place, &page).map_err(|error| other(&error))?;
    let log = Connection::open(place)?;
    let _ = log.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
    drop(log);
    File::open(place).map_err(|error| other(&error))
}

/// The columns of a row, if it is an entry by its looks.
fn entry(kind: PageKind, row: Vec<Value>) -> Option<Vec<Value>> {
    // Where rows are numbered, the number is no part of them, but has its place.
    let number = usize::from(kind == PageKind::Numbered);
    let mut columns: Vec<Value> = row.into_iter().skip(number).collect();
    let is_entry = match &columns[..] {
        [
            Value::Text(game),
            Value::Integer(1..),
            Value::Text(_),
            Value::Blob(_),
            Value::Text(_),
            rest @ ..,
        ] => game.parse::<GameId>().is_ok() && rest.len() <= COLUMN_COUNT - 5,
        _ => false,
    };
    columns.resize(COLUMN_COUNT, Value::Null);
    is_entry.then_some(columns)
}

/// Whether an entry can be read where it belongs, or where it came first.
fn is_reachable(connection: &Connection, row: &[Value]) -> bool {
    ["entry", "recent_entry"].iter().any(|table| {
        let query = format!("SELECT 1 FROM {table} WHERE game = ?1 AND version = ?2");
        let statement = connection.prepare_cached(&query);
        statement.and_then(|mut statement| statement.exists(params![row[0], row[1]])).unwrap_or(false)
    })
}

fn other(error: &io::Error) -> StoreError {
    StoreError::Other(error.to_string())
}
