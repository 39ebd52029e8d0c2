use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::GameId;
use crate::lobby::SHOWN;
use crate::wire::GameSummary;

/// How many games are shown.
const MOST: usize = 50;

/// The games that anybody may watch, while somebody plays them.
#[derive(Clone, Default)]
pub(crate) struct RunningGames(Arc<Mutex<RunningGamesState>>);

#[derive(Default)]
struct RunningGamesState {
    own: HashMap<GameId, GameSummary>,
    /// Those of other nodes, and when they told them.
    elsewhere: HashMap<i64, (Instant, Vec<GameSummary>)>,
    /// Goes up with every change of what this node shows.
    changes: u64,
}

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
        self.change(|own| own.insert(id, summary));
        RunningGame { all: self.clone(), id, version }
    }

    /// Those that are shown, the ones that began last first.
    pub fn list(&self) -> Vec<GameSummary> {
        let games = self.lock();
        let elsewhere = games.elsewhere.values().flat_map(|(_, shown)| shown);
        let mut all: Vec<&GameSummary> = games.own.values().chain(elsewhere).collect();
        // Of two that are the same, the one that has gone on.
        let rank = |game: &GameSummary| (Reverse(game.created), game.game.clone(), Reverse(game.updated));
        all.sort_by_cached_key(|game| rank(game));
        all.dedup_by(|a, b| a.game == b.game);
        all.into_iter().take(MOST).cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, RunningGamesState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut HashMap<GameId, GameSummary>) -> Option<GameSummary>) {
        let mut games = self.lock();
        change(&mut games.own);
        games.changes += 1;
    }

    /// A number that goes up whenever what this node shows has changed.
    pub fn changes(&self) -> u64 {
        self.lock().changes
    }

    /// What this node shows, for the others.
    pub fn own(&self) -> Vec<GameSummary> {
        self.lock().own.values().take(MOST).cloned().collect()
    }

    /// Takes in what another node shows.
    pub fn show_of(&self, node: i64, shown: Vec<GameSummary>) {
        self.lock().elsewhere.insert(node, (Instant::now(), shown));
    }

    /// Forgets what nodes showed that have said nothing for a while.
    pub fn forget_silent(&self) {
        self.lock().elsewhere.retain(|_, (heard, _)| heard.elapsed() < SHOWN);
    }
}

impl RunningGame {
    /// Shows the game as it is in another version.
    pub fn update(&mut self, version: u32, summary: impl FnOnce() -> GameSummary) {
        if self.version != version {
            self.version = version;
            self.all.change(|own| own.insert(self.id, summary()));
        }
    }
}

impl Drop for RunningGame {
    fn drop(&mut self) {
        self.all.change(|own| own.remove(&self.id));
    }
}
