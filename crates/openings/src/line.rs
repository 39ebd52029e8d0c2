use std::fmt;

use tabiya_notation::San;
use tabiya_rules::{Move, Position};

use crate::Eco;

/// Moves from the start of chess that have a name.
///
/// ```
/// let line = tabiya_openings::find_opening("Ruy Lopez").unwrap();
/// assert_eq!(line.to_string(), "Ruy Lopez (C60)");
/// assert_eq!(line.numbered_moves(), "1. e4 e5 2. Nf3 Nc6 3. Bb5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningLine {
    pub(crate) eco: Eco,
    pub(crate) name: String,
    pub(crate) moves: Vec<Move>,
}

impl OpeningLine {
    /// The code.
    pub fn eco(&self) -> Eco {
        self.eco
    }

    /// The name, such as `Ruy Lopez: Berlin Defense`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The moves from the start of chess.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The moves as people write them.
    pub fn numbered_moves(&self) -> String {
        let mut position = Position::start();
        let mut words = Vec::new();
        for (ply, &m) in self.moves.iter().enumerate() {
            if ply % 2 == 0 {
                words.push(format!("{}.", ply / 2 + 1));
            }
            words.push(San::from_move(m, &position).to_string());
            position.make_unchecked(m);
        }
        words.join(" ")
    }
}

/// The name and the code.
impl fmt::Display for OpeningLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.eco)
    }
}
