//! The folder in which backups lie: which of them are ours, which are too many.

use std::fs::{self, DirBuilder};
use std::io::{self, ErrorKind};
use std::num::NonZeroUsize;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sha2::{Digest, Sha256};
use tabiya_game::Moment;

use super::backup_name::{BackupKind, BackupName, ClubTag};
use super::backup_plan::{BackupPlace, BackupPlan};
use crate::data_folder::FolderError;
use crate::store::sqlite::{LogIndex, count_begun_games, is_database};

pub(super) struct BackupFolder {
    pub path: PathBuf,
    place: BackupPlace,
    club: Option<ClubTag>,
}

impl BackupFolder {
    pub fn new(plan: &BackupPlan) -> BackupFolder {
        let club = match plan.place {
            BackupPlace::InData => None,
            BackupPlace::Folder(_) => Some(tag_of(&plan.data)),
        };
        BackupFolder { path: plan.folder(), place: plan.place.clone(), club }
    }

    /// Sees to it that the folder is there.
    pub fn prepare(&self) -> Result<(), FolderError> {
        match (&self.place, fs::metadata(&self.path)) {
            (_, Ok(found)) if found.is_dir() => Ok(()),
            (_, Ok(_)) => Err(self.unusable(io::Error::other("it is no folder"))),
            (BackupPlace::InData, Err(error)) if error.kind() == ErrorKind::NotFound => {
                // Names, tokens and games are nobody else's business.
                let made = DirBuilder::new().mode(0o700).create(&self.path);
                made.map_err(|error| self.unusable(error))
            }
            (_, Err(error)) => Err(self.unusable(error)),
        }
    }

    /// Whether the folder is there that somebody named.
    pub fn check_named(&self) -> Result<(), FolderError> {
        match self.place {
            BackupPlace::InData => Ok(()),
            BackupPlace::Folder(_) => self.prepare(),
        }
    }

    fn unusable(&self, error: io::Error) -> FolderError {
        FolderError::NoBackupFolder { folder: self.path.clone(), error }
    }

    /// A name for a backup that nothing there has yet.
    pub fn free_name(&self, now: Moment, kind: BackupKind) -> BackupName {
        let mut name = BackupName::new(now, kind, self.club.clone());
        while fs::symlink_metadata(self.path.join(name.to_string())).is_ok() {
            name.at = name.at.after(Duration::from_secs(1));
        }
        name
    }

    /// Our backups of a kind, the oldest first. Of what cannot be read nothing is known.
    pub fn list(&self, kind: BackupKind) -> Vec<BackupName> {
        let entries = fs::read_dir(&self.path).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<BackupName>().ok());
        let mut ours: Vec<_> = names.filter(|name| name.kind == kind && name.club == self.club).collect();
        ours.sort_by_key(|name| name.at);
        ours
    }

    /// The newest of our backups that hold games which have begun, and how many of them.
    pub fn newest_with_games(&self) -> Option<(PathBuf, u64)> {
        let mut names: Vec<_> = BackupKind::ALL.into_iter().flat_map(|kind| self.list(kind)).collect();
        names.sort_by_key(|name| name.at);
        let mut backups = names.into_iter().rev().map(|name| self.path.join(name.to_string()));
        backups.find_map(|path| {
            count_begun_games(&path, LogIndex::Shared)
                .ok()
                .filter(|games| *games > 0)
                .map(|games| (path, games))
        })
    }

    /// Removes our backups of a kind that are too many, but not `made`, which is on disk and holds so many games that have
    /// begun: whatever holds more stays, for then some were lost. What cannot be removed is told.
    pub fn remove_superseded(
        &self,
        made: &BackupName,
        games: u64,
        now: Moment,
        keep: NonZeroUsize,
        ahead: Duration,
    ) {
        let list = self.list(made.kind);
        for name in superseded(&list, made, now, keep, ahead) {
            let path = self.path.join(name.to_string());
            if let Ok(more) = count_begun_games(&path, LogIndex::Shared)
                && more > games
            {
                tracing::warn!(
                    "the old backup {} stays: it holds {more} games, and the new one {games}",
                    path.display()
                );
                continue;
            }
            let is_ours =
                fs::symlink_metadata(&path).is_ok_and(|found| found.is_file()) && is_database(&path);
            if is_ours && let Err(error) = fs::remove_file(&path) {
                tracing::warn!("the old backup {} cannot be removed: {error}", path.display());
            }
        }
    }
}

/// Which of our backups of a kind are too many: all but the newest, and but for those from a future that is further away
/// than `ahead`. A clock that was wrong made these; whatever it says now, they are not older than what is made today. They
/// count again when their time has come.
fn superseded<'a>(
    list: &'a [BackupName],
    made: &'a BackupName,
    now: Moment,
    keep: NonZeroUsize,
    ahead: Duration,
) -> impl Iterator<Item = &'a BackupName> {
    let past = list.iter().filter(move |name| name.at <= now.after(ahead) && *name != made);
    let count = past.clone().count();
    past.take(count.saturating_sub(keep.get() - 1))
}

/// The same for a data folder whatever name leads there, and another one for another folder.
fn tag_of(data: &Path) -> ClubTag {
    let path = fs::canonicalize(data).unwrap_or_else(|_| data.to_owned());
    let digest = Sha256::digest(path.as_os_str().as_bytes());
    ClubTag(digest.iter().take(4).map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: Duration = Duration::from_secs(24 * 3600);
    const TODAY: Moment = Moment(1_794_898_200_000);

    /// The backup of a day, counted from today.
    fn of_day(day: i64) -> BackupName {
        let at = TODAY.0 as i64 + day * DAY.as_millis() as i64;
        BackupName::new(Moment(at as u64), BackupKind::Scheduled, None)
    }

    #[test]
    fn the_newest_stay_whatever_the_clock_did() {
        let (week, two) = (NonZeroUsize::new(7).unwrap(), NonZeroUsize::new(2).unwrap());
        for (list, made, keep, expected) in [
            (vec![0], 0, week, vec![]),
            (vec![-3, -2, -1, 0], 0, week, vec![]),
            (vec![-3, -2, -1, 0], 0, two, vec![-3, -2]),
            // Set back by a month: what was made before stays until it is old.
            (vec![28, 29, 30, 0], 0, two, vec![]),
            (vec![-2, -1, 0, 28, 29, 30], 0, two, vec![-2]),
            // Once far in the future.
            (vec![-1, 0, 30_000], 0, two, vec![]),
            (vec![-2, -1, 0, 30_000], 0, two, vec![-2]),
            // A little ahead: summer time, or a clock that was corrected.
            (vec![-1, 0, 1], 0, two, vec![-1]),
        ] {
            let mut names: Vec<_> = list.iter().map(|day| of_day(*day)).collect();
            names.sort_by_key(|name| name.at);
            let made = of_day(made);
            let found: Vec<_> = superseded(&names, &made, TODAY, keep, DAY).cloned().collect();
            let expected: Vec<_> = expected.into_iter().map(of_day).collect();
            assert_eq!(found, expected, "{list:?}");
        }
    }
}
