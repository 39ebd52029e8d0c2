use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::GameId;
use crate::wire::GameSummary;

/// How many games are shown.
const MOST: usize = 50;

/// The games that anybody may watch, while somebody plays them.
#[derive(Clone, Default)]
pub(crate) struct RunningGames(Arc<Mutex<HashMap<GameId, GameSummary>>>);

/// A game among them, for as long as it is kept.
pub(crate) struct RunningGame {
    all: RunningGames,
    id: GameId,
    /// The version of the game that is shown.
    version: u32,
}

impl RunningGames {
    /// Shows a game as it is in a version.
    pub fn show(&self, id: GameId, version: u32, summary: GameSummary) -> RunningGame {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(id, summary);
        RunningGame { all: self.clone(), id, version }
    }

    /// Those that are shown, the ones that began last first.
    pub fn list(&self) -> Vec<GameSummary> {
        let games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all: Vec<&GameSummary> = games.values().collect();
        all.sort_by(|a, b| (Reverse(a.created), &a.game).cmp(&(Reverse(b.created), &b.game)));
        all.into_iter().take(MOST).cloned().collect()
    }
}

impl RunningGame {
    /// Shows the game as it is in another version.
    pub fn update(&mut self, version: u32, summary: impl FnOnce() -> GameSummary) {
        if self.version != version {
            self.version = version;
            self.all.0.lock().unwrap_or_else(PoisonError::into_inner).insert(self.id, summary());
        }
    }
}

impl Drop for RunningGame {
    fn drop(&mut self) {
        self.all.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.id);
    }
}
