use rusqlite::Connection;

use super::recent_entries::{Meant, OnConflict, bring, in_transaction, take_out_up_to};
use crate::GameId;
use crate::store::StoreError;

/// How many recent entries gather at least before they go where they belong: the more there are of a game, the fewer pages
/// each of them takes there.
const MANY: usize = 512;

/// How many go at a time, at least. All others wait meanwhile.
const STEP: usize = 64;

/// Recent entries go where they belong, a few games at a time: whoever waits for the next commit hardly waits for that.
#[derive(Default)]
pub struct Settling {
    /// How many came since the last time that all of them began to go.
    gathered: usize,
    under_way: Option<SettlingGames>,
}

/// What has begun to go.
struct SettlingGames {
    /// The last entry that does.
    place: i64,
    /// The games that have not gone yet, with how many entries each has.
    games: Vec<(GameId, usize)>,
}

impl Settling {
    /// So many more have come.
    pub fn add(&mut self, count: usize) {
        self.gathered += count;
    }

    /// Whether there is something to do.
    pub fn is_due(&self) -> bool {
        self.under_way.is_some() || self.gathered >= MANY
    }

    /// Brings some where they belong, at least as many as come with a commit.
    pub fn step(&mut self, connection: &Connection, coming: usize) -> Result<(), StoreError> {
        // What goes is on disk already: where the machine stops before it has arrived, it is still where it was.
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        let done = self.step_without_sync(connection, STEP.max(coming));
        connection.pragma_update(None, "synchronous", "FULL")?;
        done
    }

    fn step_without_sync(&mut self, connection: &Connection, count: usize) -> Result<(), StoreError> {
        let mut departure = match self.under_way.take() {
            Some(departure) => departure,
            None => {
                self.gathered = 0;
                SettlingGames::of_all(connection)?
            }
        };
        let games = departure.next(count);
        if games.is_empty() {
            return in_transaction(connection, || take_out_up_to(connection, departure.place));
        }
        departure.bring(connection, &games)?;
        self.under_way = Some(departure);
        Ok(())
    }
}

impl SettlingGames {
    fn of_all(connection: &Connection) -> Result<SettlingGames, StoreError> {
        let last = "SELECT ifnull(max(place), 0) FROM recent_entry";
        let place = connection.prepare_cached(last)?.query_row([], |row| row.get(0))?;
        let mut statement =
            connection.prepare_cached("SELECT game, count(*) FROM recent_entry GROUP BY game")?;
        let mut rows = statement.query([])?;
        let mut games = vec![];
        while let Some(row) = rows.next()? {
            // Those of a game whose name is damaged stay.
            if let Some(game) = row.get::<_, String>(0).ok().and_then(|game| game.parse().ok()) {
                games.push((game, row.get(1)?));
            }
        }
        Ok(SettlingGames { place, games })
    }

    /// The next games, with so many entries at least; none where all have gone.
    fn next(&mut self, count: usize) -> Vec<GameId> {
        let mut left = count;
        let mut next = vec![];
        while left > 0
            && let Some((game, entries)) = self.games.pop()
        {
            left = left.saturating_sub(entries);
            next.push(game);
        }
        next
    }

    /// Brings the entries of some games where they belong. Those of a game of which something is damaged stay, and keep nobody
    /// from the others.
    fn bring(&self, connection: &Connection, games: &[GameId]) -> Result<(), StoreError> {
        let bring = |game: &GameId| bring(connection, Meant::OfUpTo(*game, self.place), OnConflict::Rollback);
        match in_transaction(connection, || games.iter().try_for_each(bring)) {
            Err(error) if !error.is_everybodys() => {}
            result => return result,
        }
        for game in games {
            match in_transaction(connection, || bring(game)) {
                Err(error) if error.is_everybodys() => return Err(error),
                Err(error) => tracing::warn!(%game, %error, "recent entries stay where they are"),
                Ok(()) => {}
            }
        }
        Ok(())
    }
}
