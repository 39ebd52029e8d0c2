use std::sync::LazyLock;

use tabiya_openings::{OpeningLine, opening_at, opening_lines};
use tabiya_rules::{Key, Position, Rules};

/// How many moves the longest opening has.
static LONGEST: LazyLock<usize> =
    LazyLock::new(|| opening_lines().iter().map(|line| line.moves().len()).max().unwrap_or_default());

/// Which opening a game is, found while its moves are read: no position is made twice for that, and none is looked at that
/// comes later than any opening is long.
#[derive(Default)]
pub struct OpeningTrace {
    line: Option<&'static OpeningLine>,
    /// The position that was looked at last: those of variations are not.
    last: Option<Key>,
    /// How many more may have a name.
    left: usize,
}

impl OpeningTrace {
    /// For a game that begins.
    pub fn begin(start: &Position<&'static Rules>) -> OpeningTrace {
        let mut trace = OpeningTrace { left: *LONGEST + 1, ..OpeningTrace::default() };
        trace.see(start);
        trace
    }

    /// Takes a move of the main line in, where this is the position after one.
    #[inline]
    pub fn see(&mut self, position: &Position<&'static Rules>) {
        if self.left == 0 || self.last == Some(position.key()) {
            return;
        }
        self.left -= 1;
        self.last = Some(position.key());
        self.line = opening_at(position).or(self.line);
    }

    /// The opening, as far as the game was read.
    pub fn line(&self) -> Option<&'static OpeningLine> {
        self.line
    }
}
