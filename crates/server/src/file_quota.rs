use tabiya_rules::ByLanguage;
use tokio::sync::{Mutex, MutexGuard};

use crate::rate_limit::{RateKind, RateLimiter, Requester};
use crate::wire::Action;
use crate::{Error, PlayerId, ServerLimits, Store};

/// How much is kept of the files that games were opened from: so much of one player's games, so much in all, and so
/// much more in a day from one player or address. What is written of the moves of games is kept for ever as well, and counts
/// among what there may be in a day; moves themselves are counted one by one.
pub(crate) struct FileQuota {
    of_one: u64,
    of_all: u64,
    rates: RateLimiter,
    /// How much there is in all, as far as it is known. It is not more than that: games that are withdrawn take theirs along.
    total: Mutex<Option<u64>>,
}

/// The right to keep so much more. Others wait for theirs meanwhile, so that all of them together do not keep too much.
pub(crate) struct FilePermit<'a> {
    total: Option<MutexGuard<'a, Option<u64>>>,
    size: u64,
}

impl FilePermit<'_> {
    /// It is kept now.
    pub fn commit(self) {
        if let Some(mut total) = self.total {
            *total = total.map(|total| total + self.size);
        }
    }
}

impl FileQuota {
    pub fn new(limits: &ServerLimits) -> FileQuota {
        FileQuota {
            of_one: limits.kept_bytes_per_player,
            of_all: limits.kept_bytes,
            rates: RateLimiter::new(limits),
            total: Mutex::new(None),
        }
    }

    /// The right of a player to keep so many bytes more, or why there is none, and the way out.
    pub async fn take(
        &self,
        store: &dyn Store,
        player: PlayerId,
        who: Requester,
        size: u64,
    ) -> Result<FilePermit<'_>, Error> {
        if size == 0 {
            return Ok(FilePermit { total: None, size });
        }
        let mut total = self.total.lock().await;
        if store.source_size(Some(player)).await? + size > self.of_one {
            let most = megabytes(self.of_one);
            let says = ByLanguage {
                english: format!(
                    "the files that your games were opened from have {most} already, which is the most that is kept of \
                     one player: begin without a file, or call off a game that waits for somebody"
                ),
                german: format!(
                    "die Dateien, aus denen deine Partien geöffnet wurden, haben schon {most}, und mehr wird von einem \
                     Spieler nicht aufbewahrt: beginne ohne Datei, oder sag eine Partie ab, die auf jemanden wartet"
                ),
            };
            return Err(Error::refused("files_full", says));
        }
        if total.is_none_or(|total| total + size > self.of_all) {
            *total = Some(store.source_size(None).await?);
        }
        if total.unwrap_or_default() + size > self.of_all {
            let says = ByLanguage {
                english: "this server keeps no more files that games were opened from: begin without a file, or ask \
                          whoever runs it to set `kept-megabytes` higher",
                german: "dieser Server bewahrt keine weiteren Dateien auf, aus denen Partien geöffnet wurden: beginne \
                         ohne Datei, oder bitte den Betreiber, `kept-megabytes` höher zu setzen",
            };
            return Err(Error::refused("files_full", says));
        }
        let says = ByLanguage {
            english: "many files were opened from where you are today: begin without a file, or try again tomorrow",
            german: "von dort, wo du bist, wurden heute viele Dateien geöffnet: beginne ohne Datei, oder versuch es morgen wieder",
        };
        self.count(size, who).map_err(|error| error.told_as("too_many_files", says))?;
        Ok(FilePermit { total: Some(total), size })
    }

    /// Counts what a command adds to a game, or says that it is too much for today.
    pub fn count_command(&self, action: &Action, who: Requester) -> Result<(), Error> {
        let says = ByLanguage {
            english: "no more moves in a day are kept from where you are: one more is taken every few seconds; more at once, \
                      if whoever runs this server sets `moves-per-day` higher",
            german: "von dort, wo du bist, werden an einem Tag nicht mehr Züge aufbewahrt: alle paar Sekunden geht noch \
                     einer; mehr auf einmal, wenn der Betreiber `moves-per-day` höher setzt",
        };
        self.rates.take(RateKind::Entry, who).map_err(|error| error.told_as("too_many_moves", says))?;
        let Action::Annotate { at, change } = action else { return Ok(()) };
        let says = ByLanguage {
            english: "much was written in games today from where you are: try again tomorrow",
            german: "von dort, wo du bist, wurde heute viel in Partien geschrieben: versuch es morgen wieder",
        };
        let size = at.len() + change.text().len();
        self.count(size as u64, who).map_err(|error| error.told_as("too_much_written", says))
    }

    /// Counts kilobytes, begun ones too.
    fn count(&self, size: u64, who: Requester) -> Result<(), Error> {
        let kilobytes = u32::try_from(size.div_ceil(1024)).unwrap_or(u32::MAX);
        self.rates.take_many(RateKind::Kilobyte, kilobytes, who)
    }
}

fn megabytes(bytes: u64) -> String {
    format!("{} MB", bytes.div_ceil(1 << 20))
}
