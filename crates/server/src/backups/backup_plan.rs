use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What is to be copied, where to, how often, and how many copies stay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupPlan {
    /// The data folder whose games they are.
    pub data: PathBuf,
    /// Where they lie.
    pub place: BackupPlace,
    /// How often one is made; `None`: only when somebody asks.
    pub every: Option<Duration>,
    /// How many of each kind stay.
    pub keep: NonZeroUsize,
}

/// Where backups lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BackupPlace {
    /// In the data folder, in a folder of their own that is made when there is something to put into it.
    InData,
    /// In a folder that somebody named. It is never made: where a disk is missing, its folder would come to lie on another
    /// one, and nobody would notice.
    Folder(PathBuf),
}

impl BackupPlan {
    /// What is usual: one a day, beside the games, and those of a week are kept.
    pub fn usual(data: &Path) -> BackupPlan {
        BackupPlan {
            data: data.to_owned(),
            place: BackupPlace::InData,
            every: Some(Duration::from_secs(24 * 3600)),
            keep: NonZeroUsize::MIN.saturating_add(6),
        }
    }

    /// The folder in which they lie.
    pub fn folder(&self) -> PathBuf {
        match &self.place {
            BackupPlace::InData => self.data.join("backups"),
            BackupPlace::Folder(folder) => folder.clone(),
        }
    }
}
