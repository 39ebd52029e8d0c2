use std::fmt;

use tabiya_engine::{Control, Engine, GamePosition, Info, SearchLimits};
use tabiya_notation::pgn::Eval;
use tabiya_notation::{Excerpt, UciMove};
use tabiya_rules::{Move, Position, Rules};

use crate::PositionScore;

/// A position that has to be searched.
///
/// ```
/// use tabiya_analysis::GameAnalysis;
/// use tabiya_engine::{Control, Engine, SearchLimits};
/// use tabiya_notation::pgn::PgnReader;
///
/// let (game, _) = PgnReader::new("1. f3 e5 2. g4 Qh4# 0-1".as_bytes()).games().next().unwrap().unwrap();
/// let mut analysis = GameAnalysis::new(&game);
/// let limits = SearchLimits { nodes: Some(500), ..SearchLimits::default() };
/// let mut engine = Engine::new(1, 1);
/// let tasks: Vec<_> = analysis.tasks().collect();
/// // The last position is over, and needs no engine.
/// assert_eq!(tasks.len(), 4);
/// for task in tasks {
///     let found = task.search(&mut engine, &limits, &Control::default()).unwrap();
///     analysis.put(task.ply, found).unwrap();
/// }
/// assert!(analysis.is_complete());
/// ```
#[derive(Clone, Debug)]
pub struct SearchTask {
    /// After how many single moves it stands on the board.
    pub ply: usize,
    /// The position with those before it. Where the side to move has no move and passes, it is the one after that.
    pub game: GamePosition,
}

/// What was found out about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionSearch {
    /// What it is worth.
    pub score: PositionScore,
    /// How deep it was searched, where that is known.
    pub depth: Option<u32>,
    /// The best lines, the best first; none where only the score is known.
    pub lines: Vec<SearchedLine>,
}

/// A line that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchedLine {
    /// What it leads to.
    pub score: PositionScore,
    /// Its moves, at least one.
    pub moves: Vec<Move>,
}

/// How many positions are searched for each of a game where nobody wishes otherwise: what a game of forty moves is done with
/// in some ten to twenty seconds.
pub const USUAL_NODES: u64 = 200_000;

/// The megabytes of the table of such a search: as much as the positions of one need.
pub const USUAL_MEMORY: usize = 16;

/// How many lines are searched: the second tells whether there was only one good move.
const LINES: usize = 2;

/// The most moves of a line that are kept.
const LINE_LENGTH: usize = 24;

impl SearchTask {
    /// Searches it with an engine that first forgets everything, so that the answer is the same in whatever order
    /// positions are searched (but not where time limits it). `None` where the control stopped it.
    pub fn search(
        &self,
        engine: &mut Engine,
        limits: &SearchLimits,
        control: &Control,
    ) -> Option<PositionSearch> {
        engine.clear();
        engine.multi_pv = LINES;
        let turn = self.game.position.turn();
        let mut infos: Vec<Info> = Vec::new();
        let mut hear = |info: &Info| {
            let place = info.multi_pv.saturating_sub(1);
            match infos.get_mut(place) {
                Some(known) => known.clone_from(info),
                None => infos.push(info.clone()),
            }
        };
        let answer = engine.search(&self.game, limits, control, &mut hear);
        if control.is_stopped() {
            return None;
        }
        let Some(best) = answer.best else {
            let score = PositionScore::of_engine(answer.score, turn);
            return Some(PositionSearch { score, depth: None, lines: Vec::new() });
        };
        let is_told = infos.first().is_some_and(|info| info.line.first() == Some(&best));
        if !is_told {
            // Stopped before anything was told of it.
            let score = PositionScore::of_engine(answer.score, turn);
            let moves = std::iter::once(best).chain(answer.ponder).collect();
            return Some(PositionSearch { score, depth: None, lines: vec![SearchedLine { score, moves }] });
        }
        let depth = infos.first().and_then(|info| u32::try_from(info.depth).ok());
        let line = |info: &Info| SearchedLine {
            score: PositionScore::of_engine(info.score, turn),
            moves: info.line.iter().copied().take(LINE_LENGTH).collect(),
        };
        let is_other = |info: &&Info| info.line.first().is_some_and(|&first| first != best);
        let others = infos.iter().skip(1).filter(is_other).map(line);
        let lines: Vec<SearchedLine> = infos.first().map(line).into_iter().chain(others).collect();
        let score = lines.first().map_or(PositionScore::of_engine(answer.score, turn), |line| line.score);
        Some(PositionSearch { score, depth, lines })
    }
}

impl PositionSearch {
    /// As text of one line, to be kept: `0.35,14 e2e4 e7e5; 0.20 d2d4`. The position is the one that was searched.
    pub fn to_text(&self, position: &Position<&'static Rules>) -> String {
        let PositionSearch { score, depth, lines } = self;
        let depth = depth.map(|depth| format!(",{depth}")).unwrap_or_default();
        let moves = |line: &SearchedLine| {
            let mut here = *position;
            let mut words = Vec::new();
            for &m in &line.moves {
                words.push(UciMove::from_move(m, &here).to_string());
                here.make_unchecked(m);
            }
            words.join(" ")
        };
        let eval = |score: PositionScore| score.eval().unwrap_or(Eval::Centipawns(0)).to_string();
        let first = lines.first().map(|line| format!(" {}", moves(line))).unwrap_or_default();
        let others: String =
            lines.iter().skip(1).map(|line| format!("; {} {}", eval(line.score), moves(line))).collect();
        format!("{}{depth}{first}{others}", eval(*score))
    }

    /// Reads what [`PositionSearch::to_text`] wrote.
    pub fn from_text(text: &str, position: &Position<&'static Rules>) -> Result<PositionSearch, NotASearch> {
        let wrong = || NotASearch { found: Excerpt::new(text) };
        let mut lines = Vec::new();
        let mut head = None;
        for part in text.split(';') {
            let mut words = part.split_whitespace();
            let value = words.next().ok_or_else(wrong)?;
            let (value, depth) =
                value.split_once(',').map_or((value, None), |(value, depth)| (value, Some(depth)));
            let depth = depth.map(|depth| depth.parse::<u32>().map_err(|_| wrong())).transpose()?;
            let score = Eval::parse(value).and_then(PositionScore::of_eval).ok_or_else(wrong)?;
            let mut here = *position;
            let mut moves = Vec::new();
            for word in words {
                let m = word.parse::<UciMove>().map_err(|_| wrong())?;
                let m = m.to_move(&here).map_err(|_| wrong())?;
                here.make_unchecked(m);
                moves.push(m);
            }
            if head.is_some() && (moves.is_empty() || depth.is_some()) {
                return Err(wrong());
            }
            head.get_or_insert((score, depth));
            if !moves.is_empty() {
                lines.push(SearchedLine { score, moves });
            }
        }
        let (score, depth) = head.ok_or_else(wrong)?;
        Ok(PositionSearch { score, depth, lines })
    }
}

/// The text tells nothing that was found out about the position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NotASearch {
    /// What it says.
    pub found: Excerpt,
}

impl fmt::Display for NotASearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a score and lines such as 0.35,14 e2e4 e7e5; 0.20 d2d4, found {}", self.found)
    }
}

impl std::error::Error for NotASearch {}
