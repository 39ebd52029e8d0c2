use std::sync::Arc;

use tabiya_files::Provenance;
use tabiya_game::narration::{tell_all, tell_and_absorb};
use tabiya_game::{By, Command, Event, Fact, Game, Seat};
use tabiya_notation::{Excerpt, RuleFile};
use tabiya_rules::Language;
use tokio::sync::mpsc;

use super::actor::Actor;
use super::entry_log::{EntryLog, absorbed, begins};
use super::tree::EditedTree;
use super::{Message, agrees, begin_apart, row_after};
use crate::blocking::run_blocking;
use crate::context::ServerContext;
use crate::listener::Listener;
use crate::provenance::from_source;
use crate::store::{Entry, GameRow, GameStage, StoreError};
use crate::worded::Worded;
use crate::{CommandId, Error, GameId};

/// How many entries are replayed where they are.
const MANY: usize = 256;

/// What is known of a game beside its row and its entries.
pub(super) struct GameContext {
    pub next: Option<GameId>,
    pub rematch: Option<Seat>,
    pub provenance: Option<Arc<Provenance>>,
    /// Whether the game was opened from something that cannot be read any more.
    pub is_source_lost: bool,
}

impl Actor {
    /// Takes a game out of the store. Time in which no server ran is taken off its clocks.
    pub async fn load(
        shared: &Arc<ServerContext>,
        id: GameId,
        sender: mpsc::WeakSender<Message>,
    ) -> Result<Actor, Error> {
        let (row, replayed) = stored(shared, id).await?;
        let mut past = GameContext {
            next: shared.store.next(id).await?,
            rematch: shared.store.rematch_wish(id).await?,
            provenance: None,
            is_source_lost: false,
        };
        let Some((log, game)) = replayed else {
            let game = open_game(shared, &row, &mut past).await?;
            return Ok(Actor::new(shared, row, game, past, sender));
        };
        match provenance_of(shared, id, game.rules()).await {
            Ok(provenance) => past.provenance = provenance,
            // Its moves are in the entries: the game goes on without what else was said of them.
            Err(Error::Damaged { why, .. }) => {
                tracing::warn!(game = %id, "headings and remarks are lost: {why}");
                past.is_source_lost = true;
            }
            Err(error) => return Err(error),
        }
        let mut actor = Actor::new(shared, row, game, past, sender);
        actor.is_paused = log.last().is_some_and(|entry| navigates(&entry.events));
        actor.edited = edited(&log, &actor).await?;
        actor.log = log;
        actor.skip_outages().await?;
        Ok(actor)
    }

    /// Charges the running clock up to the last sign of life before each outage, and up to each hold of the host, and no
    /// further.
    pub(super) async fn skip_outages(&mut self) -> Result<(), Error> {
        let (outages, subject) = (Arc::clone(&self.shared.outages.borrow()), self.hold_subject());
        let gaps = self.shared.host.state.with(|state| state.gaps(&outages, subject));
        for outage in gaps.past {
            let is_running = self.game.clock().is_some_and(|clock| clock.running().is_some());
            if self.row.stage != GameStage::Live || !is_running || outage.until <= self.game.last_moment() {
                continue;
            }
            let since = outage.since.min(outage.until);
            let Ok(decision) = self.game.decide(By::Arbiter, Command::Interrupt(since), outage.until) else {
                continue;
            };
            let id = CommandId::of_server("interrupted", self.version() + 1);
            let kept = self.persist(Listener::default(), id, Entry::SERVER_COMMAND, decision).await;
            if kept.is_err() && self.stuck_since.is_some() {
                // It can be looked at, and is taken off once something can be kept.
                self.stuck_since = Some(since.max(self.game.last_moment()));
                break;
            }
            // What another node did meanwhile has been taken in.
            if !matches!(kept, Err(Error::Stale { .. })) {
                kept?;
            }
        }
        // What is held still, maybe since before a server ended, is taken off when it is held no longer.
        let is_live = self.row.stage == GameStage::Live;
        self.held_since = gaps.held_since.filter(|_| is_live).map(|since| since.max(self.game.last_moment()));
        Ok(())
    }

    /// Takes in what somebody else added to the game.
    pub async fn catch_up(&mut self) -> Result<(), Error> {
        let entries = self.shared.store.entries(self.row.id, self.version()).await?;
        let Some(row) = self.shared.store.game(self.row.id).await? else { return Err(Error::no_game()) };
        if !entries.is_empty() {
            // Somebody could keep something.
            self.stuck_since = None;
        }
        for entry in entries {
            self.log.check_next(&entry)?;
            if self.version() == 0 {
                let game = absorbed(None, &entry)?;
                self.begin(entry, game);
                continue;
            }
            let mut after = Game::clone(&self.game);
            let before = after.history().here();
            let said = tell_and_absorb(Language::English, &mut after, &entry.events);
            let english =
                said.map_err(|why| Error::Damaged { entry: entry.version, why: why.to_string() })?;
            let says = Worded::new(self.languages(Language::English), |language| match language {
                Language::English => english.clone(),
                _ => tell_all(language, &self.game, &entry.events),
            });
            self.game = Arc::new(after);
            self.publish(entry, says, before, None);
        }
        self.take_row(row).await
    }
}

/// The row of a game and, where it has begun, what its entries tell. They were written together, so they agree unless
/// something was lost, or another server wrote between reading the one and the other.
async fn stored(shared: &ServerContext, id: GameId) -> Result<(GameRow, Option<(EntryLog, Game)>), Error> {
    let mut row = shared.store.game(id).await?.ok_or_else(Error::no_game)?;
    loop {
        let entries = shared.store.entries(id, 0).await?;
        if entries.is_empty() {
            return Ok((row, None));
        }
        let (log, game) = replay(entries).await?;
        let Some(damage) = contradiction(&row, &log, &game) else { return Ok((row, Some((log, game)))) };
        let again = shared.store.game(id).await?.ok_or_else(Error::no_game)?;
        if again == row {
            return Err(damage);
        }
        row = again;
    }
}

/// What is wrong where the row of a game tells of other entries, or of another standing, than there are: those that led
/// there were lost.
fn contradiction(row: &GameRow, log: &EntryLog, game: &Game) -> Option<Error> {
    let told = row_after(row, game, game.standing(), log.version());
    if agrees(row, &told) {
        return None;
    }
    let damaged = |why| Some(Error::Damaged { entry: log.version() + 1, why });
    if let Some(version) = row.version.filter(|version| *version != log.version()) {
        return damaged(format!(
            "it is missing: the game had {version} entries, and {} are left",
            log.version()
        ));
    }
    let words = |row: &GameRow| {
        let stage = match row.stage {
            GameStage::Open => "not begun",
            GameStage::Live => "not over",
            GameStage::Over => "over",
        };
        format!("after {} moves, {stage}, {}", row.plies, Excerpt::new(&row.result))
    };
    damaged(format!("it is missing: the game was left {}, and its entries end {}", words(row), words(&told)))
}

/// A game that waits for a player. Its moves are in nothing but the file that it was opened from: without that it is
/// damaged.
async fn open_game(shared: &ServerContext, row: &GameRow, past: &mut GameContext) -> Result<Game, Error> {
    let damaged = |why: String| Error::Damaged { entry: 1, why };
    let opening = row.opening.clone().ok_or_else(|| damaged("it has no beginning".to_owned()))?;
    past.provenance = provenance_of(shared, row.id, &opening.start.rules).await?;
    let names = opening.start.names.clone();
    let begun = begin_apart(opening, past.provenance.clone(), names, row.created).await?;
    begun.map(|(game, _)| game).map_err(|grounds| damaged(grounds.to_reason(Language::English).says))
}

/// What a game was opened from, if it was.
async fn provenance_of(
    shared: &ServerContext,
    id: GameId,
    rules: &RuleFile,
) -> Result<Option<Arc<Provenance>>, Error> {
    let unreadable = |why: String| Error::Damaged {
        entry: 1,
        why: format!("the file that it was opened from cannot be read any more: {why}"),
    };
    let source = match shared.store.source(id).await {
        Err(StoreError::DamagedGame(why)) => return Err(unreadable(why)),
        source => source?,
    };
    let Some(source) = source else { return Ok(None) };
    let rules = rules.clone();
    let read = run_blocking(move || from_source(source, &rules)).await?;
    read.map(|provenance| Some(Arc::new(provenance))).map_err(unreadable)
}

/// What the edits in the entries of a game lead to.
async fn edited(log: &EntryLog, actor: &Actor) -> Result<EditedTree, Error> {
    let (entries, provenance) = (log.entries(), actor.provenance.clone());
    if entries.iter().all(|entry| entry.edit.is_none()) {
        return Ok(EditedTree::None);
    }
    let edited = run_blocking(move || EditedTree::replay(&entries, provenance.as_deref())).await??;
    if let EditedTree::Damaged { entry, why } = &edited {
        tracing::warn!(game = %actor.row.id, entry, "what was written of the game is lost: {why}");
    }
    Ok(edited)
}

/// The game that entries tell; a long one is replayed by a thread that serves nobody else.
async fn replay(entries: Vec<Entry>) -> Result<(EntryLog, Game), Error> {
    if entries.len() <= MANY {
        return EntryLog::replay(entries);
    }
    run_blocking(|| EntryLog::replay(entries)).await?
}

/// Whether events go back or forth in the game without a new move.
pub(super) fn navigates(events: &[Event]) -> bool {
    let is_navigation =
        |event: &Event| matches!(event.fact, Fact::Undone(_) | Fact::Redone(_) | Fact::WentTo(_));
    // A game that was opened with its variations begins all the same.
    !begins(events) && events.iter().any(is_navigation)
}
