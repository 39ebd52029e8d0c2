//! A damaged file is read game by game; where its first page is damaged, that of an empty database is borrowed, which is
//! the same. What is saved of a game can be opened: its entries as far as they replay, and a row that tells of these.

use std::path::Path;
use std::time::Duration;

use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, params_from_iter};

use super::entry_pages::{self, FOUND};
use super::first_page::PatchedCopy;
use super::row_remains::RowRemains;
use super::table_scan::scan;
use super::{Access, LogIndex, connect_by, damage, entries, games, into_one_file, recent_entries, schema};
use crate::GameId;
use crate::paths::with_ending;
use crate::room::{agrees, replay_readable, row_of};
use crate::store::{Entry, GameRow, StoreError};

/// What could be saved from a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SalvageReport {
    /// How many games were saved whole.
    pub games: u64,
    /// Games of which something was lost.
    pub damaged: Vec<DamagedGame>,
    /// Whether the list of games itself is damaged, so that some may be missing.
    pub is_list_damaged: bool,
    /// Whether the last moves of games were not where they should be, so that some may be missing though nothing else is.
    pub may_miss_last_moves: bool,
    /// How many entries were found page by page, because what leads to them is damaged. Entries lie there as well, and are
    /// missing.
    pub found_by_page: u64,
}

/// A game of which something was lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedGame {
    /// Its name.
    pub game: GameId,
    /// How many of its entries were saved; none where nothing was.
    pub entries: u32,
    /// What was lost.
    pub lost: Vec<GameLoss>,
}

/// What can be lost of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameLoss {
    /// What happened after the entries that were saved.
    Entries,
    /// Who sits where.
    Seats,
    /// Who steers two computers.
    Maker,
    /// Of what it is a rematch, and the score before it.
    Match,
}

/// Copies everything readable of one file into another, new one.
pub fn salvage(from: &Path, to: &Path) -> Result<SalvageReport, StoreError> {
    let damage = match readable(from) {
        Ok(old) => return copy_all(&old, from, to, &TABLES),
        Err(error @ StoreError::Damaged(_)) => error,
        Err(error) => return Err(error),
    };
    // Where the first page is damaged, everything else may be there. What came with later forms of the file does not
    // lie in the same place everywhere.
    let Ok(old) = PatchedCopy::new(from, &with_ending(to, ".first-page")) else { return Err(damage) };
    let mut salvaged = copy_all(&old.connection, from, to, &TABLES[..3])?;
    salvaged.may_miss_last_moves |= old.may_miss_recent;
    let is_any_saved = salvaged.games > 0 || salvaged.damaged.iter().any(|game| game.entries > 0);
    if is_any_saved { Ok(salvaged) } else { Err(damage) }
}

/// Tables that are worth having, with their columns, but no game depends on them. The first came with the first form.
const TABLES: [(&str, &[&str]); 9] = [
    ("player", &["id", "name", "created"]),
    ("session", &["token", "player", "expires"]),
    ("run", &["id", "started", "alive"]),
    ("source", &["game", "about", "pgn"]),
    ("rematch", &["game", "seat", "at"]),
    ("recovery", &["player", "code", "created"]),
    ("setting", &["name", "value", "changed"]),
    ("withdrawn", &["game", "at"]),
    ("review", &["game", "moves", "searches", "changed"]),
];

fn readable(from: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let old = Connection::open_with_flags(from, flags)?;
    old.busy_timeout(Duration::from_secs(10))?;
    // Otherwise a file of which the end is missing would not be looked at. Nobody can write by this. It comes before
    // whatever reads the first page.
    old.pragma_update(None, "writable_schema", true)?;
    schema::pretend_latest(&old, schema::form(&old)?)?;
    Ok(old)
}

fn copy_all(
    old: &Connection,
    from: &Path,
    to: &Path,
    tables: &[(&str, &[&str])],
) -> Result<SalvageReport, StoreError> {
    // Nobody else has a draft.
    let mut new = connect_by(to, Access::Write, LogIndex::Private)?;
    schema::migrate(&mut new)?;
    let mut salvaged = SalvageReport::default();
    entry_pages::make_table(old, FOUND)?;
    if !matches!(damage::find(old), Ok(None)) {
        salvaged.found_by_page = entry_pages::find_unreachable(old, from, &with_ending(to, ".pages"))?;
    }
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
        names_in(old, "SELECT id, seat0 FROM game", "id")
    });
    // Names alone are read from an index, which lies elsewhere than what is asked for in the second place.
    for query in [
        "SELECT game FROM entry",
        "SELECT game, events FROM entry",
        "SELECT game, events FROM recent_entry",
        "SELECT game FROM found_entry",
    ] {
        names.extend(names_in(old, query, "game"));
    }
    names.sort_unstable();
    names.dedup();
    names
}

/// The names of games that a query finds, which are the first column.
fn names_in(old: &Connection, query: &str, key: &str) -> Vec<GameId> {
    let mut names = Vec::new();
    scan(old, query, key, |row| {
        names.extend(row.get::<_, String>(0).ok().and_then(|id| id.parse::<GameId>().ok()));
    });
    names
}

fn copy_game(
    old: &Connection,
    new: &Connection,
    game: GameId,
    salvaged: &mut SalvageReport,
) -> Result<(), StoreError> {
    let latest = recent_entries::row(old, game);
    // The row alone may be older than the last entries.
    salvaged.may_miss_last_moves |= latest.is_err() && games::find(old, game).is_ok();
    let row = latest.or_else(|_| games::find(old, game)).ok().flatten();
    salvaged.is_list_damaged |= row.is_none();
    let version = row.as_ref().and_then(|row| row.version);
    let entries = entries_before_damage(old, game, version)?;
    let Some(SavedGame { row, entries, lost }) = saved(old, game, row, entries) else {
        salvaged.damaged.push(DamagedGame { game, entries: 0, lost: vec![GameLoss::Entries] });
        return Ok(());
    };
    games::insert(new, &row)?;
    for entry in &entries {
        entries::insert(new, game, entry)?;
    }
    match lost.is_empty() {
        true => salvaged.games += 1,
        false => salvaged.damaged.push(DamagedGame { game, entries: entries.len() as u32, lost }),
    }
    Ok(())
}

/// What is saved of a game.
struct SavedGame {
    row: GameRow,
    entries: Vec<Entry>,
    lost: Vec<GameLoss>,
}

/// What can be saved of a game that has this row, if it can be read; `None` where it has no beginning.
fn saved(old: &Connection, id: GameId, row: Option<GameRow>, read: ReadableEntries) -> Option<SavedGame> {
    let ReadableEntries { mut entries, is_whole } = read;
    let (count, game) = replay_readable(&entries);
    let is_cut = !is_whole || count < entries.len();
    entries.truncate(count);
    let Some(game) = game else {
        // It waits for a player, or it had begun and nothing is left.
        let row = row.filter(|row| row.opening.is_some())?;
        return Some(SavedGame { row, entries, lost: vec![] });
    };
    // A row that tells of more than the entries that are left would count as damaged again.
    let (told, is_cut, mut lost) = match row {
        Some(row) => {
            let told = row_of(&row, &game, count as u32);
            let is_cut = is_cut || !agrees(&row, &told);
            (told, is_cut, vec![])
        }
        None => {
            let (row, lost) = RowRemains::find(old, id).row(id, &game, &entries);
            (row, is_cut, lost)
        }
    };
    if is_cut {
        lost.insert(0, GameLoss::Entries);
    }
    Some(SavedGame { row: told, entries, lost })
}

/// The entries of a game up to the first that cannot be read.
struct ReadableEntries {
    entries: Vec<Entry>,
    /// Whether none follows them.
    is_whole: bool,
}

/// The version of the last one is known where the row of the game can be read and tells it.
fn entries_before_damage(
    old: &Connection,
    game: GameId,
    version: Option<u32>,
) -> Result<ReadableEntries, StoreError> {
    let has_found = entry_pages::has_found(old, game)?;
    if !has_found && let Ok(entries) = entries::after(old, game, 0) {
        return Ok(ReadableEntries { entries, is_whole: true });
    }
    let found = |version| entries::in_table(old, FOUND, game, version).ok().flatten();
    let one = |version| entries::one(old, game, version).ok().flatten().or_else(|| found(version));
    let entries: Vec<Entry> = (1..).map_while(one).collect();
    let is_whole = version == Some(entries.len() as u32);
    Ok(ReadableEntries { entries, is_whole })
}

/// What can be read of a small table. Its first column is its key.
fn copy_table(old: &Connection, new: &Connection, table: &str, columns: &[&str]) {
    let names = columns.join(", ");
    let places = vec!["?"; columns.len()].join(", ");
    let insert = format!("INSERT OR REPLACE INTO {table} ({names}) VALUES ({places})");
    scan(old, &format!("SELECT {names} FROM {table}"), columns[0], |row| {
        let values: Result<Vec<Value>, _> = (0..columns.len()).map(|column| row.get(column)).collect();
        if let Ok(values) = values {
            let _ = new.execute(&insert, params_from_iter(values));
        }
    });
}
