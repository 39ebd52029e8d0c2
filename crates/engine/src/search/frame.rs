use tabiya_rules::Move;

use super::history_table::PieceTo;
use super::value::Value;

/// What is known of each position on the way from the root.
#[derive(Clone)]
pub(super) struct Frame {
    pub(super) played: Option<Move>,
    pub(super) piece_to: PieceTo,
    /// The corrected evaluation; none in check.
    pub(super) eval: Option<Value>,
    pub(super) in_check: bool,
    pub(super) killers: [Option<Move>; 2],
    /// A move left out to see whether another is as good.
    pub(super) excluded: Option<Move>,
    /// How many double extensions led here.
    pub(super) doubles: u8,
    /// How many moves back the last pass is.
    pub(super) since_pass: u16,
    pub(super) line: Vec<Move>,
}

impl Frame {
    pub(super) fn new() -> Frame {
        Frame {
            played: None,
            piece_to: 0,
            eval: None,
            in_check: false,
            killers: [None; 2],
            excluded: None,
            doubles: 0,
            since_pass: u16::MAX,
            line: Vec::new(),
        }
    }
}
