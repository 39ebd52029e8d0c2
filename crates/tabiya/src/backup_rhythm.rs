use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

/// How often backups are made, as people write it: `1 day`, `6 hours`, `never`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackupRhythm {
    Every(Duration),
    Never,
}

impl BackupRhythm {
    pub fn span(self) -> Option<Duration> {
        match self {
            BackupRhythm::Every(span) => Some(span),
            BackupRhythm::Never => None,
        }
    }
}

/// The names of spans, and how many seconds each has.
const UNITS: [(&str, u64); 4] = [("minute", 60), ("hour", 3600), ("day", 24 * 3600), ("week", 7 * 24 * 3600)];

/// More than so many of anything is a mistake.
const MOST: u64 = 1000;

/// The text is no rhythm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotARhythm;

impl fmt::Display for NotARhythm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected how often, such as '1 day', '6 hours', '30 minutes' or '2 weeks', at most {MOST} of them, or 'never'"
        )
    }
}

impl std::error::Error for NotARhythm {}

impl FromStr for BackupRhythm {
    type Err = NotARhythm;

    fn from_str(text: &str) -> Result<BackupRhythm, NotARhythm> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (count, unit) = match words[..] {
            ["never"] => return Ok(BackupRhythm::Never),
            [count, unit] => (count.parse().map_err(|_| NotARhythm)?, unit),
            _ => return Err(NotARhythm),
        };
        let unit = unit.strip_suffix('s').unwrap_or(unit);
        let (_, seconds) = UNITS.into_iter().find(|(name, _)| *name == unit).ok_or(NotARhythm)?;
        if !(1..=MOST).contains(&count) {
            return Err(NotARhythm);
        }
        Ok(BackupRhythm::Every(Duration::from_secs(count * seconds)))
    }
}

/// As it is told: the largest span of which there is a whole number.
impl fmt::Display for BackupRhythm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = match self {
            BackupRhythm::Never => return f.write_str("never"),
            BackupRhythm::Every(span) => span.as_secs(),
        };
        let fits = |(_, unit): &(&str, u64)| seconds.is_multiple_of(*unit);
        let (name, unit) = UNITS.into_iter().rfind(fits).unwrap_or(("second", 1));
        match seconds / unit {
            1 => write!(f, "every {name}"),
            count => write!(f, "every {count} {name}s"),
        }
    }
}

impl<'de> Deserialize<'de> for BackupRhythm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BackupRhythm, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rhythms_are_read_as_people_write_them() {
        for (text, seconds, told) in [
            ("1 day", 86_400, "every day"),
            ("24 hours", 86_400, "every day"),
            ("6 hours", 21_600, "every 6 hours"),
            ("1 hours", 3600, "every hour"),
            ("90 minutes", 5400, "every 90 minutes"),
            (" 2  weeks ", 1_209_600, "every 2 weeks"),
            ("1000 weeks", 604_800_000, "every 1000 weeks"),
        ] {
            let rhythm: BackupRhythm = text.parse().unwrap();
            assert_eq!(rhythm, BackupRhythm::Every(Duration::from_secs(seconds)), "{text}");
            assert_eq!(rhythm.to_string(), told);
        }
        assert_eq!("never".parse(), Ok(BackupRhythm::Never));
        for text in [
            "",
            "day",
            "daily",
            "0 days",
            "-1 day",
            "1.5 hours",
            "1001 weeks",
            "1 day 2 hours",
            "10 seconds",
            "1day",
        ] {
            assert_eq!(text.parse::<BackupRhythm>(), Err(NotARhythm), "{text}");
        }
    }
}
