//! Moves of the computer that wait for a thread of any node. A row is the right to think about a version of a game; what is found
//! is an entry like any other, so a row that is lost, or worked at twice, changes nothing.
//!
//! The rows are in order as those of one node are (`turns.rs`): people before two computers, and among them everybody in turn,
//! by a line of time on which each begins where its asker's last one that is still there ends.

use std::time::Duration;

use tokio_postgres::Row;

use super::PostgresStore;
use super::nodes::MISSED;
use super::statement::{Values, column, count, execute, integer, query_one};
use crate::GameId;
use crate::store::StoreError;
use crate::workers::OpponentKind;

/// How many may wait in all, and how many of one asker's.
const MOST: i64 = 4096;
const MOST_OF_ONE: i64 = 512;

/// No move counts for more work: a thousand times that of the highest level.
const MOST_EFFORT: i64 = 400_000_000;

/// A move that is to be found by some node.
#[derive(Clone, Debug)]
pub struct AskedJob {
    pub game: GameId,
    /// The version of the game in which the computer is to move.
    pub version: u32,
    /// For whom the computer thinks.
    pub asker: String,
    /// How much work it is, in positions.
    pub effort: u64,
    pub opponent: OpponentKind,
}

/// One that this node has taken.
#[derive(Clone, Debug)]
pub struct TakenJob {
    pub game: GameId,
    pub version: u32,
    pub opponent: OpponentKind,
    /// The run of the node that took it.
    pub run: i64,
    /// How long it waited.
    pub waited: Duration,
}

impl PostgresStore {
    /// Lets a move wait for a thread. Asked again it changes nothing; a later version of the game takes the place of an earlier one.
    pub(crate) async fn ask_job(&self, job: &AskedJob) -> Result<(), StoreError> {
        let statement = "INSERT INTO job (game, version, lane, asker, due, effort) SELECT $1, $2, $3, $4, greatest( \
                         (SELECT max(present) FROM job_turn WHERE lane = $3), \
                         (SELECT max(due + effort) FROM job WHERE lane = $3 AND asker = $4), 0), $5 \
                         WHERE (SELECT count(*) FROM job WHERE asker = $4) < $6 AND (SELECT count(*) FROM job) < $7 \
                         ON CONFLICT (game) DO UPDATE SET version = excluded.version, lane = excluded.lane, asker = excluded.asker, \
                         due = excluded.due, effort = excluded.effort, asked = excluded.asked, run = NULL WHERE job.version < excluded.version";
        let values: Values<'_> = &[
            &job.game.as_str(),
            &integer(job.version),
            &lane(job.opponent),
            &job.asker,
            &i64::try_from(job.effort).unwrap_or(i64::MAX).min(MOST_EFFORT),
            &MOST_OF_ONE,
            &MOST,
        ];
        execute(&self.client().await?, statement, values).await?;
        Ok(())
    }

    /// Takes the next in turn that no living node has, and those of two computers only where they are wanted.
    pub(crate) async fn take_job(&self, for_computers: bool) -> Result<Option<TakenJob>, StoreError> {
        let statement = "WITH chosen AS (SELECT game FROM job WHERE (lane = 0 OR $2) AND (run IS NULL OR NOT EXISTS ( \
                         SELECT FROM run WHERE run.id = job.run AND run.messages IS NOT NULL AND NOT run.ended \
                         AND run.beat > clock_timestamp() - $3 * INTERVAL '1 millisecond')) \
                         ORDER BY lane, due, asked FOR UPDATE OF job SKIP LOCKED LIMIT 1), \
                         taken AS (UPDATE job SET run = $1 FROM chosen WHERE job.game = chosen.game \
                         RETURNING job.game, job.version, job.lane, job.due, \
                         (extract(epoch FROM clock_timestamp() - job.asked) * 1000)::BIGINT AS waited), \
                         present AS (INSERT INTO job_turn (lane, present) SELECT lane, due FROM taken \
                         ON CONFLICT (lane) DO UPDATE SET present = greatest(job_turn.present, excluded.present)) \
                         SELECT game, version, lane, waited FROM taken";
        let (run, missed) = (self.node(), MISSED.as_millis() as f64);
        let found = query_one(&self.client().await?, statement, &[&run, &for_computers, &missed]).await?;
        let read = |row: &Row| -> Result<TakenJob, String> {
            Ok(TakenJob {
                game: column::<String>(row, "game")?.parse().map_err(|_| "a game has no proper name")?,
                version: count(row, "version")?,
                opponent: opponent(column(row, "lane")?),
                run,
                waited: Duration::from_millis(column::<i64>(row, "waited")?.max(0) as u64),
            })
        };
        found.map(|row| read(&row).map_err(StoreError::Damaged)).transpose()
    }

    /// A move was made, or is wanted no longer.
    pub(crate) async fn end_job(&self, job: &TakenJob) -> Result<(), StoreError> {
        let statement = "DELETE FROM job WHERE game = $1 AND version = $2 AND run = $3";
        let values: Values<'_> = &[&job.game.as_str(), &integer(job.version), &job.run];
        execute(&self.client().await?, statement, values).await?;
        Ok(())
    }

    /// Lets others have what this node took and does not work at: its end could not be told.
    pub(crate) async fn leave_jobs(&self, but: &[GameId]) -> Result<(), StoreError> {
        let statement = "UPDATE job SET run = NULL WHERE run = $1 AND NOT game = ANY ($2)";
        let but: Vec<&str> = but.iter().map(GameId::as_str).collect();
        execute(&self.client().await?, statement, &[&self.node(), &but]).await?;
        Ok(())
    }

    /// Whether nobody has begun to think about a version of a game.
    pub(crate) async fn is_job_waiting(&self, game: GameId, version: u32) -> Result<bool, StoreError> {
        let statement = "SELECT game FROM job WHERE game = $1 AND version = $2 AND run IS NULL";
        let found = query_one(&self.client().await?, statement, &[&game.as_str(), &integer(version)]).await;
        Ok(found.map_err(StoreError::of_question)?.is_some())
    }

    /// How many wait that nobody has begun with.
    pub(crate) async fn waiting_jobs(&self) -> Result<u64, StoreError> {
        let statement = "SELECT count(*) AS jobs FROM job WHERE run IS NULL";
        let row = query_one(&self.client().await?, statement, &[]).await.map_err(StoreError::of_question)?;
        Ok(row.and_then(|row| column::<i64>(&row, "jobs").ok()).unwrap_or_default() as u64)
    }
}

/// By which number the rows are in order.
fn lane(opponent: OpponentKind) -> i16 {
    match opponent {
        OpponentKind::Person => 0,
        OpponentKind::Computer => 1,
    }
}

fn opponent(lane: i16) -> OpponentKind {
    if lane == 0 { OpponentKind::Person } else { OpponentKind::Computer }
}
