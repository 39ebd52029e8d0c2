//! Names as they are looked for, in whichever case somebody writes them. SQLite itself knows that of the letters A to Z alone.

use rusqlite::Connection;
use rusqlite::functions::{Context, FunctionFlags};

use crate::store::StoreError;

/// A name in small letters, of whichever alphabet.
pub(super) fn small_letters(name: &str) -> String {
    name.chars().flat_map(char::to_lowercase).collect()
}

/// Lets the queries of a connection say `small_letters(NAME)`. What is no text has no name in it.
pub(super) fn add_to(connection: &Connection) -> Result<(), StoreError> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    let small = |context: &Context<'_>| Ok(small_letters(context.get_raw(0).as_str().unwrap_or_default()));
    Ok(connection.create_scalar_function("small_letters", 1, flags, small)?)
}
