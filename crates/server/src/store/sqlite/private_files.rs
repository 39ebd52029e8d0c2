//! What is kept is readable by its owner only: names, tokens of sessions and games that nobody else is to see.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;

use crate::paths::with_ending;
use crate::store::StoreError;

/// What nobody but the owner may do.
const OTHERS: u32 = 0o077;

/// Makes a database that is not there yet, and takes the rights of others to one that is. SQLite gives its logs the rights
/// of the database.
pub fn make_private(database: &Path) -> Result<(), StoreError> {
    for file in [database.to_owned(), with_ending(database, "-wal"), with_ending(database, "-shm")] {
        // Whoever may write to the files of somebody else may not change their rights; they have been given them.
        let _ = take_rights_of_others(&file);
    }
    match OpenOptions::new().write(true).create_new(true).mode(0o600).open(database).map(drop::<File>) {
        Err(error) => match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Err(StoreError::Full),
            // There is one, or SQLite will say what is wrong.
            _ => Ok(()),
        },
        Ok(()) => Ok(()),
    }
}

/// Takes the rights of others to a file.
pub(crate) fn take_rights_of_others(file: &Path) -> io::Result<()> {
    let mode = fs::metadata(file)?.permissions().mode();
    if mode & OTHERS == 0 {
        Ok(())
    } else {
        fs::set_permissions(file, Permissions::from_mode(mode & !OTHERS))
    }
}
