//! Whatever can be read of a table. SQLite reads a table from one end, and stops where a page is damaged or missing: what lies
//! behind that is reached by looking for it. Names and secrets are made by chance, so that a step for every beginning of one
//! leads past every page.

use rusqlite::types::Value;
use rusqlite::{Connection, Row, params_from_iter};

use crate::id::ALPHABET;

/// Takes every row of a query that can be read, some maybe more than once. The query has no conditions of its own; its rows lie in
/// the order of `key`.
pub fn scan(connection: &Connection, query: &str, key: &str, mut take: impl FnMut(&Row<'_>)) {
    if take_all(connection, query, vec![], &mut take).is_ok() {
        return;
    }
    let bounds = bounds();
    let (first, last) = (bounds.first().cloned(), bounds.last().cloned());
    let between = bounds.windows(2).map(|pair| (format!("{key} >= ?1 AND {key} < ?2"), pair.to_vec()));
    let ends = [(format!("{key} < ?1"), first), (format!("{key} >= ?1"), last)];
    for (holds, values) in between.chain(ends.map(|(holds, value)| (holds, value.into_iter().collect()))) {
        // Damage in the middle is met from both sides.
        for order in ["ASC", "DESC"] {
            let query = format!("{query} WHERE {holds} ORDER BY {key} {order}");
            if take_all(connection, &query, values.clone(), &mut take).is_ok() {
                break;
            }
        }
    }
}

/// Takes rows until there are no more, or the next cannot be read.
fn take_all(
    connection: &Connection,
    query: &str,
    values: Vec<Value>,
    take: &mut impl FnMut(&Row<'_>),
) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(query)?;
    let mut rows = statement.query(params_from_iter(values))?;
    while let Some(row) = rows.next()? {
        take(row);
    }
    Ok(())
}

/// What keys are compared with, in SQLite's order: all beginnings of texts by two letters or digits, then those of bytes by one.
fn bounds() -> Vec<Value> {
    let letters = || ALPHABET.iter().map(|byte| char::from(*byte));
    let texts = letters().flat_map(|first| letters().map(move |second| format!("{first}{second}").into()));
    texts.chain((0..=u8::MAX).map(|byte| vec![byte].into())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What cannot be computed cannot be read.
    #[test]
    fn every_key_is_found_around_one_that_cannot_be_read() {
        let database = Connection::open_in_memory().unwrap();
        database.execute_batch("CREATE TABLE t (key PRIMARY KEY) WITHOUT ROWID").unwrap();
        let texts =
            ["", "00", "aB3dE6gH", "mm", "mm3", "zz9", "ärger"].map(|text| Value::from(text.to_owned()));
        let bytes = [vec![], vec![255, 255]].map(Value::from);
        let keys: Vec<Value> = [(-7).into(), 5.into()].into_iter().chain(texts).chain(bytes).collect();
        for key in keys.iter().chain([&Value::from("mm2".to_owned())]) {
            database.execute("INSERT INTO t VALUES (?1)", [key]).unwrap();
        }
        let mut found: Vec<Value> = vec![];
        let query = "SELECT key, abs(iif(key = 'mm2', -9223372036854775807 - 1, 0)) FROM t";
        scan(&database, query, "key", |row| found.push(row.get_unwrap(0)));
        assert!(keys.iter().all(|key| found.contains(key)), "{found:?}");
        assert!(!found.contains(&Value::from("mm2".to_owned())));
    }
}
