use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tabiya_game::Moment;
use tokio::sync::{Semaphore, watch};

use crate::analysis::ReviewRegistry;
use crate::cluster::Cluster;
use crate::data_trouble::DataTrouble;
use crate::exhibition::ExhibitionPermits;
use crate::file_quota::FileQuota;
use crate::host::{HostControl, HostState};
use crate::live_players::LivePlayers;
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::people_here::PeopleHere;
use crate::room::Room;
use crate::rule_registry::RuleRegistry;
use crate::running_games::RunningGames;
use crate::store::{GameFilter, Run};
use crate::workers::Workers;
use crate::{Bus, Config, Error, GameId, Now, Store, StoreError};

/// How often the server leaves a sign that it is alive while clocks run.
const STAMP: Duration = Duration::from_millis(500);

/// How many games are loaded at the same time after a start.
const LOADERS: usize = 32;

/// How long it holds that something can be kept, or not.
const TRIAL: Duration = Duration::from_secs(1);

/// For how long it is known in a cluster when games were held.
const HOLDS_KEPT: Duration = Duration::from_secs(7 * 24 * 3600);

/// Everything that the parts of a server share.
pub(crate) struct ServerContext {
    pub store: Arc<dyn Store>,
    pub bus: Arc<dyn Bus>,
    pub now: Now,
    pub config: Config,
    pub metrics: Arc<Metrics>,
    pub workers: Arc<Workers>,
    /// Games whose moves are being judged.
    pub reviews: ReviewRegistry,
    pub exhibitions: ExhibitionPermits,
    pub rule_registry: RuleRegistry,
    pub file_quota: FileQuota,
    pub live_players: LivePlayers,
    /// Who is here.
    pub people: Arc<PeopleHere>,
    pub host: HostControl,
    /// When this server began.
    pub started: Moment,
    /// When nobody could play, because no server ran.
    pub outages: watch::Sender<Arc<Vec<Outage>>>,
    /// The other servers that use the same store, where there may be some.
    pub cluster: Option<Arc<Cluster>>,
    /// How many games have a clock that runs.
    pub clocks: AtomicUsize,
    /// Whether all games with clocks are loaded.
    is_loaded: AtomicBool,
    rooms: Mutex<HashMap<GameId, Room>>,
    pub lobby: Lobby,
    pub running_games: RunningGames,
    /// Whether it cannot be read which games are running.
    is_unlisted: AtomicBool,
    /// Whether something in the store cannot be read, so that games may be lost.
    is_damaged: AtomicBool,
    /// Why nothing could be kept when that was last tried, for everybody who waits.
    pub store_failure: watch::Sender<Option<StoreFailure>>,
    /// When it was last tried whether something can be kept, and why not.
    store_trial: tokio::sync::Mutex<Option<(Instant, Option<StoreError>)>>,
}

/// That nothing can be kept.
#[derive(Clone, Debug)]
pub(crate) struct StoreFailure {
    /// Why, when that was last tried.
    pub error: StoreError,
    /// When that was found first.
    pub since: Moment,
}

/// From when to when no server ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outage {
    pub since: Moment,
    pub until: Moment,
}

/// When no server ran before the one that began at `started`. Several may have run at the same time.
fn outages(runs: &[Run], started: Moment) -> Vec<Outage> {
    let mut runs = runs.to_vec();
    runs.sort_by_key(|run| run.started);
    let starts = runs.iter().map(|run| run.started).skip(1).chain([started]);
    let mut alive = Moment(0);
    let mut gaps = Vec::new();
    for (run, until) in runs.iter().zip(starts) {
        alive = alive.max(run.alive);
        if alive < until {
            gaps.push(Outage { since: alive, until });
        }
    }
    gaps
}

impl ServerContext {
    pub fn new(
        store: Arc<dyn Store>,
        bus: Arc<dyn Bus>,
        config: Config,
        cluster: Option<Arc<Cluster>>,
    ) -> ServerContext {
        let now = store.now();
        let metrics = Arc::new(Metrics::default());
        ServerContext {
            started: now.moment(),
            outages: watch::Sender::new(Arc::new(outages(&store.earlier_runs(), now.moment()))),
            store,
            bus,
            now,
            workers: Arc::new(Workers::start(&metrics, config.tables.clone())),
            metrics,
            reviews: ReviewRegistry::default(),
            exhibitions: ExhibitionPermits::new(&config.limits),
            rule_registry: RuleRegistry::new(&config.limits),
            file_quota: FileQuota::new(&config.limits),
            live_players: LivePlayers::default(),
            people: Arc::default(),
            host: HostControl::of(cluster.clone()),
            cluster,
            config,
            clocks: AtomicUsize::new(0),
            is_loaded: AtomicBool::new(false),
            rooms: Mutex::default(),
            lobby: Lobby::default(),
            running_games: RunningGames::default(),
            is_unlisted: AtomicBool::new(false),
            is_damaged: AtomicBool::new(false),
            store_failure: watch::Sender::new(None),
            store_trial: tokio::sync::Mutex::default(),
        }
    }

    /// The room of a game, which is opened if it must be.
    pub async fn room(self: &Arc<ServerContext>, id: GameId) -> Result<Room, Error> {
        if let Some(room) = self.open_room(id) {
            return Ok(room);
        }
        // Names that nobody gave must not fill the table.
        let row = self.store.game(id).await.map_err(|error| self.of_one_game(error.into()))?;
        if row.is_none() {
            let is_withdrawn = self.store.is_withdrawn(id).await?;
            return Err(if is_withdrawn { Error::called_off() } else { Error::no_game() });
        }
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let room = rooms.entry(id).or_insert_with(|| Room::open(Arc::clone(self), id));
        if room.is_closed() {
            *room = Room::open(Arc::clone(self), id);
        }
        Ok(room.clone())
    }

    /// All games in memory.
    pub fn open_rooms(&self) -> Vec<(GameId, Room)> {
        let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.iter().map(|(&id, room)| (id, room.clone())).collect()
    }

    fn open_room(&self, id: GameId) -> Option<Room> {
        let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.get(&id).filter(|room| !room.is_closed()).cloned()
    }

    /// Takes a room off the table if `is_idle` still says so while nobody can find it.
    pub fn close_room(&self, id: GameId, is_idle: impl FnOnce() -> bool) -> bool {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let closes = is_idle();
        if closes {
            rooms.remove(&id);
        }
        closes
    }

    /// How many games are in memory.
    pub fn rooms(&self) -> usize {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// How many games have a clock that runs.
    pub fn running_clocks(&self) -> usize {
        self.clocks.load(Ordering::Relaxed)
    }

    /// Whether all games with clocks are loaded.
    pub fn is_loaded(&self) -> bool {
        self.is_loaded.load(Ordering::Relaxed)
    }

    /// Why no game can be kept or found at the moment, if that is so. However many ask, it is tried once a second.
    pub async fn store_trouble(self: &Arc<ServerContext>) -> Option<StoreError> {
        let mut trial = self.store_trial.lock().await;
        match &*trial {
            Some((at, known)) if at.elapsed() < TRIAL => known.clone(),
            _ => {
                let found = self.try_everything().await.err();
                *trial = Some((Instant::now(), found.clone()));
                found
            }
        }
    }

    async fn try_everything(self: &Arc<ServerContext>) -> Result<(), StoreError> {
        self.try_store().await?;
        self.store.try_room().await?;
        self.try_list().await
    }

    /// Tries whether something can be kept.
    async fn try_store(&self) -> Result<(), StoreError> {
        let tried = self.store.stamp().await;
        self.note_store(tried.as_ref().err());
        tried
    }

    /// Tries whether games can be found.
    async fn try_list(self: &Arc<ServerContext>) -> Result<(), StoreError> {
        let listed = self.store.games(GameFilter { limit: 1, ..GameFilter::default() }).await;
        if let Err(StoreError::Damaged(_)) = &listed {
            self.note_damage();
        }
        listed.map(drop)
    }

    /// What is wrong where a game could not be read or added to. Damage of the store is damage of this game: others may lie
    /// elsewhere in it.
    pub fn of_one_game(self: &Arc<ServerContext>, error: Error) -> Error {
        match error {
            Error::Store(StoreError::Damaged(_)) => {
                self.note_damage();
                Error::DamagedRow("the place where it is kept cannot be read".to_owned())
            }
            other => other,
        }
    }

    /// Somebody has met damage, which may be new: when it is met first, all is looked through for it.
    fn note_damage(self: &Arc<ServerContext>) {
        if !self.is_damaged.swap(true, Ordering::Relaxed) {
            tokio::spawn(Arc::clone(self).look_for_damage());
        }
    }

    /// Something was kept, or could not be. What is wrong with one game alone is not the disk's fault.
    pub fn note_store(&self, error: Option<&StoreError>) {
        if error.is_some_and(|error| !error.is_everybodys()) {
            return;
        }
        self.store_failure.send_if_modified(|known| {
            // Why the disk does not obey may be told otherwise each time.
            let is_new = known.as_ref().map(|failure| failure.error.told()) != error.map(StoreError::told);
            let since = known.as_ref().map_or_else(|| self.now.moment(), |failure| failure.since);
            *known = error.map(|error| StoreFailure { error: error.clone(), since });
            is_new
        });
    }

    /// The worst that is wrong with the server's data, if anything is.
    pub fn data_trouble(&self) -> Option<DataTrouble> {
        let troubles = [
            (self.is_damaged.load(Ordering::Relaxed), DataTrouble::Damaged),
            (self.is_unlisted.load(Ordering::Relaxed), DataTrouble::NotListed),
            (self.host.is_lost(), DataTrouble::HostLost),
        ];
        troubles.into_iter().find_map(|(is_so, trouble)| is_so.then_some(trouble))
    }

    /// Looks through what is kept while it is in use, and tells everybody that something is wrong with it, and whoever
    /// runs the server what to do. Games that can be read go on meanwhile.
    pub async fn look_for_damage(self: Arc<ServerContext>) {
        let damage = match self.store.check().await {
            Ok(None) => return,
            Ok(Some(damage)) => damage,
            Err(error) => error.to_string(),
        };
        tracing::error!("{damage}");
        self.is_damaged.store(true, Ordering::Relaxed);
    }

    /// Leaves signs of life for as long as clocks run, and while nothing can be kept, so that the end of it is noticed.
    pub async fn stay_alive(self: Arc<ServerContext>) {
        let mut ticks = tokio::time::interval(STAMP);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let needs_stamp = !self.is_loaded.load(Ordering::Relaxed)
                || self.clocks.load(Ordering::Relaxed) > 0
                || self.store_failure.borrow().is_some();
            if needs_stamp {
                // What is wrong with the disk is told by the store, once.
                let _ = self.try_store().await;
            }
        }
    }

    /// Opens the rooms of all games with clocks, so that flags fall in them.
    pub async fn load_clocks(self: Arc<ServerContext>) {
        let games = match self.store.timed_games().await {
            Ok(games) => games,
            Err(error) => {
                tracing::error!(%error, "the running games cannot be listed");
                return self.is_unlisted.store(true, Ordering::Relaxed);
            }
        };
        let failures = self.load_games(games).await;
        self.note_loaded();
        // All clocks that ran have been charged for what was before; those that could not be will need it again.
        if failures.is_empty() {
            self.forget_past().await;
        }
    }

    /// Opens games that are not open; which of them could not be.
    pub async fn load_games(self: &Arc<ServerContext>, games: Vec<GameId>) -> HashSet<GameId> {
        let places = Arc::new(Semaphore::new(LOADERS));
        let failures = Arc::new(Mutex::new(HashSet::new()));
        for game in games.into_iter().filter(|game| self.open_room(*game).is_none()) {
            let Ok(place) = Arc::clone(&places).acquire_owned().await else { break };
            let shared = Arc::clone(self);
            let failures = Arc::clone(&failures);
            tokio::spawn(async move {
                let looked = match shared.room(game).await {
                    Ok(room) => room.look().await.map(drop),
                    Err(error) => Err(error),
                };
                if looked.is_err() {
                    failures.lock().unwrap_or_else(PoisonError::into_inner).insert(game);
                }
                drop(place);
            });
        }
        let _all = places.acquire_many(LOADERS as u32).await;
        let mut failed = failures.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *failed)
    }

    /// All games with clocks are loaded that are to be loaded here.
    pub fn note_loaded(&self) {
        self.is_loaded.store(true, Ordering::Relaxed);
    }

    /// Forgets when servers were alive, and games held, as far as no clock depends on it any more.
    pub async fn forget_past(&self) {
        if let Err(error) = self.store.forget_earlier_runs().await {
            // Nothing is charged twice for them: each game knows up to when it was charged. They only stay longer.
            tracing::warn!(%error, "earlier runs of the server could not be forgotten");
        }
        self.forget_holds().await;
    }

    /// Takes in when servers were alive, after a time in which this one was not.
    pub fn note_runs(&self, runs: &[Run]) {
        self.outages.send_replace(Arc::new(outages(runs, self.now.moment())));
    }

    /// Forgets when the host held games before this start, as far as that is over.
    async fn forget_holds(&self) {
        if self.host.state.with(|state| state.holds.iter().all(|hold| hold.until.is_none())) {
            return;
        }
        // Where others run as well, they may have opened games in which nothing was noted yet.
        let kept = if self.cluster.is_some() { HOLDS_KEPT } else { Duration::ZERO };
        let started = Moment(self.started.0.saturating_sub(kept.as_millis() as u64));
        let forget = |state: &mut HostState| {
            state.forget_holds_before(started);
            Ok(())
        };
        if let Err(error) = self.host.state.change(self.store.as_ref(), forget).await {
            tracing::warn!(?error, "earlier times in which games were held could not be forgotten");
        }
    }

    /// Reads what the host has set.
    pub async fn load_host(&self) {
        self.host.load(self.store.as_ref()).await;
        self.lobby.close(self.host.state.with(|state| state.switches.lobby_closed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outages_lie_between_runs() {
        let run = |started, alive| Run { started: Moment(started), alive: Moment(alive) };
        let found = outages(&[run(10, 20), run(30, 45)], Moment(60));
        let expected = [(20, 30), (45, 60)];
        assert_eq!(
            found,
            expected.map(|(since, until)| Outage { since: Moment(since), until: Moment(until) })
        );
        assert_eq!(outages(&[], Moment(5)), []);
        // One ran while others came and went, and one began again while none did.
        let found = outages(&[run(10, 100), run(20, 30), run(40, 50), run(120, 130)], Moment(125));
        assert_eq!(found, [Outage { since: Moment(100), until: Moment(120) }]);
    }
}
