//! What a match shows while it is played.

use std::io::{self, IsTerminal, Write};

use tabiya_arena::tournament::{GameRecord, MatchPlan, Standings, report};
use unicode_width::UnicodeWidthChar;

use crate::output::print_lines;

/// Shows a match while it is played: a table that changes on a terminal, and a line for each game elsewhere.
pub struct LiveTable<'a> {
    plan: &'a MatchPlan,
    /// Whether standard error shows the table.
    is_live: bool,
    /// Whether standard output gets the lines.
    tells_games: bool,
    /// How many lines of the terminal hold the table now.
    shown: usize,
}

impl<'a> LiveTable<'a> {
    pub fn new(plan: &'a MatchPlan, is_json: bool) -> LiveTable<'a> {
        let tells_games = !is_json && !io::stdout().is_terminal();
        LiveTable { plan, is_live: io::stderr().is_terminal(), tells_games, shown: 0 }
    }

    /// A game has ended.
    pub fn game(&mut self, record: &GameRecord, standings: &Standings) -> anyhow::Result<()> {
        if self.tells_games {
            print_lines([report::game_line(self.plan, record, standings)])?;
        }
        self.show(standings, Some(record));
        Ok(())
    }

    /// Draws the table anew.
    pub fn show(&mut self, standings: &Standings, last: Option<&GameRecord>) {
        if !self.is_live {
            return;
        }
        let mut lines = report::table(self.plan, standings);
        lines.extend(report::block(self.plan, standings));
        lines.push(format!("{} of {} games", standings.finished(), standings.schedule().games()));
        lines.extend(
            last.map(|record| format!("game {}: {} {}", record.number + 1, record.ending(), record.reason)),
        );
        self.hide();
        let (columns, rows) = size();
        // What the terminal has no room for would spoil the count of lines.
        lines.truncate(rows - 1);
        let mut err = io::stderr().lock();
        for line in &lines {
            let _ = writeln!(err, "{}", cut(line, columns - 1));
        }
        self.shown = lines.len();
    }

    /// Takes the table from the terminal.
    pub fn hide(&mut self) {
        if self.shown > 0 {
            let _ = write!(io::stderr(), "\x1b[{}A\x1b[J", self.shown);
            self.shown = 0;
        }
    }
}

/// The columns and rows of the terminal.
fn size() -> (usize, usize) {
    let size = rustix::termios::tcgetwinsize(io::stderr());
    let (columns, rows) = size.map_or((0, 0), |size| (size.ws_col, size.ws_row));
    usable_size(columns, rows)
}

/// As much room as is told, where it is enough for anything. Terminals that do not know their size tell nought.
fn usable_size(columns: u16, rows: u16) -> (usize, usize) {
    let columns = if columns == 0 { 80 } else { columns.max(20) };
    let rows = if rows == 0 { 24 } else { rows.max(4) };
    (columns.into(), rows.into())
}

/// As much of the beginning as fits.
fn cut(line: &str, columns: usize) -> String {
    let mut used = 0;
    let fits = |c: &char| {
        used += c.width().unwrap_or_default();
        used <= columns
    };
    line.chars().take_while(fits).collect()
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::*;

    #[test]
    fn a_terminal_that_does_not_know_its_size_has_the_usual_one() {
        assert_eq!(usable_size(0, 0), (80, 24));
        assert_eq!(usable_size(120, 0), (120, 24));
        assert_eq!(usable_size(1, 1), (20, 4));
        assert_eq!(usable_size(200, 50), (200, 50));
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        for line in
            ["", "short", "a line that is rather long", "名人名人名人名人", "e\u{301}e\u{301}e\u{301}"]
        {
            for columns in 0..40 {
                let shown = cut(line, columns);
                assert!(line.starts_with(&shown) && shown.width() <= columns);
                assert!(shown == line || line.width() > columns);
            }
        }
    }
}
