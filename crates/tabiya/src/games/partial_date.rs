use std::str::FromStr;

/// A day, month or year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartialDate {
    year: u16,
    month: Option<u8>,
    day: Option<u8>,
}

impl PartialDate {
    /// The date in a game's tag, `1972.07.??`, as far as it is known.
    pub fn of_tag(text: &str) -> Option<PartialDate> {
        let mut parts = text.trim().splitn(3, ['.', '-', '/']);
        let year = parts.next()?.parse().ok()?;
        let month =
            parts.next().and_then(|month| month.parse().ok()).filter(|month| (1..=12).contains(month));
        let day = parts.next().and_then(|day| day.parse().ok()).filter(|day| (1..=31).contains(day));
        Some(PartialDate { year, month, day: month.and(day) })
    }

    /// The first day that it may be.
    pub fn first(self) -> (u16, u8, u8) {
        (self.year, self.month.unwrap_or(1), self.day.unwrap_or(1))
    }

    /// The last day that it may be, or one after it.
    pub fn last(self) -> (u16, u8, u8) {
        (self.year, self.month.unwrap_or(12), self.day.unwrap_or(31))
    }
}

impl FromStr for PartialDate {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<PartialDate, &'static str> {
        let parts = text.split(['.', '-', '/']).count();
        let date = PartialDate::of_tag(text)
            .filter(|date| parts == 1 + usize::from(date.month.is_some()) + usize::from(date.day.is_some()));
        date.ok_or("expected a date such as 1972, 1972.07 or 1972.07.11")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_may_be_known_in_part() {
        let bounds = |text| PartialDate::of_tag(text).map(|date| (date.first(), date.last()));
        assert_eq!(bounds("1972.07.11"), Some(((1972, 7, 11), (1972, 7, 11))));
        assert_eq!(bounds("1972.07.??"), Some(((1972, 7, 1), (1972, 7, 31))));
        assert_eq!(bounds("1972.??.??"), Some(((1972, 1, 1), (1972, 12, 31))));
        assert_eq!(bounds("1972.??.11"), Some(((1972, 1, 1), (1972, 12, 31))));
        assert_eq!(bounds("1972-7-1"), Some(((1972, 7, 1), (1972, 7, 1))));
        assert_eq!(bounds("????.??.??"), None);
        assert_eq!(bounds(""), None);
    }

    #[test]
    fn a_date_that_is_asked_for_must_be_one() {
        for good in ["1972", "1972.07", "1972.7.1", "1972-07-11"] {
            good.parse::<PartialDate>().unwrap();
        }
        for bad in ["", "x", "1972.13", "1972.??", "1972.07.32", "1972.07.11.1", "-1", "99999"] {
            bad.parse::<PartialDate>().unwrap_err();
        }
    }
}
