use serde::{Deserialize, Serialize};

/// The best move of a position, and why it is good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct HintView {
    /// The version of the game.
    pub version: u32,
    /// The number of the move after which it would be made.
    pub node: u32,
    /// The move, such as `e2e4`.
    #[serde(rename = "move")]
    pub m: String,
    /// The same as it is written in lists.
    pub san: String,
    /// The move in words, and its reason where there is one.
    pub says: String,
}
