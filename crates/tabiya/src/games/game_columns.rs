use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::row::Row;

/// How games are put in columns. The widths are settled before the first game is seen, so that a list of any length
/// needs no memory.
pub struct GameColumns {
    columns: Vec<Column>,
    /// Whether what is too long is cut.
    is_fitted: bool,
}

struct Column {
    kind: Kind,
    width: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    Date,
    White,
    Black,
    Result,
    Moves,
    Eco,
    Opening,
    Event,
}

use Kind::{Black, Date, Eco, Event, Moves, Number, Opening, Result, White};
use tabiya_system::visible;

/// What stands between two columns.
const GAP: &str = "  ";

/// The least that is shown of names.
const LEAST: usize = 8;

/// The most room that a player's name gets.
const MOST: usize = 28;

/// Which columns there are, the best first: the first that fit are taken.
const CHOICES: [&[Kind]; 6] = [
    &[Number, Date, White, Black, Result, Moves, Eco, Opening, Event],
    &[Number, Date, White, Black, Result, Moves, Eco, Event],
    &[Number, Date, White, Black, Result, Moves, Eco],
    &[Number, White, Black, Result, Moves, Eco],
    &[Number, White, Black, Result, Moves],
    &[Number, White, Black, Result],
];

/// The width that lines have where nobody says how wide they may be, unless something in them is longer.
const USUAL: usize = 160;

impl GameColumns {
    /// A table for so many columns of a terminal; without a terminal, nothing is cut.
    pub fn new(width: Option<usize>) -> GameColumns {
        let room = width.unwrap_or(USUAL);
        let fits = |kinds: &&&[Kind]| least_width(kinds) <= room;
        let kinds = CHOICES.iter().find(fits).or(CHOICES.last()).copied().unwrap_or_default();
        let mut free = room.saturating_sub(least_width(kinds));
        let names = kinds.iter().filter(|kind| kind.is_text()).count().max(1);
        let share = (free / names).min(MOST - LEAST);
        let mut columns = Vec::new();
        for &kind in kinds {
            let extra = match kind {
                White | Black | Opening => share,
                Event => free,
                _ => 0,
            };
            free -= extra.min(free);
            columns.push(Column { kind, width: kind.least_width() + extra });
        }
        GameColumns { columns, is_fitted: width.is_some() }
    }

    pub fn header(&self) -> String {
        self.join(|kind| kind.title().to_owned())
    }

    pub fn line(&self, row: &Row) -> String {
        self.join(|kind| visible(&kind.cell(row)))
    }

    fn join(&self, cell: impl Fn(Kind) -> String) -> String {
        let cells = self.columns.iter().map(|column| self.fit(&cell(column.kind), column));
        cells.collect::<Vec<_>>().join(GAP).trim_end().to_owned()
    }

    /// The text in as many columns as it may have.
    fn fit(&self, text: &str, column: &Column) -> String {
        let text = match self.is_fitted && text.width() > column.width {
            true => cut(text, column.width),
            false => text.to_owned(),
        };
        let blanks = " ".repeat(column.width.saturating_sub(text.width()));
        if matches!(column.kind, Number | Moves) { blanks + &text } else { text + &blanks }
    }
}

fn least_width(kinds: &[Kind]) -> usize {
    let widths: usize = kinds.iter().map(|kind| kind.least_width()).sum();
    widths + GAP.len() * kinds.len().saturating_sub(1)
}

/// As much of the beginning as fits, with a sign that something is missing.
fn cut(text: &str, width: usize) -> String {
    let mut cut = String::new();
    let mut used = 1;
    for c in text.chars() {
        used += c.width().unwrap_or_default();
        if used > width {
            break;
        }
        cut.push(c);
    }
    cut + "…"
}

impl Kind {
    fn title(self) -> &'static str {
        match self {
            Number => "#",
            Date => "Date",
            White => "White",
            Black => "Black",
            Result => "Result",
            Moves => "Moves",
            Eco => "ECO",
            Opening => "Opening",
            Event => "Event",
        }
    }

    /// Whether it takes what room there is.
    fn is_text(self) -> bool {
        matches!(self, White | Black | Opening | Event)
    }

    fn least_width(self) -> usize {
        match self {
            Number => 6,
            Date => 10,
            White | Black | Event => LEAST,
            // Less than the beginning of a variation's name says nothing.
            Opening => 20,
            Result => 7,
            Moves => 5,
            Eco => 3,
        }
    }

    fn cell(self, row: &Row) -> String {
        match self {
            Number => format!("{}{}", row.number, if row.damage.is_some() { "!" } else { " " }),
            Date => row.headings.date.clone(),
            White => row.headings.white.clone(),
            Black => row.headings.black.clone(),
            Result => row.ending.to_string(),
            Moves => row.moves().to_string(),
            Eco => row.headings.eco.clone(),
            Opening => row.headings.opening.clone(),
            Event => row.headings.event.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use tabiya_notation::pgn::PgnEnding;

    use super::super::selector::GameHeadings;
    use super::*;

    fn row(name: &str) -> Row {
        let headings = GameHeadings {
            date: "1972.07.11".to_owned(),
            white: name.to_owned(),
            black: name.to_owned(),
            eco: "E56".to_owned(),
            opening: name.to_owned(),
            event: name.to_owned(),
            result: String::new(),
        };
        Row {
            file: String::new(),
            number: 1_234_567,
            line: 1,
            headings,
            ending: PgnEnding::Drawn,
            plies: 111,
            rules: None,
            damage: None,
        }
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        for name in [
            "Spassky, Boris V",
            "",
            "名人名人名人名人名人名人名人名人",
            "\u{1b}[2J\u{1b}[2J\u{1b}[2J",
            "e\u{301}e\u{301}",
        ] {
            for width in 37..250 {
                let table = GameColumns::new(Some(width));
                for line in [table.header(), table.line(&row(name))] {
                    assert!(line.width() <= width, "{width}: {line}");
                    assert!(!line.contains('\u{1b}'));
                }
            }
        }
    }

    #[test]
    fn without_a_terminal_nothing_is_cut() {
        let long = "long ".repeat(100);
        assert!(GameColumns::new(None).line(&row(&long)).contains(&long));
    }
}
