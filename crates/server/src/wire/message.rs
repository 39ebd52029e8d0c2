use serde::{Deserialize, Serialize};

use super::{EntryView, Failure, GameSummary, GameView, PlayerView, Side, Submit};
use crate::host::HostSwitches;

/// What a client says over its WebSocket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum FromClient {
    /// A command.
    Command(Submit),
    /// Whether all is well, with the version that the client has.
    Ping {
        /// The version.
        version: u32,
    },
}

/// What the server says over a WebSocket. All but `pong`, `accepted` and `failed` is told to everybody who watches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[expect(clippy::large_enum_variant, reason = "they are written at once and never kept")]
pub enum FromServer {
    /// The whole game: the first message.
    Game(GameView),
    /// A command was accepted and is on disk.
    Entry(EntryView),
    /// Who is here.
    Presence {
        /// The version of the game.
        version: u32,
        /// White.
        white: PlayerView,
        /// Black.
        black: PlayerView,
    },
    /// A seat was taken or moved: what one is in the game may have changed.
    Seats {
        /// The version of the game.
        version: u32,
    },
    /// Somebody wants a rematch, or it has begun.
    Rematch {
        /// The version of the game.
        version: u32,
        /// Who wants it.
        by: Option<Side>,
        /// The new game.
        next: Option<String>,
    },
    /// The computer of this game is busy with other games; the next entry is its move, or whatever else comes first.
    Busy {
        /// The version of the game.
        version: u32,
    },
    /// Nothing can be kept at the moment, and so nothing can be done; or that is over.
    Trouble {
        /// Why; nothing where it is over.
        says: Option<String>,
    },
    /// What the host has switched on and off: where something is, and whenever it changes. A game may be held by it, or be
    /// held no longer: ask for it again.
    Host(HostSwitches),
    /// The answer to a ping.
    Pong {
        /// The version of the game.
        version: u32,
        /// The server's time.
        now: u64,
    },
    /// The answer to a command: it is on disk as the entry of that version, now or already before.
    Accepted {
        /// How its sender called it.
        id: String,
        /// The version after it.
        version: u32,
    },
    /// The answer to a command that was not obeyed.
    Failed {
        /// How its sender called it; nothing where the message could not be read.
        id: Option<String>,
        /// Why.
        failure: Failure,
    },
}

/// What the server says over the WebSocket of the lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum FromLobby {
    /// All seats that anybody may take now: at first, and whenever that has changed.
    Lobby {
        /// The seats.
        seats: Vec<GameSummary>,
    },
    /// What the host has switched on and off: where something is, and whenever it changes.
    Host(HostSwitches),
}

impl FromServer {
    /// How long it usually is at most.
    fn usual_length(&self) -> usize {
        match self {
            FromServer::Game(_) => 4096,
            FromServer::Entry(_)
            | FromServer::Presence { .. }
            | FromServer::Host(_)
            | FromServer::Failed { .. } => 1024,
            FromServer::Seats { .. }
            | FromServer::Trouble { .. }
            | FromServer::Rematch { .. }
            | FromServer::Busy { .. }
            | FromServer::Pong { .. }
            | FromServer::Accepted { .. } => 128,
        }
    }

    /// As it goes over the wire.
    pub(crate) fn to_text(&self) -> String {
        let mut text = Vec::with_capacity(self.usual_length());
        // Nothing in it can fail to be written.
        let _ = serde_json::to_writer(&mut text, self);
        String::from_utf8(text).unwrap_or_default()
    }
}
