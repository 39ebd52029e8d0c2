use rusqlite::{Connection, OptionalExtension, Row, params};

use super::column::{column, from_json};
use super::games;
use crate::store::{Entry, StoreError, Submission, SubmitOutcome};
use crate::{CommandId, GameId};

const COLUMNS: &str = "version, command_id, command_hash, events, exhibition, edit";

/// Keeps an entry and the row with it. Where the entry cannot be kept, nothing is changed.
pub fn submit(connection: &Connection, submission: &Submission) -> Result<SubmitOutcome, StoreError> {
    let Submission { entry, row } = submission;
    if entry.is_in_place() && insert_next(connection, row.id, entry)? {
        games::update(connection, row, entry.version)?;
        return Ok(SubmitOutcome::Inserted);
    }
    if let Some(kept) = by_command(connection, row.id, &entry.command_id)? {
        let is_same = kept.command_hash == entry.command_hash;
        return Ok(if is_same { SubmitOutcome::Same(kept) } else { SubmitOutcome::OtherCommand });
    }
    if entry.version != last_version(connection, row.id)? + 1 {
        return Ok(SubmitOutcome::VersionTaken);
    }
    Err(if entry.is_in_place() { StoreError::NoGame } else { StoreError::NoStart })
}

/// Keeps an entry in one statement if its game is there, it is the next one and its command is not known; whether it was
/// so.
fn insert_next(connection: &Connection, game: GameId, entry: &Entry) -> Result<bool, StoreError> {
    let query = "INSERT OR IGNORE INTO entry (game, version, command_id, command_hash, events, exhibition, edit) \
                 SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE EXISTS (SELECT 1 FROM game WHERE id = ?1) \
                 AND ?2 = 1 + (SELECT coalesce(max(version), 0) FROM entry WHERE game = ?1)";
    Ok(execute(connection, query, game, entry)? == 1)
}

pub fn insert(connection: &Connection, game: GameId, entry: &Entry) -> Result<(), StoreError> {
    let query = "INSERT INTO entry (game, version, command_id, command_hash, events, exhibition, edit) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    execute(connection, query, game, entry)?;
    Ok(())
}

/// Runs a statement with the columns of an entry; how many rows were written.
fn execute(connection: &Connection, query: &str, game: GameId, entry: &Entry) -> Result<usize, StoreError> {
    let other = |error: serde_json::Error| StoreError::Other(error.to_string());
    let events = serde_json::to_string(&entry.events).map_err(other)?;
    let exhibition = entry.exhibition.as_ref().map(serde_json::to_string).transpose().map_err(other)?;
    let edit = entry.edit.as_ref().map(serde_json::to_string).transpose().map_err(other)?;
    let mut statement = connection.prepare_cached(query)?;
    let id = entry.command_id.as_str();
    Ok(statement.execute(params![
        game.as_str(),
        entry.version,
        id,
        entry.command_hash,
        events,
        exhibition,
        edit
    ])?)
}

fn by_command(
    connection: &Connection,
    game: GameId,
    command: &CommandId,
) -> Result<Option<Entry>, StoreError> {
    let query = format!("SELECT {COLUMNS} FROM entry WHERE game = ?1 AND command_id = ?2");
    let mut statement = connection.prepare_cached(&query)?;
    let kept = statement.query_row(params![game.as_str(), command.as_str()], |row| Ok(read(row)));
    kept.optional()?.transpose()
}

/// The version of the last entry; 0 where there is none.
pub fn last_version(connection: &Connection, game: GameId) -> Result<u32, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT coalesce(max(version), 0) FROM entry WHERE game = ?1")?;
    let last = statement.query_row(params![game.as_str()], |row| Ok(column(row, 0)))?;
    last.map_err(|_| no_number())
}

pub fn after(connection: &Connection, game: GameId, after: u32) -> Result<Vec<Entry>, StoreError> {
    let query = format!("SELECT {COLUMNS} FROM entry WHERE game = ?1 AND version > ?2 ORDER BY version");
    let mut statement = connection.prepare_cached(&query)?;
    let rows = statement.query_map(params![game.as_str(), after], |row| Ok(read(row)))?;
    rows.map(|row| row?).collect()
}

/// One entry, where the others may be damaged.
pub fn one(connection: &Connection, game: GameId, version: u32) -> Result<Option<Entry>, StoreError> {
    let query = format!("SELECT {COLUMNS} FROM entry WHERE game = ?1 AND version = ?2");
    let kept = connection.query_row(&query, params![game.as_str(), version], |row| Ok(read(row)));
    kept.optional()?.transpose()
}

fn read(row: &Row<'_>) -> Result<Entry, StoreError> {
    let version = column(row, 0).map_err(|_| no_number())?;
    read_columns(row, version).map_err(|what| StoreError::DamagedEntry { entry: version, what })
}

/// The entry of a number, or what is wrong with it.
fn read_columns(row: &Row<'_>, version: u32) -> Result<Entry, String> {
    let events: String = column(row, 3)?;
    let exhibition: Option<String> = column(row, 4)?;
    let edit: Option<String> = column(row, 5)?;
    Ok(Entry {
        version,
        command_id: CommandId::from_store(column(row, 1)?),
        command_hash: column(row, 2)?,
        events: from_json(&events)?,
        exhibition: exhibition.map(|text| from_json(&text)).transpose()?,
        edit: edit.map(|text| from_json(&text)).transpose()?,
    })
}

fn no_number() -> StoreError {
    StoreError::DamagedGame("one of its entries has no proper number".to_owned())
}
