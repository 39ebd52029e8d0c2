use serde::{Deserialize, Serialize};

use crate::host::HostSwitches;

/// The server as its host sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct HostView {
    /// The server's time, in milliseconds since 1970.
    pub now: u64,
    /// When it was started; of several, the one that was started last.
    pub started: u64,
    /// What people type to come here.
    pub url: String,
    /// What is switched on and off.
    pub switches: HostSwitches,
    /// Who is here, by name.
    pub people: Vec<PersonView>,
    /// Games that run, the latest first, at most 200.
    pub games: Vec<HostGame>,
    /// Who is kept away.
    pub removals: Vec<RemovalView>,
    /// Names that are reserved.
    pub names: Vec<ReservedNameView>,
    /// What the server has to do; where there are several, all of them together.
    pub load: LoadView,
    /// The servers that use the database together, where there are several.
    pub nodes: Vec<NodeView>,
    /// After how many seconds without a player the opponent may claim a game with a clock, and one without.
    pub claim_after: [u64; 2],
    /// What is wrong with the server, where something is.
    pub trouble: Option<TroubleView>,
    /// Whether it is by where the browser is that it is the host's, so that it stays so.
    pub at_home: bool,
}

/// What is wrong with the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TroubleView {
    /// What it is, in a sentence.
    pub says: String,
    /// What can be done about it.
    pub way_out: String,
    /// Whether people can play all the same.
    pub can_play: bool,
}

/// Somebody who is here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PersonView {
    /// The player's id.
    pub player: String,
    /// What they are called.
    pub name: String,
    /// Where they are.
    pub address: Option<String>,
    /// How many windows they have open, as far as that is known.
    pub windows: u32,
    /// At which of several servers they are.
    pub nodes: Vec<i64>,
}

/// One of several servers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NodeView {
    /// Its number, as in the header `Tabiya-Node`.
    pub node: i64,
    /// How many people are at it.
    pub people: u32,
    /// What it has to do; nothing where it does not answer.
    pub load: Option<LoadView>,
}

/// A game that runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct HostGame {
    /// Its name.
    pub game: String,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// The players who have a seat, by their ids.
    pub players: Vec<String>,
    /// The name of the rule set.
    pub rules: String,
    /// The time control; nothing where there is no clock.
    pub clock: Option<String>,
    /// How many single moves.
    pub plies: u32,
    /// When something happened in it last.
    pub updated: u64,
}

/// Somebody who is kept away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RemovalView {
    /// The player's id.
    pub player: String,
    /// What they were called.
    pub name: String,
    /// Until when.
    pub until: u64,
    /// Whether nobody new comes in from their address either.
    pub address: bool,
}

/// A name that is reserved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReservedNameView {
    /// The id of the player whose it is.
    pub player: String,
    /// The name.
    pub name: String,
}

/// What the server has to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LoadView {
    /// How many milliseconds of processor time it has used since it was started.
    pub processor: Option<u64>,
    /// How many processors there are.
    pub processors: u32,
    /// How many bytes of memory it has.
    pub memory: Option<u64>,
    /// How many moves were made since it was started.
    pub moves: u64,
    /// How many windows are connected.
    pub sockets: u32,
    /// How many questions wait for the computer.
    pub questions: u32,
}

/// What the host wants otherwise. What is left out stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct HostChange {
    /// Whether nobody can wait in the lobby or take a seat there.
    #[serde(default)]
    pub lobby_closed: Option<bool>,
    /// Whether nobody new is let in.
    #[serde(default)]
    pub sessions_closed: Option<bool>,
    /// Whether nobody can take moves back.
    #[serde(default)]
    pub takebacks_off: Option<bool>,
    /// Whether the computer does not play.
    #[serde(default)]
    pub computer_off: Option<bool>,
    /// Whether games with a clock are held.
    #[serde(default)]
    pub clocks_paused: Option<bool>,
    /// What all pages show; an empty text takes it away.
    #[serde(default)]
    #[cfg_attr(test, schemars(length(max = 500)))]
    pub announcement: Option<String>,
}

/// The token of the host, to be exchanged for a cookie.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct HostToken {
    /// The token.
    pub token: String,
}

impl std::fmt::Debug for HostToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("HostToken")
    }
}

/// Somebody who has to go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RemovePlayer {
    /// The player's id.
    pub player: String,
    /// For how many minutes they are kept away; 0 only ends what they have open.
    #[serde(default)]
    pub minutes: u32,
    /// Whether nobody new comes in from their address meanwhile either.
    #[serde(default)]
    pub address: bool,
}

/// A name to be reserved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReserveName {
    /// The name: 1 to 40 characters. One that is reserved already gets a new code.
    #[cfg_attr(test, schemars(length(min = 1, max = 40)))]
    pub name: String,
    /// The player whose it shall be, who is called so from now on; otherwise whoever is given the code.
    #[serde(default)]
    pub player: Option<String>,
}

/// A copy of all games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BackupView {
    /// The file.
    pub file: String,
    /// How many games are in it.
    pub games: u64,
    /// How many bytes it has.
    pub bytes: u64,
}
