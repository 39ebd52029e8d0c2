use rusqlite::{Connection, OptionalExtension, params};

use tabiya_game::Moment;

use crate::store::StoreError;

/// Something that whoever runs the server has set.
pub fn find(connection: &Connection, name: &str) -> Result<Option<String>, StoreError> {
    let query = "SELECT value FROM setting WHERE name = ?1";
    Ok(connection.query_row(query, params![name], |row| row.get(0)).optional()?)
}

/// Keeps it.
pub fn set(connection: &Connection, name: &str, value: &str, now: Moment) -> Result<(), StoreError> {
    let query = "INSERT OR REPLACE INTO setting (name, value, changed) VALUES (?1, ?2, ?3)";
    connection.execute(query, params![name, value, now.0])?;
    Ok(())
}
