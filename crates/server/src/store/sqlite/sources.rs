//! Files that games were opened from, and wishes for rematches.

use rusqlite::{Connection, OptionalExtension, Row, params};
use tabiya_game::{Moment, Seat};

use super::column::column;
use crate::store::json_column::{from_json, to_json};
use crate::store::{Holder, SourceFile, StoreError};
use crate::{GameId, PlayerId};

pub fn insert(connection: &Connection, game: GameId, source: &SourceFile) -> Result<(), StoreError> {
    let about = to_json(source)?;
    let query = "INSERT INTO source (game, about, pgn) VALUES (?1, ?2, ?3)";
    connection.prepare_cached(query)?.execute(params![game.as_str(), about, source.pgn])?;
    Ok(())
}

pub fn find(connection: &Connection, game: GameId) -> Result<Option<SourceFile>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT about, pgn FROM source WHERE game = ?1")?;
    let damaged =
        |what: String| StoreError::DamagedGame(format!("game {game}: what it was opened from: {what}"));
    let columns =
        |row: &Row<'_>| -> Result<(String, String), String> { Ok((column(row, 0)?, column(row, 1)?)) };
    let found = statement.query_row(params![game.as_str()], |row| Ok(columns(row))).optional()?;
    let Some((about, pgn)) = found.transpose().map_err(damaged)? else { return Ok(None) };
    let about: SourceFile = from_json(&about).map_err(damaged)?;
    Ok(Some(SourceFile { pgn, ..about }))
}

/// How many bytes are kept: of games that a player made, or of all. The texts themselves are not read for that.
pub fn size(connection: &Connection, maker: Option<PlayerId>) -> Result<u64, StoreError> {
    const OF_ALL: &str = "SELECT coalesce(sum(octet_length(pgn)), 0) FROM source";
    const OF_ONE: &str = "SELECT coalesce(sum(octet_length(pgn)), 0) FROM game JOIN source ON source.game = game.id \
                          WHERE game.seat0 = ?1";
    let size = |row: &Row<'_>| row.get(0);
    Ok(match maker {
        None => connection.prepare_cached(OF_ALL)?.query_row([], size)?,
        Some(maker) => {
            connection.prepare_cached(OF_ONE)?.query_row([Holder::Person(maker).to_text()], size)?
        }
    })
}

pub fn wish_rematch(
    connection: &Connection,
    game: GameId,
    by: Option<Seat>,
    now: Moment,
) -> Result<(), StoreError> {
    match by {
        Some(seat) => connection.execute(
            "INSERT OR REPLACE INTO rematch (game, seat, at) VALUES (?1, ?2, ?3)",
            params![game.as_str(), seat.number(), now.0],
        )?,
        None => connection.execute("DELETE FROM rematch WHERE game = ?1", params![game.as_str()])?,
    };
    Ok(())
}

pub fn rematch_wish(connection: &Connection, game: GameId) -> Result<Option<Seat>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT seat FROM rematch WHERE game = ?1")?;
    let seat = statement.query_row(params![game.as_str()], |row| Ok(column::<u8>(row, 0))).optional()?;
    let damaged = || StoreError::DamagedGame(format!("game {game}: nobody wants the rematch that is noted"));
    let read = |seat: Result<u8, String>| seat.ok().and_then(|seat| seat.try_into().ok()).ok_or_else(damaged);
    seat.map(read).transpose()
}
