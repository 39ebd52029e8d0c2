use serde::{Deserialize, Serialize};

/// The file that a game was opened from, or what of it was kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceFile {
    /// Which game of the file it was, from 1.
    pub number: u32,
    /// How many games the file had.
    pub games: u32,
    /// What was left out, in words.
    pub left_out: Vec<String>,
    /// Whether it is the moves of an opening, and no game; nothing where an earlier version kept it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_opening: Option<bool>,
    /// The game with its headings, variations and remarks.
    #[serde(skip)]
    pub pgn: String,
}

impl SourceFile {
    /// How many bytes it has.
    pub(crate) fn size(&self) -> u64 {
        self.pgn.len() as u64
    }
}
