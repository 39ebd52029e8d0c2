//! What carries news from where a game is played to where it is watched. It may lose some: every notice carries the
//! game's version, and a socket that sees a gap asks the room for what is missing.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::stream::{Stream, StreamExt, unfold};
use tokio::sync::broadcast;

use crate::GameId;
use crate::wire::{EntryTexts, Side};

/// How many notices a slow listener may be behind before it has to ask for what it missed.
const QUEUE: usize = 64;

/// Something that everybody who watches a game is told.
#[derive(Clone, Debug)]
pub struct Notice {
    /// The version of the game when it was told.
    pub version: u32,
    /// What it is about, with the message as it goes over the wire.
    pub kind: NoticeKind,
}

/// What a notice is about. All of it is text and plain values, so that it can travel between processes.
#[derive(Clone, Debug)]
pub enum NoticeKind {
    /// An entry: each is told once, in order.
    Entry {
        /// Who is to move after it.
        turn: Side,
        /// The message, for each of those who are told.
        texts: Arc<EntryTexts>,
    },
    /// Who sits where has changed, and with it what somebody is in the game.
    Seats(Arc<str>),
    /// Something that is told as it comes, to those who have a seat or were here while the game was played.
    Company(Arc<str>),
    /// Something that is told as it comes.
    Other(Arc<str>),
}

/// What carries notices from where games are played to where they are watched. It may lose some: versions tell, and
/// the store has everything.
pub trait Bus: Send + Sync {
    /// Tells everybody who listens to a game.
    fn publish(&self, game: GameId, notice: Notice);

    /// Begins to listen to a game.
    fn subscribe(&self, game: GameId) -> Subscription;
}

/// The notices of one game.
pub struct Subscription(Pin<Box<dyn Stream<Item = BusEvent> + Send>>);

/// What a listener hears.
#[derive(Debug)]
pub enum BusEvent {
    /// A notice.
    Notice(Notice),
    /// Some were lost, because the listener was slow.
    Gap,
    /// There will be no more.
    End,
}

impl Subscription {
    /// What a bus hears of a game, which ends with the bus.
    pub fn new(heard: impl Stream<Item = BusEvent> + Send + 'static) -> Subscription {
        Subscription(Box::pin(heard.fuse()))
    }

    /// The next one. Nothing is lost where the waiting is given up.
    pub async fn next(&mut self) -> BusEvent {
        self.0.next().await.unwrap_or(BusEvent::End)
    }
}

async fn hear(mut notices: broadcast::Receiver<Notice>) -> Option<(BusEvent, broadcast::Receiver<Notice>)> {
    match notices.recv().await {
        Ok(notice) => Some((BusEvent::Notice(notice), notices)),
        Err(broadcast::error::RecvError::Lagged(_)) => Some((BusEvent::Gap, notices)),
        Err(broadcast::error::RecvError::Closed) => None,
    }
}

/// The bus of a single process.
#[derive(Default)]
pub struct LocalBus {
    games: Mutex<HashMap<GameId, broadcast::Sender<Notice>>>,
}

impl Bus for LocalBus {
    fn publish(&self, game: GameId, notice: Notice) {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = games.get(&game)
            && sender.send(notice).is_err()
        {
            games.remove(&game);
        }
    }

    fn subscribe(&self, game: GameId) -> Subscription {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        // Games that nobody listens to any more go when the table would grow.
        if games.len() == games.capacity() {
            games.retain(|_, sender| sender.receiver_count() > 0);
        }
        let sender = games.entry(game).or_insert_with(|| broadcast::Sender::new(QUEUE));
        Subscription::new(unfold(sender.subscribe(), hear))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notice(version: u32) -> Notice {
        Notice { version, kind: NoticeKind::Other("{}".into()) }
    }

    #[tokio::test]
    async fn listeners_hear_their_game_in_order() {
        let bus = LocalBus::default();
        let (one, other) = (GameId::random(), GameId::random());
        let mut listener = bus.subscribe(one);
        for version in 1..=3 {
            bus.publish(one, notice(version));
            bus.publish(other, notice(9));
        }
        for version in 1..=3 {
            assert!(matches!(listener.next().await, BusEvent::Notice(heard) if heard.version == version));
        }
    }

    #[tokio::test]
    async fn slow_listeners_are_told_of_the_gap() {
        let bus = LocalBus::default();
        let game = GameId::random();
        let mut listener = bus.subscribe(game);
        for version in 1..=QUEUE as u32 + 1 {
            bus.publish(game, notice(version));
        }
        assert!(matches!(listener.next().await, BusEvent::Gap));
    }

    #[test]
    fn games_without_listeners_are_forgotten() {
        let bus = LocalBus::default();
        for _ in 0..10_000 {
            bus.subscribe(GameId::random());
        }
        assert!(bus.games.lock().unwrap().len() < 100);
    }
}
