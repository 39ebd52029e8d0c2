use super::{PgnDamage, PgnFault};

/// Where a reader is in a game.
pub(super) struct ReaderState {
    number: u64,
    /// The line of the last tag that tells how the game starts.
    pub(super) start_line: Option<u64>,
    /// Moves read in the present line, from the start of the game.
    pub(super) ply: u32,
    /// The lines that variations interrupt: how many moves had been read in each.
    open: Vec<u32>,
    /// Parentheses that are open in a part that is passed over.
    passed: u64,
    /// What is passed over.
    passing: Skip,
    damage: Option<PgnDamage>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Skip {
    Nothing,
    /// A variation of which nobody was told.
    Variation,
    /// The rest of a variation that has begun.
    Line,
    /// The rest of the game.
    Game,
}

/// What a closed parenthesis means.
pub(super) enum ClosingParenthesis {
    /// The end of a variation, of which the visitor is told.
    Variation,
    /// Nothing to the visitor.
    Passed,
    /// It was not open.
    Stray,
}

impl ReaderState {
    pub(super) fn new(number: u64) -> ReaderState {
        ReaderState {
            number,
            start_line: None,
            ply: 0,
            open: Vec::new(),
            passed: 0,
            passing: Skip::Nothing,
            damage: None,
        }
    }

    /// Whether the visitor is told what is read.
    pub(super) fn is_telling(&self) -> bool {
        self.passing == Skip::Nothing
    }

    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    pub(super) fn is_in_variation(&self) -> bool {
        !self.open.is_empty() || self.passed > 0
    }

    /// Whether moves have been read, or there is no telling.
    pub(super) fn has_begun(&self) -> bool {
        self.ply > 0 || self.passing == Skip::Game
    }

    /// Nothing more of the game is told.
    pub(super) fn pass_game(&mut self) {
        self.passing = Skip::Game;
    }

    /// Nothing is told of the variation that begins here.
    pub(super) fn pass_variation(&mut self) {
        self.passing = Skip::Variation;
        self.passed = 1;
    }

    /// Nothing more is told of the present line; where it is a variation, what it interrupts goes on.
    fn pass_line(&mut self) {
        self.passing = if self.open.is_empty() { Skip::Game } else { Skip::Line };
    }

    /// A variation in a part that is passed over begins.
    pub(super) fn open_passed(&mut self) {
        self.passed += 1;
    }

    /// A variation begins, in place of the last move.
    pub(super) fn open(&mut self) {
        self.open.push(self.ply);
        self.ply = self.ply.saturating_sub(1);
    }

    pub(super) fn close(&mut self) -> ClosingParenthesis {
        if self.passed > 0 {
            self.passed -= 1;
            if self.passed == 0 && self.passing == Skip::Variation {
                self.passing = Skip::Nothing;
            }
            return ClosingParenthesis::Passed;
        }
        let Some(ply) = self.open.pop() else {
            return if self.is_telling() { ClosingParenthesis::Stray } else { ClosingParenthesis::Passed };
        };
        self.ply = ply;
        if self.passing == Skip::Game {
            return ClosingParenthesis::Passed;
        }
        self.passing = Skip::Nothing;
        ClosingParenthesis::Variation
    }

    /// Keeps what is wrong, if it is the first such thing, and passes over what cannot be read because of it.
    #[cold]
    pub(super) fn report(&mut self, reason: PgnFault, line: u64) {
        if reason.ends_line() && self.passing != Skip::Game {
            self.pass_line();
        }
        let damage = PgnDamage { game: self.number, line, ply: self.ply, reason };
        self.damage.get_or_insert(damage);
    }

    pub(super) fn into_damage(self) -> Option<PgnDamage> {
        self.damage
    }
}
