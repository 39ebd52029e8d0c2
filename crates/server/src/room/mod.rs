//! A game that is being played or looked at: one task that takes everything in order.
//!
//! ```text
//!  submit ──> decide ──> persist: the entry and the row go to the store ──> on disk? ──> accept ──> publish
//!            Decision            same command? version taken? catch up                     Game       bus, log
//! ```
//!
//! A room decides (`Game::decide`), puts the events on disk, and takes in only what is there. Whatever it decided is
//! resolved once: accepting and telling it look up nothing again. If the store says that somebody else was first, the
//! room catches up from the store. Rooms come when they are asked for and go when nobody looks; those with a running
//! clock stay, because their flags must fall.
//!
//! **What happened** (`entry_log.rs`) is in memory, with the game as it stood after every 64th entry. A page of history
//! (`entry_page.rs`) costs what it tells, whatever came before, and is written by a thread that serves nobody else. A game
//! that is looked at (`Snapshot`) is shared: the next move copies a few nodes of it at most.
//!
//! **A log that does not replay** is told with the number of the entry that is wrong, and so is one that ends before the
//! version or the standing in the row of its game, which was written with the last entry. No command can make one: the first
//! entry begins with the start of the game, no other does, and an open game that was taken back is none any more. An open
//! game whose file cannot be read any more is damaged as well: it would begin without its moves. One that has begun goes
//! on, and its exports tell what they lack.
//!
//! **Time.** After a restart each outage, from the last sign of life to the next start, becomes an `Interrupted` event of
//! every game whose clock ran: charged up to that sign, and no further. A room whose write failed notes when: the time
//! from then on is an interruption, told with the next entry. A move is given back what the network took (`lag.rs`):
//! what passed beside thinking, bounded by the median of the pings measured on its connection and by half a second; what goes
//! beyond the round trip that the system measured comes out of a quota. Flags fall that much later, so that a move on its way counts.
//!
//! **The computer** (`computer.rs`) gives its commands ids made of the version, so that a restart in the middle cannot
//! make it move twice. After a takeback that leaves it to move, it waits until it is told to go on, which is an entry
//! without events.
//!
//! **What is said of the moves** (`tree.rs`) is changed by entries without events, which have an edit beside them: they are kept,
//! numbered and told like all others, and change nothing of the game.
//!
//! **Two computers** (`exhibition.rs`) are steered by whoever made the game: an entry tells what was done, beside its
//! events. After a restart such a game goes on as it was left, as soon as somebody looks at it.

mod actor;
mod begin;
mod command;
mod computer;
mod entry_log;
mod entry_page;
mod exhibition;
mod hold;
pub(crate) mod lag;
mod load;
mod peers;
mod persist;
mod presence;
mod seats;
mod tree;
mod view;

use std::sync::Arc;

use tabiya_files::Provenance;
use tabiya_game::{BySeat, Game, Seat};
use tokio::sync::{mpsc, oneshot};

use crate::blocking::run_blocking;
use crate::cluster::HeldJob;
use crate::context::ServerContext;
use crate::exhibition::Exhibition;
use crate::listener::Listener;
use crate::postgres::GameMark;
use crate::store::{Entry, GameRow, GameStage, StoreError};
use crate::wire::{Action, GameView, PartView, PlayerView, Submit};
use crate::{CommandId, Error, GameId, PlayerId, SecretDigest};

pub(crate) use begin::{agrees, begin, begin_record, row_of, seats_with};
pub(crate) use entry_log::replay_readable;
pub(crate) use entry_page::EntryPage;

use begin::{begin_apart, row_after};
use entry_page::PageJob;
use lag::Ping;
use tabiya_rules::ByLanguage;

pub(crate) use seats::own_opponent;
pub(crate) use tree::{EditedTree, UneditedTree, played};
pub(crate) use view::rules_view;

/// How many requests may wait for one game.
const QUEUE: usize = 64;

/// How many moves are written where they are asked for.
const MANY_MOVES: u32 = 300;

/// The way to the task of a game.
#[derive(Clone)]
pub(crate) struct Room {
    messages: mpsc::Sender<Message>,
}

/// What can be asked of a game.
enum Message {
    Look(oneshot::Sender<Result<Snapshot, Error>>),
    LookWithLog(oneshot::Sender<Result<SnapshotWithLog, Error>>),
    Part {
        who: Option<PlayerId>,
        reply: oneshot::Sender<Result<(PartView, GameStage), Error>>,
    },
    Missing {
        to: Listener,
        since: u32,
        reply: oneshot::Sender<Result<PageJob, Error>>,
    },
    Submit {
        from: Listener,
        command: PlayerCommand,
        reply: oneshot::Sender<Result<CommandReceipt, Error>>,
    },
    Join {
        who: PlayerId,
        name: String,
        invitation: Option<String>,
        reply: oneshot::Sender<Result<(), Error>>,
    },
    Invite {
        key: SecretDigest,
        reply: oneshot::Sender<Result<(), Error>>,
    },
    /// The maker of an open game is called otherwise.
    Rename {
        who: PlayerId,
        name: String,
        reply: oneshot::Sender<Result<(), Error>>,
    },
    Transfer {
        seat: Seat,
        to: PlayerId,
        reply: oneshot::Sender<Result<(), Error>>,
    },
    /// Everything that somebody has in the game becomes somebody else's.
    Adopt {
        from: PlayerId,
        to: PlayerId,
        reply: oneshot::Sender<Result<bool, Error>>,
    },
    Rematch {
        who: Option<PlayerId>,
        wish: Wish,
        reply: oneshot::Sender<Result<Option<GameId>, Error>>,
    },
    Enter(Listener),
    Leave(Listener),
    Seen(PlayerId),
    Measured {
        who: PlayerId,
        ping: Ping,
    },
    /// How the game is kept, for a room to see whether it knows that: nothing where it is gone.
    Compare(Option<GameMark>),
    /// Nobody has begun to think about the game for a while.
    ComputerBusy {
        version: u32,
    },
    Computed {
        version: u32,
        deed: tabiya_engine::ComputerDeed,
        /// The right of this node to find it, where any node might.
        job: Option<HeldJob>,
    },
    /// This node is to find the computer's move.
    Think(HeldJob),
    /// Whether the move is still wanted that any node was asked for.
    StillAsked {
        /// The number of the asking: where nodes were asked once more, the earlier one is over.
        ask: u64,
        version: u32,
        reply: oneshot::Sender<bool>,
    },
}

/// A command as a player sent it, with an id that can be one.
#[derive(Clone, Debug)]
pub(crate) struct PlayerCommand {
    pub id: CommandId,
    /// The version of the game that the player has seen.
    pub version: u32,
    pub action: Action,
    /// How many milliseconds the player thought.
    pub thought: Option<u64>,
    /// How long the network takes there and back, as measured on the connection that it came by.
    pub ping: Option<Ping>,
}

impl TryFrom<Submit> for PlayerCommand {
    type Error = Error;

    fn try_from(Submit { id, version, action, thought }: Submit) -> Result<PlayerCommand, Error> {
        let says = ByLanguage {
            english: "the id of a command has 1 to 64 letters, digits and signs, without blanks",
            german: "die Kennung eines Befehls hat 1 bis 64 Buchstaben, Ziffern und Zeichen, ohne Leerzeichen",
        };
        let id = id.parse().map_err(|_| Error::bad("bad_id", says))?;
        Ok(PlayerCommand { id, version, action, thought, ping: None })
    }
}

/// Whether somebody wants a rematch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    Yes,
    No,
}

/// A command that was obeyed, now or before.
#[derive(Clone, Debug)]
pub(crate) struct CommandReceipt {
    pub version: u32,
    /// What its sender is told, as it goes over the wire; nothing where nothing was to be kept.
    pub entry: Option<Arc<str>>,
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
    pub provenance: Option<Arc<Provenance>>,
    /// Whether it was opened from something that cannot be read any more.
    pub is_source_lost: bool,
    /// What the edits of what is said of the moves have led to.
    pub edited: EditedTree,
    /// The tree without those, where it is asked for.
    pub unedited: UneditedTree,
    /// How two computers play, where it is a game of two.
    pub exhibition: Option<Exhibition>,
    pub now: tabiya_game::Moment,
    /// Since when the host holds the game, if that is so.
    pub held_since: Option<tabiya_game::Moment>,
}

/// A game at a moment, and all that happened in it until then.
pub(crate) type SnapshotWithLog = (Snapshot, Vec<Arc<Entry>>);

impl Room {
    /// Starts the task of a game.
    pub fn open(shared: Arc<ServerContext>, id: GameId) -> Room {
        let (messages, waiting) = mpsc::channel(QUEUE);
        tokio::spawn(actor::run(shared, id, messages.downgrade(), waiting));
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

    /// The game as it stands, and all that happened in it.
    pub async fn look_with_log(&self) -> Result<SnapshotWithLog, Error> {
        self.ask(Message::LookWithLog).await
    }

    /// What somebody is in the game, and how far that is.
    pub async fn part(&self, who: Option<PlayerId>) -> Result<(PartView, GameStage), Error> {
        self.ask(|reply| Message::Part { who, reply }).await
    }

    /// The entries after a version, as many as a page has, as somebody is told them.
    pub async fn missing(&self, to: Listener, since: u32) -> Result<EntryPage, Error> {
        self.ask(|reply| Message::Missing { to, since, reply }).await?.run().await
    }

    /// Obeys a command, or says why not.
    pub async fn submit(&self, from: Listener, command: PlayerCommand) -> Result<CommandReceipt, Error> {
        self.ask(|reply| Message::Submit { from, command, reply }).await
    }

    /// Gives the open seat to somebody.
    pub async fn join(&self, who: PlayerId, name: String, invitation: Option<String>) -> Result<(), Error> {
        self.ask(|reply| Message::Join { who, name, invitation, reply }).await
    }

    /// Makes one more key good for the open seat.
    pub async fn invite(&self, key: SecretDigest) -> Result<(), Error> {
        self.ask(|reply| Message::Invite { key, reply }).await
    }

    /// Calls the maker of an open game otherwise.
    pub async fn rename(&self, who: PlayerId, name: String) -> Result<(), Error> {
        self.ask(|reply| Message::Rename { who, name, reply }).await
    }

    /// Gives a seat to another player.
    pub async fn transfer(&self, seat: Seat, to: PlayerId) -> Result<(), Error> {
        self.ask(|reply| Message::Transfer { seat, to, reply }).await
    }

    /// Gives everything that somebody has in the game to somebody else; whether it could be.
    pub async fn adopt(&self, from: PlayerId, to: PlayerId) -> Result<bool, Error> {
        self.ask(|reply| Message::Adopt { from, to, reply }).await
    }

    /// Asks for a rematch, agrees to one or does not; the new game, where there is one.
    pub async fn rematch(&self, who: Option<PlayerId>, wish: Wish) -> Result<Option<GameId>, Error> {
        self.ask(|reply| Message::Rematch { who, wish, reply }).await
    }

    /// Lets the room see whether it knows the game as it is kept. One that has much to do is asked the next time.
    pub fn compare(&self, mark: Option<GameMark>) {
        let _ = self.messages.try_send(Message::Compare(mark));
    }

    /// Lets the computer think here, as any node might.
    pub async fn think(&self, job: HeldJob) {
        let _ = self.messages.send(Message::Think(job)).await;
    }

    /// Somebody begins to watch.
    pub async fn enter(&self, listener: Listener) {
        let _ = self.messages.send(Message::Enter(listener)).await;
    }

    /// Somebody stops watching.
    pub async fn leave(&self, listener: Listener) {
        let _ = self.messages.send(Message::Leave(listener)).await;
    }

    /// Somebody gave a sign of life.
    pub async fn seen(&self, who: PlayerId) {
        let _ = self.messages.send(Message::Seen(who)).await;
    }

    /// How long the network took for somebody.
    pub async fn measured(&self, who: PlayerId, ping: Ping) {
        let _ = self.messages.send(Message::Measured { who, ping }).await;
    }
}

impl Snapshot {
    /// The game as somebody sees it. That of a long one is written by a thread that serves nobody else.
    pub async fn view(self, to: Listener) -> Result<GameView, Error> {
        if self.game.standing().ply <= MANY_MOVES {
            return Ok(view::of(&self, to));
        }
        run_blocking(move || view::of(&self, to)).await
    }
}
