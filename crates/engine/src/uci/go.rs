use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use tabiya_notation::{Excerpt, NotAUciMove, UciMove, Unplayable};
use tabiya_rules::{ByColor, Move, Position, RuleSource};

use super::CommandError;
use crate::{ClockTimes, SearchLimits};

/// What `go` asks for. Numbers are kept as they were said; [`Go::limits`] makes sense of them.
///
/// ```
/// use tabiya_engine::uci::Go;
///
/// let go: Go = "wtime 3000 btime 2500 winc 30 binc 30 ponder".parse().unwrap();
/// assert!(go.ponder);
/// assert_eq!(go.time.black, Some(2500));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are named as the protocol names them")]
pub struct Go {
    /// The first moves to search alone, and words in their place that are none.
    pub search_moves: Vec<Result<UciMove, NotAUciMove>>,
    pub ponder: bool,
    pub infinite: bool,
    pub time: ByColor<Option<i64>>,
    pub increment: ByColor<Option<i64>>,
    pub moves_to_go: Option<i64>,
    pub depth: Option<i64>,
    pub nodes: Option<i64>,
    pub mate: Option<i64>,
    pub move_time: Option<i64>,
    pub perft: Option<i64>,
}

impl FromStr for Go {
    type Err = CommandError;

    fn from_str(text: &str) -> Result<Go, CommandError> {
        let mut go = Go::default();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            let mut number = |word: &'static str| {
                let found = words.next().unwrap_or("");
                parse(found)
                    .map(Some)
                    .ok_or_else(|| CommandError::GoNumber { word, found: Excerpt::new(found) })
            };
            match word {
                "wtime" => go.time.white = number("wtime")?,
                "btime" => go.time.black = number("btime")?,
                "winc" => go.increment.white = number("winc")?,
                "binc" => go.increment.black = number("binc")?,
                "movestogo" => go.moves_to_go = number("movestogo")?,
                "depth" => go.depth = number("depth")?,
                "nodes" => go.nodes = number("nodes")?,
                "mate" => go.mate = number("mate")?,
                "movetime" => go.move_time = number("movetime")?,
                "perft" => go.perft = number("perft")?,
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "searchmoves" => {
                    while let Some(m) = words.next_if(|word| !is_keyword(word)) {
                        go.search_moves.push(m.parse());
                    }
                }
                _ => return Err(CommandError::GoWord(Excerpt::new(word))),
            }
        }
        Ok(go)
    }
}

/// A number, however large: what does not fit is as good as the largest.
fn parse(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size = digits.parse().unwrap_or(i64::MAX);
    Some(if text.starts_with('-') { -size } else { size })
}

fn is_keyword(word: &str) -> bool {
    const WORDS: [&str; 13] = [
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "depth",
        "nodes",
        "mate",
        "movetime",
        "perft",
        "ponder",
        "infinite",
        "searchmoves",
    ];
    WORDS.contains(&word)
}

impl Go {
    /// The limits of the search, and what of the command was not possible as said. Whoever says `go` waits for a move: a
    /// first move that cannot be played is left out, and where none is left all are searched.
    pub fn limits<R: RuleSource>(&self, position: &Position<R>) -> (SearchLimits, Vec<String>) {
        let mut notes = Vec::new();
        let mut at_least = |name: &str, value: Option<i64>, least: i64| {
            value.map(|value| {
                if value < least {
                    notes.push(format!("{name} {value} is taken as {least}"));
                }
                value.max(least)
            })
        };
        let depth = at_least("depth", self.depth, 1).map(|depth| depth.min(i64::from(i32::MAX)) as i32);
        let nodes = at_least("nodes", self.nodes, 1).map(|nodes| nodes as u64);
        let mate = at_least("mate", self.mate, 1).map(|mate| mate.min(1_000) as i32);
        let move_time = at_least("movetime", self.move_time, 1).map(milliseconds);
        let moves_to_go = at_least("movestogo", self.moves_to_go, 1).map(|moves| moves.min(1_000) as u32);
        let mut time = |name: &str, value| at_least(name, value, 0).map_or(Duration::ZERO, milliseconds);
        let left = ByColor { white: time("wtime", self.time.white), black: time("btime", self.time.black) };
        let increment =
            ByColor { white: time("winc", self.increment.white), black: time("binc", self.increment.black) };
        let us = position.turn();
        let told = [us, !us].into_iter().find(|&color| self.time.get(color).is_some());
        let clock = told.filter(|_| !self.infinite).map(|told| {
            if told == us {
                return ClockTimes { left, increment, moves_to_go };
            }
            notes.push("only the other side's clock is told: it is taken for both".to_string());
            let both = |times: ByColor<Duration>| ByColor::from_fn(|_| *times.get(told));
            ClockTimes { left: both(left), increment: both(increment), moves_to_go }
        });
        let legal = |said: &Result<UciMove, NotAUciMove>| {
            let written = said.clone().map_err(BadSearchMove::NotAMove)?;
            written.to_move(position).map_err(|why| BadSearchMove::Illegal { written, why })
        };
        let (moves, bad): (Vec<_>, Vec<_>) = self.search_moves.iter().map(legal).partition(Result::is_ok);
        let moves: Vec<Move> = moves.into_iter().flatten().collect();
        if let Some(Err(why)) = bad.first() {
            let rest = match (moves.is_empty(), bad.len() - 1) {
                (true, _) => "all moves are searched".to_string(),
                (false, 0) => "it is left out".to_string(),
                (false, others) => format!("it is left out, and so are {others} others"),
            };
            notes.push(format!("{why}; {rest}"));
        }
        (SearchLimits { depth, nodes, mate, move_time, clock, moves }, notes)
    }
}

/// Why a first move to which the search shall be limited is left out.
///
/// ```
/// use tabiya_engine::uci::Go;
/// use tabiya_rules::Position;
///
/// let go: Go = "searchmoves e2e5".parse().unwrap();
/// let (_, notes) = go.limits(&Position::start());
/// assert_eq!(
///     notes,
///     ["go searchmoves: e2e5 is not legal: a pawn does not move from e2 to e5; all moves are searched"],
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadSearchMove {
    /// It is no move at all.
    NotAMove(NotAUciMove),
    /// It cannot be played.
    Illegal {
        /// The move.
        written: UciMove,
        /// Why not.
        why: Unplayable,
    },
}

impl fmt::Display for BadSearchMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadSearchMove::NotAMove(error) => write!(f, "go searchmoves: {error}"),
            BadSearchMove::Illegal { written, why } => {
                write!(f, "go searchmoves: {written} is not legal: {why}")
            }
        }
    }
}

impl std::error::Error for BadSearchMove {}

fn milliseconds(value: i64) -> Duration {
    Duration::from_millis(value.clamp(0, 1 << 40).cast_unsigned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_size_are_numbers() {
        assert_eq!(parse("99999999999999999999999"), Some(i64::MAX));
        assert_eq!(parse("-5"), Some(-5));
        assert_eq!(parse("five"), None);
        assert_eq!(parse("-"), None);
    }

    #[test]
    fn what_is_impossible_is_clamped_and_told() {
        let go: Go = "depth 0 movetime -1 searchmoves e2e4 nodes 7".parse().unwrap();
        let (limits, notes) = go.limits(&Position::start());
        assert_eq!((limits.depth, limits.nodes, limits.moves.len()), (Some(1), Some(7), 1));
        assert_eq!(notes.len(), 2, "{notes:?}");
    }

    #[test]
    fn the_other_sides_clock_is_better_than_none() {
        let limits = |text: &str| text.parse::<Go>().unwrap().limits(&Position::start());
        let (found, notes) = limits("btime 1000 binc 10");
        let clock = found.clock.expect("a clock");
        assert_eq!((clock.left.white.as_millis(), clock.increment.white.as_millis()), (1000, 10));
        assert_eq!(notes.len(), 1, "{notes:?}");
        let (found, notes) = limits("wtime 500 btime 1000 binc 10");
        let clock = found.clock.expect("a clock");
        assert_eq!((clock.left.white.as_millis(), clock.increment.white.as_millis()), (500, 0));
        assert!(notes.is_empty(), "{notes:?}");
        assert!(limits("infinite btime 1000").0.clock.is_none());
    }
}
