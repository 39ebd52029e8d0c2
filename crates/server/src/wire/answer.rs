use serde::{Deserialize, Serialize};
use tabiya_engine::{Level, LevelName, LevelSketch};
use tabiya_game::Seat;
use tabiya_rules::Language;

use super::{FromServer, PartView, Reason, RulesView, Side};
use crate::PlayerId;
use crate::host::HostSwitches;
use crate::store::{GameRow, GameStage, Holder};

/// What the server answers to a command by HTTP: it is on disk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CommandAnswer {
    /// The version of the game after the command.
    pub version: u32,
    /// The entry, as its sender is told it; nothing where nothing was to be kept.
    pub entry: Option<FromServer>,
}

impl CommandAnswer {
    /// The same of an entry that is written already.
    pub(crate) fn to_text(version: u32, entry: Option<&str>) -> String {
        format!("{{\"version\":{version},\"entry\":{}}}", entry.unwrap_or("null"))
    }
}

/// Why a request was not obeyed. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Failure {
    /// Why.
    pub error: Reason,
    /// The version of the game, where that was the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// The entries that the sender has not seen, where that was the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<FromServer>,
}

/// What runs here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Welcome {
    /// Always `tabiya`.
    pub name: String,
    /// The program's version.
    pub version: String,
    /// Whether only this machine can reach the server.
    pub loopback_only: bool,
    /// What to do about that, where it is so.
    pub hint: Option<String>,
    /// The rule sets that are built in.
    pub rules: Vec<RulesView>,
    /// The levels of the computer that have a number, from 1 on. Ratings from 400 on can be asked for as well.
    pub levels: Vec<u16>,
    /// The computer at each of its ratings that are offered, the weakest first.
    pub opponents: Vec<ComputerOpponent>,
    /// The most bytes of a file that can be opened.
    pub largest_file: u32,
    /// What is wrong with the server's data, where something is.
    pub trouble: Option<String>,
    /// What the host has switched on and off.
    pub host: HostSwitches,
}

/// The computer as an opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ComputerOpponent {
    /// What to ask for: the rating.
    pub level: u16,
    /// What somebody who plays like this is called.
    pub name: String,
    /// How it plays, in a sentence.
    pub says: String,
}

impl ComputerOpponent {
    pub(crate) fn new(level: Level, language: Language) -> ComputerOpponent {
        ComputerOpponent {
            level: level.number(),
            name: language.words(&LevelName(level)).to_string(),
            says: language.words(&LevelSketch(level)).to_string(),
        }
    }
}

/// Who somebody is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SessionInfo {
    /// The player's id.
    pub player: String,
    /// What they are called.
    pub name: String,
    /// What proves it, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// A link that gives somebody a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Invitation {
    /// The link.
    pub url: String,
    /// What must be sent to take the seat: the part of the link behind the `=`.
    pub key: String,
    /// The link as a QR code, an SVG image.
    pub qr: String,
    /// Whether nobody on another machine can follow it.
    pub loopback_only: bool,
    /// What to do about that, where it is so.
    pub hint: Option<String>,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GameSummary {
    /// Its name.
    pub game: String,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// The name of the rule set.
    pub rules: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// How many single moves.
    pub plies: u32,
    /// Open, running or finished.
    pub stage: GameStage,
    /// The time control, such as `5+3`; nothing where there is no clock.
    pub clock: Option<String>,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// When something happened in it last.
    pub updated: u64,
    /// Whose turn it is, where it is somebody's.
    pub turn: Option<Side>,
    /// Which side nobody has yet.
    pub open: Option<Side>,
    /// Whether one player has both sides, at one board.
    pub one_board: bool,
    /// Whether somebody has come to play, or anything has been done in it.
    pub begun: bool,
    /// Whether it was played elsewhere and is over: it is looked at by whoever opened it.
    pub recorded: bool,
    /// What whoever asks is in it; nothing where everybody is told the same.
    pub you: Option<PartView>,
}

/// A page of a list of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GamesPage {
    /// The games, the latest first.
    pub games: Vec<GameSummary>,
    /// What to ask for to get the next page; nothing where this is the last.
    pub after: Option<String>,
}

/// Where a rematch is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RematchAnswer {
    /// The new game; nothing while the other has not agreed.
    pub next: Option<String>,
}

impl From<&GameRow> for GameSummary {
    fn from(row: &GameRow) -> GameSummary {
        GameSummary {
            game: row.id.to_string(),
            white: row.white.clone(),
            black: row.black.clone(),
            rules: row.rules.clone(),
            result: row.result.clone(),
            plies: row.plies,
            stage: row.stage,
            clock: row.clock.as_ref().map(ToString::to_string),
            created: row.created.0,
            updated: row.updated.0,
            turn: row.turn().map(Side::from),
            open: row.open_color().map(Side::from),
            one_board: row.is_on_one_device(),
            begun: row.has_begun(),
            recorded: row.is_record,
            you: None,
        }
    }
}

impl GameSummary {
    /// The same as it is told to somebody.
    pub(crate) fn told_to(row: &GameRow, who: Option<PlayerId>) -> GameSummary {
        let has = |seat: Seat| who.is_some_and(|who| row.seats[seat] == Holder::Person(who));
        let you = row.white_seat.map(|white| PartView::of(has(white), has(!white)));
        GameSummary { you, ..GameSummary::from(row) }
    }
}
