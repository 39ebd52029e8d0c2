//! Statements that the database reads once for each connection.

use deadpool_postgres::GenericClient;
use tokio_postgres::Row;
use tokio_postgres::types::{FromSqlOwned, ToSql};

use crate::store::StoreError;

/// The values of a statement, `$1` first.
pub type Values<'a> = &'a [&'a (dyn ToSql + Sync)];

/// What a query finds.
pub async fn query(
    client: &impl GenericClient,
    text: &str,
    values: Values<'_>,
) -> Result<Vec<Row>, StoreError> {
    let statement = client.prepare_cached(text).await?;
    Ok(client.query(&statement, values).await?)
}

/// The one row that a query finds, if it finds any.
pub async fn query_one(
    client: &impl GenericClient,
    text: &str,
    values: Values<'_>,
) -> Result<Option<Row>, StoreError> {
    let statement = client.prepare_cached(text).await?;
    Ok(client.query_opt(&statement, values).await?)
}

/// How many rows a statement changed.
pub async fn execute(client: &impl GenericClient, text: &str, values: Values<'_>) -> Result<u64, StoreError> {
    let statement = client.prepare_cached(text).await?;
    Ok(client.execute(&statement, values).await?)
}

/// The value of a column, or that it is none of the right kind.
pub fn column<T: FromSqlOwned>(row: &Row, name: &str) -> Result<T, String> {
    row.try_get(name).map_err(|_| format!("`{name}` does not hold what it should"))
}

/// A column that holds a number which is never below 0.
pub fn count(row: &Row, name: &str) -> Result<u32, String> {
    u32::try_from(column::<i32>(row, name)?).map_err(|_| format!("`{name}` is below 0"))
}

/// A number as it is written in a column. Nothing here comes near to what does not fit.
pub fn integer(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// A text as it is written in a column: PostgreSQL knows no NUL in one.
pub fn text(text: &str) -> String {
    text.replace('\0', "\u{FFFD}")
}
