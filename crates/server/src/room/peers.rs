//! A game in several rooms at once, one on each node where somebody asks for it.
//!
//! **What is the same in all of them** comes from the store: a room that hears of another version, or of other seats, reads what it
//! lacks. Before anything is answered that somebody may rely on, it is looked whether there is something to read.
//!
//! **Who is there** is told by each room, and holds for a few seconds: so nobody counts as away who is connected elsewhere.
//!
//! **Whose connection is where** is noted beside a game with a clock. Where the node that has it dies or stands still, no flag falls
//! for a while, and when the player comes back, to whichever node, the time since that one's last sign of life is taken off. Whoever
//! does not come back has half a minute; then the clock runs on.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use tabiya_game::{Fact, Moment, Seat};
use tokio::sync::watch;

use super::actor::Actor;
use super::{Message, begin_apart};
use crate::cluster::{Cluster, GameNews, HereNews, first_for};
use crate::context::Outage;
use crate::postgres::{GameMark, ServerSilence};
use crate::store::{GameRow, GameStage};
use crate::{CommandId, Error, GameId};

/// For how long it holds what another node told of who is there.
const FRESH: Duration = Duration::from_secs(7);

/// How long a room waits for another one that stands first, before it lets the computer think itself.
const STAND_IN: Duration = Duration::from_secs(5);

/// What a move may need beside the network of its player, where that one is connected to another node.
const TRANSIT: Duration = Duration::from_millis(250);

/// What a room knows of the others of its game.
pub(super) struct PeerRooms {
    others: HashMap<i64, PeerRoom>,
    /// What was told of who is here.
    told: HereNews,
    /// Whose signs of life are yet to be told.
    seen: [bool; 2],
    /// What is known of the game beside its entries.
    rest: Option<String>,
    /// Which seats it is noted of that their players are connected here, and in which run.
    served: [bool; 2],
    run: i64,
    /// The last version that was written here.
    pub wrote: u32,
    /// Since when the game stands as it does.
    pub since: Moment,
}

/// A room on another node.
struct PeerRoom {
    heard: Instant,
    here: HereNews,
}

/// What concerns a room from outside, where there are other nodes.
pub(super) struct PeerEvents {
    news: BoxStream<'static, (i64, GameNews)>,
    members: watch::Receiver<std::sync::Arc<Vec<i64>>>,
    run: watch::Receiver<i64>,
    outages: watch::Receiver<std::sync::Arc<Vec<Outage>>>,
}

/// One of that.
pub(super) enum PeerEvent {
    News(i64, GameNews),
    /// Other nodes are alive than before.
    Members,
    /// This node stood still.
    Stall,
    /// Nobody served any game for a while.
    Outage,
}

impl PeerEvents {
    /// Listens from now on: whatever changes is in the store afterwards, or is heard.
    pub async fn of(
        cluster: &Cluster,
        game: GameId,
        outages: watch::Receiver<std::sync::Arc<Vec<Outage>>>,
    ) -> PeerEvents {
        PeerEvents {
            news: cluster.game_news(game).await,
            members: cluster.members(),
            run: cluster.run(),
            outages,
        }
    }

    /// The next one. Nothing is lost where the waiting is given up.
    pub async fn next(events: &mut Option<PeerEvents>) -> PeerEvent {
        let Some(PeerEvents { news, members, run, outages }) = events else {
            return std::future::pending().await;
        };
        tokio::select! {
            Some((node, news)) = news.next() => PeerEvent::News(node, news),
            Ok(()) = members.changed() => PeerEvent::Members,
            Ok(()) = run.changed() => PeerEvent::Stall,
            Ok(()) = outages.changed() => PeerEvent::Outage,
            else => std::future::pending().await,
        }
    }
}

impl PeerRooms {
    pub fn new(now: Moment) -> PeerRooms {
        PeerRooms {
            others: HashMap::new(),
            told: HereNews::default(),
            seen: [false; 2],
            rest: None,
            served: [false; 2],
            run: 0,
            wrote: 0,
            since: now,
        }
    }

    fn fresh(&self) -> impl Iterator<Item = (i64, HereNews)> + '_ {
        let is_fresh = |peer: &PeerRoom| peer.heard.elapsed() < FRESH;
        self.others.iter().filter(move |(_, peer)| is_fresh(peer)).map(|(node, peer)| (*node, peer.here))
    }

    /// Whether a seat's player is connected to another node.
    pub fn has_elsewhere(&self, seat: Seat) -> bool {
        self.fresh().any(|(_, here)| here.seats[usize::from(seat.number())])
    }

    /// Whether anybody is connected to another node.
    pub fn has_anybody_elsewhere(&self) -> bool {
        self.fresh().any(|(_, here)| here.anybody)
    }

    /// A player who has a seat gave a sign of life here.
    pub fn see(&mut self, seat: Seat) {
        self.seen[usize::from(seat.number())] = true;
    }
}

impl Message {
    /// Whether the answer must not be older than what is kept.
    pub(super) fn wants_the_latest(&self) -> bool {
        match self {
            Message::Look(_)
            | Message::LookWithLog(_)
            | Message::Part { .. }
            | Message::Missing { .. }
            | Message::Join { .. }
            | Message::Invite { .. }
            | Message::Rename { .. }
            | Message::Transfer { .. }
            | Message::Adopt { .. }
            | Message::Rematch { .. }
            | Message::Think(_) => true,
            Message::Submit { .. }
            | Message::Enter(_)
            | Message::Leave(_)
            | Message::Seen(_)
            | Message::Measured { .. }
            | Message::Compare(_)
            | Message::ComputerBusy { .. }
            | Message::Computed { .. }
            | Message::StillAsked { .. } => false,
        }
    }
}

impl Actor {
    /// Begins beside the rooms of other nodes.
    pub async fn meet_peers(&mut self) {
        if let Some(cluster) = self.shared.cluster.clone() {
            self.peers.run = *cluster.run().borrow();
            cluster.tell_game(self.row.id, &GameNews::WhoIsHere);
            self.heed_silence(ServerSilence::Abandoned).await;
        }
    }

    /// Tells the rooms of other nodes.
    pub fn tell_peers(&self, news: &GameNews) {
        if let Some(cluster) = &self.shared.cluster {
            cluster.tell_game(self.row.id, news);
        }
    }

    /// Takes in what concerns the game from outside.
    pub async fn heed_peers(&mut self, event: PeerEvent) {
        match event {
            PeerEvent::News(node, news) => self.hear(node, news).await,
            PeerEvent::Members => {
                let Some(cluster) = &self.shared.cluster else { return };
                let members = std::sync::Arc::clone(&cluster.members().borrow());
                self.peers.others.retain(|node, _| members.contains(node));
                self.heed_silence(ServerSilence::Abandoned).await;
            }
            PeerEvent::Stall => self.heed_stall().await,
            PeerEvent::Outage => {
                self.refresh().await;
                if let Err(error) = self.skip_outages().await {
                    tracing::warn!(game = %self.row.id, ?error, "an outage could not be taken off the clock");
                }
            }
        }
    }

    async fn hear(&mut self, node: i64, news: GameNews) {
        match news {
            GameNews::Version(version) if version > self.version() => {
                let taken = self.catch_up().await;
                self.note_taken(&taken);
            }
            GameNews::Version(_) => {}
            GameNews::Row => {
                self.peers.rest = None;
                self.refresh().await;
            }
            GameNews::WhoIsHere => self.tell_here(),
            GameNews::Here(here) => self.meet(node, here),
        }
    }

    fn meet(&mut self, node: i64, here: HereNews) {
        let now = self.now();
        let before = Seat::ALL.map(|seat| self.peers.has_elsewhere(seat));
        for seat in Seat::ALL {
            let number = usize::from(seat.number());
            if here.seats[number] || here.seen[number] {
                self.presence[seat].see(now);
            }
        }
        if here.anybody {
            self.watched = now;
        }
        self.peers.others.insert(node, PeerRoom { heard: Instant::now(), here });
        if before != Seat::ALL.map(|seat| self.peers.has_elsewhere(seat)) {
            self.presence_due = Some(self.presence_moment(now));
            self.tell_presence();
        }
    }

    /// Whether a seat's player is connected to this node.
    pub fn is_here(&self, seat: Seat) -> bool {
        self.row.seats[seat].player().is_some_and(|player| self.connected.contains_key(&Some(player)))
    }

    /// Whether anybody watches, on whichever node.
    pub fn is_watched(&self) -> bool {
        !self.connected.is_empty() || self.peers.has_anybody_elsewhere()
    }

    fn here(&self) -> HereNews {
        HereNews {
            seats: Seat::ALL.map(|seat| self.is_here(seat)),
            seen: self.peers.seen,
            anybody: !self.connected.is_empty(),
        }
    }

    fn tell_here(&mut self) {
        let here = self.here();
        self.tell_peers(&GameNews::Here(here));
        self.peers.seen = [false; 2];
        self.peers.told = HereNews { seen: [false; 2], ..here };
    }

    /// Tells other nodes who is here where that has changed, and notes whose connection this node has.
    pub async fn note_here(&mut self) {
        if self.shared.cluster.is_none() {
            return;
        }
        if (HereNews { seen: [false; 2], ..self.here() }) != self.peers.told {
            self.tell_here();
        }
        self.note_served().await;
    }

    async fn note_served(&mut self) {
        let Some(cluster) = self.shared.cluster.clone() else { return };
        let has_clock = self.row.stage == GameStage::Live && self.game.clock().is_some();
        for seat in Seat::ALL {
            let number = usize::from(seat.number());
            let is_served = has_clock && self.is_here(seat);
            if is_served == self.peers.served[number] {
                continue;
            }
            self.peers.served[number] = is_served;
            if !is_served {
                let _ = cluster.store.release_seat(self.row.id, seat).await;
                continue;
            }
            match cluster.store.serve_seat(self.row.id, seat).await {
                Ok(Some(since)) => self.take_off(seat, since).await,
                Ok(None) => {}
                Err(error) => tracing::debug!(%error, "whose connection is here could not be noted"),
            }
        }
    }

    /// Takes the time off a player's clock in which nobody served that player, if it ran.
    async fn take_off(&mut self, seat: Seat, since: Moment) {
        self.refresh().await;
        let is_running =
            self.game.clock().and_then(tabiya_game::Clock::running).is_some_and(|run| run.seat == seat);
        if is_running {
            self.end_hold(since).await;
        }
    }

    /// Notes that this node stood still, where it did, before anything is charged for that time.
    pub async fn heed_stall(&mut self) {
        let Some(cluster) = self.shared.cluster.clone() else { return };
        cluster.after_stall().await;
        let run = *cluster.run().borrow();
        if run != self.peers.run {
            self.peers.run = run;
            self.peers.served = [false; 2];
            self.note_served().await;
        }
    }

    /// Whose clock runs, where there are other nodes and that player has no connection here.
    pub fn clock_elsewhere(&self) -> Option<Seat> {
        self.shared.cluster.as_ref()?;
        let clock = self.game.clock().filter(|_| self.row.stage == GameStage::Live)?;
        Some(clock.running()?.seat).filter(|seat| !self.is_here(*seat))
    }

    /// Takes the time off the running clock since when its player's node has been silent, if it has been for so long.
    pub async fn heed_silence(&mut self, silence: ServerSilence) {
        let Some((cluster, seat)) = self.shared.cluster.clone().zip(self.clock_elsewhere()) else { return };
        match cluster.store.take_gone_server(self.row.id, seat, silence).await {
            Ok(Some(since)) => self.take_off(seat, since).await,
            Ok(None) => {}
            Err(error) => tracing::debug!(%error, "whose connection is where could not be found out"),
        }
    }

    /// Whether the running flag must not fall yet: its player's node is silent, and the player may still come back elsewhere.
    pub async fn flag_waits(&mut self) -> bool {
        self.heed_silence(ServerSilence::Abandoned).await;
        let Some((cluster, seat)) = self.shared.cluster.clone().zip(self.clock_elsewhere()) else {
            return false;
        };
        // Where nobody knows, it waits.
        cluster.store.is_server_doubted(self.row.id, seat).await.unwrap_or(true)
    }

    /// What a move may need that is on its way by another node.
    pub fn transit(&self, seat: Seat) -> Option<Duration> {
        let is_elsewhere = self.shared.cluster.is_some() && !self.is_here(seat);
        is_elsewhere.then(|| self.shared.config.limits.lag + TRANSIT)
    }

    /// Whether this room acts first where something is to be done unasked: where somebody is connected, the first of these nodes; else
    /// the one that took the last command, or the first of all.
    pub fn stands_first(&self) -> bool {
        let Some(cluster) = &self.shared.cluster else { return true };
        let others: Vec<i64> =
            self.peers.fresh().filter(|(_, here)| here.anybody).map(|(node, _)| node).collect();
        match (self.connected.is_empty(), others.is_empty()) {
            (false, true) => true,
            (false, false) => {
                let node = cluster.node();
                first_for(self.row.id, others.into_iter().chain([node])) == Some(node)
            }
            (true, false) => false,
            (true, true) => {
                self.peers.wrote == self.version() && self.version() > 0 || cluster.is_first(self.row.id)
            }
        }
    }

    /// Whether the computer may think in this room: it stands first, or the one that does has had its time.
    pub fn may_think_here(&self) -> bool {
        self.stands_first() || self.now() >= self.stands_in_at()
    }

    fn stands_in_at(&self) -> Moment {
        self.peers.since.after(STAND_IN)
    }

    /// When this room lets the computer think in another's place.
    pub fn stand_in_due(&self) -> Option<Moment> {
        let due = self.stands_in_at();
        let is_awaited = || self.computer_to_move().is_some() && !self.is_paused && !self.is_thinking();
        (self.shared.cluster.is_some() && due > self.now() && is_awaited() && !self.stands_first())
            .then_some(due)
    }

    /// What is known is compared with what is kept: nothing, where the game is not there any more. It comes every other second.
    pub async fn compare(&mut self, mark: Option<GameMark>) {
        let is_other = match &mark {
            None => self.withdrawn.is_none(),
            Some(mark) => mark.version > self.version() || self.peers.rest.as_ref() != Some(&mark.rest),
        };
        if is_other {
            self.refresh().await;
        }
        if self.peers.told.anybody || self.peers.seen != [false; 2] {
            self.tell_here();
        }
    }

    /// Reads what has changed, where something has. What cannot be read now is found the next time.
    pub async fn refresh(&mut self) {
        let Some(cluster) = self.shared.cluster.clone() else { return };
        match cluster.store.marks(&[self.row.id]).await {
            Ok(mut marks) => {
                let taken = self.take_mark(marks.remove(&self.row.id)).await;
                self.note_taken(&taken);
            }
            Err(error) => tracing::debug!(%error, "a game could not be compared"),
        }
    }

    fn note_taken(&self, taken: &Result<(), Error>) {
        if let Err(error) = taken {
            tracing::warn!(game = %self.row.id, ?error, "what other nodes did could not be taken in");
        }
    }

    async fn take_mark(&mut self, mark: Option<GameMark>) -> Result<(), Error> {
        let Some(GameMark { version, rest }) = mark else { return self.note_withdrawal().await };
        if version > self.version() {
            self.catch_up().await?;
        }
        if self.peers.rest.as_ref() != Some(&rest) {
            self.take_rest().await?;
            self.peers.rest = Some(rest);
        }
        Ok(())
    }

    /// The game was taken back on another node.
    async fn note_withdrawal(&mut self) -> Result<(), Error> {
        if self.withdrawn.is_none() && self.shared.store.is_withdrawn(self.row.id).await? {
            self.row.stage = GameStage::Over;
            self.withdrawn = Some((CommandId::of_server("withdrawn", 0), [0; 32]));
            self.note_waiting();
            self.tell_seats();
        }
        Ok(())
    }

    /// Takes in what changed without an entry.
    async fn take_rest(&mut self) -> Result<(), Error> {
        let Some(row) = self.shared.store.game(self.row.id).await? else { return Ok(()) };
        if row.version.is_some_and(|version| version > self.version()) {
            self.catch_up().await?;
        }
        let (next, wish) =
            (self.shared.store.next(row.id).await?, self.shared.store.rematch_wish(row.id).await?);
        if (next, wish) != (self.next, self.rematch) {
            (self.next, self.rematch) = (next, wish);
            self.tell_rematch();
        }
        self.take_row(row).await
    }

    /// Takes in the row of the game, and tells who sits where if that is another.
    pub async fn take_row(&mut self, row: GameRow) -> Result<(), Error> {
        let is_renamed = row.stage == GameStage::Open && row.opening != self.row.opening;
        if let (true, Some(opening)) = (is_renamed, row.opening.clone()) {
            let names = opening.start.names.clone();
            let begun = begin_apart(opening, self.provenance.clone(), names, row.created).await?;
            self.game = std::sync::Arc::new(begun.map_err(Error::Refused)?.0);
            self.shared.lobby.leave(row.id);
        }
        let is_other = is_renamed || row.seats != self.row.seats;
        self.row = row;
        self.note_waiting();
        if is_other {
            self.tell_seats();
            self.tell_presence();
        }
        Ok(())
    }

    /// Whether the game was interrupted since a moment, by whichever node, and nothing has happened in it after that.
    pub fn was_interrupted_since(&self, since: Moment) -> bool {
        let event = self.log.last().and_then(|entry| entry.events.last());
        event.is_some_and(|event| matches!(event.fact, Fact::Interrupted(_)) && event.at >= since)
    }
}
