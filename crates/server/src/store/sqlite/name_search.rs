//! Names as they are looked for, in whichever case somebody writes them and without their accents. SQLite itself knows that of the
//! letters A to Z alone.

use rusqlite::Connection;
use rusqlite::functions::{Context, FunctionFlags};
use tabiya_text::folded;

use crate::store::StoreError;

/// Lets the queries of a connection say `folded(NAME)`. What is no text has no name in it.
pub(super) fn add_to(connection: &Connection) -> Result<(), StoreError> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    let fold = |context: &Context<'_>| Ok(folded(context.get_raw(0).as_str().unwrap_or_default()));
    Ok(connection.create_scalar_function("folded", 1, flags, fold)?)
}
