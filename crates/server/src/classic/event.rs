use std::cell::Cell;
use std::io::{self, ErrorKind};

use tabiya_classics::NextMove;
use tokio::sync::mpsc::Sender;

use crate::wire::ClassicTable;

/// What a program does that its player has to know of.
#[derive(Debug)]
pub(crate) enum ClassicEvent {
    /// It put out some bytes.
    Said(Vec<u8>),
    /// It told something beside its output.
    Aside(String),
    /// Something else is on its table, and somebody else may be to move.
    Table(Box<ClassicTable>, NextMove),
    /// It has ended; nothing follows.
    Over(ClassicEnd),
}

/// Why a program has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClassicEnd {
    /// By itself.
    Left,
    /// It had printed as much as it may.
    TooMuch,
    /// Its player has gone, or something is wrong with it.
    Failed,
}

/// Where a program's events go, as long as somebody takes them and there are not too many.
pub(super) struct EventSender {
    events: Sender<ClassicEvent>,
    /// How many bytes it may still tell.
    left: Cell<usize>,
}

impl EventSender {
    pub fn new(events: Sender<ClassicEvent>, most: usize) -> EventSender {
        EventSender { events, left: Cell::new(most) }
    }

    pub fn say(&self, bytes: Vec<u8>) -> io::Result<()> {
        self.pay(bytes.len())?;
        self.send(ClassicEvent::Said(bytes))
    }

    pub fn aside(&self, text: &str) -> io::Result<()> {
        self.pay(text.len())?;
        self.send(ClassicEvent::Aside(text.to_owned()))
    }

    /// Waits where the player has not yet taken what was sent before.
    pub fn send(&self, event: ClassicEvent) -> io::Result<()> {
        self.events.blocking_send(event).map_err(|_| ErrorKind::BrokenPipe.into())
    }

    /// An error where nobody is there any more.
    pub fn check(&self) -> io::Result<()> {
        if self.events.is_closed() { Err(ErrorKind::BrokenPipe.into()) } else { Ok(()) }
    }

    fn pay(&self, bytes: usize) -> io::Result<()> {
        let left = self.left.get().checked_sub(bytes).ok_or(ErrorKind::QuotaExceeded)?;
        self.left.set(left);
        Ok(())
    }
}
