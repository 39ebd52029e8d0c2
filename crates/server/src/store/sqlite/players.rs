use rusqlite::{Connection, OptionalExtension, params};
use tabiya_game::{Moment, Seat};

use crate::store::{Holder, PlayerRecord, StoreError};
use crate::{GameId, PlayerId, SecretDigest};

pub fn create(
    connection: &Connection,
    player: &PlayerRecord,
    token: SecretDigest,
    now: Moment,
    expires: Moment,
) -> Result<(), StoreError> {
    insert(connection, player, now)?;
    begin_session(connection, player.id, token, now, expires)
}

/// Keeps a player.
pub fn insert(connection: &Connection, player: &PlayerRecord, now: Moment) -> Result<(), StoreError> {
    connection
        .prepare_cached("INSERT INTO player (id, name, created) VALUES (?1, ?2, ?3)")?
        .execute(params![player.id.as_str(), player.name, now.0])?;
    Ok(())
}

/// A player.
pub fn by_id(connection: &Connection, id: PlayerId) -> Result<Option<PlayerRecord>, StoreError> {
    let query = "SELECT name FROM player WHERE id = ?1";
    let name = connection.query_row(query, params![id.as_str()], |row| row.get(0)).optional()?;
    Ok(name.map(|name| PlayerRecord { id, name }))
}

fn begin_session(
    connection: &Connection,
    player: PlayerId,
    token: SecretDigest,
    now: Moment,
    expires: Moment,
) -> Result<(), StoreError> {
    connection.prepare_cached("DELETE FROM session WHERE expires < ?1")?.execute(params![now.0])?;
    connection
        .prepare_cached("INSERT INTO session (token, player, expires) VALUES (?1, ?2, ?3)")?
        .execute(params![token.0, player.as_str(), expires.0])?;
    Ok(())
}

/// Gives a player who is known one more session.
pub fn add_session(
    connection: &Connection,
    player: PlayerId,
    token: SecretDigest,
    now: Moment,
    expires: Moment,
) -> Result<bool, StoreError> {
    let query = "SELECT count(*) FROM player WHERE id = ?1";
    let is_known: bool = connection.query_row(query, params![player.as_str()], |row| row.get(0))?;
    if is_known {
        begin_session(connection, player, token, now, expires)?;
    }
    Ok(is_known)
}

/// Ends all sessions of a player but one.
pub fn end_all(
    connection: &Connection,
    player: PlayerId,
    except: Option<SecretDigest>,
) -> Result<Vec<SecretDigest>, StoreError> {
    let mut statement =
        connection.prepare("DELETE FROM session WHERE player = ?1 AND token IS NOT ?2 RETURNING token")?;
    let kept = except.map(|token| token.0);
    let ended = statement.query_map(params![player.as_str(), kept], |row| row.get(0).map(SecretDigest))?;
    Ok(ended.collect::<Result<_, _>>()?)
}

pub fn find(
    connection: &Connection,
    token: SecretDigest,
) -> Result<Option<(PlayerRecord, Moment)>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT player.id, player.name, session.expires FROM session \
         JOIN player ON player.id = session.player WHERE session.token = ?1",
    )?;
    let columns = |row: &rusqlite::Row<'_>| {
        Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, u64>(2)?))
    };
    let Some((id, name, expires)) = statement.query_row(params![token.0], columns).optional()? else {
        return Ok(None);
    };
    let id = id.parse().map_err(|_| StoreError::Damaged("a player has no proper id".to_owned()))?;
    Ok(Some((PlayerRecord { id, name }, Moment(expires))))
}

pub fn end(connection: &Connection, token: SecretDigest) -> Result<(), StoreError> {
    connection.execute("DELETE FROM session WHERE token = ?1", params![token.0])?;
    Ok(())
}

pub fn rename(connection: &Connection, player: &PlayerRecord) -> Result<(), StoreError> {
    connection
        .execute("UPDATE player SET name = ?1 WHERE id = ?2", params![player.name, player.id.as_str()])?;
    Ok(())
}

pub fn create_ticket(
    connection: &Connection,
    ticket: SecretDigest,
    game: GameId,
    seat: Seat,
    now: Moment,
    expires: Moment,
) -> Result<(), StoreError> {
    connection.execute("DELETE FROM ticket WHERE expires < ?1", params![now.0])?;
    // A new link makes the old one worthless: only one of them can be the one that was lost.
    connection
        .execute("DELETE FROM ticket WHERE game = ?1 AND seat = ?2", params![game.as_str(), seat.number()])?;
    connection.execute(
        "INSERT INTO ticket (token, game, seat, expires) VALUES (?1, ?2, ?3, ?4)",
        params![ticket.0, game.as_str(), seat.number(), expires.0],
    )?;
    Ok(())
}

/// Ends the rights to all seats that a player has.
pub fn end_tickets(connection: &Connection, player: PlayerId) -> Result<(), StoreError> {
    let query = "DELETE FROM ticket WHERE seat = 0 AND game IN (SELECT id FROM game WHERE seat0 = ?1) \
                 OR seat = 1 AND game IN (SELECT id FROM game WHERE seat1 = ?1)";
    connection.execute(query, params![Holder::Person(player).to_text()])?;
    Ok(())
}

pub fn ticket(
    connection: &Connection,
    ticket: SecretDigest,
    now: Moment,
) -> Result<Option<(GameId, Seat)>, StoreError> {
    ticket_by(connection, "SELECT game, seat FROM ticket WHERE token = ?1 AND expires >= ?2", ticket, now)
}

pub fn take_ticket(
    connection: &Connection,
    ticket: SecretDigest,
    now: Moment,
) -> Result<Option<(GameId, Seat)>, StoreError> {
    let query = "DELETE FROM ticket WHERE token = ?1 AND expires >= ?2 RETURNING game, seat";
    ticket_by(connection, query, ticket, now)
}

fn ticket_by(
    connection: &Connection,
    query: &str,
    ticket: SecretDigest,
    now: Moment,
) -> Result<Option<(GameId, Seat)>, StoreError> {
    let columns = |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, u8>(1)?));
    let found = connection.query_row(query, params![ticket.0, now.0], columns).optional()?;
    let Some((game, seat)) = found else { return Ok(None) };
    let damaged = || StoreError::Damaged("a right to a seat is none".to_owned());
    Ok(Some((game.parse().map_err(|_| damaged())?, seat.try_into().map_err(|_| damaged())?)))
}
