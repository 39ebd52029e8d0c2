//! The time, for games that cannot look at a clock themselves.

use std::time::{SystemTime, UNIX_EPOCH};

use tabiya_game::Moment;

/// Now.
pub fn now() -> Moment {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Moment(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// A moment as the calendar of Greenwich has it.
pub struct Calendar {
    pub year: u64,
    pub month: u64,
    pub day: u64,
    /// Seconds since midnight.
    pub seconds: u64,
}

impl Calendar {
    /// CITE: Howard Hinnant, civil_from_days, <https://howardhinnant.github.io/date_algorithms.html>
    pub fn of(moment: Moment) -> Calendar {
        let (days, seconds) = (moment.0 / 86_400_000, moment.0 / 1000 % 86_400);
        // Years are counted from the first of March, so that the odd day of February comes last.
        let days = days + 719_468;
        let (era, day_of_era) = (days / 146_097, days % 146_097);
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted_month = (5 * day_of_year + 2) / 153;
        let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
        Calendar {
            year: year_of_era + era * 400 + u64::from(month <= 2),
            month,
            day: day_of_year - (153 * shifted_month + 2) / 5 + 1,
            seconds,
        }
    }

    /// As PGN writes days: `2026.11.16`.
    pub fn tag(&self) -> String {
        format!("{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }

    /// As a part of file names that sorts by time: `2026-11-16-093005`.
    pub fn stamp(&self) -> String {
        let (hours, minutes, seconds) = (self.seconds / 3600, self.seconds / 60 % 60, self.seconds % 60);
        format!("{:04}-{:02}-{:02}-{hours:02}{minutes:02}{seconds:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (seconds, stamp) in [
            (0, "1970-01-01-000000"),
            (951_782_399, "2000-02-28-235959"),
            (951_782_400, "2000-02-29-000000"),
            (951_868_800, "2000-03-01-000000"),
            (1_709_164_800, "2024-02-29-000000"),
            (1_735_689_599, "2024-12-31-235959"),
            (4_107_542_400, "2100-03-01-000000"),
        ] {
            assert_eq!(Calendar::of(Moment(seconds * 1000)).stamp(), stamp);
        }
        assert_eq!(Calendar::of(Moment(951_782_400_000)).tag(), "2000.02.29");
    }
}
