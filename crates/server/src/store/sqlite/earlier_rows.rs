//! What rows of earlier forms do not tell is in the entries of their games.

use rusqlite::{Connection, params};
use tabiya_game::{Fact, GameStart};

use super::{entries, games};
use crate::GameId;
use crate::store::game_row::color_number;
use crate::store::{GameRow, StoreError};

/// Adds the clock and the version to every row. A game that cannot be read stays without: whoever opens it is told, and
/// it keeps nobody from the others.
pub fn fill(connection: &Connection) -> Result<(), StoreError> {
    for id in games::readable_names(connection, "SELECT id FROM game") {
        let clock = start(connection, id).and_then(|start| start.time).map(|time| time.to_string());
        let version = entries::last_version(connection, id).ok();
        let query = "UPDATE game SET clock = ?2, version = ?3 WHERE id = ?1";
        connection.prepare_cached(query)?.execute(params![id.as_str(), clock, version])?;
    }
    Ok(())
}

/// Writes what is known of open seats anew, as it is written now. A row that cannot be read stays as it is.
pub fn digest_invitations(connection: &Connection) -> Result<(), StoreError> {
    for id in games::readable_names(connection, "SELECT id FROM game WHERE opening IS NOT NULL") {
        if let Ok(Some(GameRow { opening: Some(opening), .. })) = games::find(connection, id) {
            games::change_opening(connection, id, &opening)?;
        }
    }
    Ok(())
}

/// Adds to every row what lists tell of its game. Who found whom in the lobby is not known any more: what runs stays private.
pub fn fill_lists(connection: &Connection) -> Result<(), StoreError> {
    for id in games::readable_names(connection, "SELECT id FROM game") {
        let start = start(connection, id);
        let white_seat = start.as_ref().map(|start| start.seats.white.number());
        let first_turn = start.as_ref().map(|start| color_number(start.position.turn));
        let query = "UPDATE game SET white_seat = ?2, first_turn = ?3 WHERE id = ?1";
        connection.prepare_cached(query)?.execute(params![id.as_str(), white_seat, first_turn])?;
        if let Ok(Some(row)) = games::find(connection, id) {
            let is_in_lobby = row.opening.as_ref().is_some_and(|opening| opening.invitations.is_none());
            let query = "UPDATE game SET is_public = ?2 WHERE id = ?1";
            let values = params![id.as_str(), is_in_lobby || row.is_exhibition()];
            connection.prepare_cached(query)?.execute(values)?;
        }
    }
    Ok(())
}

/// How a game began or will begin, if that can be read.
fn start(connection: &Connection, id: GameId) -> Option<GameStart> {
    let row = games::find(connection, id).ok()??;
    if let Some(opening) = row.opening {
        return Some(opening.start);
    }
    let first = entries::one(connection, id, 1).ok()??;
    match first.events.into_iter().next()?.fact {
        Fact::Started(start) => Some(*start),
        _ => None,
    }
}
