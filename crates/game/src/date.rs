use std::fmt;
use std::str::FromStr;

use crate::Moment;

const DAY: u64 = 86_400_000;

/// From the first of March of the year 0 to the first of January 1970.
const DAYS_BEFORE_1970: u64 = 719_468;

/// How many days 400 years have, after which the calendar begins anew.
const DAYS_OF_400_YEARS: u64 = 146_097;

/// A day of the calendar, in universal time, for moments that are counted from 1970.
///
/// ```
/// use tabiya_game::{Date, Moment};
///
/// let date = Date::of(Moment(1_794_800_000_000));
/// assert_eq!((date.to_string(), date.to_pgn()), ("2026-11-16".to_owned(), "2026.11.16".to_owned()));
/// assert_eq!("2026-11-16".parse(), Ok(date));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Date {
    year: u64,
    month: u64,
    day: u64,
}

impl Date {
    /// The day of a moment.
    ///
    /// CITE: Howard Hinnant, civil_from_days, <https://howardhinnant.github.io/date_algorithms.html>
    pub fn of(moment: Moment) -> Date {
        // Years are counted from the first of March, so that the odd day of February comes last.
        let days = moment.0 / DAY + DAYS_BEFORE_1970;
        let (era, day_of_era) = (days / DAYS_OF_400_YEARS, days % DAYS_OF_400_YEARS);
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted = (5 * day_of_year + 2) / 153;
        let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
        Date {
            year: year_of_era + era * 400 + u64::from(month <= 2),
            month,
            day: day_of_year - (153 * shifted + 2) / 5 + 1,
        }
    }

    /// Its first moment.
    pub fn begins(self) -> Moment {
        let year = if self.month <= 2 { self.year - 1 } else { self.year };
        let (era, year_of_era) = (year / 400, year % 400);
        let shifted = if self.month <= 2 { self.month + 9 } else { self.month - 3 };
        let day_of_year = (153 * shifted + 2) / 5 + self.day - 1;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        Moment((era * DAYS_OF_400_YEARS + day_of_era - DAYS_BEFORE_1970) * DAY)
    }

    /// The first moment after it.
    pub fn ends(self) -> Moment {
        Moment(self.begins().0 + DAY)
    }

    /// As PGN writes it: `2026.11.16`.
    pub fn to_pgn(self) -> String {
        self.to_string().replace('-', ".")
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// The text is no day from 1970 to 9999.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotADate;

impl fmt::Display for NotADate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a date is written as 2026-11-16")
    }
}

impl std::error::Error for NotADate {}

impl FromStr for Date {
    type Err = NotADate;

    fn from_str(text: &str) -> Result<Date, NotADate> {
        let mut parts = text.split('-').map(str::parse::<u64>);
        let (Some(Ok(year)), Some(Ok(month)), Some(Ok(day)), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(NotADate);
        };
        let date = Date { year, month, day };
        let fits = (1970..=9999).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
        // Days that a month does not have are those of the next one.
        if fits && Date::of(date.begins()) == date { Ok(date) } else { Err(NotADate) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (days, text) in [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (11_015, "2000-02-28"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (19_722, "2023-12-31"),
            (19_782, "2024-02-29"),
            (20_773, "2026-11-16"),
            (47_541, "2100-03-01"),
            (2_932_896, "9999-12-31"),
        ] {
            let date: Date = text.parse().unwrap();
            assert_eq!(date.begins(), Moment(days * DAY), "{text}");
            assert_eq!(Date::of(Moment(days * DAY + DAY - 1)), date, "{text}");
            assert_eq!(date.to_string(), text);
            assert_eq!(date.ends(), Moment((days + 1) * DAY));
        }
    }

    #[test]
    fn what_is_no_day_is_refused() {
        for text in [
            "",
            "2026",
            "2026-13-01",
            "2026-02-29",
            "2026-04-31",
            "2026-11-16-1",
            "1969-12-31",
            "10000-01-01",
            "x-y-z",
            "2026-00-10",
            "2026-10-00",
            "-1-1-1",
            "99999999999999999999-1-1",
        ] {
            assert_eq!(text.parse::<Date>(), Err(NotADate), "{text}");
        }
    }
}
