use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Bonus, Stage, TimeControl};

/// Longer times than this are no game, and would not fit into the numbers of other programs.
pub(crate) const MAX_TIME: Duration = Duration::from_secs(30 * 24 * 3600);

/// Minutes for the game and seconds for each move, stages after commas: `5`, `5+3`, `40/90+30,30+30`, with `d` for a
/// delay and `b` for Bronstein's in place of `+`: `5d3`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, stage) in self.stages().iter().enumerate() {
            f.write_str(if number == 0 { "" } else { "," })?;
            stage.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        match self.time.as_millis() {
            millis if millis.is_multiple_of(60_000) => write!(f, "{}", millis / 60_000)?,
            millis => write!(f, "{}s", Thousandths(millis))?,
        }
        BonusText(self.bonus).fmt(f)
    }
}

impl TimeControl {
    /// As the tag `TimeControl` of PGN has it, in seconds. The tag knows no delays: for these there is `d` and `b`.
    ///
    /// ```
    /// use tabiya_game::TimeControl;
    ///
    /// let control: TimeControl = "40/90+30,30+30".parse().unwrap();
    /// assert_eq!(control.to_pgn(), "40/5400+30:1800+30");
    /// ```
    pub fn to_pgn(&self) -> String {
        let stages: Vec<String> = self.stages().iter().map(stage_in_seconds).collect();
        stages.join(":")
    }

    /// What the tag `TimeControl` of PGN tells, in seconds; `None` where it says that there is no clock or that
    /// nothing is known.
    ///
    /// ```
    /// use tabiya_game::TimeControl;
    ///
    /// let control = TimeControl::from_pgn("40/5400+30:1800+30").unwrap().unwrap();
    /// assert_eq!(control.to_string(), "40/90+30,30+30");
    /// assert_eq!(TimeControl::from_pgn("-"), Ok(None));
    /// assert_eq!(
    ///     TimeControl::from_pgn("*180").unwrap_err().to_string(),
    ///     "expected seconds, such as 300, 300+3 or 40/5400+30:1800+30"
    /// );
    /// ```
    pub fn from_pgn(text: &str) -> Result<Option<TimeControl>, NotAPgnTimeControl> {
        if matches!(text.trim(), "" | "?" | "-") {
            return Ok(None);
        }
        let stages = text.split(':').take(TimeControl::MAX_STAGES + 1);
        let stages: Option<Vec<Stage>> = stages.map(|stage| parse_seconds(stage.trim())).collect();
        stages.and_then(TimeControl::new).map(Some).ok_or(NotAPgnTimeControl)
    }
}

/// A tag of PGN tells no time control that is known here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAPgnTimeControl;

impl fmt::Display for NotAPgnTimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected seconds, such as 300, 300+3 or 40/5400+30:1800+30")
    }
}

impl std::error::Error for NotAPgnTimeControl {}

fn stage_in_seconds(stage: &Stage) -> String {
    let moves = stage.moves.map_or(String::new(), |moves| format!("{moves}/"));
    format!("{moves}{}{}", Thousandths(stage.time.as_millis()), BonusText(stage.bonus))
}

/// What every move gives, with its sign.
struct BonusText(Bonus);

impl fmt::Display for BonusText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, span) = match self.0 {
            Bonus::None => return Ok(()),
            Bonus::Increment(span) => ('+', span),
            Bonus::Delay(span) => ('d', span),
            Bonus::Bronstein(span) => ('b', span),
        };
        write!(f, "{sign}{}", Thousandths(span.as_millis()))
    }
}

/// A number of thousandths as a decimal number.
struct Thousandths(u128);

impl fmt::Display for Thousandths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 % 1000 {
            0 => write!(f, "{}", self.0 / 1000),
            rest => write!(f, "{}.{}", self.0 / 1000, format!("{rest:03}").trim_end_matches('0')),
        }
    }
}

/// The text tells no time control.
///
/// ```
/// use tabiya_game::TimeControl;
///
/// let error = "five".parse::<TimeControl>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "expected minutes and seconds for each move, such as 5+3 (also 5d3, 5b3, 90s, 40/90+30,30+30)"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotATimeControl;

impl fmt::Display for NotATimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "expected minutes and seconds for each move, such as 5+3 (also 5d3, 5b3, 90s, 40/90+30,30+30)",
        )
    }
}

impl std::error::Error for NotATimeControl {}

impl FromStr for TimeControl {
    type Err = NotATimeControl;

    fn from_str(text: &str) -> Result<TimeControl, NotATimeControl> {
        let stages: Option<Vec<Stage>> = text
            .split(',')
            .take(TimeControl::MAX_STAGES + 1)
            .map(|stage| parse_stage(stage.trim()))
            .collect();
        stages.and_then(TimeControl::new).ok_or(NotATimeControl)
    }
}

/// A stage at the board: minutes, where it does not say that they are seconds.
fn parse_stage(text: &str) -> Option<Stage> {
    parse_parts(text, |time| match time.strip_suffix('s') {
        Some(seconds) => parse_span(seconds, 1),
        None => parse_span(time, 60),
    })
}

/// A stage in a file: seconds.
fn parse_seconds(text: &str) -> Option<Stage> {
    parse_parts(text, |time| parse_span(time, 1))
}

fn parse_parts(text: &str, parse_time: impl Fn(&str) -> Option<Duration>) -> Option<Stage> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(parse_count(moves)?), rest),
        None => (None, text),
    };
    let (time, bonus) = match rest.find(['+', 'd', 'b']) {
        Some(at) => (&rest[..at], parse_bonus(&rest[at..])?),
        None => (rest, Bonus::None),
    };
    Some(Stage { moves, time: parse_time(time)?, bonus })
}

fn parse_bonus(text: &str) -> Option<Bonus> {
    let span = parse_span(text.get(1..)?, 1)?;
    match text.as_bytes()[0] {
        _ if span.is_zero() => Some(Bonus::None),
        b'+' => Some(Bonus::Increment(span)),
        b'd' => Some(Bonus::Delay(span)),
        _ => Some(Bonus::Bronstein(span)),
    }
}

fn parse_count(text: &str) -> Option<u32> {
    let is_number = !text.is_empty() && text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

/// A decimal number of units of so many seconds, to the millisecond.
fn parse_span(text: &str, unit_seconds: u64) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let is_number =
        |part: &str| (1..=7).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(fraction) {
        return None;
    }
    let scale = 10u64.pow(fraction.len() as u32);
    let units = whole.parse::<u64>().ok()? * scale + fraction.parse::<u64>().ok()?;
    let span = Duration::from_millis(units * unit_seconds * 1000 / scale);
    (span <= MAX_TIME).then_some(span)
}

impl Serialize for TimeControl {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TimeControl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TimeControl, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}
