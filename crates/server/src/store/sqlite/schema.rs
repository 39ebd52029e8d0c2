use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use super::{Access, LogIndex, connect_by, earlier_rows};
use crate::paths::with_ending;
use crate::store::StoreError;

/// Marks a file as ours: `Tbya`.
const APPLICATION_ID: i64 = 0x5462_7961;

/// Each step leads from the form of its number to the next. Steps that were released never change.
const STEPS: [SchemaStep; 11] = [
    SchemaStep { tables: FIRST, fill: nothing },
    SchemaStep { tables: SOURCES_AND_WISHES, fill: nothing },
    SchemaStep { tables: CLOCKS_AND_VERSIONS, fill: earlier_rows::fill },
    // Of the keys of invitations only digests are kept.
    SchemaStep { tables: EXHIBITIONS, fill: earlier_rows::digest_invitations },
    SchemaStep { tables: HOSTS_AND_CODES, fill: nothing },
    SchemaStep { tables: LISTS, fill: earlier_rows::fill_lists },
    SchemaStep { tables: EDITS, fill: nothing },
    SchemaStep { tables: RECORDS, fill: nothing },
    SchemaStep { tables: RECENT_ENTRIES, fill: nothing },
    SchemaStep { tables: REVIEWS, fill: nothing },
    // The same tables. An entry may be among the recent ones and where it belongs: programs that would take it for two must not
    // open the file.
    SchemaStep { tables: "", fill: nothing },
];

/// The number of the form that is known here.
const KNOWN: i64 = STEPS.len() as i64;

/// What is new in the tables, and what fills it for those rows that are there already.
struct SchemaStep {
    tables: &'static str,
    fill: fn(&Connection) -> Result<(), StoreError>,
}

fn nothing(_: &Connection) -> Result<(), StoreError> {
    Ok(())
}

const FIRST: &str = "
CREATE TABLE game (
    id TEXT PRIMARY KEY,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    stage INTEGER NOT NULL,
    timed INTEGER NOT NULL,
    seat0 TEXT NOT NULL,
    seat1 TEXT NOT NULL,
    white TEXT NOT NULL,
    black TEXT NOT NULL,
    rules TEXT NOT NULL,
    result TEXT NOT NULL,
    plies INTEGER NOT NULL,
    previous TEXT UNIQUE,
    halves0 INTEGER NOT NULL,
    halves1 INTEGER NOT NULL,
    games INTEGER NOT NULL,
    opening TEXT
) WITHOUT ROWID;
CREATE INDEX game_created ON game (created DESC, id);
CREATE INDEX game_timed ON game (id) WHERE timed;
CREATE INDEX game_seat0 ON game (seat0, created DESC);
CREATE INDEX game_seat1 ON game (seat1, created DESC);

CREATE TABLE entry (
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    command_id TEXT NOT NULL,
    command_hash BLOB NOT NULL,
    events TEXT NOT NULL,
    PRIMARY KEY (game, version),
    UNIQUE (game, command_id)
) WITHOUT ROWID;

CREATE TABLE player (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE session (
    token BLOB PRIMARY KEY,
    player TEXT NOT NULL,
    expires INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX session_expires ON session (expires);

CREATE TABLE ticket (
    token BLOB PRIMARY KEY,
    game TEXT NOT NULL,
    seat INTEGER NOT NULL,
    expires INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE run (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    started INTEGER NOT NULL,
    alive INTEGER NOT NULL
);
";

const SOURCES_AND_WISHES: &str = "
CREATE TABLE source (
    game TEXT PRIMARY KEY,
    about TEXT NOT NULL,
    pgn TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE rematch (
    game TEXT PRIMARY KEY,
    seat INTEGER NOT NULL,
    at INTEGER NOT NULL
) WITHOUT ROWID;
";

/// Columns are only ever added behind the others, and may be empty: so rows of every form can be read below the first
/// page of the latest one.
const CLOCKS_AND_VERSIONS: &str = "
ALTER TABLE game ADD COLUMN clock TEXT;
ALTER TABLE game ADD COLUMN version INTEGER;
";

/// Who made a game of two computers is written like who has a seat, so that one looks for somebody in the same way. Seats may
/// also tell of a computer that plays without a book: programs that would take such a row for damage must not open the file.
const EXHIBITIONS: &str = "
ALTER TABLE game ADD COLUMN maker TEXT;
ALTER TABLE game ADD COLUMN maker_name TEXT;
ALTER TABLE entry ADD COLUMN exhibition TEXT;
CREATE INDEX game_maker ON game (maker, created DESC) WHERE maker IS NOT NULL;
";

/// What the host has set, and the codes by which players are known at other devices; of these only digests.
const HOSTS_AND_CODES: &str = "
CREATE TABLE setting (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    changed INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE recovery (
    player TEXT PRIMARY KEY,
    code BLOB NOT NULL UNIQUE,
    created INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX session_player ON session (player);
";

/// What lists of games tell: whose turn it is and who sits where, which follows from what is settled when a game is made, and
/// whether others may come across it. What was called off before it began is no game any more, but is known to have been.
const LISTS: &str = "
ALTER TABLE game ADD COLUMN white_seat INTEGER;
ALTER TABLE game ADD COLUMN first_turn INTEGER;
ALTER TABLE game ADD COLUMN is_public INTEGER;
CREATE TABLE withdrawn (
    game TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX withdrawn_at ON withdrawn (at);
";

/// What was changed in what is said of the moves.
const EDITS: &str = "
ALTER TABLE entry ADD COLUMN edit TEXT;
";

/// Games that were played elsewhere and are over. Their entries tell of results that are recorded: programs that would take
/// them for damage must not open the file.
const RECORDS: &str = "
ALTER TABLE game ADD COLUMN is_record INTEGER;
";

/// Entries in the order in which they came, until they go where they belong; with each what it changed in the row of its game,
/// unless the row was written with it.
const RECENT_ENTRIES: &str = "
CREATE TABLE recent_entry (
    place INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    command_id TEXT NOT NULL,
    command_hash BLOB NOT NULL,
    events TEXT NOT NULL,
    exhibition TEXT,
    edit TEXT,
    updated INTEGER,
    plies INTEGER,
    UNIQUE (game, version)
);
";

/// What the computer found out about the positions of games. Seats may also tell of a computer by a rating, and of one that plays
/// to the end: programs that would take such a row for damage must not open the file.
const REVIEWS: &str = "
CREATE TABLE review (
    game TEXT PRIMARY KEY,
    moves TEXT NOT NULL,
    searches TEXT NOT NULL,
    changed INTEGER NOT NULL
) WITHOUT ROWID;
";

/// From this form on, a row tells the clock and the version.
const WITH_CLOCKS_AND_VERSIONS: i64 = 3;

/// From this form on, rows and entries tell of games of two computers.
const WITH_EXHIBITIONS: i64 = 4;

/// From this form on, a row tells what lists need.
const WITH_LISTS: i64 = 6;

/// From this form on, entries tell of edits.
const WITH_EDITS: i64 = 7;

/// From this form on, a row tells of games that were played elsewhere.
const WITH_RECORDS: i64 = 8;

/// From this form on, there are entries that are not yet where they belong.
const WITH_RECENT_ENTRIES: i64 = 9;

/// Lets an earlier form be read as if it were the latest one. Nothing in the file is changed.
pub fn pretend_latest(connection: &Connection, form: i64) -> Result<(), StoreError> {
    let came = [
        (WITH_CLOCKS_AND_VERSIONS, ", NULL AS clock, NULL AS version"),
        (WITH_EXHIBITIONS, ", NULL AS maker, NULL AS maker_name"),
        (WITH_LISTS, ", NULL AS white_seat, NULL AS first_turn, NULL AS is_public"),
        (WITH_RECORDS, ", NULL AS is_record"),
    ];
    let missing: String =
        came.into_iter().filter(|(with, _)| form < *with).map(|(_, columns)| columns).collect();
    if !missing.is_empty() {
        connection.execute_batch(&format!("CREATE TEMP VIEW game AS SELECT *{missing} FROM main.game"))?;
    }
    let earlier = if form < WITH_EXHIBITIONS { ", NULL AS exhibition" } else { "" };
    if form < WITH_EDITS {
        connection.execute_batch(&format!(
            "CREATE TEMP VIEW entry AS SELECT *{earlier}, NULL AS edit FROM main.entry"
        ))?;
    }
    if form < WITH_RECENT_ENTRIES { hide_recent_entries(connection) } else { Ok(()) }
}

/// Lets a file be read as if all of its entries were where they belong.
pub fn hide_recent_entries(connection: &Connection) -> Result<(), StoreError> {
    let none = "CREATE TEMP VIEW recent_entry AS SELECT *, NULL AS updated, NULL AS plies FROM entry WHERE 0";
    Ok(connection.execute_batch(none)?)
}

/// Brings a file to the form that is known here. A file of a newer form, or of somebody else, is not touched.
pub fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let found = form(connection)?;
    if found == KNOWN {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // What an earlier form kept in clear, such as the keys of invitations, does not stay behind in the file.
    transaction.pragma_update(None, "secure_delete", true)?;
    let steps = &STEPS[found as usize..];
    steps.iter().try_for_each(|step| transaction.execute_batch(step.tables))?;
    // Rows are read in their latest form.
    steps.iter().try_for_each(|step| (step.fill)(&transaction))?;
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", KNOWN)?;
    transaction.commit()?;
    Ok(connection.pragma_update(None, "secure_delete", false)?)
}

/// The number of a file's form; 0 for a new one. A newer one than ours nobody here can read.
pub fn form(connection: &Connection) -> Result<i64, StoreError> {
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let (owner, form) = (number("application_id")?, number("user_version")?);
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
    let is_new = owner == 0 && form == 0 && tables == 0;
    if owner != APPLICATION_ID && !is_new || form < 0 {
        return Err(StoreError::Damaged("it was not written by Tabiya".to_owned()));
    }
    if form > KNOWN {
        return Err(StoreError::Newer { found: form, known: KNOWN });
    }
    Ok(form)
}

/// How the form of a file stands to the one that is known here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormAge {
    /// It is that form, or there is nothing in it yet.
    Current,
    /// It will be changed when it is opened.
    Older,
}

/// What opening a file would do to it, found out without changing a byte of it. A file of a newer form, or of somebody
/// else, is refused.
pub fn form_age(file: &Path, index: LogIndex) -> Result<FormAge, StoreError> {
    let log = fs::metadata(with_ending(file, "-wal"));
    let found = match log.is_ok_and(|log| log.len() > 0) {
        // Its form may be in the log alone.
        true => form(&connect_by(file, Access::Read, index)?)?,
        // Looking at it by SQLite would leave an empty log behind.
        false => form_in_head(file)?,
    };
    match found {
        0 | KNOWN => Ok(FormAge::Current),
        _ if found > KNOWN => Err(StoreError::Newer { found, known: KNOWN }),
        _ => Ok(FormAge::Older),
    }
}

/// The same as [`form`] for a file without a log. One that is not there, or is empty, is a new one.
fn form_in_head(file: &Path) -> Result<i64, StoreError> {
    let mut head = Vec::new();
    if let Ok(file) = File::open(file) {
        file.take(HEAD as u64).read_to_end(&mut head).map_err(|error| StoreError::Disk(error.to_string()))?;
    }
    match <&[u8; HEAD]>::try_from(&head[..]) {
        // Whether it is a new one, or what is wrong with it, SQLite knows better.
        Err(_) => Ok(0),
        Ok(head) if !head.starts_with(MAGIC) => Ok(0),
        Ok(head) if is_head(head) => Ok(i64::from(number_at(head, 60))),
        Ok(head) if number_at(head, 68) == 0 && number_at(head, 60) == 0 => Ok(0),
        Ok(_) => Err(StoreError::Damaged("it was not written by Tabiya".to_owned())),
    }
}

/// How much of a file SQLite says about it.
const HEAD: usize = 100;

const MAGIC: &[u8] = b"SQLite format 3\0";

fn number_at(head: &[u8; HEAD], place: usize) -> i32 {
    let mut bytes = [0; 4];
    bytes.copy_from_slice(&head[place..place + 4]);
    i32::from_be_bytes(bytes)
}

/// Whether a file begins as a database of ours does.
pub fn is_database(file: &Path) -> bool {
    let mut head = [0; HEAD];
    let read = File::open(file).and_then(|mut file| file.read_exact(&mut head));
    read.is_ok() && is_head(&head)
}

/// Whether the first bytes of a file are those of a database of ours.
fn is_head(head: &[u8; HEAD]) -> bool {
    head.starts_with(MAGIC) && i64::from(number_at(head, 68)) == APPLICATION_ID
}
