use serde::{Deserialize, Serialize};

/// By what a player is known again at another device. It is told once.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RecoveryLink {
    /// The player's id.
    pub player: String,
    /// What they are called.
    pub name: String,
    /// The code, to be written down.
    pub code: String,
    /// A link with it.
    pub url: String,
    /// The link as a QR code, an SVG image.
    pub qr: String,
    /// Whether nobody on another machine can follow it.
    pub loopback_only: bool,
}

impl std::fmt::Debug for RecoveryLink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RecoveryLink").field("player", &self.player).finish_non_exhaustive()
    }
}

/// The wish to be known again.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RecoverPlayer {
    /// The code, however it is written.
    pub code: String,
    /// Whether to get the token itself, for programs; otherwise a cookie is set, for browsers.
    #[serde(default)]
    pub token: bool,
    /// What becomes of the games that this device has as somebody else. It must be told where there are some.
    #[serde(default)]
    pub guest_games: Option<GuestGames>,
}

impl std::fmt::Debug for RecoverPlayer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RecoverPlayer").field("guest_games", &self.guest_games).finish_non_exhaustive()
    }
}

/// What becomes of the games that a device has as somebody else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum GuestGames {
    /// They become the player's, but for those in which the player is the opponent.
    Take,
    /// They stay whose they were, whom this device forgets.
    Leave,
}
