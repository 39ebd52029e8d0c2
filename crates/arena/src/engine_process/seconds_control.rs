use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use tabiya_game::{Bonus, Stage, TimeControl};

/// A clock as engine users write it, in seconds: `3+0.03`, `40/60`, `40/60+0.5`.
///
/// People who play write minutes, and a [`TimeControl`] is read so: the two texts look alike, so the two types do not.
///
/// ```
/// use tabiya_arena::engine_process::SecondsControl;
/// use tabiya_game::TimeControl;
///
/// let engines: SecondsControl = "300+3".parse().unwrap();
/// let people: TimeControl = "5+3".parse().unwrap();
/// assert_eq!(engines.for_games(), people);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SecondsControl {
    moves: Option<u32>,
    base: Duration,
    increment: Duration,
}

/// More than anybody waits for a game, and little enough for every protocol's numbers.
const MAX_SECONDS: f64 = 1_000_000.0;

impl SecondsControl {
    /// A time for the whole game, which must not be nought, and what is added after every move.
    pub const fn new(base: Duration, increment: Duration) -> SecondsControl {
        assert!(!base.is_zero(), "a clock cannot begin with no time");
        SecondsControl { moves: None, base, increment }
    }

    /// How many moves the time is for; the whole game where there is no number.
    pub fn moves(&self) -> Option<u32> {
        self.moves
    }

    /// The time.
    pub fn base(&self) -> Duration {
        self.base
    }

    /// What is added after every move.
    pub fn increment(&self) -> Duration {
        self.increment
    }

    /// The same as games have it: one stage that begins again and again.
    pub fn for_games(&self) -> TimeControl {
        let bonus = if self.increment.is_zero() { Bonus::None } else { Bonus::Increment(self.increment) };
        let stage = Stage { moves: self.moves, time: self.base, bonus };
        TimeControl::new(vec![stage]).expect("neither the time nor a number of moves is nought")
    }

    /// What to tell somebody who surely meant minutes: engines get an increment of about a hundredth of their time,
    /// people one of whole seconds that is much more than that.
    ///
    /// ```
    /// use tabiya_arena::engine_process::SecondsControl;
    ///
    /// let hint = |text: &str| text.parse::<SecondsControl>().unwrap().minutes_hint();
    /// assert_eq!(
    ///     hint("5+3").unwrap(),
    ///     "5+3 is in seconds here: 5 s, and 3 s more for each move; 5 minutes are 300+3"
    /// );
    /// assert_eq!(hint("300+3"), None);
    /// assert_eq!(hint("10+0.1"), None);
    /// ```
    pub fn minutes_hint(&self) -> Option<String> {
        let (base, increment) = (self.base.as_secs_f64(), self.increment.as_secs_f64());
        let is_of_people = increment >= 1.0 && increment.fract() == 0.0 && increment * 10.0 >= base;
        let moves = self.moves.map(|moves| format!("{moves}/")).unwrap_or_default();
        is_of_people.then(|| {
            format!(
                "{self} is in seconds here: {base} s, and {increment} s more for each move; \
                 {base} minutes are {moves}{}+{increment}",
                base * 60.0
            )
        })
    }
}

/// A text that people would write is told from rubbish.
impl FromStr for SecondsControl {
    type Err = String;

    fn from_str(text: &str) -> Result<SecondsControl, String> {
        parse(text).map_err(|why| match text.parse::<TimeControl>() {
            Ok(written) => format!("{why}; {}", as_people_write(text, &written)),
            Err(_) => why,
        })
    }
}

/// What to tell of a clock that is written as people write it.
fn as_people_write(text: &str, written: &TimeControl) -> String {
    let for_people = format!("'{text}' is written as for tabiya play --clock, in minutes or with an s");
    match written.stages() {
        [Stage { bonus: Bonus::None | Bonus::Increment(_), .. }] => {
            format!("{for_people}: in seconds, as here, it is {}", written.to_pgn())
        }
        _ => format!("{for_people}: clocks of engines are in seconds, without delays or further stages"),
    }
}

fn parse(text: &str) -> Result<SecondsControl, String> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(count(moves)?), rest),
        None => (None, text),
    };
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let control = SecondsControl { moves, base: seconds(base)?, increment: seconds(increment)? };
    if control.base.is_zero() {
        return Err("a clock cannot begin with no time".to_owned());
    }
    Ok(control)
}

fn count(text: &str) -> Result<u32, String> {
    let count = text.parse().ok().filter(|moves| (1..=1000).contains(moves));
    count.ok_or_else(|| format!("expected a number of moves from 1 to 1000 before the '/', found '{text}'"))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let value: Option<f64> = text.parse().ok();
    match value.filter(|seconds| (0.0..=MAX_SECONDS).contains(seconds)) {
        // Whole milliseconds, as the protocols count.
        Some(seconds) => Ok(Duration::from_millis((seconds * 1000.0).round() as u64)),
        None => Err(format!("expected seconds such as 3 or 0.03, found '{text}'")),
    }
}

impl fmt::Display for SecondsControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if self.increment.is_zero() {
            return Ok(());
        }
        write!(f, "+{}", self.increment.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_come_back_as_written() {
        for text in ["3+0.03", "40/60", "40/60+0.5", "0.5", "1"] {
            assert_eq!(text.parse::<SecondsControl>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn odd_controls_are_refused() {
        let faulty =
            ["", "0", "0+1", "-3", "x", "3+", "+1", "0/3", "a/3", "1e99", "inf", "nan", "3+-1", "2000/1"];
        for text in faulty {
            assert!(text.parse::<SecondsControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_written_for_people_is_told_in_seconds() {
        for (text, end) in [
            ("90s", "in seconds, as here, it is 90"),
            ("90s+2", "in seconds, as here, it is 90+2"),
            ("5d3", "without delays or further stages"),
            ("40/90+30,30+30", "without delays or further stages"),
        ] {
            let why = text.parse::<SecondsControl>().unwrap_err();
            assert!(why.ends_with(end), "{why}");
        }
        assert!(!"five".parse::<SecondsControl>().unwrap_err().contains("--clock"));
    }

    #[test]
    fn only_clocks_of_people_are_hinted_at() {
        let is_hinted = |text: &str| text.parse::<SecondsControl>().unwrap().minutes_hint().is_some();
        for text in ["1+1", "3+2", "5+3", "10+5", "15+10", "90+30", "40/90+30"] {
            assert!(is_hinted(text), "{text}");
        }
        for text in ["1", "40/60", "1+0.01", "8+0.08", "60+0.6", "120+1", "180+2", "300+3", "900+10"] {
            assert!(!is_hinted(text), "{text}");
        }
    }
}
