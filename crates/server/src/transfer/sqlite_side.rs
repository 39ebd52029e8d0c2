use std::path::Path;

use rusqlite::{Connection, params_from_iter};

use super::TransferError;
use super::moved_table::MovedTable;
use super::moved_value::MovedValue;
use crate::store::StoreError;
use crate::store::sqlite::{Access, SqliteStore, connect, into_one_file};

/// A file of SQLite, from which or into which games go. No server uses it meanwhile.
pub struct SqliteSide(Connection);

impl SqliteSide {
    /// Brings the file to the latest form, or makes it, and every entry where it belongs.
    pub fn open(file: &Path) -> Result<SqliteSide, StoreError> {
        drop(SqliteStore::open(file)?);
        Ok(SqliteSide(connect(file, Access::Write)?))
    }

    /// An empty one, or one that was begun to be filled.
    pub fn open_draft(file: &Path) -> Result<SqliteSide, StoreError> {
        let side = SqliteSide::open(file)?;
        // Opening it is a run of a server, of which nothing is known where the games come from: those come anew.
        side.0.execute("DELETE FROM run", [])?;
        Ok(side)
    }

    pub fn count(&self, table: &MovedTable) -> Result<u64, StoreError> {
        let query = format!("SELECT count(*) FROM {}", table.name);
        Ok(self.0.query_row(&query, [], |row| row.get(0))?)
    }

    pub fn last_key(&self, table: &MovedTable) -> Result<Option<Vec<MovedValue>>, TransferError> {
        let key = table.key_names();
        let down = key.replace(", ", " DESC, ");
        let query = format!("SELECT {key} FROM {} ORDER BY {down} DESC LIMIT 1", table.name);
        Ok(self.rows(table, table.key, &query, &[])?.pop())
    }

    pub fn page(
        &self,
        table: &MovedTable,
        after: Option<&[MovedValue]>,
    ) -> Result<Vec<Vec<MovedValue>>, TransferError> {
        let (columns, key) = (table.column_names(), table.key_names());
        let marks = ["?"; 2][..table.key].join(", ");
        let condition = after.map_or(String::new(), |_| format!("WHERE ({key}) > ({marks}) "));
        let query =
            format!("SELECT {columns} FROM {} {condition}ORDER BY {key} LIMIT {}", table.name, table.page);
        self.rows(table, table.columns.len(), &query, after.unwrap_or_default())
    }

    fn rows(
        &self,
        table: &MovedTable,
        width: usize,
        query: &str,
        values: &[MovedValue],
    ) -> Result<Vec<Vec<MovedValue>>, TransferError> {
        let mut statement = self.0.prepare_cached(query).map_err(StoreError::from)?;
        let mut found = statement.query(params_from_iter(values)).map_err(StoreError::from)?;
        let mut rows = Vec::new();
        while let Some(row) = found.next().map_err(StoreError::from)? {
            let value_at = |(index, (name, kind))| {
                let value = row.get_ref(index).map_err(StoreError::from)?;
                MovedValue::of_sqlite(value, kind)
                    .ok_or(TransferError::Damaged { table: table.name, column: name })
            };
            let columns = table.columns[..width].iter().copied().enumerate();
            rows.push(columns.map(value_at).collect::<Result<_, TransferError>>()?);
        }
        Ok(rows)
    }

    pub fn insert(&mut self, table: &MovedTable, rows: &[Vec<MovedValue>]) -> Result<(), StoreError> {
        let marks = vec!["?"; table.columns.len()].join(", ");
        let query = format!("INSERT INTO {} ({}) VALUES ({marks})", table.name, table.column_names());
        let transaction = self.0.transaction()?;
        {
            let mut statement = transaction.prepare_cached(&query)?;
            for row in rows {
                let values = row.iter().zip(table.columns);
                statement
                    .execute(params_from_iter(values.map(|(value, (_, kind))| value.to_sqlite(*kind))))?;
            }
        }
        Ok(transaction.commit()?)
    }

    /// Everything is in the one file then, and on disk.
    pub fn close(self) -> Result<(), StoreError> {
        into_one_file(&self.0)
    }
}
