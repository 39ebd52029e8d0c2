use rusqlite::{Connection, OptionalExtension, params};
use tabiya_game::Moment;

use crate::store::{PlayerRecord, StoreError};
use crate::{PlayerId, SecretDigest};

/// Makes a code the only one by which a player is known again.
pub fn set(
    connection: &Connection,
    player: PlayerId,
    code: SecretDigest,
    now: Moment,
) -> Result<(), StoreError> {
    connection.execute(
        "INSERT OR REPLACE INTO recovery (player, code, created) VALUES (?1, ?2, ?3)",
        params![player.as_str(), code.0, now.0],
    )?;
    Ok(())
}

/// Makes the code of a player worthless.
pub fn end(connection: &Connection, player: PlayerId) -> Result<(), StoreError> {
    connection.execute("DELETE FROM recovery WHERE player = ?1", params![player.as_str()])?;
    Ok(())
}

/// Who is known again by a code.
pub fn find(connection: &Connection, code: SecretDigest) -> Result<Option<PlayerRecord>, StoreError> {
    let query = "SELECT player.id, player.name FROM recovery JOIN player ON player.id = recovery.player \
                 WHERE recovery.code = ?1";
    let columns = |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?));
    let Some((id, name)) = connection.query_row(query, params![code.0], columns).optional()? else {
        return Ok(None);
    };
    let id = id.parse().map_err(|_| StoreError::Damaged("a player has no proper id".to_owned()))?;
    Ok(Some(PlayerRecord { id, name }))
}
