//! The last entries of all games, in the order in which they came. A commit writes whole pages: where entries of many games
//! lie behind each other, those of a commit share one, and each would have one of its own among the other entries of its game,
//! with one of the index of commands and one of the row of its game. Now and then all of them go where they belong, many of a
//! game at once. Until then whoever reads entries or rows looks here as well.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, Row, params, params_from_iter};
use tabiya_game::Moment;
use tabiya_notation::Excerpt;

use super::column::column;
use super::games;
use crate::GameId;
use crate::store::{GameRow, StoreError};

/// How many gather at least before they go where they belong.
pub const MANY: usize = 128;

/// What changes in the row of a game with every entry, where it is not in the row yet.
pub struct RecentStanding {
    version: u32,
    updated: Moment,
    plies: u32,
}

impl RecentStanding {
    /// The row with what is not in it yet. It may have been read later, and tell more.
    fn put_into(self, row: &mut GameRow) {
        let RecentStanding { version, updated, plies } = self;
        if row.version.is_none_or(|known| known < version) {
            (row.version, row.updated, row.plies) = (Some(version), updated, plies);
        }
    }
}

/// What is not yet in the rows of games. It is read before them.
pub struct RecentStandings {
    standings: HashMap<String, RecentStanding>,
    /// What could not be read: of those games the rows tell less than happened.
    damaged: Vec<String>,
}

impl RecentStandings {
    /// What is damaged of one game, or of the whole table, keeps nobody from the rows.
    pub fn of_all(connection: &Connection) -> Result<RecentStandings, StoreError> {
        let mut all = RecentStandings { standings: HashMap::new(), damaged: vec![] };
        match all.read(connection) {
            Err(StoreError::Damaged(what)) => all.damaged.push(what),
            read => read?,
        }
        Ok(all)
    }

    fn read(&mut self, connection: &Connection) -> Result<(), StoreError> {
        let query = "SELECT game, max(version), updated, plies FROM recent_entry GROUP BY game";
        let mut statement = connection.prepare_cached(query)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            match read_standing(row) {
                Ok((game, Some(standing))) => drop(self.standings.insert(game, standing)),
                Ok((_, None)) => {}
                Err(what) => self.damaged.push(what),
            }
        }
        Ok(())
    }

    /// Completes rows; what could not be read is told.
    pub fn put_into(mut self, rows: &mut [GameRow]) -> Vec<String> {
        for row in rows {
            if let Some(standing) = self.standings.remove(row.id.as_str()) {
                standing.put_into(row);
            }
        }
        self.damaged
    }
}

/// Of which game a row of the query for all tells, and what; or what is wrong with it.
fn read_standing(row: &Row<'_>) -> Result<(String, Option<RecentStanding>), String> {
    let game: String = column(row, 0)?;
    let told = || Ok(standing(column(row, 1)?, column(row, 2)?, column(row, 3)?));
    let told: Result<Option<RecentStanding>, String> = told();
    match told {
        Ok(standing) => Ok((game, standing)),
        Err(what) => Err(format!("game {}: {what}", Excerpt::new(&game))),
    }
}

/// The row of a game as it was written, with what is not in it yet.
pub fn row(connection: &Connection, game: GameId) -> Result<Option<GameRow>, StoreError> {
    let query =
        "SELECT version, updated, plies FROM recent_entry WHERE game = ?1 ORDER BY version DESC LIMIT 1";
    let mut statement = connection.prepare_cached(query)?;
    let recent = statement
        .query_row(params![game.as_str()], |row| Ok(standing(row.get(0)?, row.get(1)?, row.get(2)?)))
        .optional()?;
    let mut row = games::find(connection, game)?;
    if let (Some(row), Some(standing)) = (&mut row, recent.flatten()) {
        standing.put_into(row);
    }
    Ok(row)
}

/// Where the row was written with the entry, there is nothing to add to it.
fn standing(version: u32, updated: Option<u64>, plies: Option<u32>) -> Option<RecentStanding> {
    Some(RecentStanding { version, updated: Moment(updated?), plies: plies? })
}

/// Brings all entries where they belong. Those of a game of which something is damaged stay, and keep nobody from the others;
/// where the disk refuses, all do.
pub fn settle(connection: &Connection) {
    match in_transaction(connection, || move_entries(connection, "ROLLBACK", "", None)) {
        Ok(()) => {}
        Err(error @ (StoreError::Full | StoreError::ReadOnly | StoreError::Disk(_))) => {
            tracing::warn!(%error, "recent entries stay where they are");
        }
        Err(_) => {
            if let Err(error) = in_transaction(connection, || settle_each(connection)) {
                tracing::warn!(%error, "recent entries stay where they are");
            }
        }
    }
}

/// The same game by game. One commit holds all of them, however many there are: each waits for the disk.
fn settle_each(connection: &Connection) -> Result<(), StoreError> {
    for game in games::readable_names(connection, "SELECT DISTINCT game FROM recent_entry") {
        connection.prepare_cached("SAVEPOINT game")?.execute([])?;
        if let Err(error) = move_entries(connection, "ABORT", " WHERE game = ?1", Some(game)) {
            // A full disk can end the transaction on the spot, and with it what was done for the games before.
            if connection.is_autocommit() {
                return Err(error);
            }
            tracing::warn!(%game, %error, "recent entries stay where they are");
            connection.prepare_cached("ROLLBACK TO game")?.execute([])?;
        }
        connection.prepare_cached("RELEASE game")?.execute([])?;
    }
    Ok(())
}

/// Does something in a transaction; where that fails, nothing of it is done.
fn in_transaction(
    connection: &Connection,
    work: impl FnOnce() -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let done = work().and_then(|()| connection.execute_batch("COMMIT").map_err(StoreError::from));
    if done.is_err() && !connection.is_autocommit() {
        connection.execute_batch("ROLLBACK")?;
    }
    done
}

/// Brings the entries of one game or of all where they belong. A conflict undoes the step that meets it (`ABORT`) or the whole
/// transaction (`ROLLBACK`): then SQLite need not remember how pages were before each step.
fn move_entries(
    connection: &Connection,
    conflict: &str,
    which: &str,
    game: Option<GameId>,
) -> Result<(), StoreError> {
    let steps = [
        format!(
            "INSERT OR {conflict} INTO entry (game, version, command_id, command_hash, events, exhibition, edit) \
             SELECT game, version, command_id, command_hash, events, exhibition, edit FROM recent_entry{which} \
             ORDER BY game, version"
        ),
        // Beside a maximum stand the other columns of its row.
        format!(
            "UPDATE OR {conflict} game SET version = last.version, updated = last.updated, plies = last.plies \
             FROM (SELECT game, max(version) AS version, updated, plies FROM recent_entry{which} GROUP BY game) AS last \
             WHERE id = last.game AND last.updated IS NOT NULL"
        ),
        format!("DELETE FROM recent_entry{which}"),
    ];
    for step in steps {
        connection.prepare_cached(&step)?.execute(params_from_iter(game.iter().map(GameId::as_str)))?;
    }
    Ok(())
}
