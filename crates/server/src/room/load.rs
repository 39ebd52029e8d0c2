use std::sync::Arc;

use tabiya_files::Provenance;
use tabiya_game::narration::tell_and_absorb;
use tabiya_game::{By, Command, Event, Fact, Game, Seat};
use tabiya_notation::RuleFile;
use tokio::sync::mpsc;

use super::actor::Actor;
use super::log::{Log, absorbed, begins};
use super::{Message, begin};
use crate::blocking::run_blocking;
use crate::provenance::from_source;
use crate::shared::Shared;
use crate::store::{Entry, Source, Stage, StoreError};
use crate::{CommandId, Error, GameId};

/// How many entries are replayed where they are.
const MANY: usize = 256;

/// What is known of a game beside its row and its entries.
pub(super) struct Past {
    pub next: Option<GameId>,
    pub rematch: Option<Seat>,
    pub source: Option<Source>,
}

impl Past {
    /// What the game was opened from. Its moves are in the entries: what cannot be read any more is only not shown.
    pub fn provenance(&self, rules: &RuleFile) -> Option<Provenance> {
        self.source.clone().and_then(|source| from_source(source, rules))
    }
}

impl Actor {
    /// Takes a game out of the store. Time in which no server ran is taken off its clocks.
    pub async fn load(
        shared: &Arc<Shared>,
        id: GameId,
        sender: mpsc::WeakSender<Message>,
    ) -> Result<Actor, Error> {
        let row = shared.store.game(id).await?.ok_or_else(Error::no_game)?;
        let past = Past {
            next: shared.store.next(id).await?,
            rematch: shared.store.rematch_wish(id).await?,
            source: shared.store.source(id).await?,
        };
        let entries = shared.store.entries(id, 0).await.map_err(|error| match error {
            StoreError::DamagedEntry { entry, what } => Error::Damaged { entry, why: what },
            error => Error::Store(error),
        })?;
        let damaged = |what: String| Error::Damaged { entry: 1, why: what };
        if entries.is_empty() {
            let opening = row.opening.as_ref().ok_or_else(|| damaged("it has no beginning".to_owned()))?;
            let names = opening.start.names.clone();
            shared.rule_registry.note(&opening.start.rules.rules);
            let provenance = past.provenance(&opening.start.rules);
            let begun = begin(opening, provenance.as_ref(), names, row.created);
            let (game, _) = begun.map_err(|reason| damaged(reason.says))?;
            return Ok(Actor::new(shared, row, game, &past, sender));
        }
        let (log, game) = replay(entries).await?;
        shared.rule_registry.note(&game.rules().rules);
        let mut actor = Actor::new(shared, row, game, &past, sender);
        actor.is_paused = log.last().is_some_and(|entry| navigates(&entry.events));
        actor.log = log;
        actor.skip_outages().await?;
        Ok(actor)
    }

    /// Charges the running clock up to the last sign of life before each outage, and no further.
    async fn skip_outages(&mut self) -> Result<(), Error> {
        let shared = Arc::clone(&self.shared);
        for outage in &shared.outages {
            let is_running = self.game.clock().is_some_and(|clock| clock.running().is_some());
            if self.row.stage != Stage::Live || !is_running || outage.until <= self.game.last_moment() {
                continue;
            }
            let since = outage.since.min(outage.until);
            let Ok(decision) = self.game.decide(By::Arbiter, Command::Interrupt(since), outage.until) else {
                continue;
            };
            let id = CommandId::of_server("interrupted", self.version() + 1);
            self.persist(None, id, [0; 32], decision).await?;
        }
        Ok(())
    }

    /// Takes in what somebody else added to the game.
    pub async fn catch_up(&mut self) -> Result<(), Error> {
        let entries = self.shared.store.entries(self.row.id, self.version()).await?;
        let Some(row) = self.shared.store.game(self.row.id).await? else { return Err(Error::no_game()) };
        for entry in entries {
            self.log.check_next(&entry)?;
            if self.version() == 0 {
                let game = absorbed(None, &entry)?;
                self.begin(entry, game);
                continue;
            }
            let mut after = Game::clone(&self.game);
            let before = after.history().here();
            let said = tell_and_absorb(&mut after, &entry.events);
            let says = said.map_err(|why| Error::Damaged { entry: entry.version, why: why.to_string() })?;
            self.game = Arc::new(after);
            self.publish(entry, says, before);
        }
        self.row = row;
        Ok(())
    }
}

/// The game that entries tell; a long one is replayed by a thread that serves nobody else.
async fn replay(entries: Vec<Entry>) -> Result<(Log, Game), Error> {
    if entries.len() <= MANY {
        return Log::replay(entries);
    }
    run_blocking(|| Log::replay(entries)).await?
}

/// Whether events go back or forth in the game without a new move.
pub(super) fn navigates(events: &[Event]) -> bool {
    let is_navigation =
        |event: &Event| matches!(event.fact, Fact::Undone(_) | Fact::Redone(_) | Fact::WentTo(_));
    // A game that was opened with its variations begins all the same.
    !begins(events) && events.iter().any(is_navigation)
}
