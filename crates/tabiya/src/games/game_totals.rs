use tabiya_notation::pgn::PgnEnding;
use tabiya_rules::Color;

use super::row::Row;

/// How many games a list has, and how they ended.
#[derive(Default)]
pub struct GameTotals {
    games: u64,
    white: u64,
    black: u64,
    drawn: u64,
    open: u64,
    damaged: u64,
}

impl GameTotals {
    pub fn add(&mut self, row: &Row) {
        self.games += 1;
        self.damaged += u64::from(row.damage.is_some());
        *match row.ending {
            PgnEnding::Won(Color::White) => &mut self.white,
            PgnEnding::Won(Color::Black) => &mut self.black,
            PgnEnding::Drawn => &mut self.drawn,
            PgnEnding::Unknown => &mut self.open,
        } += 1;
    }

    pub fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// The line under a list; `read` is how many games were looked at for it.
    pub fn line(&self, read: u64) -> String {
        let GameTotals { games, white, black, drawn, open, damaged } = *self;
        let of = if read > games { format!(" of {read}") } else { String::new() };
        let noun = if games.max(read) == 1 { "game" } else { "games" };
        let parts = [
            (white, "won by White"),
            (black, "won by Black"),
            (drawn, "drawn"),
            (open, "without a result"),
            (damaged, "damaged"),
        ];
        let parts = parts.iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts.map(|(count, what)| format!("{count} {what}")).collect();
        format!("{games}{of} {noun}: {}", parts.join(", "))
    }
}
