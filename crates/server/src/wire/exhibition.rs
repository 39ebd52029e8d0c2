use serde::{Deserialize, Serialize};

use tabiya_rules::Language;

use crate::exhibition::{Exhibition, MoveSpeed, PlayState};

/// How two computers play, as everybody who watches is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ExhibitionView {
    /// Who made the game and steers it; nothing where that was lost with a damaged disk.
    pub maker: Option<String>,
    /// How quickly they play.
    pub speed: MoveSpeed,
    /// Why they wait; nothing while they play.
    pub pause: Option<PauseView>,
    /// Whether one move is to come though they wait.
    pub one_move: bool,
}

/// Why two computers wait.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PauseView {
    /// A word that never changes: `maker`, `unwatched`, `long` or `crowded`.
    pub code: String,
    /// The cause in words.
    pub says: String,
}

impl ExhibitionView {
    pub(crate) fn new(language: Language, exhibition: Exhibition, maker: Option<&str>) -> ExhibitionView {
        let Exhibition { speed, play } = exhibition;
        let view = |cause: crate::exhibition::PauseCause| PauseView {
            code: cause.word().to_owned(),
            says: cause.says(language, maker),
        };
        ExhibitionView {
            maker: maker.map(str::to_owned),
            speed,
            pause: play.pause().map(view),
            one_move: matches!(play, PlayState::OneMove(_)),
        }
    }
}
