use rusqlite::Row;
use rusqlite::types::FromSql;

/// The value of a column, or that it is none of the right kind. What it is instead is not told: it may be long.
pub fn column<T: FromSql>(row: &Row<'_>, index: usize) -> Result<T, String> {
    row.get(index).map_err(|_| {
        let name = row.as_ref().column_name(index).unwrap_or("a column");
        format!("`{name}` does not hold what it should")
    })
}
