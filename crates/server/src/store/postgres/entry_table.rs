use deadpool_postgres::GenericClient;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::statement::{column, count, execute, integer, query, query_one};
use crate::store::json_column::{from_json, to_json};
use crate::store::{Entry, StoreError};
use crate::{CommandId, GameId};

const COLUMNS: &str = "version, command_id, command_hash, events, exhibition, edit";

/// An entry as its columns have it.
pub struct EntryColumns {
    pub version: i32,
    pub command_id: String,
    pub command_hash: Vec<u8>,
    pub events: String,
    pub exhibition: Option<String>,
    pub edit: Option<String>,
}

impl EntryColumns {
    pub fn of(entry: &Entry) -> Result<EntryColumns, StoreError> {
        Ok(EntryColumns {
            version: integer(entry.version),
            command_id: entry.command_id.as_str().to_owned(),
            command_hash: entry.command_hash.to_vec(),
            events: to_json(&entry.events)?,
            exhibition: entry.exhibition.as_ref().map(to_json).transpose()?,
            edit: entry.edit.as_ref().map(to_json).transpose()?,
        })
    }
}

/// Keeps the first entry of a game that is made with it.
pub async fn insert_first(
    client: &impl GenericClient,
    game: GameId,
    entry: &Entry,
) -> Result<(), StoreError> {
    let text = "INSERT INTO entry (game, version, command_id, command_hash, events, exhibition, edit) \
                VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let EntryColumns { version, command_id, command_hash, events, exhibition, edit } =
        EntryColumns::of(entry)?;
    let values: [&(dyn ToSql + Sync); 7] =
        [&game.as_str(), &version, &command_id, &command_hash, &events, &exhibition, &edit];
    execute(client, text, &values).await?;
    Ok(())
}

/// The entry of a command.
pub async fn by_command(
    client: &impl GenericClient,
    game: GameId,
    command: &CommandId,
) -> Result<Option<Entry>, StoreError> {
    let text = format!("SELECT {COLUMNS} FROM entry WHERE game = $1 AND command_id = $2");
    let found = query_one(client, &text, &[&game.as_str(), &command.as_str()]).await?;
    found.as_ref().map(read).transpose()
}

/// The version of the last entry; 0 where there is none.
pub async fn last_version(client: &impl GenericClient, game: GameId) -> Result<u32, StoreError> {
    let text = "SELECT coalesce(max(version), 0) AS version FROM entry WHERE game = $1";
    let row = query_one(client, text, &[&game.as_str()]).await?;
    row.map_or(Ok(0), |row| count(&row, "version").map_err(StoreError::DamagedGame))
}

/// The entries of a game after a version.
pub async fn after(client: &impl GenericClient, game: GameId, after: u32) -> Result<Vec<Entry>, StoreError> {
    let text = format!("SELECT {COLUMNS} FROM entry WHERE game = $1 AND version > $2 ORDER BY version");
    let rows = query(client, &text, &[&game.as_str(), &integer(after)]).await?;
    rows.iter().map(read).collect()
}

fn read(row: &Row) -> Result<Entry, StoreError> {
    let version = count(row, "version").map_err(StoreError::DamagedGame)?;
    read_columns(row, version).map_err(|what| StoreError::DamagedEntry { entry: version, what })
}

/// The entry of a number, or what is wrong with it.
fn read_columns(row: &Row, version: u32) -> Result<Entry, String> {
    let events: String = column(row, "events")?;
    let exhibition: Option<String> = column(row, "exhibition")?;
    let edit: Option<String> = column(row, "edit")?;
    let hash: Vec<u8> = column(row, "command_hash")?;
    Ok(Entry {
        version,
        command_id: CommandId::from_store(column(row, "command_id")?),
        command_hash: hash.try_into().map_err(|_| "`command_hash` is no digest".to_owned())?,
        events: from_json(&events)?,
        exhibition: exhibition.map(|text| from_json(&text)).transpose()?,
        edit: edit.map(|text| from_json(&text)).transpose()?,
    })
}
