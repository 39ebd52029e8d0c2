use std::error::Error;

use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use sha2::{Digest, Sha256};
use tokio_postgres::types::private::BytesMut;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

/// What a column holds, in both stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
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
pub enum Cell {
    Nothing,
    Text(String),
    Number(i64),
    Flag(bool),
    Bytes(Vec<u8>),
}

impl Cell {
    /// What SQLite has in a column, or nothing where it is of another kind.
    pub fn of_sqlite(value: ValueRef<'_>, kind: CellKind) -> Option<Cell> {
        let text = |bytes: &[u8]| std::str::from_utf8(bytes).ok().map(|text| text.replace('\0', "\u{FFFD}"));
        Some(match (kind, value) {
            (CellKind::Flag, ValueRef::Null) => Cell::Flag(false),
            (_, ValueRef::Null) => Cell::Nothing,
            (CellKind::Flag, ValueRef::Integer(number)) => Cell::Flag(number != 0),
            (CellKind::Number, ValueRef::Integer(number)) => Cell::Number(number),
            (CellKind::Text, ValueRef::Text(bytes)) => Cell::Text(text(bytes)?),
            (CellKind::Bytes, ValueRef::Blob(bytes)) | (CellKind::LongText, ValueRef::Text(bytes)) => {
                Cell::Bytes(bytes.to_vec())
            }
            _ => return None,
        })
    }

    /// The same for SQLite.
    pub fn to_sqlite(&self, kind: CellKind) -> Value {
        match self {
            Cell::Nothing => Value::Null,
            Cell::Text(text) => Value::Text(text.clone()),
            Cell::Number(number) => Value::Integer(*number),
            Cell::Flag(flag) => Value::Integer((*flag).into()),
            Cell::Bytes(bytes) if kind == CellKind::LongText => {
                Value::Text(String::from_utf8_lossy(bytes).into_owned())
            }
            Cell::Bytes(bytes) => Value::Blob(bytes.clone()),
        }
    }

    /// Adds it to a digest, so that no two rows have the same one by chance of where their cells end.
    pub fn digest(&self, digest: &mut Sha256) {
        let (kind, bytes): (u8, &[u8]) = match self {
            Cell::Nothing => (0, &[]),
            Cell::Text(text) => (1, text.as_bytes()),
            Cell::Number(number) => (2, &number.to_be_bytes()),
            Cell::Flag(flag) => (3, &[*flag as u8]),
            Cell::Bytes(bytes) => (4, bytes),
        };
        digest.update([kind]);
        digest.update((bytes.len() as u64).to_be_bytes());
        digest.update(bytes);
    }
}

impl rusqlite::ToSql for Cell {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Owned(self.to_sqlite(CellKind::Bytes)))
    }
}

impl<'a> FromSql<'a> for Cell {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Cell, Box<dyn Error + Sync + Send>> {
        Ok(match *kind {
            Type::TEXT => Cell::Text(String::from_sql(kind, raw)?),
            Type::INT2 => Cell::Number(i16::from_sql(kind, raw)?.into()),
            Type::INT4 => Cell::Number(i32::from_sql(kind, raw)?.into()),
            Type::INT8 => Cell::Number(i64::from_sql(kind, raw)?),
            Type::BOOL => Cell::Flag(bool::from_sql(kind, raw)?),
            _ => Cell::Bytes(Vec::from_sql(kind, raw)?),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Cell, Box<dyn Error + Sync + Send>> {
        Ok(Cell::Nothing)
    }

    fn accepts(kind: &Type) -> bool {
        [Type::TEXT, Type::INT2, Type::INT4, Type::INT8, Type::BOOL, Type::BYTEA].contains(kind)
    }
}

impl ToSql for Cell {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            Cell::Nothing => Ok(IsNull::Yes),
            Cell::Text(text) => text.to_sql(kind, out),
            Cell::Number(number) => match *kind {
                Type::INT2 => i16::try_from(*number)?.to_sql(kind, out),
                Type::INT4 => i32::try_from(*number)?.to_sql(kind, out),
                _ => number.to_sql(kind, out),
            },
            Cell::Flag(flag) => flag.to_sql(kind, out),
            Cell::Bytes(bytes) => bytes.to_sql(kind, out),
        }
    }

    fn accepts(kind: &Type) -> bool {
        <Cell as FromSql>::accepts(kind)
    }

    to_sql_checked!();
}
