use std::fmt;
use std::time::Duration;

use super::SecondsControl;

/// How fast an engine has to play a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// With a clock.
    Clock(SecondsControl),
    /// So long for every move.
    MoveTime(Duration),
    /// So many positions for every move.
    Nodes(u64),
    /// So deep at every move.
    Depth(u32),
    /// As it likes: our levels, whose strength lies in how much they think.
    Free,
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pace::Clock(control) => control.fmt(f),
            Pace::MoveTime(time) => write!(f, "{} ms a move", time.as_millis()),
            Pace::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Pace::Depth(depth) => write!(f, "depth {depth}"),
            Pace::Free => f.write_str("at its own pace"),
        }
    }
}
