use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

use tabiya_plain::wrapped;
use tabiya_system::json_line;

use super::game_columns::GameColumns;
use super::game_totals::GameTotals;
use super::row::Row;

/// Games on standard output, one a line.
pub struct Listing {
    out: BufWriter<StdoutLock<'static>>,
    /// `None` for lines of JSON.
    table: Option<GameColumns>,
    has_several_files: bool,
    is_terminal: bool,
    totals: GameTotals,
    /// Whether the names of the columns stand there.
    is_headed: bool,
    /// The name of the file that is read, as long as it stands nowhere: nothing may be found in it but an error.
    file: Option<String>,
}

impl Listing {
    pub fn new(is_json: bool, has_several_files: bool) -> io::Result<Listing> {
        let out = tabiya_system::stdout()?;
        let is_terminal = out.is_terminal();
        let table = (!is_json).then(|| GameColumns::new(tabiya_system::width()));
        Ok(Listing {
            out: BufWriter::new(out),
            table,
            has_several_files,
            is_terminal,
            totals: GameTotals::default(),
            is_headed: false,
            file: None,
        })
    }

    pub fn is_empty(&self) -> bool {
        self.totals.is_empty()
    }

    /// What follows is from this file.
    pub fn begin_file(&mut self, name: &str) {
        self.file = self.has_several_files.then(|| name.to_owned());
    }

    /// The names of the columns and of the file, where there are columns, once it is known that the file can be read.
    pub fn show_file(&mut self) -> io::Result<()> {
        let Some(table) = &self.table else { return Ok(()) };
        if !std::mem::replace(&mut self.is_headed, true) {
            writeln!(self.out, "{}", table.header())?;
        }
        if let Some(name) = self.file.take() {
            writeln!(self.out, "{name}:")?;
        }
        Ok(())
    }

    pub fn put(&mut self, row: &Row) -> io::Result<()> {
        self.show_file()?;
        self.totals.add(row);
        match &self.table {
            None => writeln!(self.out, "{}", json_line(&row.to_json()))?,
            Some(table) => writeln!(self.out, "{}", table.line(row))?,
        }
        // Somebody is watching.
        if self.is_terminal { self.out.flush() } else { Ok(()) }
    }

    /// What stands under the list, where it has columns and games: how many of those that were read it has.
    pub fn end(&mut self, read: u64) -> io::Result<()> {
        if self.table.is_some() && !self.is_empty() {
            let line = self.totals.line(read);
            let line = tabiya_system::width().map_or(line.clone(), |columns| wrapped(&line, columns));
            writeln!(self.out, "{line}")?;
        }
        self.flush()
    }

    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
