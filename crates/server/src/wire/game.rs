use serde::{Deserialize, Serialize};

use super::{ExhibitionView, MoveView, Side, StateView};
use crate::store::GameStage;

/// A game, as it is shown to somebody.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GameView {
    /// Its name.
    pub game: String,
    /// How many commands were accepted in it.
    pub version: u32,
    /// The server's time in milliseconds since 1970.
    pub now: u64,
    /// When it was made.
    pub created: u64,
    /// Open, running or finished.
    pub stage: GameStage,
    /// What whoever asks is in it.
    pub you: You,
    /// The rules.
    pub rules: RulesView,
    /// The time control, such as `5+3`.
    pub clock: Option<String>,
    /// Whether moves may be taken back without asking.
    pub free_takeback: bool,
    /// Who plays White.
    pub white: PlayerView,
    /// Who plays Black.
    pub black: PlayerView,
    /// The position at the start.
    pub start: String,
    /// The moves that were played.
    pub line: Vec<MoveView>,
    /// Where it stands.
    pub state: StateView,
    /// Points before this game.
    pub score: ScoreView,
    /// The game that this is a rematch of.
    pub previous: Option<String>,
    /// The rematch that followed.
    pub next: Option<String>,
    /// Who wants a rematch.
    pub rematch: Option<Side>,
    /// What it was opened from, where it came from a file or another game.
    pub opened: Option<OpenedView>,
    /// Whether it was played elsewhere and is over: it is looked at, and nothing in it is played or taken back.
    pub recorded: bool,
    /// How two computers play, where it is a game of two.
    pub exhibition: Option<ExhibitionView>,
}

/// What a game was opened from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OpenedView {
    /// Which game of the file it was, from 1.
    pub number: u32,
    /// How many games the file had.
    pub games: u32,
    /// Who had White there.
    pub white: Option<String>,
    /// Who had Black there.
    pub black: Option<String>,
    /// Where it was played.
    pub event: Option<String>,
    /// When, such as `1851.06.21`; question marks where a part is not known.
    pub date: Option<String>,
    /// How it ended there: `1-0`, `0-1`, `1/2-1/2` or `*`. Where it is played on, it has no result, and `left_out` tells
    /// which it had.
    pub result: String,
    /// Everything else that its headings said, in their order.
    pub headings: Vec<HeadingView>,
    /// What was left out of it, in words.
    pub left_out: Vec<String>,
}

/// A heading of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct HeadingView {
    /// Such as `Site` or `WhiteElo`.
    pub name: String,
    /// What it says.
    pub value: String,
}

/// What somebody is in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct You {
    /// Their part.
    pub role: PartView,
    /// Whether they may take the open seat, for which nobody needs a key.
    pub may_join: bool,
    /// Whether they steer the two computers that play.
    pub may_steer: bool,
}

/// A part in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the parts are their own names")]
pub enum PartView {
    White,
    Black,
    Both,
    Spectator,
}

impl PartView {
    /// The part of whoever has White, Black, both or neither.
    pub(crate) fn of(has_white: bool, has_black: bool) -> PartView {
        match (has_white, has_black) {
            (true, true) => PartView::Both,
            (true, false) => PartView::White,
            (false, true) => PartView::Black,
            (false, false) => PartView::Spectator,
        }
    }
}

/// Who has a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PlayerView {
    /// The name.
    pub name: String,
    /// What plays.
    pub kind: PlayerKind,
    /// The computer's level.
    pub level: Option<u16>,
    /// Whether they are here.
    pub present: bool,
    /// In how many milliseconds the opponent may claim the game; nothing where they are here.
    pub claim_in: Option<u64>,
}

/// What has a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the kinds are their own names")]
pub enum PlayerKind {
    Person,
    Computer,
    Open,
}

/// A rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RulesView {
    /// Its name.
    pub name: String,
    /// What it is, in one line.
    pub summary: String,
    /// What differs from ordinary chess, as lines of a rule file.
    pub differences: String,
    /// Whether games begin with openings that have names.
    pub has_openings: bool,
    /// The position with which its games usually begin.
    pub start: String,
    /// What differs from ordinary chess, in sentences.
    pub says: Vec<String>,
    /// Whether the living pieces are counted at the end, so that a game can be stopped at any time.
    pub counts_pieces: bool,
}

/// Points of a match: one for a win, half for a draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScoreView {
    /// Of whoever has White now, such as `1.5`.
    pub white: String,
    /// Of whoever has Black now.
    pub black: String,
    /// In how many games.
    pub games: u32,
}
