use std::time::Duration;

use tabiya_rules::ByColor;

/// How much an engine may think about one move.
#[derive(Clone, Debug)]
pub enum Budget {
    /// As it likes, by the clocks.
    Clock(Clocks),
    /// So long.
    MoveTime(Duration),
    /// So many positions.
    Nodes(u64),
    /// So many moves deep.
    Depth(u32),
}

/// The clocks as they stand before a move.
#[derive(Clone, Debug)]
pub struct Clocks {
    /// What each side has left.
    pub left: ByColor<Duration>,
    /// What each side gets for a move.
    pub increment: ByColor<Duration>,
    /// How many moves the mover has to make before it gets more.
    pub moves_to_go: Option<u32>,
}
