use futures_util::future::try_join_all;
use tabiya_text::folded;
use tokio_postgres::types::ToSql;

use super::moved_table::MovedTable;
use super::moved_value::MovedValue;
use crate::store::StoreError;
use crate::store::postgres::MoveConnection;

/// A database of PostgreSQL, from which or into which games go.
pub struct PostgresSide(MoveConnection);

impl PostgresSide {
    pub fn new(connection: MoveConnection) -> PostgresSide {
        PostgresSide(connection)
    }

    pub fn connection(&self) -> &MoveConnection {
        &self.0
    }

    pub async fn count(&self, table: &MovedTable) -> Result<u64, StoreError> {
        let query = format!("SELECT count(*) FROM {}", table.name);
        let count: i64 = self.0.client.query_one(&query, &[]).await?.try_get(0)?;
        Ok(count.unsigned_abs())
    }

    pub async fn last_key(&self, table: &MovedTable) -> Result<Option<Vec<MovedValue>>, StoreError> {
        let key = table.key_names();
        let down = key.replace(", ", " DESC, ");
        let query = format!("SELECT {key} FROM {} ORDER BY {down} DESC LIMIT 1", table.name);
        Ok(self.rows(&query, table.key, &[]).await?.pop())
    }

    pub async fn page(
        &self,
        table: &MovedTable,
        after: Option<&[MovedValue]>,
    ) -> Result<Vec<Vec<MovedValue>>, StoreError> {
        let (columns, key) = (table.column_names(), table.key_names());
        let marks = ["$1", "$2"][..table.key].join(", ");
        let condition = after.map_or(String::new(), |_| format!("WHERE ({key}) > ({marks}) "));
        let query =
            format!("SELECT {columns} FROM {} {condition}ORDER BY {key} LIMIT {}", table.name, table.page);
        self.rows(&query, table.columns.len(), after.unwrap_or_default()).await
    }

    async fn rows(
        &self,
        query: &str,
        width: usize,
        values: &[MovedValue],
    ) -> Result<Vec<Vec<MovedValue>>, StoreError> {
        let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| value as _).collect();
        let rows = self.0.client.query(query, &values).await?;
        let values_of = |row: &tokio_postgres::Row| (0..width).map(|index| row.try_get(index)).collect();
        Ok(rows.iter().map(values_of).collect::<Result<_, tokio_postgres::Error>>()?)
    }

    /// All rows or none.
    pub async fn insert(&mut self, table: &MovedTable, rows: &[Vec<MovedValue>]) -> Result<(), StoreError> {
        // Names are looked for as they are folded, which PostgreSQL itself cannot do.
        let names: Vec<usize> = match table.name {
            "game" => ["white", "black"].iter().filter_map(|name| place(table, name)).collect(),
            _ => vec![],
        };
        let more = if names.is_empty() { "" } else { ", white_folded, black_folded" };
        let marks: Vec<String> =
            (1..=table.columns.len() + names.len()).map(|number| format!("${number}")).collect();
        let query = format!(
            "INSERT INTO {} ({}{more}) VALUES ({})",
            table.name,
            table.column_names(),
            marks.join(", ")
        );
        let transaction = self.0.client.transaction().await?;
        let statement = transaction.prepare(&query).await?;
        let rows: Vec<Vec<MovedValue>> = rows.iter().map(|row| with_folded(row, &names)).collect();
        let inserted = rows.iter().map(|row| {
            let values: Vec<&(dyn ToSql + Sync)> = row.iter().map(|value| value as _).collect();
            let (transaction, statement) = (&transaction, &statement);
            async move { transaction.execute(statement, &values).await }
        });
        try_join_all(inserted).await?;
        Ok(transaction.commit().await?)
    }
}

fn place(table: &MovedTable, name: &str) -> Option<usize> {
    table.columns.iter().position(|(column, _)| *column == name)
}

fn with_folded(row: &[MovedValue], names: &[usize]) -> Vec<MovedValue> {
    let fold = |index: &usize| match &row[*index] {
        MovedValue::Text(name) => MovedValue::Text(folded(name)),
        other => other.clone(),
    };
    row.iter().cloned().chain(names.iter().map(fold)).collect()
}
