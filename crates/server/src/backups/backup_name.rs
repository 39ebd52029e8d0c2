use std::fmt;
use std::str::FromStr;

use tabiya_game::{Date, Moment};

/// Why a backup was made. Of each kind so many are kept: whoever makes several by hand on one day loses none of the week.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackupKind {
    /// It was time.
    Scheduled,
    /// Somebody asked for it.
    ByHand,
    /// The database was about to be brought to a new form.
    BeforeUpgrade,
}

impl BackupKind {
    pub(super) const ALL: [BackupKind; 3] =
        [BackupKind::Scheduled, BackupKind::ByHand, BackupKind::BeforeUpgrade];

    fn word(self) -> &'static str {
        match self {
            BackupKind::Scheduled => "scheduled",
            BackupKind::ByHand => "by-hand",
            BackupKind::BeforeUpgrade => "before-upgrade",
        }
    }
}

/// The name of a file that we made, and nobody else's: `tabiya-2026-11-17-065000-scheduled.backup`. The time is universal, so
/// that names sort by it in summer and winter; nothing is in it that a stick from another system could not hold.
///
/// In a folder that other clubs may use as well it says whose it is: `...-scheduled-3f9a1c20.backup`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BackupName {
    /// To the second.
    pub at: Moment,
    pub kind: BackupKind,
    pub club: Option<ClubTag>,
}

/// Which data folder something is of, in eight digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ClubTag(pub String);

impl BackupName {
    pub fn new(now: Moment, kind: BackupKind, club: Option<ClubTag>) -> BackupName {
        BackupName { at: Moment(now.0 / 1000 * 1000), kind, club }
    }
}

impl fmt::Display for BackupName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let date = Date::of(self.at);
        let seconds = self.at.since(date.begins()).as_secs();
        let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        write!(f, "tabiya-{date}-{hour:02}{minute:02}{second:02}-{}", self.kind.word())?;
        match &self.club {
            Some(ClubTag(tag)) => write!(f, "-{tag}.backup"),
            None => f.write_str(".backup"),
        }
    }
}

/// It is no name of a backup that we made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NotABackupName;

impl FromStr for BackupName {
    type Err = NotABackupName;

    fn from_str(text: &str) -> Result<BackupName, NotABackupName> {
        let name = parts(text).ok_or(NotABackupName)?;
        // What reads the same but is written otherwise is somebody else's.
        if name.to_string() == text { Ok(name) } else { Err(NotABackupName) }
    }
}

fn parts(text: &str) -> Option<BackupName> {
    let rest = text.strip_prefix("tabiya-")?.strip_suffix(".backup")?;
    let (date, rest) = rest.split_at_checked(10)?;
    let (time, rest) = rest.strip_prefix('-')?.split_at_checked(6)?;
    let date: Date = date.parse().ok()?;
    let two = |from: usize| time.get(from..from + 2)?.parse::<u64>().ok();
    let (hour, minute, second) = (two(0)?, two(2)?, two(4)?);
    let rest = rest.strip_prefix('-')?;
    let kind = BackupKind::ALL.into_iter().find(|kind| rest.starts_with(kind.word()))?;
    let club = match rest.strip_prefix(kind.word())? {
        "" => None,
        tag => Some(ClubTag(tag.strip_prefix('-').filter(|tag| is_tag(tag))?.to_owned())),
    };
    let at = Moment(date.begins().0 + (hour * 3600 + minute * 60 + second) * 1000);
    Some(BackupName { at, kind, club })
}

fn is_tag(text: &str) -> bool {
    text.len() == 8 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_when_why_and_whose() {
        let at = Moment(1_794_898_200_999);
        let tag = Some(ClubTag("3f9a1c20".to_owned()));
        for (kind, club, text) in [
            (BackupKind::Scheduled, None, "tabiya-2026-11-17-065000-scheduled.backup"),
            (BackupKind::ByHand, None, "tabiya-2026-11-17-065000-by-hand.backup"),
            (BackupKind::BeforeUpgrade, tag, "tabiya-2026-11-17-065000-before-upgrade-3f9a1c20.backup"),
        ] {
            let name = BackupName::new(at, kind, club);
            assert_eq!(name.to_string(), text);
            assert_eq!(text.parse(), Ok(name));
        }
    }

    #[test]
    fn what_is_not_ours_is_not_read_as_ours() {
        for text in [
            "",
            "club.backup",
            "tabiya-2026-11-17-065000-scheduled",
            "tabiya-2026-11-17-065000-scheduled.backup.old",
            "tabiya-2026-11-17-065000-scheduled (copy).backup",
            "tabiya-2026-11-17-065000-scheduled-.backup",
            "tabiya-2026-11-17-065000-scheduled-3F9A1C20.backup",
            "tabiya-2026-11-17-065000-scheduled-3f9a1c.backup",
            "tabiya-2026-11-17-0650-scheduled.backup",
            "tabiya-2026-11-17-+65000-scheduled.backup",
            "tabiya-2026-11-17-256100-scheduled.backup",
            "tabiya-2026-13-17-065000-scheduled.backup",
            "tabiya-2026-11-7--065000-scheduled.backup",
            "tabiya-2026-11-17-065000-yearly.backup",
            "tabiya-2026-11-17é065000-scheduled.backup",
            "Tabiya-2026-11-17-065000-scheduled.backup",
        ] {
            assert_eq!(text.parse::<BackupName>(), Err(NotABackupName), "{text}");
        }
    }
}
