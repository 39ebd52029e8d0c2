use std::time::Duration;

use tabiya_rules::{ByLanguage, Words};

use crate::StoreError;
use crate::config::LARGEST_FILE;
use crate::grounds::{Grounds, Untranslated};
use crate::json_words::json_words;
use crate::wire::FromServer;

/// Why a request is not obeyed. Nothing has changed.
#[derive(Clone, Debug)]
pub enum Error {
    /// Nobody knows who asks.
    NoSession,
    /// There is something, but not for this method.
    WrongMethod,
    /// There is no such thing.
    NotFound(Grounds),
    /// Not for whoever asks.
    Forbidden(Grounds),
    /// The request makes no sense.
    BadRequest(Grounds),
    /// The request is in order, and refused for a reason of the game.
    Refused(Grounds),
    /// Something else was there before.
    Conflict(Grounds),
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
        reason: Grounds,
        /// After how long it may be tried again.
        wait: Duration,
    },
    /// Too much is going on at the moment.
    Busy(Grounds),
    /// The sender took too long.
    TooSlow(Grounds),
    /// Too large.
    TooLarge(Grounds),
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
        Error::NotFound(Grounds::plain(
            "no_game",
            ByLanguage { english: "there is no such game", german: "diese Partie gibt es nicht" },
        ))
    }

    /// There was such a game, which never began.
    pub fn called_off() -> Error {
        Error::NotFound(Grounds::plain(
            "called_off",
            ByLanguage {
                english: "this game was called off before it began",
                german: "diese Partie wurde abgesagt, bevor sie begann",
            },
        ))
    }

    /// Whoever asks is ahead of the game.
    pub fn future_version(version: u32, asked: u32) -> Error {
        Error::bad(
            "future_version",
            ByLanguage {
                english: format!("this game has version {version}: {asked} is yet to come"),
                german: format!("diese Partie hat die Version {version}: {asked} kommt erst noch"),
            },
        )
    }

    /// Whoever asks has no seat in the game.
    pub fn not_a_player() -> Error {
        Error::forbidden(
            "not_a_player",
            ByLanguage {
                english: "you are watching this game: only its players can do that",
                german: "du schaust bei dieser Partie zu: das können nur die Spieler",
            },
        )
    }

    /// Too much is under way of something that ends when somebody ends it. Nobody knows when: it may be tried soon.
    pub fn too_many(code: &'static str, says: impl Words + Send + Sync + 'static) -> Error {
        Error::TooMany { reason: Grounds::plain(code, says), wait: Duration::from_secs(1) }
    }

    /// The same with what it is too much of, where it is too much.
    pub(crate) fn told_as(self, code: &'static str, says: ByLanguage<&'static str>) -> Error {
        match self {
            Error::TooMany { wait, .. } => Error::TooMany { reason: Grounds::plain(code, says), wait },
            other => other,
        }
    }

    /// A file is larger than those that are taken.
    pub fn file_too_large() -> Error {
        let most = LARGEST_FILE / 1_000_000;
        let says = ByLanguage {
            english: format!("a file has at most {most} MB here"),
            german: format!("eine Datei hat hier höchstens {most} MB"),
        };
        Error::TooLarge(Grounds::plain("too_large", says))
    }

    /// The request makes no sense, and why.
    pub fn bad(code: &'static str, says: impl Words + Send + Sync + 'static) -> Error {
        Error::BadRequest(Grounds::plain(code, says))
    }

    /// A message cannot be read, and why.
    pub fn bad_json(error: &serde_json::Error) -> Error {
        Error::bad("bad_json", Untranslated(json_words(error)))
    }

    /// The request is refused, and why.
    pub fn refused(code: &'static str, says: impl Words + Send + Sync + 'static) -> Error {
        Error::Refused(Grounds::plain(code, says))
    }

    /// Not for whoever asks, and why.
    pub fn forbidden(code: &'static str, says: impl Words + Send + Sync + 'static) -> Error {
        Error::Forbidden(Grounds::plain(code, says))
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
