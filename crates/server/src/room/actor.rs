use std::collections::HashMap;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tabiya_files::Provenance;
use tabiya_game::{By, BySeat, Command, Game, Moment, Seat};
use tabiya_rules::ByLanguage;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use super::entry_log::EntryLog;
use super::entry_page::{PAGE, PageJob};
use super::lag::LagQuota;
use super::load::GameContext;
use super::peers::{PeerEvents, PeerRooms};
use super::presence::Presence;
use super::tree::{EditedTree, UneditedTree};
use super::{Message, Snapshot, view};
use crate::bus::NoticeKind;
use crate::context::ServerContext;
use crate::exhibition::ExhibitionPermit;
use crate::listener::Listener;
use crate::live_players::LiveSeats;
use crate::lobby::LobbySeat;
use crate::running_games::RunningGame;
use crate::store::{Entry, GameRow, GameStage, Holder};
use crate::wire::{FromServer, GameSummary, PartView};
use crate::{CommandId, Error, GameId, Notice, PlayerId};

/// How long to wait before what could not be kept is tried again.
const AGAIN: Duration = Duration::from_secs(1);

/// A game in memory. Everything that counts is in the store before it is here.
pub(super) struct Actor {
    pub shared: Arc<ServerContext>,
    pub row: GameRow,
    pub game: Arc<Game>,
    pub log: EntryLog,
    /// The command with which an open game was taken back: nothing else happens in it any more.
    pub withdrawn: Option<(CommandId, [u8; 32])>,
    pub presence: BySeat<Presence>,
    pub lag: BySeat<LagQuota>,
    /// How many sockets each player has here; under `None` those whom nobody knows.
    pub connected: HashMap<Option<PlayerId>, u32>,
    /// How many sockets listen in each language.
    pub listening: ByLanguage<u32>,
    pub rematch: Option<Seat>,
    pub next: Option<GameId>,
    /// What the game was opened from.
    pub provenance: Option<Arc<Provenance>>,
    /// Whether it was opened from something that cannot be read any more.
    pub is_source_lost: bool,
    /// What the edits of what is said of the moves have led to.
    pub edited: EditedTree,
    /// The tree without those as the game stands now, shared by all who look at it.
    pub unedited: UneditedTree,
    /// Whether the computer waits, because moves were taken back or made again.
    pub is_paused: bool,
    /// The version for which the computer is thinking.
    pub thinking: Option<u32>,
    /// How often any node was asked for a move: only the last time counts.
    pub asks: u64,
    /// The right of two computers to play.
    pub permit: Option<ExhibitionPermit>,
    pub sender: mpsc::WeakSender<Message>,
    /// When to try again what the disk refused.
    pub again: Option<Instant>,
    /// Since when nothing can be kept, as far as it was found here. Nobody pays for that time.
    pub stuck_since: Option<Moment>,
    /// Whether it was told from elsewhere that nothing can be kept.
    pub is_store_failing: bool,
    /// When somebody counts as away who has not come back.
    pub presence_due: Option<Moment>,
    /// When somebody last asked for something.
    pub used: Moment,
    /// When somebody was last here, to watch or for anything else.
    pub watched: Moment,
    /// Since when the host holds the game, if that is so: nobody's time runs.
    pub held_since: Option<Moment>,
    /// What is known of the rooms of the game on other nodes.
    pub peers: PeerRooms,
    clock: Option<RunningClock>,
    /// The players, while the game runs.
    live_seats: Option<LiveSeats>,
    /// Shows the game to everybody, where it is public and somebody plays it.
    running_game: Option<RunningGame>,
}

/// Counts a game among those with running clocks.
struct RunningClock(Arc<ServerContext>);

impl RunningClock {
    fn new(shared: &Arc<ServerContext>) -> RunningClock {
        shared.clocks.fetch_add(1, Ordering::Relaxed);
        RunningClock(Arc::clone(shared))
    }
}

impl Drop for RunningClock {
    fn drop(&mut self) {
        self.0.clocks.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Plays the game until nobody is interested any more.
pub(super) async fn run(
    shared: Arc<ServerContext>,
    id: GameId,
    sender: mpsc::WeakSender<Message>,
    mut waiting: mpsc::Receiver<Message>,
) {
    let mut peers = match &shared.cluster {
        Some(cluster) => Some(PeerEvents::of(cluster, id, shared.outages.subscribe()).await),
        None => None,
    };
    let mut actor = match Actor::load(&shared, id, sender).await {
        Ok(actor) => actor,
        Err(error) => return refuse_all(&shared, id, &shared.of_one_game(error), waiting).await,
    };
    let mut host = shared.host.state.watch();
    let mut store_failure = shared.store_failure.subscribe();
    actor.meet_peers().await;
    actor.settle().await;
    let mut rest = pin!(sleep_until(actor.wakes_at()));
    loop {
        tokio::select! {
            // What follows from it is settled below.
            _ = host.changed() => {}
            _ = store_failure.changed() => {}
            () = actor.place_taken() => {}
            event = PeerEvents::next(&mut peers) => actor.heed_peers(event).await,
            message = waiting.recv() => match message {
                Some(message) => actor.handle(message).await,
                None => return,
            },
            () = &mut rest => {
                actor.wake().await;
                if actor.is_idle() && shared.close_room(id, || waiting.is_empty()) {
                    break;
                }
                rest.as_mut().reset(actor.wakes_at());
            }
        }
        actor.settle().await;
        // Mostly it is later than before: waking once for nothing costs less than setting the alarm with every move.
        let wakes_at = actor.wakes_at();
        if wakes_at < rest.deadline() {
            rest.as_mut().reset(wakes_at);
        }
    }
    // Whoever had found the room before it was closed is still served.
    waiting.close();
    while let Some(message) = waiting.recv().await {
        actor.handle(message).await;
    }
}

/// Tells everybody who asks that a game cannot be opened. Whoever comes later may find that it can.
async fn refuse_all(shared: &ServerContext, id: GameId, error: &Error, mut waiting: mpsc::Receiver<Message>) {
    tracing::error!(%id, ?error, "a game cannot be opened");
    shared.close_room(id, || true);
    waiting.close();
    while let Some(message) = waiting.recv().await {
        message.refuse(error);
    }
}

impl Message {
    /// Whether it cannot be answered where an open game was taken back. The command that did so is still known, and
    /// whoever watches can be told.
    fn needs_game(&self) -> bool {
        match self {
            Message::Look(_)
            | Message::LookWithLog(_)
            | Message::Missing { .. }
            | Message::Join { .. }
            | Message::Invite { .. }
            | Message::Rename { .. }
            | Message::Transfer { .. }
            | Message::Adopt { .. }
            | Message::Rematch { .. } => true,
            Message::Part { .. }
            | Message::Submit { .. }
            | Message::Enter(_)
            | Message::Leave(_)
            | Message::Seen(_)
            | Message::Measured { .. }
            | Message::Compare(_)
            | Message::ComputerBusy { .. }
            | Message::Computed { .. }
            | Message::Think(_)
            | Message::StillAsked { .. } => false,
        }
    }

    /// Whether nobody has asked for it who plays or watches.
    fn is_the_computers(&self) -> bool {
        matches!(
            self,
            Message::Computed { .. }
                | Message::ComputerBusy { .. }
                | Message::Think(_)
                | Message::StillAsked { .. }
        )
    }

    /// Answers that the game cannot be had.
    fn refuse(self, error: &Error) {
        let error = error.clone();
        match self {
            Message::Look(reply) => drop(reply.send(Err(error))),
            Message::LookWithLog(reply) => drop(reply.send(Err(error))),
            Message::Part { reply, .. } => drop(reply.send(Err(error))),
            Message::Missing { reply, .. } => drop(reply.send(Err(error))),
            Message::Submit { reply, .. } => drop(reply.send(Err(error))),
            Message::Join { reply, .. }
            | Message::Invite { reply, .. }
            | Message::Rename { reply, .. }
            | Message::Transfer { reply, .. } => drop(reply.send(Err(error))),
            Message::Rematch { reply, .. } => drop(reply.send(Err(error))),
            Message::Adopt { reply, .. } => drop(reply.send(Err(error))),
            Message::Enter(_)
            | Message::Leave(_)
            | Message::Seen(_)
            | Message::Measured { .. }
            | Message::Compare(_)
            | Message::ComputerBusy { .. }
            | Message::Computed { .. }
            | Message::Think(_)
            | Message::StillAsked { .. } => {}
        }
    }
}

impl Actor {
    pub fn new(
        shared: &Arc<ServerContext>,
        row: GameRow,
        game: Game,
        past: GameContext,
        sender: mpsc::WeakSender<Message>,
    ) -> Actor {
        let now = shared.now.moment();
        let patience = shared.config.limits.presence;
        // Whoever has just made a game is about to come; of one that was made earlier nobody knows who is there.
        let is_new = now <= row.created.after(patience);
        let presence = if is_new { Presence::new(now) } else { Presence::unseen(now) };
        Actor {
            shared: Arc::clone(shared),
            row,
            game: Arc::new(game),
            log: EntryLog::default(),
            withdrawn: None,
            presence: BySeat::from_fn(|_| presence.clone()),
            lag: BySeat::from_fn(|_| LagQuota::new(shared.config.limits.lag)),
            connected: HashMap::new(),
            listening: ByLanguage::default(),
            rematch: past.rematch,
            next: past.next,
            provenance: past.provenance,
            is_source_lost: past.is_source_lost,
            edited: EditedTree::None,
            unedited: UneditedTree::default(),
            is_paused: false,
            thinking: None,
            asks: 0,
            permit: None,
            sender,
            again: None,
            stuck_since: None,
            is_store_failing: false,
            presence_due: Some(presence_due(now, patience)),
            used: now,
            watched: now,
            held_since: None,
            peers: PeerRooms::new(now),
            clock: None,
            live_seats: None,
            running_game: None,
        }
    }

    async fn handle(&mut self, message: Message) {
        if let Message::Compare(mark) = message {
            return self.compare(mark).await;
        }
        self.heed_stall().await;
        if message.wants_the_latest() {
            self.refresh().await;
        }
        let now = self.now();
        self.used = now;
        if !message.is_the_computers() {
            self.watched = now;
        }
        self.heed_host().await;
        if self.withdrawn.is_some() && message.needs_game() {
            return message.refuse(&Error::called_off());
        }
        match message {
            Message::Look(reply) => drop(reply.send(Ok(self.snapshot()))),
            Message::LookWithLog(reply) => drop(reply.send(Ok((self.snapshot(), self.log.entries())))),
            Message::Part { who, reply } => drop(reply.send(Ok((self.part_of(who), self.row.stage)))),
            Message::Missing { to, since, reply } => drop(reply.send(self.missing(to, since).await)),
            Message::Submit { from, command, reply } => {
                self.see(from.who);
                drop(reply.send(self.submit(from, command).await));
            }
            Message::Join { who, name, invitation, reply } => {
                drop(reply.send(self.join(who, &name, invitation.as_deref()).await));
            }
            Message::Invite { key, reply } => drop(reply.send(self.invite(key).await)),
            Message::Rename { who, name, reply } => drop(reply.send(self.rename(who, &name).await)),
            Message::Transfer { seat, to, reply } => drop(reply.send(self.transfer(seat, to).await)),
            Message::Adopt { from, to, reply } => drop(reply.send(self.adopt(from, to).await)),
            Message::Rematch { who, wish, reply } => drop(reply.send(self.want_rematch(who, wish).await)),
            Message::Enter(listener) => self.enter(listener),
            Message::Leave(listener) => self.leave(listener),
            Message::Seen(who) => self.see(Some(who)),
            Message::Measured { who, ping } => {
                for seat in self.seats_of(who) {
                    self.presence[seat].measure(ping);
                }
            }
            // Obeyed before.
            Message::Compare(_) => {}
            Message::ComputerBusy { version } => self.tell_busy(version),
            Message::Computed { version, deed, job: _job } => self.computer_acts(version, deed).await,
            Message::Think(job) => self.think(job),
            Message::StillAsked { ask, version, reply } => {
                let _ = reply.send(self.is_still_asked(ask, version));
            }
        }
    }

    /// What follows from where the game stands now.
    async fn settle(&mut self) {
        self.heed_host().await;
        self.heed_store().await;
        let is_running =
            self.row.stage == GameStage::Live && self.game.clock().is_some_and(|c| c.running().is_some());
        if is_running != self.clock.is_some() {
            self.clock = is_running.then(|| RunningClock::new(&self.shared));
        }
        self.note_here().await;
        self.settle_exhibition().await;
        self.count_players();
        self.note_running();
        self.ask_computer();
    }

    /// Lets others come across the game for as long as it is theirs to watch.
    fn note_running(&mut self) {
        let is_played = || Seat::ALL.into_iter().any(|seat| self.is_here(seat));
        let is_shown = self.row.is_public
            && self.row.stage == GameStage::Live
            && (is_played() || self.is_exhibition_running() && self.stands_first());
        let version = self.version();
        match &mut self.running_game {
            _ if !is_shown => self.running_game = None,
            Some(shown) => shown.update(version, || GameSummary::from(&self.row)),
            None => {
                let summary = GameSummary::from(&self.row);
                self.running_game = Some(self.shared.running_games.show(self.row.id, version, summary));
            }
        }
    }

    fn count_players(&mut self) {
        let is_live = self.row.stage == GameStage::Live;
        let players = is_live.then(|| self.row.seats.0.map(Holder::player));
        if players != self.live_seats.as_ref().map(LiveSeats::players) {
            self.live_seats = players.map(|players| self.shared.live_players.seat(players));
        }
    }

    pub fn now(&self) -> Moment {
        self.shared.now.moment()
    }

    /// When something is to be done without being asked.
    fn wakes_at(&self) -> Instant {
        let idle = self.used.after(self.shared.config.limits.idle);
        let moments = [self.flag_falls(), self.presence_due, self.exhibition_due(), self.stand_in_due()];
        let next = moments.into_iter().flatten().fold(idle.max(self.now().after(AGAIN)), Moment::min);
        // What the disk has just refused is not tried at once.
        let earliest = self.again.unwrap_or_else(Instant::now);
        self.shared.now.instant(next).max(earliest)
    }

    /// When the running flag counts as fallen: late enough for a move that is on its way.
    fn flag_falls(&self) -> Option<Moment> {
        let may_fall = self.row.stage == GameStage::Live && self.held_since.is_none();
        let clock = self.game.clock().filter(|_| may_fall)?;
        let grace = self.grace(clock.running()?.seat);
        Some(clock.flag_falls()?.after(grace))
    }

    /// What the network may take of a seat's time.
    pub fn grace(&self, seat: Seat) -> Duration {
        if let Some(transit) = self.transit(seat) {
            return transit;
        }
        self.lag[seat].most(self.presence[seat].ping())
    }

    async fn wake(&mut self) {
        self.heed_stall().await;
        let now = self.now();
        if self.presence_due.is_some_and(|due| due <= now) {
            self.presence_due = None;
            self.tell_presence();
        }
        let is_time = self.again.is_none_or(|again| again <= Instant::now());
        if is_time && self.flag_falls().is_some_and(|falls| falls <= now) {
            let is_settled = !self.flag_waits().await && self.drop_flag(now).await.is_ok();
            self.again = (!is_settled).then(|| Instant::now() + AGAIN);
        } else if is_time {
            self.again = None;
            self.watch_over_exhibition(now).await;
        }
    }

    async fn drop_flag(&mut self, now: Moment) -> Result<(), Error> {
        let Some(running) = self.game.clock().and_then(tabiya_game::Clock::running) else { return Ok(()) };
        let at = Moment(now.0 - self.grace(running.seat).as_millis() as u64);
        let decided = match self.stuck_since {
            // The disk comes first: it may be why the flag fell.
            Some(since) => self.game.decide(By::Arbiter, Command::Interrupt(since), now),
            None => self.game.decide(By::Arbiter, Command::Flag, at),
        };
        let Ok(decision) = decided else { return Ok(()) };
        let id = CommandId::of_server("flag", self.version() + 1);
        self.persist(Listener::default(), id, Entry::SERVER_COMMAND, decision).await.map(drop)
    }

    /// Whether the game can be forgotten: nobody looks, no clock runs, no computer plays.
    fn is_idle(&self) -> bool {
        let is_unused = self.now() >= self.used.after(self.shared.config.limits.idle);
        let is_shown = self.is_exhibition_running() && self.stands_first();
        let is_playing = self.clock.is_some() || self.is_thinking() || is_shown;
        is_unused && self.connected.is_empty() && !is_playing
    }

    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            row: self.row.clone(),
            game: Arc::clone(&self.game),
            version: self.version(),
            players: view::players(self),
            rematch: self.rematch,
            next: self.next,
            provenance: self.provenance.clone(),
            is_source_lost: self.is_source_lost,
            edited: self.edited.clone(),
            unedited: Arc::clone(&self.unedited),
            exhibition: self.exhibition(),
            now: self.now(),
            held_since: self.held_since.or_else(|| self.stuck_clock_since()),
        }
    }

    /// The seats of a player: none, one, or both on one device.
    pub fn seats_of(&self, who: PlayerId) -> impl Iterator<Item = Seat> + use<> {
        let seats = self.row.seats;
        Seat::ALL.into_iter().filter(move |&seat| seats[seat] == Holder::Person(who))
    }

    /// Whether the player on a seat is here. Whoever only reloads a page is not shown as gone.
    pub fn is_present(&self, seat: Seat) -> bool {
        let patience = self.shared.config.limits.presence;
        self.is_connected(seat) || self.presence[seat].is_fresh(self.now(), patience)
    }

    /// Whether the player on a seat has a socket, here or on another node.
    pub fn is_connected(&self, seat: Seat) -> bool {
        self.is_here(seat) || self.peers.has_elsewhere(seat)
    }

    fn enter(&mut self, Listener { who, language }: Listener) {
        *self.listening.get_mut(language) += 1;
        *self.connected.entry(who).or_default() += 1;
        self.see(who);
        if who.is_some_and(|who| self.seats_of(who).next().is_some()) {
            self.tell_presence();
        }
    }

    fn leave(&mut self, Listener { who, language }: Listener) {
        let now = self.now();
        let listening = self.listening.get_mut(language);
        *listening = listening.saturating_sub(1);
        if let Some(sockets) = self.connected.get_mut(&who) {
            *sockets -= 1;
            if *sockets == 0 {
                self.connected.remove(&who);
            }
        }
        self.see(who);
        self.presence_due = Some(self.presence_moment(now));
    }

    /// When it can be told who is away of those who were seen last at a moment.
    pub fn presence_moment(&self, since: Moment) -> Moment {
        presence_due(since, self.shared.config.limits.presence)
    }

    pub fn see(&mut self, who: Option<PlayerId>) {
        let now = self.now();
        if let Some(who) = who {
            for seat in self.seats_of(who) {
                self.presence[seat].see(now);
                self.peers.see(seat);
            }
        }
        self.note_waiting();
    }

    /// Keeps the lobby informed whether the maker of an open game is here.
    pub fn note_waiting(&self) {
        let is_open = self.row.stage == GameStage::Open;
        let is_private = self.row.opening.as_ref().is_some_and(|opening| opening.invitations.is_some());
        if !is_open || is_private {
            return self.shared.lobby.leave(self.row.id);
        }
        let until = if self.is_here(Seat::First) {
            Moment(u64::MAX)
        } else {
            self.now().after(Duration::from_secs(120))
        };
        let maker = self.row.seats[Seat::First].player();
        let seat = || LobbySeat { summary: GameSummary::from(&self.row), maker, until };
        self.shared.lobby.wait(self.row.id, until, seat);
    }

    pub fn tell_presence(&self) {
        let players = view::players(self);
        let seats = self.game.seats();
        self.tell(&FromServer::Presence {
            version: self.version(),
            white: players[seats.white].clone(),
            black: players[seats.black].clone(),
        });
    }

    pub fn tell_seats(&self) {
        let text = FromServer::Seats { version: self.version() }.to_text();
        self.notify(NoticeKind::Seats(text.into()));
    }

    /// Tells everybody who watches.
    pub fn tell(&self, message: &FromServer) {
        self.notify(NoticeKind::Other(message.to_text().into()));
    }

    pub fn notify(&self, kind: NoticeKind) {
        self.shared.bus.publish(self.row.id, Notice { version: self.version(), kind });
    }

    /// The version of the game: how many entries it has.
    pub fn version(&self) -> u32 {
        self.log.version()
    }

    /// What somebody is in the game.
    pub fn part_of(&self, who: Option<PlayerId>) -> PartView {
        view::part_in(&self.row, &self.game, who)
    }

    /// What somebody has not seen of the game. Whoever knows a later version than this room was told of it elsewhere, perhaps: then it is
    /// read, or said that it cannot be.
    async fn missing(&mut self, to: Listener, since: u32) -> Result<PageJob, Error> {
        if since > self.version() {
            self.catch_up().await?;
        }
        Ok(self.page(to, since))
    }

    /// What somebody has not seen of the game, to be written elsewhere.
    pub fn page(&self, to: Listener, since: u32) -> PageJob {
        self.pages(to, since, PAGE)
    }

    /// The same, of so many entries at most.
    pub fn pages(&self, to: Listener, since: u32, most: usize) -> PageJob {
        PageJob {
            stretch: self.log.stretch(since, most),
            since,
            version: self.version(),
            now: self.now(),
            held_since: self.held_since.or_else(|| self.stuck_clock_since()),
            part: self.part_of(to.who),
            language: to.language,
            maker: self.row.maker.as_ref().map(|maker| maker.name.clone()),
        }
    }
}

/// When it can be told who is away of those who were seen last, or waited for, at a moment.
fn presence_due(since: Moment, patience: Duration) -> Moment {
    since.after(patience).after(Duration::from_millis(1))
}
