use crate::store::StoreError;

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        use rusqlite::ErrorCode;
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::Full,
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen) => {
                StoreError::ReadOnly
            }
            Some(ErrorCode::SystemIoFailure) => StoreError::Disk(error.to_string()),
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                StoreError::Damaged(error.to_string())
            }
            Some(ErrorCode::DatabaseBusy) => StoreError::Other(
                "another program has the database for itself, such as a tool that reads databases, or a server that was \
                 started on a full disk: try again when that has ended"
                    .to_owned(),
            ),
            _ => StoreError::Other(error.to_string()),
        }
    }
}
