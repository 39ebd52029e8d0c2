//! Servers that use the database together, as nodes of a cluster, and what they ask of it for that.
//!
//! **Who is alive** is told by the database's own clock: every node gives a sign of life twice a second (`beat`), and one whose last
//! sign is older than [`MISSED`] counts as gone. `alive` is the same moment by the time that games go by, for those who ask
//! up to when a clock was served.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use deadpool_postgres::{GenericClient, Object};
use tabiya_game::{Moment, Seat};
use tokio_postgres::Row;

use super::database_address::DatabaseAddress;
use super::database_claim::{DatabaseUse, NewClaim};
use super::statement::{Values, column, count, execute, query, query_one, text};
use super::submission_writer::SubmissionWriter;
use super::{PostgresStore, ask_again, moment_of, runs, schema, time};
use crate::store::{PlayerRecord, Run, StoreError};
use crate::{GameId, Now, PlayerId, SecretDigest};

/// By which numbers the messages between nodes go. One more wherever a node of another version could not read them.
const MESSAGES: i32 = 1;

/// Without a sign of life for so long, a node counts as gone.
pub const MISSED: Duration = Duration::from_secs(3);

/// When somebody gave a sign of life last who goes on: games were served until now, whenever that is asked.
const STILL_ALIVE: Moment = Moment(u64::MAX);

/// For how long it is known when nodes were alive: every clock that depends on it has been charged by then.
const KEPT: &str = "7 days";

/// The clock of the database in milliseconds since 1970.
const CLOCK: &str = "(extract(epoch FROM clock_timestamp()) * 1000)::BIGINT AS clock";

/// What a node learns by a sign of life.
pub struct Heartbeat {
    /// The runs of all nodes that are alive.
    pub live: Vec<i64>,
    /// How far our time may be from the database's.
    pub error: Duration,
}

/// What tells whether somebody knows a game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameMark {
    /// The version of its last entry.
    pub version: u32,
    /// A digest of what changes without an entry: seats, names, how it will begin, the game after it, wishes for one.
    pub rest: String,
}

/// A session as it is kept.
pub struct KnownSession {
    pub token: SecretDigest,
    pub player: PlayerRecord,
    pub expires: Moment,
}

/// How long a server has given no sign of life that has a player's connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerSilence {
    /// So long that the player may not have been able to use it.
    Doubted,
    /// So long that the player would have come elsewhere, if at all.
    Abandoned,
}

impl ServerSilence {
    fn millis(self) -> f64 {
        match self {
            ServerSilence::Doubted => 1500.0,
            ServerSilence::Abandoned => 30_000.0,
        }
    }
}

impl PostgresStore {
    /// Opens a database as one of several nodes, which go by the database's time.
    pub async fn join(address: &str) -> Result<PostgresStore, StoreError> {
        PostgresStore::join_ahead(address, Duration::ZERO).await
    }

    /// The same so much later: what time brings can be tried without waiting for it.
    pub async fn join_ahead(address: &str, span: Duration) -> Result<PostgresStore, StoreError> {
        let address = DatabaseAddress::parse(address)?;
        let claim = NewClaim::take(&address, DatabaseUse::Together).await?;
        let pool = address.pool()?;
        let mut client = pool.get().await?;
        let transaction = client.transaction().await?;
        if !claim.is_alone() {
            schema::check_company(&transaction).await?;
        }
        schema::migrate(&transaction).await?;
        schema::check_filled(&transaction).await?;
        check_messages(&transaction).await?;
        let mut earlier_runs = runs(&transaction).await?;
        let clock = clock(&transaction).await?;
        let last = earlier_runs.iter().map(|run| run.alive).max().unwrap_or(Moment(0));
        let begins = clock.max(last).after(span);
        let now = Now::following(begins);
        if let Some(latest) =
            earlier_runs.iter_mut().max_by_key(|run| run.alive).filter(|_| !claim.is_alone())
        {
            latest.alive = STILL_ALIVE;
        }
        let run = begin_run(&transaction, now.moment()).await?;
        transaction.commit().await?;
        let claim = claim.keep().await?;
        let submissions = SubmissionWriter::start(pool.clone(), None);
        let ahead = begins.0 as i64 - clock.0 as i64;
        Ok(PostgresStore {
            pool,
            claim,
            submissions,
            run: run.into(),
            earlier_runs,
            now,
            is_node: true,
            ahead,
        })
    }

    /// The number by which other nodes know this one.
    pub fn node(&self) -> i64 {
        self.run()
    }

    /// Gives a sign of life, and learns who else is alive and which time it is.
    pub async fn beat(&self) -> Result<Heartbeat, StoreError> {
        let client = self.client().await?;
        let asked = Instant::now();
        let statement = format!(
            "WITH beaten AS (UPDATE run SET alive = greatest(alive, $1), beat = clock_timestamp() WHERE id = $2) \
             SELECT id, {CLOCK} FROM run WHERE id = $2 OR messages IS NOT NULL AND NOT ended \
             AND beat > clock_timestamp() - $3 * INTERVAL '1 millisecond' ORDER BY id"
        );
        let missed = MISSED.as_millis() as f64;
        let rows = query(&client, &statement, &[&time(self.now.moment()), &self.run(), &missed]).await?;
        let transit = asked.elapsed() / 2;
        let mut error = transit;
        if let Some(row) = rows.first() {
            let shown = moment_of(row, "clock").map_err(StoreError::Other)?.after(transit);
            error +=
                self.now.follow(Moment(shown.0.saturating_add_signed(self.ahead)), Duration::from_millis(5));
        }
        let live = rows.iter().map(|row| column(row, "id").map_err(StoreError::Damaged));
        Ok(Heartbeat { live: live.collect::<Result<_, _>>()?, error })
    }

    /// Begins another run, because this one stood still for a while; when nodes were alive until then.
    pub(crate) async fn begin_anew(&self) -> Result<Vec<Run>, StoreError> {
        let client = self.client().await?;
        let mut runs = runs(&client).await?;
        let statement = "SELECT id FROM run WHERE id <> $1 AND messages IS NOT NULL AND NOT ended \
                         AND beat > clock_timestamp() - $2 * INTERVAL '1 millisecond'";
        let missed = MISSED.as_millis() as f64;
        let others = query(&client, statement, &[&self.run(), &missed]).await?;
        if let Some(latest) = runs.iter_mut().max_by_key(|run| run.alive).filter(|_| !others.is_empty()) {
            latest.alive = STILL_ALIVE;
        }
        let run = begin_run(&client, self.now.moment()).await?;
        let ended = self.run.swap(run, Ordering::Relaxed);
        execute(&client, "UPDATE run SET messages = NULL WHERE id = $1", &[&ended]).await?;
        Ok(runs)
    }

    /// Ends the run: others need not wait for more signs of life.
    pub async fn leave(&self) -> Result<(), StoreError> {
        let statement = "UPDATE run SET ended = TRUE, alive = greatest(alive, $2) WHERE id = $1";
        execute(&self.client().await?, statement, &[&self.run(), &time(self.now.moment())]).await?;
        Ok(())
    }

    /// By what it is known whether some games are known as they are kept. Those that are not there are left out.
    pub(crate) async fn marks(&self, games: &[GameId]) -> Result<HashMap<GameId, GameMark>, StoreError> {
        let statement = "SELECT game.id, coalesce(game.version, 0) AS version, md5(concat_ws('|', game.seat0, game.seat1, \
                         game.white, game.black, coalesce(game.opening, ''), coalesce(next.id, ''), \
                         coalesce(rematch.seat, 2))) AS rest \
                         FROM game LEFT JOIN game AS next ON next.previous = game.id \
                         LEFT JOIN rematch ON rematch.game = game.id WHERE game.id = ANY ($1)";
        let games: Vec<&str> = games.iter().map(GameId::as_str).collect();
        let games = &games;
        let rows =
            ask_again(|| async move { query(&self.client().await?, statement, &[games]).await }).await?;
        let read = |row: &Row| -> Result<(GameId, GameMark), String> {
            let id = column::<String>(row, "id")?.parse().map_err(|_| "a game has no proper name")?;
            Ok((id, GameMark { version: count(row, "version")?, rest: column(row, "rest")? }))
        };
        rows.iter().map(|row| read(row).map_err(StoreError::DamagedGame)).collect()
    }

    /// Those of some sessions that have not ended.
    pub(crate) async fn sessions(&self, tokens: &[SecretDigest]) -> Result<Vec<KnownSession>, StoreError> {
        let statement = "SELECT session.token, player.id, player.name, session.expires FROM session \
                         JOIN player ON player.id = session.player WHERE session.token = ANY ($1)";
        let tokens: Vec<&[u8]> = tokens.iter().map(|token| token.0.as_slice()).collect();
        let rows =
            query(&self.client().await?, statement, &[&tokens]).await.map_err(StoreError::of_question)?;
        let read = |row: &Row| -> Result<KnownSession, String> {
            let token = column::<Vec<u8>>(row, "token")?.try_into().map_err(|_| "a token has no digest")?;
            let id: PlayerId =
                column::<String>(row, "id")?.parse().map_err(|_| "a player has no proper id")?;
            let player = PlayerRecord { id, name: column(row, "name")? };
            Ok(KnownSession { token: SecretDigest(token), player, expires: moment_of(row, "expires")? })
        };
        rows.iter().map(|row| read(row).map_err(StoreError::Damaged)).collect()
    }

    /// Keeps what was set, unless it is no longer what it was taken for; whether it is kept.
    pub(crate) async fn change_setting(
        &self,
        name: &str,
        before: Option<&str>,
        after: &str,
    ) -> Result<bool, StoreError> {
        let (client, now) = (self.client().await?, time(self.now.moment()));
        let changed = match before {
            None => {
                let insert =
                    "INSERT INTO setting (name, value, changed) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
                execute(&client, insert, &[&name, &text(after), &now]).await?
            }
            Some(before) => {
                let update = "UPDATE setting SET value = $2, changed = $3 WHERE name = $1 AND value = $4";
                execute(&client, update, &[&name, &text(after), &now, &before]).await?
            }
        };
        Ok(changed == 1)
    }

    /// Notes that this server has the connection of a player; since when the one is gone that had it before, if it is.
    pub(crate) async fn serve_seat(&self, game: GameId, seat: Seat) -> Result<Option<Moment>, StoreError> {
        let statement = "WITH before AS (SELECT served.run FROM served WHERE game = $1 AND seat = $2), \
                         now AS (INSERT INTO served (game, seat, run) VALUES ($1, $2, $3) \
                         ON CONFLICT (game, seat) DO UPDATE SET run = $3) \
                         SELECT run.alive FROM before JOIN run ON run.id = before.run WHERE run.id <> $3 AND NOT run.ended \
                         AND run.beat < clock_timestamp() - $4 * INTERVAL '1 millisecond'";
        let silence = ServerSilence::Doubted.millis();
        let values: Values<'_> = &[&game.as_str(), &number(seat), &self.run(), &silence];
        let row = query_one(&self.client().await?, statement, values).await?;
        row.map(|row| moment_of(&row, "alive").map_err(StoreError::Damaged)).transpose()
    }

    /// Notes that this server has it no longer.
    pub(crate) async fn release_seat(&self, game: GameId, seat: Seat) -> Result<(), StoreError> {
        let statement = "DELETE FROM served WHERE game = $1 AND seat = $2 AND run = $3";
        execute(&self.client().await?, statement, &[&game.as_str(), &number(seat), &self.run()]).await?;
        Ok(())
    }

    /// Since when the server has given no sign of life that has a player's connection, where that is so long; told once.
    pub(crate) async fn take_gone_server(
        &self,
        game: GameId,
        seat: Seat,
        silence: ServerSilence,
    ) -> Result<Option<Moment>, StoreError> {
        let statement = "DELETE FROM served USING run WHERE served.game = $1 AND served.seat = $2 AND run.id = served.run \
                         AND run.id <> $4 AND NOT run.ended \
                         AND run.beat < clock_timestamp() - $3 * INTERVAL '1 millisecond' RETURNING run.alive";
        let values: Values<'_> = &[&game.as_str(), &number(seat), &silence.millis(), &self.run()];
        let row = query_one(&self.client().await?, statement, values).await?;
        row.map(|row| moment_of(&row, "alive").map_err(StoreError::Damaged)).transpose()
    }

    /// Whether the server that has a player's connection may be gone.
    pub(crate) async fn is_server_doubted(&self, game: GameId, seat: Seat) -> Result<bool, StoreError> {
        let statement = "SELECT run.id FROM served JOIN run ON run.id = served.run WHERE served.game = $1 \
                         AND served.seat = $2 AND run.id <> $4 AND NOT run.ended \
                         AND run.beat < clock_timestamp() - $3 * INTERVAL '1 millisecond'";
        let silence = ServerSilence::Doubted.millis();
        let values: Values<'_> = &[&game.as_str(), &number(seat), &silence, &self.run()];
        let found =
            query_one(&self.client().await?, statement, values).await.map_err(StoreError::of_question)?;
        Ok(found.is_some())
    }
}

/// Refuses to run beside nodes that would not understand us.
async fn check_messages(client: &impl GenericClient) -> Result<(), StoreError> {
    let statement = "SELECT program, messages FROM run WHERE messages <> $1 AND NOT ended \
                     AND beat > clock_timestamp() - $2 * INTERVAL '1 millisecond' LIMIT 1";
    let missed = MISSED.as_millis() as f64;
    let Some(row) = query_one(client, statement, &[&MESSAGES, &missed]).await? else { return Ok(()) };
    let found: i32 = column(&row, "messages").map_err(StoreError::Damaged)?;
    let program: Option<String> = column(&row, "program").map_err(StoreError::Damaged)?;
    Err(StoreError::Other(format!(
        "a node of Tabiya {} uses this database whose messages have the form {found}, and those of Tabiya {} have the form \
         {MESSAGES}: they do not run together",
        program.as_deref().unwrap_or("?"),
        env!("CARGO_PKG_VERSION"),
    )))
}

async fn begin_run(client: &impl GenericClient, now: Moment) -> Result<i64, StoreError> {
    let statement =
        "INSERT INTO run (started, alive, messages, program) VALUES ($1, $1, $2, $3) RETURNING id";
    let program = env!("CARGO_PKG_VERSION");
    let row = query_one(client, statement, &[&time(now), &MESSAGES, &program]).await?;
    let missing = || StoreError::Other("the database gives no number to a run".to_owned());
    row.and_then(|row| column(&row, "id").ok()).ok_or_else(missing)
}

/// Which time it is in the database.
async fn clock(client: &impl GenericClient) -> Result<Moment, StoreError> {
    let row = query_one(client, &format!("SELECT {CLOCK}"), &[]).await?;
    let missing = || StoreError::Other("the database does not tell the time".to_owned());
    row.and_then(|row| moment_of(&row, "clock").ok()).ok_or_else(missing)
}

/// Forgets when nodes were alive that no clock depends on any more.
pub async fn forget_old_runs(client: &Object) -> Result<(), StoreError> {
    let forget = format!("DELETE FROM run WHERE beat < clock_timestamp() - INTERVAL '{KEPT}'");
    execute(client, &forget, &[]).await?;
    execute(client, "DELETE FROM served WHERE NOT EXISTS (SELECT FROM run WHERE run.id = served.run)", &[])
        .await?;
    Ok(())
}

fn number(seat: Seat) -> i16 {
    i16::from(seat.number())
}
