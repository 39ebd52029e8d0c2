//! Several servers over one database: any of them serves any player and any game.
//!
//! ```text
//!   node ── room of G ──submit──> PostgreSQL: (G, version) can be had once ──> who has it tells the others by NATS
//!   node ── room of G <── "G has version 7" ── reads what it lacks from PostgreSQL, and tells its own listeners in its own words
//! ```
//!
//! **What decides** is the database alone: two rooms of one game are as safe as one, because a version and a command are taken once.
//! Who is alive, who stands first and what is told between nodes are for speed.
//!
//! **News** (`news.rs`, `nats_bus.rs`) are small, and may be lost: a version that somebody has not seen is read from the database. What no
//! news told is found within two seconds (`upkeep.rs`), where all that a node has in memory is compared with what is kept. Whoever
//! asks a node for a game is never told an old one: it looks into the database first.
//!
//! **Time** is that of the database (`now.rs`), so that a game can go on anywhere. What each player has left is in every entry, and who
//! has a player's connection is noted beside the game: a new room needs no memory, and where a node has died, nobody pays
//! for the time in which it alone could have taken a move (`room/peers.rs`).
//!
//! **Who stands first** for a game is settled by a hash of its name with the number of each node, the highest of which wins: it
//! keeps the clock of a game that nobody looks at. A computer's move is made where somebody is connected, the first by the same
//! order. If two do the same, the database keeps it once.

mod census;
mod engine_jobs;
mod nats_bus;
mod news;
mod pulse;
mod upkeep;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use sha2::{Digest, Sha256};
use tokio::sync::watch;

use crate::postgres::PostgresStore;
use crate::{GameId, StoreError};

use census::CensusDesk;
pub(crate) use census::NodeReport;
pub(crate) use engine_jobs::{EngineJobs, HeldJob};
pub use nats_bus::{NatsBus, NoBus};
use news::Envelope;
pub(crate) use news::{ClubNews, GameNews, HereNews, LobbySeatForm};
pub use news::{NewsBus, NewsFuture, NewsStream};
use pulse::Pulse;
pub(crate) use upkeep::keep_up;

/// What a server knows of the others with which it uses a database.
pub(crate) struct Cluster {
    pub store: Arc<PostgresStore>,
    bus: Arc<dyn NewsBus>,
    /// Whose news they are: several clubs may have one bus.
    club: String,
    /// The nodes that are alive.
    members: watch::Sender<Arc<Vec<i64>>>,
    pulse: Pulse,
    /// What this node does of the computer's moves that any node may do.
    pub engine_jobs: Arc<EngineJobs>,
    census_desk: CensusDesk,
    /// How far our time may be from the database's, in microseconds.
    clock_error: AtomicU64,
}

impl Cluster {
    /// Joins those who use the database that was opened.
    pub async fn join(store: Arc<PostgresStore>, bus: Arc<dyn NewsBus>) -> Result<Cluster, StoreError> {
        let club = store.identity().await?;
        let live = store.beat().await?.live;
        let pulse = Pulse::new(store.node());
        let members = watch::Sender::new(Arc::new(live));
        Ok(Cluster {
            store,
            bus,
            club,
            members,
            pulse,
            engine_jobs: Arc::default(),
            census_desk: CensusDesk::default(),
            clock_error: AtomicU64::new(0),
        })
    }

    /// The number of this node.
    pub fn node(&self) -> i64 {
        self.store.node()
    }

    /// The nodes that are alive, now and whenever that has changed.
    pub fn members(&self) -> watch::Receiver<Arc<Vec<i64>>> {
        self.members.subscribe()
    }

    /// Whether other nodes are alive.
    pub fn has_others(&self) -> bool {
        self.members.borrow().iter().any(|&node| node != self.node())
    }

    /// Whether this node stands first for a game.
    pub fn is_first(&self, game: GameId) -> bool {
        let members = Arc::clone(&self.members.borrow());
        first_for(game, members.iter().copied().chain([self.node()])) == Some(self.node())
    }

    /// How far our time may be from the database's.
    pub fn clock_error(&self) -> Duration {
        Duration::from_micros(self.clock_error.load(Ordering::Relaxed))
    }

    /// Whether news can be told and heard at the moment.
    pub fn is_bus_connected(&self) -> bool {
        self.bus.is_connected()
    }

    /// Waits, where this node stood still for a while, until it has begun another run. Then nothing is charged to anybody that only the
    /// old one could have taken.
    pub async fn after_stall(&self) {
        self.pulse.after_stall().await;
    }

    /// The number of this run, now and whenever another one has begun.
    pub fn run(&self) -> watch::Receiver<i64> {
        self.pulse.run()
    }

    /// Tells the rooms of a game on other nodes.
    pub fn tell_game(&self, game: GameId, news: &GameNews) {
        self.tell(&self.game_subject(game), news);
    }

    /// Tells all nodes.
    pub fn tell_club(&self, news: &ClubNews) {
        self.tell(&self.club_subject(), news);
    }

    fn tell(&self, subject: &str, news: &impl serde::Serialize) {
        match serde_json::to_vec(&Envelope { node: self.node(), news }) {
            Ok(text) => self.bus.tell(subject, text),
            Err(error) => tracing::error!(%error, "news could not be written"),
        }
    }

    /// What other nodes tell of a game, and which node it is. Whatever is told from now on is heard.
    pub async fn game_news(&self, game: GameId) -> BoxStream<'static, (i64, GameNews)> {
        self.listen(self.game_subject(game)).await
    }

    async fn club_news(&self) -> BoxStream<'static, (i64, ClubNews)> {
        self.listen(self.club_subject()).await
    }

    async fn listen<T: serde::de::DeserializeOwned + Send + 'static>(
        &self,
        subject: String,
    ) -> BoxStream<'static, (i64, T)> {
        let store = Arc::clone(&self.store);
        let heard = self.bus.listen(subject).await.filter_map(move |text| {
            // What cannot be read is as good as lost.
            let read = serde_json::from_slice::<Envelope<T>>(&text).ok();
            let others = read.filter(|envelope| envelope.node != store.node());
            std::future::ready(others.map(|Envelope { node, news }| (node, news)))
        });
        heard.boxed()
    }

    fn game_subject(&self, game: GameId) -> String {
        format!("tabiya.{}.game.{game}", self.club)
    }

    fn club_subject(&self) -> String {
        format!("tabiya.{}.club", self.club)
    }
}

/// Which of some nodes stands first for a game: the same for all who know the same nodes, and the same as before for most games where
/// one comes or goes.
pub(crate) fn first_for(game: GameId, nodes: impl IntoIterator<Item = i64>) -> Option<i64> {
    let rank =
        |node: &i64| Sha256::new().chain_update(node.to_be_bytes()).chain_update(game.as_str()).finalize();
    nodes.into_iter().max_by_key(rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_shared_and_stay_where_they_are_when_another_node_goes() {
        let games: Vec<GameId> = (0..3000).map(|_| GameId::random()).collect();
        let mut counts = [0; 3];
        for &game in &games {
            let first = first_for(game, [1, 2, 3]).unwrap();
            assert_eq!(first_for(game, [3, 1, 2]), Some(first));
            counts[first as usize - 1] += 1;
            if first != 2 {
                assert_eq!(first_for(game, [1, 3]), Some(first));
            }
        }
        assert!(counts.iter().all(|count| (800..1200).contains(count)), "{counts:?}");
        assert_eq!(first_for(games[0], []), None);
    }
}
