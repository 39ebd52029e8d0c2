use serde::{Deserialize, Serialize};

/// How the players behave to each other, beside the rules of chess.
///
/// ```
/// use tabiya_game::{Conduct, Takeback};
///
/// assert_eq!(Conduct::default().takeback, Takeback::Free);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Conduct {
    /// Whether moves may be taken back.
    pub takeback: Takeback,
    /// Which first moves are timed.
    pub first_moves: FirstMoves,
}

/// Whether moves may be taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Takeback {
    /// By anybody, as far as the start: on one board, or against the computer.
    #[default]
    Free,
    /// If the other player agrees.
    ByAgreement,
    /// What is moved is moved.
    Never,
}

/// Which first moves are timed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstMoves {
    /// The clock runs from the start.
    #[default]
    Timed,
    /// The clock runs once both sides have moved.
    Free,
    /// The clock runs once the first move is made, whoever makes it.
    OneFree,
}
