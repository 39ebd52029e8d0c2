use tabiya_rules::{Color, File, Rank, Square};

/// What the player's hand is doing over the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hand {
    /// The square that keys are about.
    pub cursor: Square,
    /// Whether the cursor is seen: whoever uses the mouse needs none.
    pub is_cursor_shown: bool,
    /// The piece that is chosen.
    pub selected: Option<Square>,
    /// The square on which the mouse was pressed, and whether its piece was chosen before.
    pub pressed: Option<MousePress>,
}

/// A button of the mouse that is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MousePress {
    pub square: Square,
    pub was_selected: bool,
}

impl Hand {
    pub fn new(bottom: Color) -> Hand {
        let rank = Rank::Second.seen_by(bottom);
        Hand { cursor: Square::new(File::E, rank), is_cursor_shown: false, selected: None, pressed: None }
    }

    /// Moves the cursor as it is seen: to the right and up.
    pub fn step(&mut self, right: i8, up: i8, bottom: Color) {
        self.is_cursor_shown = true;
        let turn = if bottom.is_white() { 1 } else { -1 };
        if let Some(square) = self.cursor.offset(right * turn, up * turn) {
            self.cursor = square;
        }
    }

    pub fn let_go(&mut self) {
        self.selected = None;
        self.pressed = None;
    }
}
