use std::time::Duration;

use tabiya_rules::Language;

use super::{Bonus, TimeControl};

/// Longer than people play a game at one board.
const LONG: Duration = Duration::from_secs(4 * 3600);

impl TimeControl {
    /// What to tell somebody who surely meant seconds, as users of engines write them: nobody gives people parts of a
    /// second for a move, or more than four hours for a game.
    ///
    /// ```
    /// use tabiya_game::TimeControl;
    /// use tabiya_rules::Language;
    ///
    /// let hint = |text: &str| text.parse::<TimeControl>().unwrap().seconds_hint(Language::English);
    /// assert_eq!(hint("3+0.03").unwrap(), "3+0.03 is in minutes here; 3 seconds are 3s+0.03");
    /// assert_eq!(hint("300+3").unwrap(), "300+3 is in minutes here; 300 seconds are 5+3");
    /// assert_eq!(hint("5+3"), None);
    /// assert_eq!(hint("3s+0.03"), None);
    /// ```
    pub fn seconds_hint(&self, language: Language) -> Option<String> {
        let &[stage] = self.stages() else { return None };
        let is_in_minutes = stage.time.as_millis().is_multiple_of(60_000) && !stage.time.is_zero();
        let has_parts = matches!(stage.bonus, Bonus::Increment(span) if span < Duration::from_secs(1));
        if !is_in_minutes || !(has_parts || stage.time > LONG) {
            return None;
        }
        let mut meant = stage;
        meant.time = stage.time / 60;
        let seconds = meant.time.as_secs();
        Some(match language {
            Language::English => format!("{self} is in minutes here; {seconds} seconds are {meant}"),
            Language::German => format!("{self} sind hier Minuten; {seconds} Sekunden sind {meant}"),
        })
    }
}
