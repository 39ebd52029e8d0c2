//! Players, and what they are known by.

use deadpool_postgres::GenericClient;
use tabiya_game::{Moment, Seat};
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::statement::{column, execute, query, query_one, text};
use super::{moment_of, time};
use crate::store::{Holder, PlayerRecord, StoreError};
use crate::{GameId, PlayerId, SecretDigest};

/// Keeps a player.
pub async fn insert(
    client: &impl GenericClient,
    player: &PlayerRecord,
    now: Moment,
) -> Result<(), StoreError> {
    let statement = "INSERT INTO player (id, name, created) VALUES ($1, $2, $3)";
    execute(client, statement, &[&player.id.as_str(), &text(&player.name), &time(now)]).await?;
    Ok(())
}

/// Keeps a player with a session.
pub async fn insert_with_session(
    client: &impl GenericClient,
    player: &PlayerRecord,
    token: SecretDigest,
    now: Moment,
    expires: Moment,
) -> Result<(), StoreError> {
    let statement = "WITH new AS (INSERT INTO player (id, name, created) VALUES ($1, $2, $3) RETURNING id), \
                     ended AS (DELETE FROM session WHERE expires < $3) \
                     INSERT INTO session (token, player, expires) SELECT $4, id, $5 FROM new";
    let id = player.id.as_str();
    let values: [&(dyn ToSql + Sync); 5] =
        [&id, &text(&player.name), &time(now), &bytes(&token), &time(expires)];
    execute(client, statement, &values).await?;
    Ok(())
}

/// Gives a player who is known one more session.
pub async fn add_session(
    client: &impl GenericClient,
    player: PlayerId,
    token: SecretDigest,
    expires: Moment,
) -> Result<bool, StoreError> {
    let statement =
        "INSERT INTO session (token, player, expires) SELECT $2, id, $3 FROM player WHERE id = $1";
    Ok(execute(client, statement, &[&player.as_str(), &bytes(&token), &time(expires)]).await? == 1)
}

/// Whose session it is, and until when.
pub async fn of_session(
    client: &impl GenericClient,
    token: SecretDigest,
) -> Result<Option<(PlayerRecord, Moment)>, StoreError> {
    let statement = "SELECT player.id, player.name, session.expires FROM session \
                     JOIN player ON player.id = session.player WHERE session.token = $1";
    let Some(row) = query_one(client, statement, &[&bytes(&token)]).await? else { return Ok(None) };
    let expires = moment_of(&row, "expires").map_err(StoreError::Damaged)?;
    Ok(Some((read(&row)?, expires)))
}

pub async fn end_session(client: &impl GenericClient, token: SecretDigest) -> Result<(), StoreError> {
    execute(client, "DELETE FROM session WHERE token = $1", &[&bytes(&token)]).await?;
    Ok(())
}

/// Ends all sessions of a player but one; which they were.
pub async fn end_sessions(
    client: &impl GenericClient,
    player: PlayerId,
    except: Option<SecretDigest>,
) -> Result<Vec<SecretDigest>, StoreError> {
    let statement =
        "DELETE FROM session WHERE player = $1 AND token IS DISTINCT FROM $2::BYTEA RETURNING token";
    let except = except.map(|token| token.0.to_vec());
    let rows = query(client, statement, &[&player.as_str(), &except]).await?;
    let digest = |row: &Row| {
        let token = column::<Vec<u8>>(row, "token").ok().and_then(|token| token.try_into().ok());
        token.map(SecretDigest).ok_or_else(|| StoreError::Damaged("a session has no proper token".to_owned()))
    };
    rows.iter().map(digest).collect()
}

pub async fn by_id(client: &impl GenericClient, id: PlayerId) -> Result<Option<PlayerRecord>, StoreError> {
    let row = query_one(client, "SELECT id, name FROM player WHERE id = $1", &[&id.as_str()]).await?;
    row.as_ref().map(read).transpose()
}

pub async fn rename(client: &impl GenericClient, player: &PlayerRecord) -> Result<(), StoreError> {
    let statement = "UPDATE player SET name = $1 WHERE id = $2";
    execute(client, statement, &[&text(&player.name), &player.id.as_str()]).await?;
    Ok(())
}

/// Makes a code the only one by which a player is known again.
pub async fn set_recovery(
    client: &impl GenericClient,
    player: PlayerId,
    code: SecretDigest,
    now: Moment,
) -> Result<(), StoreError> {
    let statement = "INSERT INTO recovery (player, code, created) VALUES ($1, $2, $3) \
                     ON CONFLICT (player) DO UPDATE SET code = $2, created = $3";
    execute(client, statement, &[&player.as_str(), &bytes(&code), &time(now)]).await?;
    Ok(())
}

pub async fn end_recovery(client: &impl GenericClient, player: PlayerId) -> Result<(), StoreError> {
    execute(client, "DELETE FROM recovery WHERE player = $1", &[&player.as_str()]).await?;
    Ok(())
}

/// Who is known again by a code.
pub async fn recover(
    client: &impl GenericClient,
    code: SecretDigest,
) -> Result<Option<PlayerRecord>, StoreError> {
    let statement = "SELECT player.id, player.name FROM recovery JOIN player ON player.id = recovery.player \
                     WHERE recovery.code = $1";
    query_one(client, statement, &[&bytes(&code)]).await?.as_ref().map(read).transpose()
}

/// Keeps the right to take a seat. A new link makes the old one worthless: only one of them can be the one that was lost.
pub async fn create_ticket(
    client: &impl GenericClient,
    ticket: SecretDigest,
    game: GameId,
    seat: Seat,
    now: Moment,
    expires: Moment,
) -> Result<(), StoreError> {
    execute(client, "DELETE FROM ticket WHERE expires < $1", &[&time(now)]).await?;
    let statement = "INSERT INTO ticket (token, game, seat, expires) VALUES ($1, $2, $3, $4) \
                     ON CONFLICT (game, seat) DO UPDATE SET token = $1, expires = $4";
    let seat = i16::from(seat.number());
    execute(client, statement, &[&bytes(&ticket), &game.as_str(), &seat, &time(expires)]).await?;
    Ok(())
}

/// Ends the rights to all seats that a player has.
pub async fn end_tickets(client: &impl GenericClient, player: PlayerId) -> Result<(), StoreError> {
    let statement = "DELETE FROM ticket WHERE seat = 0 AND game IN (SELECT id FROM game WHERE seat0 = $1) \
                     OR seat = 1 AND game IN (SELECT id FROM game WHERE seat1 = $1)";
    execute(client, statement, &[&Holder::Person(player).to_text()]).await?;
    Ok(())
}

pub async fn ticket(
    client: &impl GenericClient,
    ticket: SecretDigest,
    now: Moment,
) -> Result<Option<(GameId, Seat)>, StoreError> {
    let statement = "SELECT game, seat FROM ticket WHERE token = $1 AND expires >= $2";
    ticket_by(client, statement, ticket, now).await
}

/// Takes such a right, which can be done once.
pub async fn take_ticket(
    client: &impl GenericClient,
    ticket: SecretDigest,
    now: Moment,
) -> Result<Option<(GameId, Seat)>, StoreError> {
    let statement = "DELETE FROM ticket WHERE token = $1 AND expires >= $2 RETURNING game, seat";
    ticket_by(client, statement, ticket, now).await
}

async fn ticket_by(
    client: &impl GenericClient,
    statement: &str,
    ticket: SecretDigest,
    now: Moment,
) -> Result<Option<(GameId, Seat)>, StoreError> {
    let row = query_one(client, statement, &[&bytes(&ticket), &time(now)]).await?;
    let Some(row) = row else { return Ok(None) };
    let game = column::<String>(&row, "game").ok().and_then(|game| game.parse().ok());
    let seat = column::<i16>(&row, "seat").ok().and_then(|seat| u8::try_from(seat).ok()?.try_into().ok());
    let damaged = || StoreError::Damaged("a right to a seat is none".to_owned());
    game.zip(seat).ok_or_else(damaged).map(Some)
}

fn read(row: &Row) -> Result<PlayerRecord, StoreError> {
    let id = column::<String>(row, "id").ok().and_then(|id| id.parse().ok());
    let id = id.ok_or_else(|| StoreError::Damaged("a player has no proper id".to_owned()))?;
    Ok(PlayerRecord { id, name: column(row, "name").map_err(StoreError::Damaged)? })
}

fn bytes(digest: &SecretDigest) -> &[u8] {
    &digest.0
}
