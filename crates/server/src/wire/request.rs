use serde::{Deserialize, Serialize};

use super::{Reason, RulesView, StateView};
use crate::exhibition::MoveSpeed;

/// A wish to play here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NewSession {
    /// What to be called: 1 to 40 characters.
    #[cfg_attr(test, schemars(length(min = 1, max = 40)))]
    pub name: String,
    /// Whether to get the token itself, for programs; otherwise a cookie is set, for browsers.
    #[serde(default)]
    pub token: bool,
}

/// A game to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NewGame {
    /// How its sender calls this wish, with 1 to 64 printable characters: sent again, it makes no second game.
    #[serde(default)]
    #[cfg_attr(test, schemars(length(min = 1, max = 64)))]
    pub id: Option<String>,
    /// The rules; ordinary chess, or those of what is opened.
    #[serde(default)]
    pub rules: Option<RulesWish>,
    /// The start position as FEN; otherwise the usual one.
    #[serde(default)]
    pub position: Option<String>,
    /// The opening to begin with, by its name or code: its moves are made for both sides.
    #[serde(default)]
    pub opening: Option<String>,
    /// Whether the computer plays openings by the book; otherwise it does, at the levels that know openings.
    #[serde(default)]
    pub book: Option<bool>,
    /// Whether the computer resigns what is lost, and offers and takes draws; otherwise it does. Of two computers neither does.
    #[serde(default)]
    pub yields: Option<bool>,
    /// A game to look at or to go on with. One that is over is looked at, unless there is an opponent, a clock or a place
    /// to play on from.
    #[serde(default)]
    pub open: Option<OpenFile>,
    /// The way to the move of it after which to play on, such as `e2e4 e7e5`; the start of the game where it is empty.
    #[serde(default)]
    pub from: Option<String>,
    /// Which game of a file with several, from 1; otherwise the first.
    #[serde(default)]
    pub number: Option<u32>,
    /// The time control, such as `5+3`, `10d5`, `40/90+30,30+30`; without, there is no clock.
    #[serde(default)]
    pub clock: Option<String>,
    /// Whom to play.
    pub opponent: OpponentWish,
    /// Which color to have.
    #[serde(default)]
    pub color: ColorWish,
}

/// Which rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum RulesWish {
    /// A built-in rule set.
    Name(String),
    /// The text of a rule file.
    File(String),
}

/// Whom to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum OpponentWish {
    /// Somebody who is sent a link.
    Link,
    /// Whoever comes to the lobby.
    Lobby,
    /// Somebody at the same device.
    Here,
    /// The computer at a level.
    Computer(u16),
    /// Nobody: two computers play each other, and one watches and steers them.
    Computers(ComputersWish),
}

/// Two computers who are to play each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ComputersWish {
    /// The level of White.
    pub white: u16,
    /// The level of Black.
    pub black: u16,
    /// How quickly they play; otherwise at normal speed.
    #[serde(default)]
    pub speed: MoveSpeed,
}

/// Which color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the wishes are their own names")]
pub enum ColorWish {
    #[default]
    White,
    Black,
    Random,
}

/// A game from a file, or one that was played here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum OpenFile {
    /// A game as PGN, with its variations and remarks.
    Pgn(String),
    /// A game in BYU's XML form.
    Xml(String),
    /// A position as FEN.
    Fen(String),
    /// A game as this server's JSON export.
    Json(String),
    /// A game that was played here, by its name.
    Game(String),
}

/// The wish to take an open seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct JoinGame {
    /// The key of the invitation; in the lobby none.
    #[serde(default)]
    pub invitation: Option<String>,
}

/// A rule file that may be wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RulesText {
    /// Its text.
    pub text: String,
}

/// A position that may be wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CheckPosition {
    /// The position.
    pub fen: String,
    /// The rules; ordinary chess where none are named.
    #[serde(default)]
    pub rules: Option<RulesWish>,
}

/// What is to be said of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CheckedPosition {
    /// Everything that is wrong with it.
    pub faults: Vec<Reason>,
    /// Where a game would stand that begins with it; nothing where something is wrong.
    pub state: Option<StateView>,
    /// The rules.
    pub rules: RulesView,
}
