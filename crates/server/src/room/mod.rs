//! A game that is being played or looked at: one task that takes everything in order.

mod actor;
mod begin;
mod command;
mod computer;
mod lag;
mod load;
mod presence;
mod seats;
mod tell;
mod view;

use std::sync::Arc;
use std::time::Duration;

use tabiya_files::Provenance;
use tabiya_game::{BySeat, Game, Seat};
use tokio::sync::{mpsc, oneshot};

use crate::house::House;
use crate::store::{GameRow, StoreError};
use crate::wire::{FromServer, GameView, PlayerView, Submit};
use crate::{Error, GameId, PlayerId};

pub(crate) use begin::{begin, row_of, seats_with};
pub(crate) use tell::Telling;
pub(crate) use view::rules_view;

/// How many requests may wait for one game.
const QUEUE: usize = 64;

/// The way to the task of a game.
#[derive(Clone)]
pub(crate) struct Room {
    messages: mpsc::Sender<Message>,
}

/// What can be asked of a game.
enum Message {
    Look(oneshot::Sender<Result<Snapshot, Error>>),
    Missing {
        since: u32,
        reply: oneshot::Sender<Result<Vec<FromServer>, Error>>,
    },
    Submit {
        who: Option<PlayerId>,
        submit: Submit,
        reply: oneshot::Sender<Result<Accepted, Error>>,
    },
    Join {
        who: PlayerId,
        name: String,
        invitation: Option<String>,
        reply: oneshot::Sender<Result<(), Error>>,
    },
    Transfer {
        seat: Seat,
        to: PlayerId,
        reply: oneshot::Sender<Result<(), Error>>,
    },
    Rematch {
        who: Option<PlayerId>,
        wish: Wish,
        reply: oneshot::Sender<Result<Option<GameId>, Error>>,
    },
    Enter(Option<PlayerId>),
    Leave(Option<PlayerId>),
    Seen(PlayerId),
    Measured {
        who: PlayerId,
        ping: Duration,
    },
    Computed {
        version: u32,
        m: Option<tabiya_rules::Move>,
    },
}

/// Whether somebody wants a rematch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    Yes,
    No,
}

/// A command that was obeyed, now or before.
#[derive(Clone, Debug)]
pub(crate) struct Accepted {
    pub version: u32,
    /// What those who watch were told; nothing where only the computer was asked to go on.
    pub entry: Option<FromServer>,
}

/// A game at a moment.
#[derive(Clone)]
pub(crate) struct Snapshot {
    pub row: GameRow,
    pub game: Arc<Game>,
    pub version: u32,
    pub players: BySeat<PlayerView>,
    pub rematch: Option<Seat>,
    pub next: Option<GameId>,
    pub origin: Option<Arc<Provenance>>,
    pub now: tabiya_game::Moment,
}

impl Room {
    /// Starts the task of a game.
    pub fn open(house: Arc<House>, id: GameId) -> Room {
        let (messages, waiting) = mpsc::channel(QUEUE);
        tokio::spawn(actor::run(house, id, messages.downgrade(), waiting));
        Room { messages }
    }

    pub fn is_closed(&self) -> bool {
        self.messages.is_closed()
    }

    async fn ask<T>(
        &self,
        message: impl FnOnce(oneshot::Sender<Result<T, Error>>) -> Message,
    ) -> Result<T, Error> {
        let closed = || Error::Store(StoreError::Closed);
        let (reply, answer) = oneshot::channel();
        self.messages.send(message(reply)).await.map_err(|_| closed())?;
        answer.await.unwrap_or_else(|_| Err(closed()))
    }

    /// The game as it stands.
    pub async fn look(&self) -> Result<Snapshot, Error> {
        self.ask(Message::Look).await
    }

    /// The entries after a version.
    pub async fn missing(&self, since: u32) -> Result<Vec<FromServer>, Error> {
        self.ask(|reply| Message::Missing { since, reply }).await
    }

    /// Obeys a command, or says why not.
    pub async fn submit(&self, who: Option<PlayerId>, submit: Submit) -> Result<Accepted, Error> {
        self.ask(|reply| Message::Submit { who, submit, reply }).await
    }

    /// Gives the open seat to somebody.
    pub async fn join(&self, who: PlayerId, name: String, invitation: Option<String>) -> Result<(), Error> {
        self.ask(|reply| Message::Join { who, name, invitation, reply }).await
    }

    /// Gives a seat to another player.
    pub async fn transfer(&self, seat: Seat, to: PlayerId) -> Result<(), Error> {
        self.ask(|reply| Message::Transfer { seat, to, reply }).await
    }

    /// Asks for a rematch, agrees to one or does not; the new game, where there is one.
    pub async fn rematch(&self, who: Option<PlayerId>, wish: Wish) -> Result<Option<GameId>, Error> {
        self.ask(|reply| Message::Rematch { who, wish, reply }).await
    }

    /// Somebody begins to watch.
    pub async fn enter(&self, who: Option<PlayerId>) {
        let _ = self.messages.send(Message::Enter(who)).await;
    }

    /// Somebody stops watching.
    pub async fn leave(&self, who: Option<PlayerId>) {
        let _ = self.messages.send(Message::Leave(who)).await;
    }

    /// Somebody gave a sign of life.
    pub async fn seen(&self, who: PlayerId) {
        let _ = self.messages.send(Message::Seen(who)).await;
    }

    /// How long the network took for somebody.
    pub async fn measured(&self, who: PlayerId, ping: Duration) {
        let _ = self.messages.send(Message::Measured { who, ping }).await;
    }
}

impl Snapshot {
    /// The game as somebody sees it.
    pub fn view(&self, who: Option<PlayerId>) -> GameView {
        view::of(self, who)
    }
}
