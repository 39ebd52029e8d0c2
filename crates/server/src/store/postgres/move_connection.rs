use deadpool_postgres::Object;

use super::database_address::DatabaseAddress;
use super::database_claim::DatabaseClaim;
use super::schema;
use crate::store::StoreError;

/// A connection by which all games go out of a database, or into one.
pub struct MoveConnection {
    pub client: Object,
    /// Nobody else uses the database meanwhile.
    _claim: Option<DatabaseClaim>,
}

impl MoveConnection {
    /// To read everything as it is at this moment, also while a server goes on with it.
    pub async fn of_moment(address: &str) -> Result<MoveConnection, StoreError> {
        let connection = MoveConnection::connect(&DatabaseAddress::parse(address)?, None).await?;
        schema::check(&connection.client).await?;
        connection.client.batch_execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
        Ok(connection)
    }

    /// To read everything while nobody else uses the database.
    pub async fn alone(address: &str) -> Result<MoveConnection, StoreError> {
        let address = DatabaseAddress::parse(address)?;
        let claim = DatabaseClaim::take(&address).await?;
        let connection = MoveConnection::connect(&address, Some(claim)).await?;
        schema::check(&connection.client).await?;
        Ok(connection)
    }

    /// To fill a database in which there is nothing yet, or into which the same games have begun to go.
    pub async fn to_fill(address: &str, source: &str) -> Result<MoveConnection, StoreError> {
        let address = DatabaseAddress::parse(address)?;
        let claim = DatabaseClaim::take(&address).await?;
        let mut connection = MoveConnection::connect(&address, Some(claim)).await?;
        let transaction = connection.client.transaction().await?;
        schema::migrate(&transaction).await?;
        transaction.commit().await?;
        connection.begin_filling(source).await?;
        Ok(connection)
    }

    /// Marks the database as one into which games are on their way. A server that has only looked at it has left signs of life, which
    /// go: those come that belong to the games.
    async fn begin_filling(&self, source: &str) -> Result<(), StoreError> {
        let again = "UPDATE tabiya SET moving = $1 WHERE moving = $1";
        if self.client.execute(again, &[&source]).await? == 1 {
            return Ok(());
        }
        let first = "WITH marked AS (UPDATE tabiya SET moving = $1 WHERE moving IS NULL \
                     AND NOT EXISTS (SELECT FROM game) AND NOT EXISTS (SELECT FROM player) RETURNING form), \
                     runs AS (DELETE FROM run WHERE EXISTS (SELECT FROM marked)), \
                     settings AS (DELETE FROM setting WHERE EXISTS (SELECT FROM marked)), \
                     withdrawals AS (DELETE FROM withdrawn WHERE EXISTS (SELECT FROM marked)) \
                     SELECT form FROM marked";
        let is_marked = self.client.query_opt(first, &[&source]).await?.is_some();
        is_marked.then_some(()).ok_or_else(|| {
            StoreError::Other(
                "this database has games already, or others are on their way into it: games go into an empty one"
                    .to_owned(),
            )
        })
    }

    async fn connect(
        address: &DatabaseAddress,
        claim: Option<DatabaseClaim>,
    ) -> Result<MoveConnection, StoreError> {
        let client = address.pool()?.get().await?;
        // A large table takes as long as it does.
        client
            .batch_execute("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0")
            .await?;
        Ok(MoveConnection { client, _claim: claim })
    }

    /// What tells this database from every other.
    pub async fn identity(&self) -> Result<String, StoreError> {
        Ok(self.client.query_one("SELECT identity FROM tabiya", &[]).await?.try_get(0)?)
    }

    /// All of them have come: servers may use the database.
    pub async fn finish_filling(&self) -> Result<(), StoreError> {
        let finish = "SELECT setval(pg_get_serial_sequence('run', 'id'), coalesce(max(id), 0) + 1) FROM run; \
                      UPDATE tabiya SET moving = NULL";
        Ok(self.client.batch_execute(finish).await?)
    }
}
