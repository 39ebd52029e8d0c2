//! The store in PostgreSQL. Entries are written by one task that takes all that waits (`submission_writer.rs`); everything else is
//! a statement or a short transaction of its own, over a few connections.
//!
//! What is answered with success is on the disk of the database: `synchronous_commit` is on for every connection, whatever the
//! database's own settings say.

mod beside_games;
mod database_address;
mod database_claim;
mod encrypted_line;
mod entry_table;
mod error;
mod game_table;
mod job_table;
mod move_connection;
mod nodes;
mod player_table;
mod schema;
mod server_check;
mod statement;
mod submission_writer;

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use deadpool_postgres::{GenericClient, Object, Pool};
use tabiya_game::{Moment, Seat};
use tokio_postgres::Row;

use super::{
    CreateOutcome, Entry, GameFilter, GameRow, GameStage, KeptReview, NewGameRow, OpenSeat, PlayerRecord,
    Run, SourceFile, Store, StoreError, StoreFuture, Submission, SubmitOutcome,
};
use crate::{GameId, Now, PlayerId, SecretDigest};
use database_address::{CONNECTIONS, DatabaseAddress};
use database_claim::DatabaseClaim;
pub(crate) use job_table::{AskedJob, TakenJob};
pub(crate) use move_connection::MoveConnection;
pub use nodes::Heartbeat;
pub(crate) use nodes::{GameMark, KnownSession, MISSED, ServerSilence};
use statement::{column, execute, query, query_one};
use submission_writer::SubmissionWriter;

/// Games in a PostgreSQL database.
pub struct PostgresStore {
    pool: Pool,
    claim: DatabaseClaim,
    submissions: SubmissionWriter,
    run: AtomicI64,
    earlier_runs: Vec<Run>,
    now: Now,
    /// Whether others use the database together with us.
    is_node: bool,
    /// By how many milliseconds our time is ahead of the database's.
    ahead: i64,
}

impl PostgresStore {
    /// Opens the database at an address such as `postgres://club:secret@localhost/chess`, makes its tables where it is empty, and
    /// begins a run of the server.
    pub async fn open(address: &str) -> Result<PostgresStore, StoreError> {
        PostgresStore::open_by(address, Now::starting_after).await
    }

    /// The same by another clock, which must not be before a certain moment: the last one that was kept.
    pub async fn open_by(
        address: &str,
        clock: impl FnOnce(Moment) -> Now,
    ) -> Result<PostgresStore, StoreError> {
        let address = DatabaseAddress::parse(address)?;
        let claim = DatabaseClaim::take(&address).await?;
        let pool = address.pool()?;
        let mut client = pool.get().await?;
        let transaction = client.transaction().await?;
        schema::migrate(&transaction).await?;
        transaction.commit().await?;
        schema::check_filled(&client).await?;
        let earlier_runs = runs(&client).await?;
        let now = clock(earlier_runs.iter().map(|run| run.alive).max().unwrap_or(Moment(0)));
        let run = begin_run(&client, now.moment()).await?;
        let submissions = SubmissionWriter::start(pool.clone(), Some((run, now.clone())));
        let run = AtomicI64::new(run);
        Ok(PostgresStore { pool, claim, submissions, run, earlier_runs, now, is_node: false, ahead: 0 })
    }

    /// What tells this database from every other.
    pub async fn identity(&self) -> Result<String, StoreError> {
        let row = query_one(&self.client().await?, "SELECT identity FROM tabiya", &[]).await?;
        let missing = || StoreError::Damaged("the database does not say which one it is".to_owned());
        row.and_then(|row| column(&row, "identity").ok()).ok_or_else(missing)
    }

    /// The number of this run of the server.
    fn run(&self) -> i64 {
        self.run.load(Ordering::Relaxed)
    }

    async fn client(&self) -> Result<Object, StoreError> {
        self.claim.check()?;
        Ok(self.pool.get().await?)
    }
}

async fn runs(client: &impl GenericClient) -> Result<Vec<Run>, StoreError> {
    let rows = query(client, "SELECT started, alive FROM run ORDER BY id", &[]).await?;
    let read = |row: &Row| {
        let run = moment_of(row, "started").and_then(|started| Ok((started, moment_of(row, "alive")?)));
        run.map(|(started, alive)| Run { started, alive }).map_err(StoreError::Damaged)
    };
    rows.iter().map(read).collect()
}

async fn begin_run(client: &Object, now: Moment) -> Result<i64, StoreError> {
    let statement = "INSERT INTO run (started, alive) VALUES ($1, $1) RETURNING id";
    let row = query_one(client, statement, &[&time(now)]).await?;
    let missing = || StoreError::Other("the database gives no number to a run".to_owned());
    row.and_then(|row| column(&row, "id").ok()).ok_or_else(missing)
}

/// A moment as it is written in a column.
fn time(moment: Moment) -> i64 {
    i64::try_from(moment.0).unwrap_or(i64::MAX)
}

fn moment_of(row: &Row, name: &str) -> Result<Moment, String> {
    let time: i64 = column(row, name)?;
    u64::try_from(time).map(Moment).map_err(|_| format!("`{name}` is before 1970"))
}

/// How long lines may take to be found broken, for it to be worth another try: a database that is away takes longer.
const BROKEN: Duration = Duration::from_secs(1);

/// An answer to a question that changes nothing: where none came, nothing has happened.
fn read<'a, T: 'a, F: Future<Output = Result<T, StoreError>> + Send + 'a>(
    ask: impl Fn() -> F + Send + 'a,
) -> StoreFuture<'a, T> {
    Box::pin(ask_again(ask))
}

/// Asks until there is an answer, at most once by every line: one that broke while nobody used it is found so by whoever asks
/// next, who would take the database for away.
async fn ask_again<T, F: Future<Output = Result<T, StoreError>>>(
    ask: impl Fn() -> F,
) -> Result<T, StoreError> {
    let begun = Instant::now();
    for _ in 0..CONNECTIONS {
        match ask().await.map_err(StoreError::of_question) {
            Err(StoreError::Away(_)) if begun.elapsed() < BROKEN => {}
            found => return found,
        }
    }
    ask().await.map_err(StoreError::of_question)
}

impl Store for PostgresStore {
    fn submit(&self, submission: Submission) -> StoreFuture<'_, SubmitOutcome> {
        match self.claim.check() {
            Ok(()) => self.submissions.submit(submission),
            Err(error) => Box::pin(async { Err(error) }),
        }
    }

    fn entries(&self, game: GameId, after: u32) -> StoreFuture<'_, Vec<Entry>> {
        read(move || async move { entry_table::after(&self.client().await?, game, after).await })
    }

    fn create(&self, game: NewGameRow) -> StoreFuture<'_, CreateOutcome> {
        Box::pin(async move {
            let mut client = self.client().await?;
            let transaction = client.transaction().await?;
            let created = game_table::create(&transaction, &game).await?;
            if created == CreateOutcome::Done {
                transaction.commit().await?;
            }
            Ok(created)
        })
    }

    fn game(&self, id: GameId) -> StoreFuture<'_, Option<GameRow>> {
        read(move || async move { game_table::find(&self.client().await?, id).await })
    }

    fn source(&self, game: GameId) -> StoreFuture<'_, Option<SourceFile>> {
        read(move || async move { beside_games::source(&self.client().await?, game).await })
    }

    fn source_size(&self, maker: Option<PlayerId>) -> StoreFuture<'_, u64> {
        read(move || async move { beside_games::source_size(&self.client().await?, maker).await })
    }

    fn review(&self, game: GameId) -> StoreFuture<'_, Option<KeptReview>> {
        read(move || async move { beside_games::review(&self.client().await?, game).await })
    }

    fn keep_review(&self, game: GameId, review: KeptReview) -> StoreFuture<'_, ()> {
        let now = self.now.moment();
        Box::pin(async move { beside_games::keep_review(&self.client().await?, game, &review, now).await })
    }

    fn wish_rematch(&self, game: GameId, by: Option<Seat>) -> StoreFuture<'_, ()> {
        let now = self.now.moment();
        Box::pin(async move { beside_games::wish_rematch(&self.client().await?, game, by, now).await })
    }

    fn rematch_wish(&self, game: GameId) -> StoreFuture<'_, Option<Seat>> {
        read(move || async move { beside_games::rematch_wish(&self.client().await?, game).await })
    }

    fn next(&self, id: GameId) -> StoreFuture<'_, Option<GameId>> {
        read(move || async move { game_table::next(&self.client().await?, id).await })
    }

    fn games(&self, filter: GameFilter) -> StoreFuture<'_, Vec<GameRow>> {
        read(move || {
            let filter = filter.clone();
            async move { game_table::list(&self.client().await?, &filter).await }
        })
    }

    fn stages(&self) -> StoreFuture<'_, Vec<(GameStage, u64)>> {
        read(move || async move { game_table::stages(&self.client().await?).await })
    }

    fn timed_games(&self) -> StoreFuture<'_, Vec<GameId>> {
        read(move || async move { game_table::timed(&self.client().await?).await })
    }

    fn move_seat(&self, game: GameId, seat: Seat, from: PlayerId, to: PlayerId) -> StoreFuture<'_, bool> {
        Box::pin(async move { game_table::move_seat(&self.client().await?, game, seat, from, to).await })
    }

    fn change_opening(&self, game: GameId, opening: OpenSeat) -> StoreFuture<'_, bool> {
        Box::pin(async move { game_table::change_opening(&self.client().await?, game, &opening).await })
    }

    fn withdraw(&self, game: GameId) -> StoreFuture<'_, bool> {
        let now = self.now.moment();
        Box::pin(async move { game_table::withdraw(&self.client().await?, game, now).await })
    }

    fn is_withdrawn(&self, game: GameId) -> StoreFuture<'_, bool> {
        read(move || async move { game_table::is_withdrawn(&self.client().await?, game).await })
    }

    fn create_session(
        &self,
        player: PlayerRecord,
        token: SecretDigest,
        expires: Moment,
    ) -> StoreFuture<'_, ()> {
        let now = self.now.moment();
        Box::pin(async move {
            let client = self.client().await?;
            player_table::insert_with_session(&client, &player, token, now, expires).await
        })
    }

    fn add_session(&self, player: PlayerId, token: SecretDigest, expires: Moment) -> StoreFuture<'_, bool> {
        Box::pin(
            async move { player_table::add_session(&self.client().await?, player, token, expires).await },
        )
    }

    fn session(&self, token: SecretDigest) -> StoreFuture<'_, Option<(PlayerRecord, Moment)>> {
        read(move || async move { player_table::of_session(&self.client().await?, token).await })
    }

    fn end_session(&self, token: SecretDigest) -> StoreFuture<'_, ()> {
        Box::pin(async move { player_table::end_session(&self.client().await?, token).await })
    }

    fn end_sessions(
        &self,
        player: PlayerId,
        except: Option<SecretDigest>,
    ) -> StoreFuture<'_, Vec<SecretDigest>> {
        Box::pin(async move { player_table::end_sessions(&self.client().await?, player, except).await })
    }

    fn player(&self, id: PlayerId) -> StoreFuture<'_, Option<PlayerRecord>> {
        read(move || async move { player_table::by_id(&self.client().await?, id).await })
    }

    fn create_player(&self, player: PlayerRecord) -> StoreFuture<'_, ()> {
        let now = self.now.moment();
        Box::pin(async move { player_table::insert(&self.client().await?, &player, now).await })
    }

    fn set_recovery(&self, player: PlayerId, code: SecretDigest) -> StoreFuture<'_, ()> {
        let now = self.now.moment();
        Box::pin(async move { player_table::set_recovery(&self.client().await?, player, code, now).await })
    }

    fn end_recovery(&self, player: PlayerId) -> StoreFuture<'_, ()> {
        Box::pin(async move { player_table::end_recovery(&self.client().await?, player).await })
    }

    fn recover(&self, code: SecretDigest) -> StoreFuture<'_, Option<PlayerRecord>> {
        read(move || async move { player_table::recover(&self.client().await?, code).await })
    }

    fn adopt(&self, game: GameId, from: PlayerId, to: PlayerId) -> StoreFuture<'_, bool> {
        Box::pin(async move { game_table::adopt(&self.client().await?, game, from, to).await })
    }

    fn setting(&self, name: &'static str) -> StoreFuture<'_, Option<String>> {
        read(move || async move { beside_games::setting(&self.client().await?, name).await })
    }

    fn set_setting(&self, name: &'static str, value: String) -> StoreFuture<'_, ()> {
        let now = self.now.moment();
        Box::pin(async move { beside_games::set_setting(&self.client().await?, name, &value, now).await })
    }

    fn rename(&self, player: PlayerRecord) -> StoreFuture<'_, ()> {
        Box::pin(async move { player_table::rename(&self.client().await?, &player).await })
    }

    fn create_ticket(
        &self,
        ticket: SecretDigest,
        game: GameId,
        seat: Seat,
        expires: Moment,
    ) -> StoreFuture<'_, ()> {
        let now = self.now.moment();
        Box::pin(async move {
            player_table::create_ticket(&self.client().await?, ticket, game, seat, now, expires).await
        })
    }

    fn end_tickets(&self, player: PlayerId) -> StoreFuture<'_, ()> {
        Box::pin(async move { player_table::end_tickets(&self.client().await?, player).await })
    }

    fn ticket(&self, ticket: SecretDigest, now: Moment) -> StoreFuture<'_, Option<(GameId, Seat)>> {
        read(move || async move { player_table::ticket(&self.client().await?, ticket, now).await })
    }

    fn take_ticket(&self, ticket: SecretDigest, now: Moment) -> StoreFuture<'_, Option<(GameId, Seat)>> {
        Box::pin(async move { player_table::take_ticket(&self.client().await?, ticket, now).await })
    }

    fn now(&self) -> Now {
        self.now.clone()
    }

    fn earlier_runs(&self) -> Vec<Run> {
        self.earlier_runs.clone()
    }

    fn forget_earlier_runs(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let client = self.client().await?;
            if self.is_node {
                return nodes::forget_old_runs(&client).await;
            }
            execute(&client, "DELETE FROM run WHERE id < $1", &[&self.run()]).await?;
            Ok(())
        })
    }

    fn stamp(&self) -> StoreFuture<'_, ()> {
        let now = time(self.now.moment());
        Box::pin(async move {
            let client = self.client().await?;
            if self.is_node {
                // Its signs of life are given elsewhere; here it is only tried whether something can be kept.
                execute(&client, "UPDATE run SET program = program WHERE id = $1", &[&self.run()]).await?;
                return Ok(());
            }
            let statement = "UPDATE run SET alive = greatest(alive, $1) WHERE id = $2";
            execute(&client, statement, &[&now, &self.run()]).await?;
            Ok(())
        })
    }

    /// A sign of life is a row as others are, and needs as much room.
    fn try_room(&self) -> StoreFuture<'_, ()> {
        self.stamp()
    }

    /// PostgreSQL looks after its files itself; what is damaged in a row is told when it is read.
    fn check(&self) -> StoreFuture<'_, Option<String>> {
        read(move || async move { self.client().await.map(|_| None) })
    }
}
