use std::path::Path;

use rusqlite::Connection;

use crate::paths::quoted;
use crate::store::StoreError;

/// What SQLite finds wrong with a file, if anything.
pub fn find(connection: &Connection) -> Result<Option<String>, StoreError> {
    let found: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    Ok((found != "ok").then_some(found))
}

/// What whoever runs the server is told about a file in use that is damaged.
pub fn report(file: &Path, damage: &str) -> String {
    format!("the database {} is damaged: {damage}\nStop the server first. {}", file.display(), ways_out(file))
}

/// What can be done about a database that is damaged, as commands to be pasted.
pub(crate) fn ways_out(file: &Path) -> String {
    let (data, file) = (quoted(file.parent().unwrap_or(Path::new("."))), quoted(file));
    format!(
        "The ways out:\n  tabiya restore {file} --data {data}\n      saves every game that can be read\n  tabiya \
         restore BACKUP --data {data}\n      goes back to a backup\n  tabiya serve --data FOLDER\n      begins with \
         another folder"
    )
}
