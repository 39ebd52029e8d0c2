use rusqlite::{Connection, OptionalExtension, Row, params};
use tabiya_game::Moment;

use super::column::column;
use crate::GameId;
use crate::store::{KeptReview, StoreError};

/// What the computer found out about the positions of a game.
pub fn find(connection: &Connection, game: GameId) -> Result<Option<KeptReview>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT moves, searches FROM review WHERE game = ?1")?;
    let columns =
        |row: &Row<'_>| -> Result<(String, String), String> { Ok((column(row, 0)?, column(row, 1)?)) };
    let found = statement.query_row(params![game.as_str()], |row| Ok(columns(row))).optional()?;
    let damaged = |what: String| StoreError::DamagedGame(format!("game {game}: its review: {what}"));
    let found = found.transpose().map_err(damaged)?;
    let review = |(moves, searches): (String, String)| KeptReview {
        moves,
        searches: searches.split('\n').map(str::to_owned).collect(),
    };
    Ok(found.map(review))
}

/// Keeps it in place of what was kept before.
pub fn keep(
    connection: &Connection,
    game: GameId,
    review: &KeptReview,
    now: Moment,
) -> Result<(), StoreError> {
    let query = "INSERT OR REPLACE INTO review (game, moves, searches, changed) VALUES (?1, ?2, ?3, ?4)";
    let searches = review.searches.join("\n");
    connection.prepare_cached(query)?.execute(params![game.as_str(), review.moves, searches, now.0])?;
    Ok(())
}
