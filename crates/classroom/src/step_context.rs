use std::ops::Range;

use tabiya_classics::{Departure, Intent};

use crate::move_words::MoveWords;
use crate::piece_count::PieceCount;
use crate::situation::RuledPosition;
use crate::topic::Topic;

/// What was going on when our program wrote a part of its output.
#[derive(Clone, Default)]
pub struct StepContext {
    /// What it had read last, as it stands in the input.
    pub fed: Vec<u8>,
    /// Where in the input that is.
    pub input: Range<usize>,
    /// The moves of the game.
    pub moves: MoveWords,
    /// The board as a picture, where there is one.
    pub board: Option<String>,
    /// The position in FEN, where a game is on the table.
    pub fen: Option<String>,
    /// That position.
    pub position: Option<RuledPosition>,
    /// What somebody wanted.
    pub intent: Option<Intent>,
    /// What our program did, and by which rule.
    pub account: String,
    /// Where the program that the document prints might do something else.
    pub departures: Vec<&'static Departure>,
    /// The pieces, where they are counted.
    pub count: Option<PieceCount>,
    /// The rules that this step tests.
    pub topics: Vec<Topic>,
    /// Whether nothing on the table has changed, so that the game goes on the same without this step.
    pub is_idle: bool,
    /// Whether it is a move in another spelling than the usual one.
    pub is_spelled_otherwise: bool,
}

impl StepContext {
    /// Whether nothing was read but perhaps blanks before the end of the input.
    pub fn reads_nothing(&self) -> bool {
        self.fed.trim_ascii().is_empty() && !self.is_idle && self.intent.is_none()
    }
}
