use rusqlite::Row;
use rusqlite::types::FromSql;
use serde::de::DeserializeOwned;
use tabiya_notation::Excerpt;

/// How many bytes what is wrong with a text may have. A message that is longer repeats what was found in it.
const LONGEST: usize = 200;

/// The value of a column, or that it is none of the right kind. What it is instead is not told: it may be long.
pub fn column<T: FromSql>(row: &Row<'_>, index: usize) -> Result<T, String> {
    row.get(index).map_err(|_| {
        let name = row.as_ref().column_name(index).unwrap_or("a column");
        format!("`{name}` does not hold what it should")
    })
}

/// What a text in a column means, or why it means nothing, in short: that goes into answers and into the log.
pub fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| {
        let why = error.to_string();
        if why.len() <= LONGEST { why } else { format!("{:#}", Excerpt::new(&why)) }
    })
}
