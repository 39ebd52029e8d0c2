use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tabiya_game::Game;

use super::{Audience, ExhibitionView, FromServer, LineChange, StateView};

/// A command that was accepted and is on disk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct EntryView {
    /// The version of the game after it.
    pub version: u32,
    /// The server's time.
    pub now: u64,
    /// How its sender called it.
    pub id: String,
    /// What happened, in words.
    pub says: String,
    /// What happened, each in one word.
    pub happened: Vec<String>,
    /// How the moves changed.
    pub line: LineChange,
    /// Where the game stands.
    pub state: StateView,
    /// How two computers play, where it is a game of two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exhibition: Option<ExhibitionView>,
}

/// An entry as it goes over the wire to each of those who are told it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryTexts {
    /// To whoever is to move.
    pub mover: Arc<str>,
    /// To the player who waits.
    pub waiting: Arc<str>,
    /// To those who watch.
    pub watching: Arc<str>,
}

impl EntryTexts {
    /// What is written of an entry after which `game` stands as it does.
    pub(crate) fn new(entry: EntryView, game: &Game) -> EntryTexts {
        let mut message = FromServer::Entry(entry);
        let mut text = |audience| -> Arc<str> {
            if let FromServer::Entry(entry) = &mut message {
                entry.state.tell_to(audience, game);
            }
            message.to_text().into()
        };
        let watching = text(Audience::Watching);
        if game.ending().is_some() {
            let (mover, waiting) = (Arc::clone(&watching), Arc::clone(&watching));
            return EntryTexts { mover, waiting, watching };
        }
        EntryTexts { mover: text(Audience::Mover), waiting: text(Audience::Waiting), watching }
    }

    /// The text for somebody.
    pub fn to(&self, audience: Audience) -> &Arc<str> {
        match audience {
            Audience::Mover => &self.mover,
            Audience::Waiting => &self.waiting,
            Audience::Watching => &self.watching,
        }
    }
}
