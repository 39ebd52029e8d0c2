use tabiya_game::{Date, Moment};

/// A moment as a part of file names that sorts by time: `2026-11-16-093005`.
pub fn stamp(moment: Moment) -> String {
    let seconds = moment.0 / 1000 % 86_400;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{}-{hours:02}{minutes:02}{seconds:02}", Date::of(moment))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_sort_by_time() {
        for (seconds, text) in [
            (0, "1970-01-01-000000"),
            (951_782_399, "2000-02-28-235959"),
            (951_782_400, "2000-02-29-000000"),
            (1_735_689_599, "2024-12-31-235959"),
        ] {
            assert_eq!(stamp(Moment(seconds * 1000)), text);
        }
    }
}
