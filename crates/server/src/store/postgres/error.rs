use std::error::Error as _;

use deadpool_postgres::PoolError;
use tokio_postgres::error::{DbError, SqlState};

use crate::store::StoreError;
use crate::tls::certificate_trouble;

impl From<tokio_postgres::Error> for StoreError {
    fn from(error: tokio_postgres::Error) -> StoreError {
        match error.as_db_error() {
            Some(answer) => of_answer(answer),
            // No answer came: what was asked for may have been done.
            None => StoreError::Lost(in_full(&error)),
        }
    }
}

/// Nothing was asked for yet.
impl From<PoolError> for StoreError {
    fn from(error: PoolError) -> StoreError {
        match error {
            PoolError::Backend(error) => StoreError::from(error).of_question(),
            PoolError::Timeout(_) => StoreError::Away("it does not answer".to_owned()),
            PoolError::Closed => StoreError::Closed,
            other => StoreError::Other(other.to_string()),
        }
    }
}

/// What the database itself says. Whatever it refuses, it has not done.
fn of_answer(answer: &DbError) -> StoreError {
    let what = || answer.message().to_owned();
    match answer.code() {
        code if *code == SqlState::DISK_FULL => StoreError::Full,
        code if *code == SqlState::READ_ONLY_SQL_TRANSACTION => StoreError::ReadOnly,
        // It takes no connections at the moment.
        code if *code == SqlState::OBJECT_NOT_IN_PREREQUISITE_STATE => StoreError::Away(what()),
        code if code.code().starts_with("57P") => StoreError::Away(what()),
        // What stands between may have lost the database itself.
        code if code.code().starts_with("08") => StoreError::Lost(what()),
        code if code.code().starts_with("53") => StoreError::Away(what()),
        code if code.code().starts_with("58") => StoreError::Disk(what()),
        code if code.code().starts_with("XX") => StoreError::Damaged(what()),
        _ => StoreError::Other(format!("the database refuses: {}", answer.message())),
    }
}

/// The error with what caused it: its own words alone say little.
pub fn in_full(error: &tokio_postgres::Error) -> String {
    if let Some(trouble) = certificate_trouble(error) {
        return trouble;
    }
    match error.source() {
        // There is no other way to know it.
        Some(source) if source.to_string() == "server does not support TLS" => {
            "it does not encrypt: `ssl = on` in its settings lets it, or leave `sslmode` out of the address"
                .to_owned()
        }
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}
