use std::fmt;
use std::str::FromStr;

use super::{PgnGame, PgnNodeId};
use crate::{Excerpt, UciMove};

/// The way to a move of a game, from its start: `e2e4 c7c5 g1f3`. It stays right when variations are put in another
/// order. Where a place has the same move several times, as a file may have it, the second is written `g1f3~2`.
///
/// ```
/// use tabiya_notation::pgn::{PgnGame, PgnPath, PgnReader};
///
/// let text = "1. e4 e5 (1... c5 2. Nf3) (1... c5 2. c3) *";
/// let (game, _) = PgnReader::new(text.as_bytes()).games().next().unwrap().unwrap();
/// let path: PgnPath = "e2e4 c7c5~2 c2c3".parse().unwrap();
/// let node = game.find(&path).unwrap();
/// assert_eq!(game.path(node), path);
/// assert_eq!(path.to_string(), "e2e4 c7c5~2 c2c3");
/// assert_eq!(game.find(&"e2e4 c7c5 c2c3".parse().unwrap()), None);
/// assert_eq!(game.find(&PgnPath::default()), Some(PgnGame::ROOT));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PgnPath(pub Vec<PgnStep>);

/// A move on such a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PgnStep {
    /// The move; nothing moves where a side passes.
    pub m: UciMove,
    /// Which of those in its place that are the same, from 1.
    pub nth: u16,
}

impl PgnStep {
    /// The first move of a place that is this one.
    pub fn first(m: UciMove) -> PgnStep {
        PgnStep { m, nth: 1 }
    }
}

impl PgnPath {
    /// The way on by one more move.
    #[must_use]
    pub fn then(mut self, step: PgnStep) -> PgnPath {
        self.0.push(step);
        self
    }

    /// The way to the move before; nothing at the start.
    pub fn parent(mut self) -> Option<PgnPath> {
        self.0.pop().map(|_| self)
    }
}

impl FromStr for PgnPath {
    type Err = NotAPath;

    fn from_str(text: &str) -> Result<PgnPath, NotAPath> {
        let words = text.split_ascii_whitespace();
        words
            .map(|word| step(word).ok_or_else(|| NotAPath { found: Excerpt::new(word) }))
            .collect::<Result<_, _>>()
            .map(PgnPath)
    }
}

fn step(word: &str) -> Option<PgnStep> {
    let Some((m, nth)) = word.split_once('~') else { return Some(PgnStep::first(word.parse().ok()?)) };
    let is_number = nth.bytes().all(|byte| byte.is_ascii_digit());
    let nth = nth.parse().ok().filter(|&nth| is_number && nth > 0)?;
    Some(PgnStep { m: m.parse().ok()?, nth })
}

impl fmt::Display for PgnPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, step) in self.0.iter().enumerate() {
            write!(f, "{}{step}", if number > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Display for PgnStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.nth {
            1 => write!(f, "{}", self.m),
            nth => write!(f, "{}~{nth}", self.m),
        }
    }
}

/// The text is no way through a game.
///
/// ```
/// use tabiya_notation::pgn::PgnPath;
///
/// let why = "e2e4 Nf6".parse::<PgnPath>().unwrap_err();
/// assert_eq!(why.to_string(), "the way to a move has moves such as e2e4 e7e5~2, found \"Nf6\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NotAPath {
    /// What was found instead.
    pub found: Excerpt,
}

impl fmt::Display for NotAPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the way to a move has moves such as e2e4 e7e5~2, found {}", self.found)
    }
}

impl std::error::Error for NotAPath {}

impl PgnGame {
    /// The way to a move.
    pub fn path(&self, node: PgnNodeId) -> PgnPath {
        let mut position = *self.start();
        let mut steps = Vec::new();
        for node in self.line_to(node) {
            steps.push(self.step_to(node, &position));
            position = self.after(node, &position);
        }
        PgnPath(steps)
    }

    /// A move in its place, as ways through the game have it; `before` is the position before it.
    pub fn step_to<R: tabiya_rules::RuleSource>(
        &self,
        node: PgnNodeId,
        before: &tabiya_rules::Position<R>,
    ) -> PgnStep {
        let m = self[node].m;
        let siblings = self.parent(node).into_iter().flat_map(|parent| self.children(parent));
        let earlier = siblings.take_while(|&other| other != node).filter(|&other| self[other].m == m).count();
        let m = m.map_or(UciMove::Null, |m| UciMove::from_move(m, before));
        PgnStep { m, nth: u16::try_from(earlier + 1).unwrap_or(u16::MAX) }
    }

    /// The move at the end of a way, if there is one.
    pub fn find(&self, path: &PgnPath) -> Option<PgnNodeId> {
        let mut position = *self.start();
        let mut node = PgnGame::ROOT;
        for step in &path.0 {
            let m =
                |child: PgnNodeId| self[child].m.map_or(UciMove::Null, |m| UciMove::from_move(m, &position));
            let mut same = self.children(node).filter(|&child| m(child) == step.m);
            node = same.nth(usize::from(step.nth.max(1)) - 1)?;
            position = self.after(node, &position);
        }
        Some(node)
    }

    /// The moves from the first one to this.
    pub fn line_to(&self, node: PgnNodeId) -> Vec<PgnNodeId> {
        let back = std::iter::successors(Some(node), |&node| self.parent(node));
        let mut line: Vec<PgnNodeId> = back.take_while(|&node| node != PgnGame::ROOT).collect();
        line.reverse();
        line
    }
}
