//! The tables, and whose they are. Their names and columns are those of SQLite's, so that games can go from one to the other.

use deadpool_postgres::Transaction;

use super::statement::{column, query_one};
use crate::random::random_bytes;
use crate::store::StoreError;

/// Each step leads from the form of its number to the next. Steps that were released never change.
const STEPS: [&str; 1] = [FIRST];

/// The number of the form that is known here.
const KNOWN: i32 = STEPS.len() as i32;

/// Two who find an empty database at once must not both make the tables.
const LOCK: i64 = 0x5462_7961_0001;

/// Names are compared byte by byte, as everywhere else here, and not by the customs of a language.
const FIRST: &str = r#"
CREATE TABLE tabiya (
    form INT NOT NULL,
    identity TEXT NOT NULL
);
CREATE TABLE game (
    id TEXT COLLATE "C" PRIMARY KEY,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    stage SMALLINT NOT NULL,
    timed BOOLEAN NOT NULL,
    seat0 TEXT COLLATE "C" NOT NULL,
    seat1 TEXT COLLATE "C" NOT NULL,
    white TEXT NOT NULL,
    black TEXT NOT NULL,
    white_folded TEXT NOT NULL,
    black_folded TEXT NOT NULL,
    rules TEXT NOT NULL,
    result TEXT NOT NULL,
    plies INT NOT NULL,
    previous TEXT COLLATE "C" UNIQUE,
    halves0 INT NOT NULL,
    halves1 INT NOT NULL,
    games INT NOT NULL,
    opening TEXT,
    clock TEXT,
    version INT,
    maker TEXT COLLATE "C",
    maker_name TEXT,
    white_seat SMALLINT,
    first_turn SMALLINT,
    is_public BOOLEAN NOT NULL,
    is_record BOOLEAN NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX game_created ON game (created DESC, id DESC);
CREATE INDEX game_timed ON game (id) WHERE timed;
CREATE INDEX game_seat0 ON game (seat0, created DESC);
CREATE INDEX game_seat1 ON game (seat1, created DESC);
CREATE INDEX game_maker ON game (maker, created DESC) WHERE maker IS NOT NULL;

CREATE TABLE entry (
    game TEXT COLLATE "C" NOT NULL,
    version INT NOT NULL,
    command_id TEXT COLLATE "C" NOT NULL,
    command_hash BYTEA NOT NULL,
    events TEXT NOT NULL,
    exhibition TEXT,
    edit TEXT,
    PRIMARY KEY (game, version),
    UNIQUE (game, command_id)
);

CREATE TABLE source (game TEXT COLLATE "C" PRIMARY KEY, about TEXT NOT NULL, pgn BYTEA NOT NULL);
CREATE TABLE review (
    game TEXT COLLATE "C" PRIMARY KEY,
    moves TEXT NOT NULL,
    searches TEXT NOT NULL,
    changed BIGINT NOT NULL
);
CREATE TABLE rematch (game TEXT COLLATE "C" PRIMARY KEY, seat SMALLINT NOT NULL, at BIGINT NOT NULL);
CREATE TABLE withdrawn (game TEXT COLLATE "C" PRIMARY KEY, at BIGINT NOT NULL);
CREATE INDEX withdrawn_at ON withdrawn (at);

CREATE TABLE player (id TEXT COLLATE "C" PRIMARY KEY, name TEXT NOT NULL, created BIGINT NOT NULL);
CREATE TABLE session (token BYTEA PRIMARY KEY, player TEXT COLLATE "C" NOT NULL, expires BIGINT NOT NULL);
CREATE INDEX session_expires ON session (expires);
CREATE INDEX session_player ON session (player);
CREATE TABLE recovery (
    player TEXT COLLATE "C" PRIMARY KEY,
    code BYTEA NOT NULL UNIQUE,
    created BIGINT NOT NULL
);
CREATE TABLE ticket (
    token BYTEA PRIMARY KEY,
    game TEXT COLLATE "C" NOT NULL,
    seat SMALLINT NOT NULL,
    expires BIGINT NOT NULL,
    UNIQUE (game, seat)
);
CREATE INDEX ticket_expires ON ticket (expires);

CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL, changed BIGINT NOT NULL);
CREATE TABLE run (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    started BIGINT NOT NULL,
    alive BIGINT NOT NULL
);
"#;

/// Brings a database to the form that is known here. One of a newer form, or of somebody else, is not touched.
pub async fn migrate(transaction: &Transaction<'_>) -> Result<(), StoreError> {
    query_one(transaction, "SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await?;
    let found = form(transaction).await?;
    for step in &STEPS[found as usize..] {
        transaction.batch_execute(step).await?;
    }
    if found == 0 {
        let identity: String = random_bytes::<16>().iter().map(|byte| format!("{byte:02x}")).collect();
        let query = "INSERT INTO tabiya (form, identity) VALUES ($1, $2)";
        transaction.execute(query, &[&KNOWN, &identity]).await?;
    } else if found < KNOWN {
        transaction.execute("UPDATE tabiya SET form = $1", &[&KNOWN]).await?;
    }
    Ok(())
}

/// The number of a database's form; 0 for an empty one.
async fn form(transaction: &Transaction<'_>) -> Result<i32, StoreError> {
    let query = "SELECT count(*) AS tables, count(*) FILTER (WHERE table_name = 'tabiya') AS marks \
                 FROM information_schema.tables WHERE table_schema = current_schema()";
    let found = query_one(transaction, query, &[]).await?;
    let number = |name| found.as_ref().and_then(|row| column::<i64>(row, name).ok()).unwrap_or_default();
    if number("marks") == 0 {
        let is_empty = number("tables") == 0;
        return if is_empty { Ok(0) } else { Err(somebody_elses()) };
    }
    let row = query_one(transaction, "SELECT form FROM tabiya", &[]).await?;
    let form = row.and_then(|row| column::<i32>(&row, "form").ok()).filter(|form| *form > 0);
    match form.ok_or_else(somebody_elses)? {
        form if form > KNOWN => Err(StoreError::Newer { found: form.into(), known: KNOWN.into() }),
        form => Ok(form),
    }
}

fn somebody_elses() -> StoreError {
    StoreError::Damaged("its tables were not made by Tabiya; give Tabiya a database of its own".to_owned())
}
