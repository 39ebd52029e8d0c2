//! What lies beside the entries of a game, and what the host has set.

use deadpool_postgres::GenericClient;
use tabiya_game::{Moment, Seat};

use super::statement::{column, execute, query_one, text};
use super::time;
use crate::store::json_column::{from_json, to_json};
use crate::store::{Holder, KeptReview, SourceFile, StoreError};
use crate::{GameId, PlayerId};

/// As bytes: whoever wrote the file may have put a NUL into it.
pub async fn insert_source(
    client: &impl GenericClient,
    game: GameId,
    source: &SourceFile,
) -> Result<(), StoreError> {
    let statement = "INSERT INTO source (game, about, pgn) VALUES ($1, $2, $3)";
    execute(client, statement, &[&game.as_str(), &to_json(source)?, &source.pgn.as_bytes()]).await?;
    Ok(())
}

pub async fn source(client: &impl GenericClient, game: GameId) -> Result<Option<SourceFile>, StoreError> {
    let row = query_one(client, "SELECT about, pgn FROM source WHERE game = $1", &[&game.as_str()]).await?;
    let Some(row) = row else { return Ok(None) };
    let read = || -> Result<SourceFile, String> {
        let about: SourceFile = from_json(&column::<String>(&row, "about")?)?;
        let pgn = String::from_utf8(column(&row, "pgn")?).map_err(|error| error.to_string())?;
        Ok(SourceFile { pgn, ..about })
    };
    let damaged = |what| StoreError::DamagedGame(format!("game {game}: what it was opened from: {what}"));
    read().map(Some).map_err(damaged)
}

/// How many bytes are kept of what games were opened from: of those that a player made, or of all.
pub async fn source_size(client: &impl GenericClient, maker: Option<PlayerId>) -> Result<u64, StoreError> {
    let statement = "SELECT coalesce(sum(octet_length(pgn)), 0)::BIGINT AS bytes FROM source \
                     WHERE $1::TEXT IS NULL OR game IN (SELECT id FROM game WHERE seat0 = $1)";
    let maker = maker.map(|maker| Holder::Person(maker).to_text());
    let row = query_one(client, statement, &[&maker]).await?;
    Ok(row.and_then(|row| column::<i64>(&row, "bytes").ok()).unwrap_or_default().unsigned_abs())
}

pub async fn review(client: &impl GenericClient, game: GameId) -> Result<Option<KeptReview>, StoreError> {
    let statement = "SELECT moves, searches FROM review WHERE game = $1";
    let Some(row) = query_one(client, statement, &[&game.as_str()]).await? else { return Ok(None) };
    let read = || -> Result<KeptReview, String> {
        let searches: String = column(&row, "searches")?;
        let searches = searches.split('\n').map(str::to_owned).collect();
        Ok(KeptReview { moves: column(&row, "moves")?, searches })
    };
    let damaged = |what| StoreError::DamagedGame(format!("game {game}: its review: {what}"));
    read().map(Some).map_err(damaged)
}

pub async fn keep_review(
    client: &impl GenericClient,
    game: GameId,
    review: &KeptReview,
    now: Moment,
) -> Result<(), StoreError> {
    let statement = "INSERT INTO review (game, moves, searches, changed) VALUES ($1, $2, $3, $4) \
                     ON CONFLICT (game) DO UPDATE SET moves = $2, searches = $3, changed = $4";
    let searches = text(&review.searches.join("\n"));
    execute(client, statement, &[&game.as_str(), &text(&review.moves), &searches, &time(now)]).await?;
    Ok(())
}

pub async fn wish_rematch(
    client: &impl GenericClient,
    game: GameId,
    by: Option<Seat>,
    now: Moment,
) -> Result<(), StoreError> {
    match by {
        Some(seat) => {
            let statement = "INSERT INTO rematch (game, seat, at) VALUES ($1, $2, $3) \
                             ON CONFLICT (game) DO UPDATE SET seat = $2, at = $3";
            let seat = i16::from(seat.number());
            execute(client, statement, &[&game.as_str(), &seat, &time(now)]).await?
        }
        None => execute(client, "DELETE FROM rematch WHERE game = $1", &[&game.as_str()]).await?,
    };
    Ok(())
}

pub async fn rematch_wish(client: &impl GenericClient, game: GameId) -> Result<Option<Seat>, StoreError> {
    let row = query_one(client, "SELECT seat FROM rematch WHERE game = $1", &[&game.as_str()]).await?;
    let Some(row) = row else { return Ok(None) };
    let seat = column::<i16>(&row, "seat").ok().and_then(|seat| u8::try_from(seat).ok()?.try_into().ok());
    let damaged = || StoreError::DamagedGame(format!("game {game}: nobody wants the rematch that is noted"));
    seat.ok_or_else(damaged).map(Some)
}

pub async fn setting(client: &impl GenericClient, name: &str) -> Result<Option<String>, StoreError> {
    let row = query_one(client, "SELECT value FROM setting WHERE name = $1", &[&name]).await?;
    row.map(|row| column(&row, "value").map_err(StoreError::Damaged)).transpose()
}

pub async fn set_setting(
    client: &impl GenericClient,
    name: &str,
    value: &str,
    now: Moment,
) -> Result<(), StoreError> {
    let statement = "INSERT INTO setting (name, value, changed) VALUES ($1, $2, $3) \
                     ON CONFLICT (name) DO UPDATE SET value = $2, changed = $3";
    execute(client, statement, &[&name, &text(value), &time(now)]).await?;
    Ok(())
}
