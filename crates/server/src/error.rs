use std::time::Duration;

use crate::StoreError;
use crate::config::LARGEST_FILE;
use crate::json_words::json_words;
use crate::wire::{FromServer, Reason};

/// Why a request is not obeyed. Nothing has changed.
#[derive(Clone, Debug)]
pub enum Error {
    /// Nobody knows who asks.
    NoSession,
    /// There is no such thing.
    NotFound(Reason),
    /// Not for whoever asks.
    Forbidden(Reason),
    /// The request makes no sense.
    BadRequest(Reason),
    /// The request is in order, and refused for a reason of the game.
    Refused(Reason),
    /// Something else was there before.
    Conflict(Reason),
    /// The game went on meanwhile.
    Stale {
        /// The game's version.
        version: u32,
        /// What the sender has not seen.
        missing: Vec<FromServer>,
    },
    /// Too much of something for now.
    TooMany {
        /// Of what.
        reason: Reason,
        /// After how long it may be tried again.
        wait: Duration,
    },
    /// Too much is going on at the moment.
    Busy(Reason),
    /// The sender took too long.
    TooSlow(Reason),
    /// Too large.
    TooLarge(Reason),
    /// What was asked could not be kept or found.
    Store(StoreError),
    /// What is kept of the game beside its log cannot be read; why.
    DamagedRow(String),
    /// The game's log does not replay.
    Damaged {
        /// The number of the first entry that is wrong.
        entry: u32,
        /// What is wrong with it.
        why: String,
    },
}

impl Error {
    /// There is no such game.
    pub fn no_game() -> Error {
        Error::NotFound(Reason::plain("no_game", "there is no such game"))
    }

    /// There was such a game, which never began.
    pub fn called_off() -> Error {
        Error::NotFound(Reason::plain("called_off", "this game was called off before it began"))
    }

    /// Whoever asks is ahead of the game.
    pub fn future_version(version: u32, asked: u32) -> Error {
        Error::bad("future_version", format!("this game has version {version}: {asked} is yet to come"))
    }

    /// Whoever asks has no seat in the game.
    pub fn not_a_player() -> Error {
        Error::forbidden("not_a_player", "you are watching this game: only its players can do that")
    }

    /// Too much is under way of something that ends when somebody ends it. Nobody knows when: it may be tried soon.
    pub fn too_many(code: &str, says: impl std::fmt::Display) -> Error {
        Error::TooMany { reason: Reason::plain(code, says), wait: Duration::from_secs(1) }
    }

    /// The same with what it is too much of, where it is too much.
    pub(crate) fn told_as(self, code: &str, says: &str) -> Error {
        match self {
            Error::TooMany { wait, .. } => Error::TooMany { reason: Reason::plain(code, says), wait },
            other => other,
        }
    }

    /// A file is larger than those that are taken.
    pub fn file_too_large() -> Error {
        let says = format!("a file has at most {} MB here", LARGEST_FILE / 1_000_000);
        Error::TooLarge(Reason::plain("too_large", says))
    }

    /// The request makes no sense, and why.
    pub fn bad(code: &str, says: impl std::fmt::Display) -> Error {
        Error::BadRequest(Reason::plain(code, says))
    }

    /// A message cannot be read, and why.
    pub fn bad_json(error: &serde_json::Error) -> Error {
        Error::bad("bad_json", json_words(error))
    }

    /// The request is refused, and why.
    pub fn refused(code: &str, says: impl std::fmt::Display) -> Error {
        Error::Refused(Reason::plain(code, says))
    }

    /// Not for whoever asks, and why.
    pub fn forbidden(code: &str, says: impl std::fmt::Display) -> Error {
        Error::Forbidden(Reason::plain(code, says))
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Error {
        match error {
            StoreError::NoGame => Error::no_game(),
            StoreError::DamagedGame(why) => Error::DamagedRow(why),
            StoreError::DamagedEntry { entry, what } => Error::Damaged { entry, why: what },
            error => Error::Store(error),
        }
    }
}
