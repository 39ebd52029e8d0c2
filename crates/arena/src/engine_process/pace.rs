use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use tabiya_game::{Bonus, Stage};

/// How fast an engine has to play a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// With a clock.
    Clock(TimeControl),
    /// So long for every move.
    MoveTime(Duration),
    /// So many positions for every move.
    Nodes(u64),
    /// So deep at every move.
    Depth(u32),
    /// As it likes: our levels, whose strength lies in how much they think.
    Free,
}

/// How a clock is filled: `3+0.03`, `40/60`, `40/60+0.5`, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// How many moves the time is for; the whole game where there is no number.
    pub moves: Option<u32>,
    /// The time.
    pub base: Duration,
    /// What is added after every move.
    pub increment: Duration,
}

impl TimeControl {
    /// The same as games have it: one stage that begins again and again.
    pub fn for_games(self) -> tabiya_game::TimeControl {
        let TimeControl { moves, base, increment } = self;
        let bonus = if increment.is_zero() { Bonus::None } else { Bonus::Increment(increment) };
        let stage = Stage { moves, time: base, bonus };
        tabiya_game::TimeControl::new(vec![stage]).expect("time and a number of moves are not nought")
    }
}

/// More than anybody waits for a game, and little enough for every protocol's numbers.
const MAX_SECONDS: f64 = 1_000_000.0;

impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<TimeControl, String> {
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(count(moves)?), rest),
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let control = TimeControl { moves, base: seconds(base)?, increment: seconds(increment)? };
        if control.base.is_zero() {
            return Err("a clock cannot begin with no time".to_owned());
        }
        Ok(control)
    }
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

impl fmt::Display for TimeControl {
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

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pace::Clock(control) => control.fmt(f),
            Pace::MoveTime(time) => write!(f, "{} ms a move", time.as_millis()),
            Pace::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Pace::Depth(depth) => write!(f, "depth {depth}"),
            Pace::Free => f.write_str("at its own pace"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_come_back_as_written() {
        for text in ["3+0.03", "40/60", "40/60+0.5", "0.5", "1"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn odd_time_controls_are_refused() {
        let faulty =
            ["", "0", "0+1", "-3", "x", "3+", "+1", "0/3", "a/3", "1e99", "inf", "nan", "3+-1", "2000/1"];
        for text in faulty {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }
}
