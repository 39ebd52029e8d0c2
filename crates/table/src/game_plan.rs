use tabiya_game::TimeControl;
use tabiya_notation::RuleFile;
use tabiya_openings::OpeningLine;
use tabiya_rules::{ByColor, Setup};

use crate::player::Player;

/// A game as somebody wishes it.
#[derive(Clone, Debug, PartialEq)]
pub struct GamePlan {
    /// Who plays.
    pub players: ByColor<Player>,
    /// The rules.
    pub rules: RuleFile,
    /// The position to begin with, where it is not the usual one.
    pub position: Option<Setup>,
    /// The opening to begin with; then there is no other position.
    pub opening: Option<&'static OpeningLine>,
    /// The clock, if there is one.
    pub time: Option<TimeControl>,
}
