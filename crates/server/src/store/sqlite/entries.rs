use rusqlite::{Connection, OptionalExtension, Row, ToSql, params, params_from_iter};

use super::column::column;
use super::games;
use super::recent_entries::IS_THERE;
use crate::store::json_column::{from_json, to_json};
use crate::store::{Entry, StoreError, Submission, SubmitOutcome};
use crate::{CommandId, GameId};

const COLUMNS: &str = "version, command_id, command_hash, events, exhibition, edit";

/// The version of the last entry of a game; nothing where there is none.
const LAST_VERSION: &str = "coalesce((SELECT max(version) FROM recent_entry WHERE game = ?1), \
                            (SELECT max(version) FROM entry WHERE game = ?1), 0)";

/// Keeps an entry and the row with it. Where the entry cannot be kept, nothing is changed.
pub fn submit(connection: &Connection, submission: &Submission) -> Result<SubmitOutcome, StoreError> {
    let Submission { entry, row } = submission;
    if entry.is_in_place() && (insert_quiet(connection, submission)? || insert_next(connection, submission)?)
    {
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

/// Keeps an entry that changes nothing in the row but what every entry does, as most moves: that is kept beside it, and the
/// row is written later. Whether it was so, and its game is there, it is the next one and its command is not known.
fn insert_quiet(connection: &Connection, Submission { entry, row }: &Submission) -> Result<bool, StoreError> {
    // Lists look for games that have begun by the version in their row: 1 is the start itself, and 2 what was done first.
    if entry.version <= 2 || row.version != Some(entry.version) || row.opening.is_some() {
        return Ok(false);
    }
    let unchanged = " AND stage = ?10 AND timed = ?11 AND white = ?12 AND black = ?13 AND rules = ?14 \
                     AND result = ?15 AND opening IS NULL";
    let stage = row.stage.number();
    let values =
        params![row.updated.0, row.plies, stage, row.timed, row.white, row.black, row.rules, row.result];
    insert_recent(connection, row.id, entry, unchanged, values)
}

/// Keeps an entry if its game is there, it is the next one and its command is not known, and writes the row with it; whether
/// it was so.
fn insert_next(connection: &Connection, Submission { entry, row }: &Submission) -> Result<bool, StoreError> {
    let is_kept = insert_recent(connection, row.id, entry, "", params![None::<u64>, None::<u32>])?;
    if is_kept {
        games::update(connection, row, entry.version)?;
    }
    Ok(is_kept)
}

/// Keeps an entry in one statement, if what must hold of its game does; whether it was so.
fn insert_recent(
    connection: &Connection,
    game: GameId,
    entry: &Entry,
    holds: &str,
    values: &[&dyn ToSql],
) -> Result<bool, StoreError> {
    let query = format!(
        "INSERT INTO recent_entry \
         (game, version, command_id, command_hash, events, exhibition, edit, updated, plies) \
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 WHERE ?2 = 1 + {LAST_VERSION} \
         AND NOT EXISTS (SELECT 1 FROM entry WHERE game = ?1 AND command_id = ?3) \
         AND NOT EXISTS (SELECT 1 FROM recent_entry WHERE game = ?1 AND command_id = ?3) \
         AND EXISTS (SELECT 1 FROM game WHERE id = ?1{holds})"
    );
    Ok(execute(connection, &query, game, entry, values)? == 1)
}

pub fn insert(connection: &Connection, game: GameId, entry: &Entry) -> Result<(), StoreError> {
    let query = "INSERT INTO entry (game, version, command_id, command_hash, events, exhibition, edit) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    execute(connection, query, game, entry, &[])?;
    Ok(())
}

/// Runs a statement with the columns of an entry and more; how many rows were written.
fn execute(
    connection: &Connection,
    query: &str,
    game: GameId,
    entry: &Entry,
    more: &[&dyn ToSql],
) -> Result<usize, StoreError> {
    let events = to_json(&entry.events)?;
    let exhibition = entry.exhibition.as_ref().map(to_json).transpose()?;
    let edit = entry.edit.as_ref().map(to_json).transpose()?;
    let (game, id) = (game.as_str(), entry.command_id.as_str());
    let columns = params![game, entry.version, id, entry.command_hash, events, exhibition, edit];
    let mut statement = connection.prepare_cached(query)?;
    Ok(statement.execute(params_from_iter(columns.iter().chain(more)))?)
}

fn by_command(
    connection: &Connection,
    game: GameId,
    command: &CommandId,
) -> Result<Option<Entry>, StoreError> {
    let query = in_both("game = ?1 AND command_id = ?2");
    let mut statement = connection.prepare_cached(&query)?;
    let kept = statement.query_row(params![game.as_str(), command.as_str()], |row| Ok(read(row)));
    kept.optional()?.transpose()
}

/// Entries for which something holds, from where they belong and from where they come first, each once.
fn in_both(holds: &str) -> String {
    format!(
        "SELECT {COLUMNS} FROM entry WHERE {holds} \
         UNION ALL SELECT {COLUMNS} FROM recent_entry WHERE {holds} AND NOT {IS_THERE}"
    )
}

/// The version of the last entry; 0 where there is none.
pub fn last_version(connection: &Connection, game: GameId) -> Result<u32, StoreError> {
    let mut statement = connection.prepare_cached(&format!("SELECT {LAST_VERSION}"))?;
    let last = statement.query_row(params![game.as_str()], |row| Ok(column(row, 0)))?;
    last.map_err(|_| no_number())
}

pub fn after(connection: &Connection, game: GameId, after: u32) -> Result<Vec<Entry>, StoreError> {
    let query = in_both("game = ?1 AND version > ?2") + " ORDER BY version";
    let mut statement = connection.prepare_cached(&query)?;
    let rows = statement.query_map(params![game.as_str(), after], |row| Ok(read(row)))?;
    rows.map(|row| row?).collect()
}

/// One entry, where the others may be damaged: what is found in one place needs no look at the other, and what is damaged in
/// one may be whole in the other.
pub fn one(connection: &Connection, game: GameId, version: u32) -> Result<Option<Entry>, StoreError> {
    let find = |table| in_table(connection, table, game, version);
    match find("entry") {
        Ok(None) => find("recent_entry"),
        Err(damage) => find("recent_entry").ok().flatten().map(Some).ok_or(damage),
        found => found,
    }
}

/// One entry of a table that has the columns of entries.
pub fn in_table(
    connection: &Connection,
    table: &str,
    game: GameId,
    version: u32,
) -> Result<Option<Entry>, StoreError> {
    let query = format!("SELECT {COLUMNS} FROM {table} WHERE game = ?1 AND version = ?2");
    let mut statement = connection.prepare_cached(&query)?;
    let kept = statement.query_row(params![game.as_str(), version], |row| Ok(read(row)));
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
