//! A damaged file is read game by game; where its first page is damaged, that of an empty database is borrowed, which is
//! the same.

use std::path::Path;

use rusqlite::{Connection, params};

use super::first_page::PatchedCopy;
use super::{Access, connect, entries, games, into_one_file, schema};
use crate::GameId;
use crate::paths::with_ending;
use crate::room::row_after_entries;
use crate::store::StoreError;

/// What could be saved from a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SalvageReport {
    /// How many games were saved whole.
    pub games: u64,
    /// Games of which something is damaged, and how many entries were saved of each.
    pub damaged: Vec<(String, u32)>,
    /// Whether the list of games itself is damaged, so that some may be missing.
    pub is_list_damaged: bool,
}

/// Copies everything readable of one file into another, new one.
pub fn salvage(from: &Path, to: &Path) -> Result<SalvageReport, StoreError> {
    let damage = match readable(from) {
        Ok(old) => return copy_all(&old, to, &TABLES),
        Err(error @ StoreError::Damaged(_)) => error,
        Err(error) => return Err(error),
    };
    // Where the first page is damaged, everything else may be there. What came with later forms of the file does not
    // lie in the same place everywhere.
    let Ok(old) = PatchedCopy::new(from, with_ending(to, ".first-page")) else { return Err(damage) };
    let salvaged = copy_all(&old.connection, to, &TABLES[..3])?;
    if salvaged.games == 0 { Err(damage) } else { Ok(salvaged) }
}

/// Tables of three columns. They are worth having, but no game depends on them.
const TABLES: [(&str, &str); 5] = [
    ("player", "id, name, created"),
    ("session", "token, player, expires"),
    ("run", "id, started, alive"),
    ("source", "game, about, pgn"),
    ("rematch", "game, seat, at"),
];

fn readable(from: &Path) -> Result<Connection, StoreError> {
    let old = connect(from, Access::Read)?;
    schema::pretend_latest(&old, schema::form(&old)?)?;
    Ok(old)
}

fn copy_all(old: &Connection, to: &Path, tables: &[(&str, &str)]) -> Result<SalvageReport, StoreError> {
    let mut new = connect(to, Access::Write)?;
    schema::migrate(&mut new)?;
    let mut salvaged = SalvageReport::default();
    let transaction = new.transaction()?;
    for game in names(old, &mut salvaged) {
        copy_game(old, &transaction, game, &mut salvaged)?;
    }
    for (table, columns) in tables {
        copy_table(old, &transaction, table, columns);
    }
    transaction.commit()?;
    into_one_file(&new)?;
    Ok(salvaged)
}

/// The names of all games, from both tables: one of them may be the damaged one.
fn names(old: &Connection, salvaged: &mut SalvageReport) -> Vec<GameId> {
    let mut names = games::all(old).unwrap_or_else(|_| {
        salvaged.is_list_damaged = true;
        games::readable_names(old, "SELECT id FROM game")
    });
    names.extend(games::readable_names(old, "SELECT DISTINCT game FROM entry"));
    names.sort_unstable();
    names.dedup();
    names
}

fn copy_game(
    old: &Connection,
    new: &Connection,
    game: GameId,
    salvaged: &mut SalvageReport,
) -> Result<(), StoreError> {
    let row = games::find(old, game).ok().flatten();
    salvaged.is_list_damaged |= row.is_none();
    let entries = entries_before_damage(old, game);
    // A game without its row cannot be found, and one without its beginning is none.
    let Some(mut row) = row.filter(|row| !entries.readable.is_empty() || row.opening.is_some()) else {
        salvaged.damaged.push((game.to_string(), 0));
        return Ok(());
    };
    if !entries.is_whole {
        // A row that tells of more than the entries that are left would count as damaged again.
        row = row_after_entries(&row, &entries.readable).unwrap_or(row);
    }
    games::insert(new, &row)?;
    for entry in &entries.readable {
        entries::insert(new, game, entry)?;
    }
    match entries.is_whole {
        true => salvaged.games += 1,
        false => salvaged.damaged.push((game.to_string(), entries.readable.len() as u32)),
    }
    Ok(())
}

struct Entries {
    readable: Vec<crate::store::Entry>,
    is_whole: bool,
}

fn entries_before_damage(old: &Connection, game: GameId) -> Entries {
    if let Ok(mut readable) = entries::after(old, game, 0) {
        let found = readable.len();
        // An entry that is gone takes those after it along.
        let in_place = (1..).zip(&readable).take_while(|(version, entry)| entry.version == *version).count();
        readable.truncate(in_place);
        return Entries { readable, is_whole: in_place == found };
    }
    let one = |version| entries::one(old, game, version).ok().flatten();
    let readable = (1..).map_while(one).collect();
    Entries { readable, is_whole: false }
}

/// What can be read of a small table.
fn copy_table(old: &Connection, new: &Connection, table: &str, columns: &str) {
    let Ok(mut statement) = old.prepare(&format!("SELECT {columns} FROM {table}")) else { return };
    let Ok(mut rows) = statement.query([]) else { return };
    let insert = format!("INSERT OR REPLACE INTO {table} ({columns}) VALUES (?1, ?2, ?3)");
    while let Ok(Some(row)) = rows.next() {
        let value = |column| row.get::<_, rusqlite::types::Value>(column).ok();
        if let (Some(a), Some(b), Some(c)) = (value(0), value(1), value(2)) {
            let _ = new.execute(&insert, params![a, b, c]);
        }
    }
}
