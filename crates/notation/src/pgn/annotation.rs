use std::fmt;

use tabiya_rules::Square;

/// Something that programs say in a comment: `[%clk 1:05:23]`, `[%eval 0.17]`, `[%cal Gd2d4]`, `[%csl Rd4]`.
///
/// ```
/// use tabiya_notation::pgn::{Annotation, Eval, annotations};
///
/// let (found, text) = annotations("[%eval 0.17] [%clk 0:00:30] best");
/// assert_eq!(found[0], Annotation::Eval(Eval::Centipawns(17), None));
/// assert_eq!(found[1].to_string(), "[%clk 0:00:30]");
/// assert_eq!(text, "best");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Annotation {
    /// The time left on the clock of the side that moved.
    Clock(PgnClock),
    /// The time spent on the move.
    Spent(PgnClock),
    /// What an engine thinks of the position, and how deep it looked, where that is told.
    Eval(Eval, Option<u32>),
    /// Arrows drawn on the board.
    Arrows(Vec<Arrow>),
    /// Squares marked on the board.
    Circles(Vec<Circle>),
    /// Something else, kept as it is: its name and its value.
    Other(String, String),
}

/// A time in milliseconds, written as `h:mm:ss`, with a fraction where there is one.
///
/// ```
/// use tabiya_notation::pgn::PgnClock;
///
/// assert_eq!(PgnClock::parse("1:00:05.5"), Some(PgnClock { milliseconds: 3_605_500 }));
/// assert_eq!(PgnClock { milliseconds: 65_000 }.to_string(), "0:01:05");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PgnClock {
    /// The time.
    pub milliseconds: u64,
}

/// What an engine thinks of a position, from White's side.
///
/// ```
/// use tabiya_notation::pgn::Eval;
///
/// assert_eq!(Eval::parse("#-3"), Some(Eval::Mate(-3)));
/// assert_eq!(Eval::Centipawns(-5).to_string(), "-0.05");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Eval {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves, by Black where it is negative.
    Mate(i32),
}

/// The color of a mark.
///
/// ```
/// use tabiya_notation::pgn::{Circle, MarkColor};
///
/// assert_eq!(Circle::parse("Yd4").unwrap().color, MarkColor::Yellow);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the colors are their own names")]
pub enum MarkColor {
    Green,
    Red,
    Yellow,
    Blue,
}

/// An arrow on the board.
///
/// ```
/// use tabiya_notation::pgn::Arrow;
///
/// assert_eq!(Arrow::parse("Gd2d4").unwrap().to_string(), "Gd2d4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are their own names")]
pub struct Arrow {
    pub color: MarkColor,
    pub from: Square,
    pub to: Square,
}

/// A marked square.
///
/// ```
/// use tabiya_notation::pgn::Circle;
///
/// assert_eq!(Circle::parse("Rd4").unwrap().to_string(), "Rd4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are their own names")]
pub struct Circle {
    pub color: MarkColor,
    pub at: Square,
}

/// The annotations in a comment, and the text that is left.
pub fn annotations(comment: &str) -> (Vec<Annotation>, String) {
    let mut found = Vec::new();
    let mut text = String::new();
    let mut rest = comment;
    while let Some((before, name, value, after)) = next_command(rest) {
        push_words(&mut text, before);
        found.push(Annotation::parse(name, value));
        rest = after;
    }
    push_words(&mut text, rest);
    (found, text)
}

/// What stands before the first command, its name and value, and what stands behind it.
pub(super) fn next_command(text: &str) -> Option<(&str, &str, &str, &str)> {
    let (before, rest) = text.split_once("[%")?;
    let (command, after) = rest.split_once(']')?;
    let (name, value) = command.split_once(' ').unwrap_or((command, ""));
    Some((before, name, value.trim(), after))
}

/// Adds words to a text, parted from it by one blank.
fn push_words(text: &mut String, words: &str) {
    let words = words.trim();
    if !text.is_empty() && !words.is_empty() {
        text.push(' ');
    }
    text.push_str(words);
}

impl Annotation {
    pub(super) fn parse(name: &str, value: &str) -> Annotation {
        let known = match name {
            "clk" => PgnClock::parse(value).map(Annotation::Clock),
            "emt" => PgnClock::parse(value).map(Annotation::Spent),
            "eval" => eval(value),
            "cal" => list(value, Arrow::parse).map(Annotation::Arrows),
            "csl" => list(value, Circle::parse).map(Annotation::Circles),
            _ => None,
        };
        known.unwrap_or_else(|| Annotation::Other(name.to_owned(), value.to_owned()))
    }
}

/// An evaluation, perhaps with a depth behind a comma.
fn eval(text: &str) -> Option<Annotation> {
    let Some((value, depth)) = text.split_once(',') else {
        return Some(Annotation::Eval(Eval::parse(text)?, None));
    };
    Some(Annotation::Eval(Eval::parse(value.trim())?, Some(digits(depth.trim())?)))
}

/// A number of digits alone: the parser of the language takes a sign, too.
fn digits<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// The items between commas, if all of them can be read.
fn list<T>(text: &str, parse: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    text.split(',').map(|item| parse(item.trim())).collect()
}

impl fmt::Display for Annotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Annotation::Clock(clock) => write!(f, "[%clk {clock}]"),
            Annotation::Spent(clock) => write!(f, "[%emt {clock}]"),
            Annotation::Eval(eval, None) => write!(f, "[%eval {eval}]"),
            Annotation::Eval(eval, Some(depth)) => write!(f, "[%eval {eval},{depth}]"),
            Annotation::Arrows(arrows) => write!(f, "[%cal {}]", joined(arrows)),
            Annotation::Circles(circles) => write!(f, "[%csl {}]", joined(circles)),
            Annotation::Other(name, value) if value.is_empty() => write!(f, "[%{name}]"),
            Annotation::Other(name, value) => write!(f, "[%{name} {value}]"),
        }
    }
}

fn joined<T: ToString>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(",")
}

impl PgnClock {
    /// Reads `h:mm:ss`, with or without a fraction, or fewer parts.
    pub fn parse(text: &str) -> Option<PgnClock> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let parts: Vec<u64> = whole.split(':').map(digits).collect::<Option<_>>()?;
        if parts.len() > 3 {
            return None;
        }
        let seconds = parts.iter().try_fold(0u64, |sum, part| sum.checked_mul(60)?.checked_add(*part))?;
        let thousandths: String = fraction.chars().chain("000".chars()).take(3).collect();
        let milliseconds = seconds.checked_mul(1000)?.checked_add(digits(&thousandths)?)?;
        Some(PgnClock { milliseconds })
    }
}

impl fmt::Display for PgnClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, rest) = (self.milliseconds / 1000, self.milliseconds % 1000);
        write!(f, "{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
        if rest == 0 {
            return Ok(());
        }
        write!(f, ".{}", format!("{rest:03}").trim_end_matches('0'))
    }
}

impl Eval {
    /// Reads `0.17`, `-1.5`, `#3` or `#-3`.
    pub fn parse(text: &str) -> Option<Eval> {
        if let Some(moves) = text.strip_prefix('#') {
            return moves.parse().ok().map(Eval::Mate);
        }
        let hundredths = (text.parse::<f64>().ok()? * 100.0).round();
        let is_in_bounds = hundredths >= f64::from(i32::MIN) && hundredths <= f64::from(i32::MAX);
        is_in_bounds.then_some(Eval::Centipawns(hundredths as i32))
    }
}

impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Eval::Mate(moves) => write!(f, "#{moves}"),
            Eval::Centipawns(value) => {
                let sign = if *value < 0 { "-" } else { "" };
                write!(f, "{sign}{}.{:02}", value.unsigned_abs() / 100, value.unsigned_abs() % 100)
            }
        }
    }
}

impl MarkColor {
    fn letter(self) -> char {
        match self {
            MarkColor::Green => 'G',
            MarkColor::Red => 'R',
            MarkColor::Yellow => 'Y',
            MarkColor::Blue => 'B',
        }
    }

    /// The color of a mark's first letter, and the rest of its text.
    fn split(text: &str) -> Option<(MarkColor, &str)> {
        let colors = [MarkColor::Green, MarkColor::Red, MarkColor::Yellow, MarkColor::Blue];
        colors.into_iter().find_map(|color| Some((color, text.strip_prefix(color.letter())?)))
    }
}

impl Arrow {
    /// Reads a color's letter and two squares.
    pub fn parse(text: &str) -> Option<Arrow> {
        let (color, squares) = MarkColor::split(text)?;
        Some(Arrow { color, from: squares.get(..2)?.parse().ok()?, to: squares.get(2..)?.parse().ok()? })
    }
}

impl Circle {
    /// Reads a color's letter and a square.
    pub fn parse(text: &str) -> Option<Circle> {
        let (color, square) = MarkColor::split(text)?;
        Some(Circle { color, at: square.parse().ok()? })
    }
}

impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.color.letter(), self.from, self.to)
    }
}

impl fmt::Display for Circle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.color.letter(), self.at)
    }
}
