//! The last entries of all games, in the order in which they came. A commit writes whole pages: where entries of many games
//! lie behind each other, those of a commit share one, and each would have one of its own among the other entries of its game,
//! with one of the index of commands and one of the row of its game. They go where they belong many of a game at once, and a
//! few games at a time between commits (`settling.rs`). Until all that came before some moment are there, those that are stand
//! here as well: to take them out of here one game at a time would write each page of this table again and again. Whoever reads
//! entries or rows looks at both places.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, Row, params};
use tabiya_game::Moment;
use tabiya_notation::Excerpt;

use super::column::column;
use super::games;
use crate::GameId;
use crate::store::{GameRow, StoreError};

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

/// What of the recent entries is meant: all of them, those of a game, or those of a game up to a place.
#[derive(Clone, Copy)]
pub enum Meant {
    All,
    Of(GameId),
    OfUpTo(GameId, i64),
}

impl Meant {
    fn condition(self) -> &'static str {
        match self {
            Meant::All => "1",
            Meant::Of(_) => "game = ?1",
            Meant::OfUpTo(..) => "game = ?1 AND place <= ?2",
        }
    }

    fn run(self, connection: &Connection, statement: &str) -> Result<(), StoreError> {
        let mut statement = connection.prepare_cached(statement)?;
        match &self {
            Meant::All => statement.execute([])?,
            Meant::Of(game) => statement.execute(params![game.as_str()])?,
            Meant::OfUpTo(game, place) => statement.execute(params![game.as_str(), place])?,
        };
        Ok(())
    }
}

/// What SQLite does where another entry is where one belongs: it undoes the statement, and remembers for that how pages were
/// before; or the whole transaction, which costs less.
#[derive(Clone, Copy)]
pub enum OnConflict {
    Abort,
    Rollback,
}

impl OnConflict {
    fn words(self) -> &'static str {
        match self {
            OnConflict::Abort => "ABORT",
            OnConflict::Rollback => "ROLLBACK",
        }
    }
}

/// Brings all entries where they belong. Those of a game of which something is damaged stay, and keep nobody from the others;
/// where the disk refuses, all do.
pub fn settle(connection: &Connection) {
    let all = || {
        bring(connection, Meant::All, OnConflict::Rollback)?;
        take_out(connection, Meant::All)
    };
    match in_transaction(connection, all) {
        Ok(()) => {}
        Err(error) if error.is_everybodys() => tracing::warn!(%error, "recent entries stay where they are"),
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
        let brought = bring(connection, Meant::Of(game), OnConflict::Abort);
        if let Err(error) = brought.and_then(|()| take_out(connection, Meant::Of(game))) {
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
pub fn in_transaction(
    connection: &Connection,
    work: impl FnOnce() -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    connection.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
    let commit = || Ok(connection.prepare_cached("COMMIT")?.execute([]).map(drop)?);
    let done = work().and_then(|()| commit());
    if done.is_err() && !connection.is_autocommit() {
        connection.execute_batch("ROLLBACK")?;
    }
    done
}

/// Whether an entry is where it belongs.
pub const IS_THERE: &str = "EXISTS (SELECT 1 FROM entry WHERE entry.game = recent_entry.game \
                        AND entry.version = recent_entry.version AND entry.command_id = recent_entry.command_id)";

/// Brings entries where they belong that are not there yet, and what they change into the rows of their games. Nothing is taken
/// out of here.
pub fn bring(connection: &Connection, meant: Meant, on_conflict: OnConflict) -> Result<(), StoreError> {
    let (conflict, condition) = (on_conflict.words(), meant.condition());
    let entries = format!(
        "INSERT OR {conflict} INTO entry (game, version, command_id, command_hash, events, exhibition, edit) \
         SELECT game, version, command_id, command_hash, events, exhibition, edit FROM recent_entry \
         WHERE {condition} AND NOT {IS_THERE} ORDER BY game, version"
    );
    // Beside a maximum stand the other columns of its row. What came later may be in the row of the game already.
    let rows = format!(
        "UPDATE OR {conflict} game SET version = last.version, updated = last.updated, plies = last.plies \
         FROM (SELECT game, max(version) AS version, updated, plies FROM recent_entry WHERE {condition} \
               GROUP BY game) AS last \
         WHERE id = last.game AND last.updated IS NOT NULL AND (game.version IS NULL OR game.version < last.version)"
    );
    meant.run(connection, &entries)?;
    meant.run(connection, &rows)
}

/// Takes entries out of here that are where they belong.
fn take_out(connection: &Connection, meant: Meant) -> Result<(), StoreError> {
    let condition = meant.condition();
    meant.run(connection, &format!("DELETE FROM recent_entry WHERE {condition} AND {IS_THERE}"))
}

/// Takes all those up to a place out of here that are where they belong.
pub fn take_out_up_to(connection: &Connection, place: i64) -> Result<(), StoreError> {
    let statement = format!("DELETE FROM recent_entry WHERE place <= ?1 AND {IS_THERE}");
    connection.prepare_cached(&statement)?.execute([place])?;
    Ok(())
}
