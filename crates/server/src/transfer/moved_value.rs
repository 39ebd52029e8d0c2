use std::error::Error;

use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use sha2::{Digest, Sha256};
use tokio_postgres::types::private::BytesMut;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

/// What a column holds, in both stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovedKind {
    Text,
    Number,
    /// A number in SQLite; nothing there is no.
    Flag,
    Bytes,
    /// A text in SQLite, and bytes in PostgreSQL, whose texts know no NUL.
    LongText,
}

/// A value on its way from one store to the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MovedValue {
    Nothing,
    Text(String),
    Number(i64),
    Flag(bool),
    Bytes(Vec<u8>),
}

impl MovedValue {
    /// What SQLite has in a column, or nothing where it is of another kind.
    pub fn of_sqlite(value: ValueRef<'_>, kind: MovedKind) -> Option<MovedValue> {
        let text = |bytes: &[u8]| std::str::from_utf8(bytes).ok().map(|text| text.replace('\0', "\u{FFFD}"));
        Some(match (kind, value) {
            (MovedKind::Flag, ValueRef::Null) => MovedValue::Flag(false),
            (_, ValueRef::Null) => MovedValue::Nothing,
            (MovedKind::Flag, ValueRef::Integer(number)) => MovedValue::Flag(number != 0),
            (MovedKind::Number, ValueRef::Integer(number)) => MovedValue::Number(number),
            (MovedKind::Text, ValueRef::Text(bytes)) => MovedValue::Text(text(bytes)?),
            (MovedKind::Bytes, ValueRef::Blob(bytes)) | (MovedKind::LongText, ValueRef::Text(bytes)) => {
                MovedValue::Bytes(bytes.to_vec())
            }
            _ => return None,
        })
    }

    /// The same for SQLite.
    pub fn to_sqlite(&self, kind: MovedKind) -> Value {
        match self {
            MovedValue::Nothing => Value::Null,
            MovedValue::Text(text) => Value::Text(text.clone()),
            MovedValue::Number(number) => Value::Integer(*number),
            MovedValue::Flag(flag) => Value::Integer((*flag).into()),
            MovedValue::Bytes(bytes) if kind == MovedKind::LongText => {
                Value::Text(String::from_utf8_lossy(bytes).into_owned())
            }
            MovedValue::Bytes(bytes) => Value::Blob(bytes.clone()),
        }
    }

    /// Adds it to a digest, so that no two rows have the same one by chance of where their cells end.
    pub fn digest(&self, digest: &mut Sha256) {
        let (kind, bytes): (u8, &[u8]) = match self {
            MovedValue::Nothing => (0, &[]),
            MovedValue::Text(text) => (1, text.as_bytes()),
            MovedValue::Number(number) => (2, &number.to_be_bytes()),
            MovedValue::Flag(flag) => (3, &[*flag as u8]),
            MovedValue::Bytes(bytes) => (4, bytes),
        };
        digest.update([kind]);
        digest.update((bytes.len() as u64).to_be_bytes());
        digest.update(bytes);
    }
}

impl rusqlite::ToSql for MovedValue {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Owned(self.to_sqlite(MovedKind::Bytes)))
    }
}

impl<'a> FromSql<'a> for MovedValue {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<MovedValue, Box<dyn Error + Sync + Send>> {
        Ok(match *kind {
            Type::TEXT => MovedValue::Text(String::from_sql(kind, raw)?),
            Type::INT2 => MovedValue::Number(i16::from_sql(kind, raw)?.into()),
            Type::INT4 => MovedValue::Number(i32::from_sql(kind, raw)?.into()),
            Type::INT8 => MovedValue::Number(i64::from_sql(kind, raw)?),
            Type::BOOL => MovedValue::Flag(bool::from_sql(kind, raw)?),
            _ => MovedValue::Bytes(Vec::from_sql(kind, raw)?),
        })
    }

    fn from_sql_null(_: &Type) -> Result<MovedValue, Box<dyn Error + Sync + Send>> {
        Ok(MovedValue::Nothing)
    }

    fn accepts(kind: &Type) -> bool {
        [Type::TEXT, Type::INT2, Type::INT4, Type::INT8, Type::BOOL, Type::BYTEA].contains(kind)
    }
}

impl ToSql for MovedValue {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            MovedValue::Nothing => Ok(IsNull::Yes),
            MovedValue::Text(text) => text.to_sql(kind, out),
            MovedValue::Number(number) => match *kind {
                Type::INT2 => i16::try_from(*number)?.to_sql(kind, out),
                Type::INT4 => i32::try_from(*number)?.to_sql(kind, out),
                _ => number.to_sql(kind, out),
            },
            MovedValue::Flag(flag) => flag.to_sql(kind, out),
            MovedValue::Bytes(bytes) => bytes.to_sql(kind, out),
        }
    }

    fn accepts(kind: &Type) -> bool {
        <MovedValue as FromSql>::accepts(kind)
    }

    to_sql_checked!();
}
