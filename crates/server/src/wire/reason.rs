use serde::{Deserialize, Serialize};

/// Why something was refused: a word for programs, a sentence for people, and the squares that it is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Reason {
    /// A word that never changes.
    pub code: String,
    /// The reason in words.
    pub says: String,
    /// What to draw on the board.
    pub marks: Vec<SquareMark>,
}

/// A square and what it has to do with a refusal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SquareMark {
    /// The square.
    pub square: String,
    /// Its part.
    pub mark: Mark,
}

/// The part of a square in a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Mark {
    /// What attacks, pins or gives check stands there.
    Attacker,
    /// What is in the way stands there.
    Blocker,
    /// On the line of a pin.
    Line,
    /// Where the piece stands or would go.
    Place,
    /// Where the royal piece would pass.
    Crossing,
}
