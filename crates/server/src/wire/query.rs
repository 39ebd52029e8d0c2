use serde::{Deserialize, Serialize};

use super::LanguageCode;
use crate::store::GameStage;

/// Which games are looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GamesQuery {
    /// A part of a player's name.
    pub player: Option<String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: Option<String>,
    /// The name of the rule set.
    pub rules: Option<String>,
    /// The first day, such as `2026-01-01`.
    pub from: Option<String>,
    /// The last day.
    pub to: Option<String>,
    /// How far they are.
    pub stage: Option<GameStage>,
    /// Whether to list those alone that have not ended; where nothing is said of `begun`, without those that have not begun
    /// within a day.
    #[serde(default)]
    pub unfinished: bool,
    /// Whether to list those alone that have begun, or those alone that have not: nobody came to play, and nothing was done.
    pub begun: Option<bool>,
    /// Whether to list one's own alone.
    #[serde(default)]
    pub mine: bool,
    /// What the page before said, to get the next one.
    pub after: Option<String>,
}

/// Which entries of a game are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct EntriesQuery {
    /// The version after which they are.
    #[serde(default)]
    pub since: u32,
}

/// Where in a game the attacks are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AttacksQuery {
    /// After which move of the tree, by its number; otherwise where the game stands.
    pub node: Option<u32>,
}

/// Where in a game a hint is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct HintQuery {
    /// After which move of the tree, by its number; otherwise where the game stands.
    pub node: Option<u32>,
}

/// A move that may not be legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MoveQuery {
    /// Such as `e2e4`, `Nf3` or `O-O`.
    #[serde(rename = "move")]
    pub m: String,
    /// The way to the move after which it would be made, such as `e2e4 e7e5`; otherwise where the game stands.
    pub path: Option<String>,
}

/// A place in the tree of a game's moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PlaceQuery {
    /// The way to the move after which it is, such as `e2e4 e7e5`; the start of the game where it is empty.
    #[serde(default)]
    pub path: String,
}

/// What somebody has typed of an opening's name or code.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OpeningQuery {
    /// The beginning of words, in any order.
    #[serde(default)]
    pub text: String,
}

/// How a game is written as a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ExportQuery {
    /// Whether a PGN has what the computer found out about the moves, where they were judged: scores, marks, remarks and better
    /// lines.
    #[serde(default)]
    pub review: bool,
}

/// How somebody wishes to be talked to over a WebSocket.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LanguageQuery {
    /// The language; otherwise that of the header `Accept-Language`.
    pub language: Option<LanguageCode>,
}

/// What a client has of the game whose WebSocket it opens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SocketQuery {
    /// The version; without, the whole game is told first.
    pub since: Option<u32>,
    /// The language in which it is told; otherwise that of the header `Accept-Language`.
    pub language: Option<LanguageCode>,
}

/// How a classic program is to be started, or taken up again. Texts all, because what is wrong with
/// them is told on the WebSocket.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ClassicQuery {
    /// Where its games begin; otherwise where they always do.
    pub fen: Option<String>,
    /// The machine's luck, a number; otherwise by chance.
    pub seed: Option<String>,
    /// Whether moves are taken back: `true` or `false`.
    pub undo: Option<String>,
    /// How much of its screen the page has, where it is to be taken up again.
    pub heard: Option<String>,
    /// The language in which the server tells of the program, which has its own; otherwise that of the header
    /// `Accept-Language`.
    pub language: Option<LanguageCode>,
}
