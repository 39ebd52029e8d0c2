//! The rows that lie on the pages of a database file, each page read by itself. Which table a page belongs to is written in
//! other pages alone, that may be damaged: whoever reads rows must know its own by their looks.
//!
//! CITE: SQLite, Database File Format, <https://www.sqlite.org/fileformat2.html>

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

use rusqlite::types::Value;

/// What kind of rows a page holds, which its first byte tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageKind {
    /// Rows that are found by their number.
    Numbered,
    /// Rows that are found by what is in them.
    Sorted,
    /// The same, with pages between them.
    SortedFork,
}

impl PageKind {
    fn of(page: &[u8]) -> Option<PageKind> {
        match page.first()? {
            13 => Some(PageKind::Numbered),
            10 => Some(PageKind::Sorted),
            2 => Some(PageKind::SortedFork),
            _ => None,
        }
    }

    /// Where the places of the rows begin.
    fn head(self) -> usize {
        if self == PageKind::SortedFork { 12 } else { 8 }
    }

    /// How many bytes of a row of so many lie on its page. The others lie on pages of their own.
    fn on_page(self, length: usize, page_size: usize) -> usize {
        let most = match self {
            PageKind::Numbered => page_size - 35,
            PageKind::Sorted | PageKind::SortedFork => (page_size - 12) * 64 / 255 - 23,
        };
        if length <= most {
            return length;
        }
        let least = (page_size - 12) * 32 / 255 - 23;
        let fitting = least + (length - least) % (page_size - 4);
        if fitting <= most { fitting } else { least }
    }
}

/// A file whose pages are read one by one.
pub struct DatabasePages {
    file: File,
    page_size: usize,
    pages: u64,
    /// How many more pages of long rows are read. Each belongs to one row, unless the file is damaged: then nobody is led in
    /// circles.
    long_left: u64,
}

impl DatabasePages {
    /// `page_size` is one that SQLite knows.
    pub fn new(file: File, page_size: u32) -> io::Result<DatabasePages> {
        let pages = file.metadata()?.len() / u64::from(page_size);
        Ok(DatabasePages { file, page_size: page_size as usize, pages, long_left: 4 * pages })
    }

    /// Takes every row that is whole, but for those of the first page, which tells of tables.
    pub fn each_row<E>(
        &mut self,
        mut take: impl FnMut(PageKind, Vec<Value>) -> Result<(), E>,
    ) -> Result<(), E> {
        for number in 2..=self.pages {
            let Some(page) = self.page(number) else { continue };
            let Some(kind) = PageKind::of(&page) else { continue };
            for place in places(&page, kind) {
                let row = page.get(place..).and_then(|bytes| self.row(kind, bytes));
                row.map_or(Ok(()), |row| take(kind, row))?;
            }
        }
        Ok(())
    }

    fn page(&self, number: u64) -> Option<Vec<u8>> {
        let mut page = vec![0; self.page_size];
        let place = number.checked_sub(1)? * self.page_size as u64;
        self.file.read_exact_at(&mut page, place).ok()?;
        Some(page)
    }

    /// The row that begins with these bytes of a page.
    fn row(&mut self, kind: PageKind, bytes: &[u8]) -> Option<Vec<Value>> {
        let bytes = if kind == PageKind::SortedFork { bytes.get(4..)? } else { bytes };
        let (length, bytes) = varint(bytes)?;
        let bytes = if kind == PageKind::Numbered { varint(bytes)?.1 } else { bytes };
        let length = usize::try_from(length).ok()?;
        let on_page = kind.on_page(length, self.page_size);
        let mut row = bytes.get(..on_page)?.to_vec();
        if on_page < length {
            self.read_rest(&mut row, bytes.get(on_page..)?, length)?;
        }
        values(&row)
    }

    /// Reads a long row to its end. Each page of it begins with the number of the next.
    fn read_rest(&mut self, row: &mut Vec<u8>, next: &[u8], length: usize) -> Option<()> {
        let mut next = u64::from(u32::from_be_bytes(*next.first_chunk()?));
        while row.len() < length {
            self.long_left = self.long_left.checked_sub(1)?;
            let page = self.page(next)?;
            let (head, rest) = page.split_first_chunk()?;
            row.extend(&rest[..rest.len().min(length - row.len())]);
            next = u64::from(u32::from_be_bytes(*head));
        }
        Some(())
    }
}

/// Where the rows of a page begin.
fn places(page: &[u8], kind: PageKind) -> Vec<usize> {
    let number = |bytes: &[u8]| bytes.first_chunk().map(|bytes| usize::from(u16::from_be_bytes(*bytes)));
    let count = page.get(3..).and_then(number).unwrap_or(0);
    let places = page.get(kind.head()..).unwrap_or_default().chunks_exact(2).take(count);
    places.filter_map(number).collect()
}

/// The values of a row: first what each of them is, then all of them.
fn values(row: &[u8]) -> Option<Vec<Value>> {
    let (head, _) = varint(row)?;
    let (head, mut rest) = row.split_at_checked(usize::try_from(head).ok()?)?;
    let mut kinds = varint(head)?.1;
    let mut values = vec![];
    while !kinds.is_empty() {
        let (kind, more) = varint(kinds)?;
        kinds = more;
        let (bytes, behind) = rest.split_at_checked(width(kind)?)?;
        rest = behind;
        values.push(value(kind, bytes)?);
    }
    Some(values)
}

/// How many bytes a value of a kind has.
fn width(kind: u64) -> Option<usize> {
    match kind {
        0 | 8 | 9 => Some(0),
        1..=4 => Some(kind as usize),
        5 => Some(6),
        6 | 7 => Some(8),
        10 | 11 => None,
        _ => usize::try_from((kind - 12) / 2).ok(),
    }
}

fn value(kind: u64, bytes: &[u8]) -> Option<Value> {
    Some(match kind {
        0 => Value::Null,
        1..=6 => Value::Integer(integer(bytes)),
        7 => Value::Real(f64::from_bits(integer(bytes).cast_unsigned())),
        8 => Value::Integer(0),
        9 => Value::Integer(1),
        _ if kind.is_multiple_of(2) => Value::Blob(bytes.to_vec()),
        _ => Value::Text(String::from_utf8(bytes.to_vec()).ok()?),
    })
}

/// A number of at most eight bytes, the first of which has its sign.
fn integer(bytes: &[u8]) -> i64 {
    let sign = if bytes.first().is_some_and(|byte| *byte >= 0x80) { -1 } else { 0 };
    bytes.iter().fold(sign, |number, byte| number << 8 | i64::from(*byte))
}

/// A number of one to nine bytes, of which all but the ninth tell whether another follows; and what is behind it.
fn varint(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let mut number = 0;
    for (index, byte) in bytes.iter().take(9).enumerate() {
        let behind = &bytes[index + 1..];
        if index == 8 {
            return Some((number << 8 | u64::from(*byte), behind));
        }
        number = number << 7 | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            return Some((number, behind));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use rusqlite::{Connection, params_from_iter};

    use super::*;

    /// A file that is gone when the test is.
    struct TestFile(PathBuf);

    impl Drop for TestFile {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    /// Rows of every kind of value and of many lengths, in order of their keys.
    fn rows() -> Vec<Vec<Value>> {
        let numbers =
            [0, 1, -1, 127, -128, 200, 40_000, -40_000, 9_000_000, 3_000_000_000, i64::MIN, i64::MAX];
        let lengths = [0, 1, 57, 400, 461, 462, 490, 491, 988, 2012, 2013, 2048, 5000, 70_000];
        let rows = numbers.iter().flat_map(|number| lengths.iter().map(move |length| (*number, *length)));
        let row = |(key, (number, length)): (usize, (i64, usize))| {
            vec![
                Value::Text(format!("key {key:05}")),
                Value::Integer(number),
                Value::Null,
                Value::Real(number as f64 / 3.0),
                Value::Blob(vec![7; length / 3]),
                Value::Text("ä".repeat(length / 2)),
            ]
        };
        rows.enumerate().map(row).collect()
    }

    /// A database with these rows in one table.
    fn made(name: &str, page_size: u32, table: &str) -> TestFile {
        let file = std::env::temp_dir().join(format!("tabiya-page-rows-{}-{name}", std::process::id()));
        let file = TestFile(file);
        let database = Connection::open(&file.0).unwrap();
        database.pragma_update(None, "page_size", page_size).unwrap();
        database.execute_batch(&format!("BEGIN; CREATE TABLE {table}")).unwrap();
        for row in rows() {
            database.execute("INSERT INTO t VALUES (?1, ?2, ?3, ?4, ?5, ?6)", params_from_iter(row)).unwrap();
        }
        database.execute_batch("COMMIT").unwrap();
        file
    }

    const TABLES: [&str; 2] = ["t (a, b, c, d, e, f)", "t (a PRIMARY KEY, b, c, d, e, f) WITHOUT ROWID"];

    fn read(file: &Path, page_size: u32) -> Vec<Vec<Value>> {
        let mut found = vec![];
        let mut pages = DatabasePages::new(File::open(file).unwrap(), page_size).unwrap();
        let taken: Result<(), ()> = pages.each_row(|_, row| {
            found.push(row);
            Ok(())
        });
        taken.unwrap();
        found.sort_by_key(|row| format!("{:?}", row.first()));
        found
    }

    #[test]
    fn every_row_is_read_as_it_was_written() {
        for page_size in [512, 2048, 4096] {
            for (number, table) in TABLES.iter().enumerate() {
                let file = made(&format!("whole-{page_size}-{number}"), page_size, table);
                assert!(read(&file.0, page_size) == rows(), "{page_size}, {table}");
            }
        }
    }

    #[test]
    fn rubbish_in_a_page_leads_nowhere_and_costs_no_row_of_another() {
        let mut random: u64 = 7;
        let mut next = |below: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % below
        };
        for (number, table) in TABLES.iter().enumerate() {
            let file = made(&format!("rubbish-{number}"), 512, table);
            let whole = fs::read(&file.0).unwrap();
            for _ in 0..200 {
                let mut bytes = whole.clone();
                let page = next(whole.len() / 512);
                for _ in 0..next(60) {
                    bytes[page * 512 + next(512)] = next(256) as u8;
                }
                fs::write(&file.0, &bytes).unwrap();
                let found = read(&file.0, 512);
                // Short rows lie on one page, several of them together.
                let is_short = |row: &&Vec<Value>| matches!(&row[5], Value::Text(text) if text.len() < 60);
                let lost = rows().iter().filter(is_short).filter(|row| !found.contains(row)).count();
                assert!(lost <= 8, "{lost} rows are lost with page {page}");
            }
        }
    }
}
