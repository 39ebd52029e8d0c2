//! The one who writes entries. All that waits goes into one statement: an entry is kept where its game is there, it is the next
//! one, and neither its version nor its command is taken. Two servers that want the same version meet at the keys of the
//! table, and one of them gets it.
//!
//! Where the connection is lost before the answer is there, nobody knows what became of the statement. It is asked again: what
//! was kept is found then, what was not is kept, and what is still under way is waited for, at the same keys.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use deadpool_postgres::{Object, Pool};
use tabiya_game::Seat;
use tabiya_text::folded;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{sleep, timeout};
use tokio_postgres::types::ToSql;

use super::entry_table::{self, EntryColumns};
use super::statement::{column, integer, query, text};
use super::time;
use crate::store::json_column::to_json;
use crate::store::{StoreError, StoreFuture, Submission, SubmitOutcome};
use crate::{GameId, Now};

/// How many may wait. Whoever comes then waits to wait.
const QUEUE: usize = 1024;

/// How many go into one statement.
const BATCH: usize = 512;

/// How long a statement may take. A database that says nothing for longer is as good as gone, and players are told so.
const ANSWER: Duration = Duration::from_secs(5);

/// For how long what became of a statement is asked for, and how often.
const PATIENCE: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(100);

pub struct SubmissionWriter {
    queue: mpsc::Sender<WaitingSubmission>,
}

struct WaitingSubmission {
    submission: Submission,
    answer: oneshot::Sender<Result<SubmitOutcome, StoreError>>,
}

impl SubmissionWriter {
    /// Begins to write, with a sign of life of a run in every statement where one is named.
    pub fn start(pool: Pool, alive: Option<(i64, Now)>) -> SubmissionWriter {
        let (queue, waiting) = mpsc::channel(QUEUE);
        tokio::spawn(BatchWriter { pool, alive }.work(waiting));
        SubmissionWriter { queue }
    }

    pub fn submit(&self, submission: Submission) -> StoreFuture<'_, SubmitOutcome> {
        let (answer, answered) = oneshot::channel();
        Box::pin(async move {
            let waiting = WaitingSubmission { submission, answer };
            self.queue.send(waiting).await.map_err(|_| StoreError::Closed)?;
            answered.await.unwrap_or(Err(StoreError::Closed))
        })
    }
}

#[derive(Clone)]
struct BatchWriter {
    pool: Pool,
    alive: Option<(i64, Now)>,
}

/// What is known of a batch before it is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WriteAttempt {
    First,
    /// The answer to an earlier one was lost.
    Again,
}

impl BatchWriter {
    async fn work(self, mut waiting: mpsc::Receiver<WaitingSubmission>) {
        let mut batch = Vec::new();
        while waiting.recv_many(&mut batch, BATCH).await > 0 {
            while !batch.is_empty() {
                let round = one_of_each_game(&mut batch);
                self.write(round).await;
            }
        }
    }

    async fn write(&self, round: Vec<WaitingSubmission>) {
        let begun = Instant::now();
        let mut attempt = WriteAttempt::First;
        loop {
            match self.insert(&round).await {
                Ok(kept) => return self.answer(round, &kept, attempt),
                Err(StoreError::Lost(_) | StoreError::Away(_))
                    if attempt == WriteAttempt::Again && begun.elapsed() < PATIENCE => {}
                Err(StoreError::Lost(_)) if attempt == WriteAttempt::First => attempt = WriteAttempt::Again,
                Err(error) => {
                    let lost = attempt == WriteAttempt::Again;
                    return refuse(round, &if lost { unknown_fate(error) } else { error });
                }
            }
            sleep(PAUSE).await;
        }
    }

    /// Which games got their entry.
    async fn insert(&self, round: &[WaitingSubmission]) -> Result<HashSet<GameId>, StoreError> {
        let mut columns = BatchColumns::default();
        for WaitingSubmission { submission, .. } in round {
            if submission.entry.is_in_place() {
                columns.add(submission)?;
            }
        }
        let client = self.pool.get().await?;
        let (run, now) = self.alive.as_ref().map_or((0, 0), |(run, now)| (*run, time(now.moment())));
        let values: [&(dyn ToSql + Sync); 23] = [
            &columns.game,
            &columns.version,
            &columns.command_id,
            &columns.command_hash,
            &columns.events,
            &columns.exhibition,
            &columns.edit,
            &columns.updated,
            &columns.stage,
            &columns.timed,
            &columns.seat0,
            &columns.seat1,
            &columns.white,
            &columns.black,
            &columns.white_folded,
            &columns.black_folded,
            &columns.rules,
            &columns.result,
            &columns.plies,
            &columns.opening,
            &columns.row_version,
            &now,
            &run,
        ];
        let Ok(rows) = timeout(ANSWER, query(&client, INSERT, &values)).await else {
            // Whoever got this connection next would wait behind the statement.
            drop(Object::take(client));
            return Err(StoreError::Lost("it does not answer".to_owned()));
        };
        let rows = rows?;
        Ok(rows.iter().filter_map(|row| column::<String>(row, "id").ok()?.parse().ok()).collect())
    }

    fn answer(&self, round: Vec<WaitingSubmission>, kept: &HashSet<GameId>, attempt: WriteAttempt) {
        for WaitingSubmission { submission, answer } in round {
            if submission.entry.is_in_place() && kept.contains(&submission.row.id) {
                let _ = answer.send(Ok(SubmitOutcome::Inserted));
            } else {
                // Seldom, and nobody else waits for it.
                let writer = self.clone();
                tokio::spawn(async move {
                    let explained = writer.explain(submission, attempt).await;
                    let _ = answer.send(explained.map_err(|error| match attempt {
                        WriteAttempt::First => error.of_question(),
                        WriteAttempt::Again => unknown_fate(error),
                    }));
                });
            }
        }
    }

    /// Why an entry was not kept.
    async fn explain(
        &self,
        submission: Submission,
        attempt: WriteAttempt,
    ) -> Result<SubmitOutcome, StoreError> {
        let Submission { entry, row } = submission;
        let client = self.pool.get().await?;
        if let Some(kept) = entry_table::by_command(&client, row.id, &entry.command_id).await? {
            return Ok(match kept.command_hash == entry.command_hash {
                // It was kept by the attempt whose answer was lost.
                true if attempt == WriteAttempt::Again && kept == entry => SubmitOutcome::Inserted,
                true => SubmitOutcome::Same(kept),
                false => SubmitOutcome::OtherCommand,
            });
        }
        if entry.version != entry_table::last_version(&client, row.id).await? + 1 {
            return Ok(SubmitOutcome::VersionTaken);
        }
        Err(if entry.is_in_place() { StoreError::NoGame } else { StoreError::NoStart })
    }
}

/// Takes the first of each game out of those that wait, in the order in which all servers take them: whoever holds one game and
/// waits for another is never waited for by somebody who holds that one.
fn one_of_each_game(batch: &mut Vec<WaitingSubmission>) -> Vec<WaitingSubmission> {
    let mut games = HashSet::new();
    let is_first = |waiting: &mut WaitingSubmission| games.insert(waiting.submission.row.id);
    let mut round: Vec<WaitingSubmission> = batch.extract_if(.., is_first).collect();
    round.sort_by_key(|waiting| waiting.submission.row.id);
    round
}

fn refuse(round: Vec<WaitingSubmission>, error: &StoreError) {
    for WaitingSubmission { answer, .. } in round {
        let _ = answer.send(Err(error.clone()));
    }
}

/// Whatever the last attempt says, an earlier one may have been kept.
fn unknown_fate(error: StoreError) -> StoreError {
    match error {
        StoreError::Away(what) | StoreError::Lost(what) => StoreError::Lost(what),
        // It was asked for again, and refused: it was not kept before.
        refused @ (StoreError::NoGame | StoreError::NoStart) => refused,
        other => StoreError::Lost(other.to_string()),
    }
}

/// The rows of the games are held first, in order: a game that is taken out of the list at the same time is either gone before,
/// or stays. The seats are taken with the first entry, and move by other ways afterwards.
const INSERT: &str = r#"
WITH new AS (
    SELECT * FROM unnest(
        $1::TEXT[], $2::INT[], $3::TEXT[], $4::BYTEA[], $5::TEXT[], $6::TEXT[], $7::TEXT[], $8::BIGINT[],
        $9::SMALLINT[], $10::BOOLEAN[], $11::TEXT[], $12::TEXT[], $13::TEXT[], $14::TEXT[], $15::TEXT[],
        $16::TEXT[], $17::TEXT[], $18::TEXT[], $19::INT[], $20::TEXT[], $21::INT[]
    ) AS new (
        game, version, command_id, command_hash, events, exhibition, edit, updated, stage, timed, seat0, seat1,
        white, black, white_folded, black_folded, rules, result, plies, opening, row_version
    )
), held AS (
    SELECT id FROM game WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE
), kept AS (
    INSERT INTO entry (game, version, command_id, command_hash, events, exhibition, edit)
    SELECT game, version, command_id, command_hash, events, exhibition, edit
    FROM new JOIN held ON held.id = new.game
    WHERE version = 1 + coalesce((SELECT max(entry.version) FROM entry WHERE entry.game = new.game), 0)
    ON CONFLICT DO NOTHING
    RETURNING game
), alive AS (
    UPDATE run SET alive = greatest(alive, $22) WHERE id = $23
)
UPDATE game SET
    updated = new.updated, stage = new.stage, timed = new.timed, white = new.white, black = new.black,
    white_folded = new.white_folded, black_folded = new.black_folded, rules = new.rules, result = new.result,
    plies = new.plies, opening = new.opening, version = new.row_version,
    seat0 = CASE new.version WHEN 1 THEN new.seat0 ELSE game.seat0 END,
    seat1 = CASE new.version WHEN 1 THEN new.seat1 ELSE game.seat1 END
FROM new JOIN kept ON kept.game = new.game
WHERE game.id = new.game
RETURNING game.id
"#;

/// What a batch writes, column by column.
#[derive(Default)]
struct BatchColumns {
    game: Vec<String>,
    version: Vec<i32>,
    command_id: Vec<String>,
    command_hash: Vec<Vec<u8>>,
    events: Vec<String>,
    exhibition: Vec<Option<String>>,
    edit: Vec<Option<String>>,
    updated: Vec<i64>,
    stage: Vec<i16>,
    timed: Vec<bool>,
    seat0: Vec<String>,
    seat1: Vec<String>,
    white: Vec<String>,
    black: Vec<String>,
    white_folded: Vec<String>,
    black_folded: Vec<String>,
    rules: Vec<String>,
    result: Vec<String>,
    plies: Vec<i32>,
    opening: Vec<Option<String>>,
    row_version: Vec<Option<i32>>,
}

impl BatchColumns {
    fn add(&mut self, Submission { entry, row }: &Submission) -> Result<(), StoreError> {
        let opening = row.opening.as_ref().map(to_json).transpose()?;
        let entry = EntryColumns::of(entry)?;
        let (white, black) = (text(&row.white), text(&row.black));
        self.game.push(row.id.to_string());
        self.version.push(entry.version);
        self.command_id.push(entry.command_id);
        self.command_hash.push(entry.command_hash);
        self.events.push(entry.events);
        self.exhibition.push(entry.exhibition);
        self.edit.push(entry.edit);
        self.updated.push(time(row.updated));
        self.stage.push(row.stage.number().into());
        self.timed.push(row.timed);
        self.seat0.push(row.seats[Seat::First].to_text());
        self.seat1.push(row.seats[Seat::Second].to_text());
        self.white_folded.push(folded(&white));
        self.black_folded.push(folded(&black));
        self.white.push(white);
        self.black.push(black);
        self.rules.push(text(&row.rules));
        self.result.push(row.result.clone());
        self.plies.push(integer(row.plies));
        self.opening.push(opening);
        self.row_version.push(row.version.map(integer));
        Ok(())
    }
}
