use std::sync::Arc;
use std::time::{Duration, Instant};

use tabiya_analysis::{PositionScore, PositionSearch, SearchedLine};
use tabiya_engine::{Control, Engine, GamePosition, Info, SearchLimits};

use super::EnginePool;

/// How long the first slice of a search takes, and the longest one. Whoever has lines already can wait longer for the next
/// slice, and gets further in it.
pub(super) const FIRST_SLICE: Duration = Duration::from_millis(30);
const LONGEST_SLICE: Duration = Duration::from_millis(500);

/// The deepest that is searched, and the most moves of a line that are told.
const DEEPEST: i32 = 50;
const LINE_LENGTH: usize = 24;

/// When a search has gone far enough.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchBounds {
    /// How many lines are wanted.
    pub lines: usize,
    /// How many positions are looked at.
    pub positions: u64,
    /// How long on a slow machine.
    pub time: Duration,
}

/// The search for the best lines of a position, in slices. Each begins anew at the first depth, and is soon where the one before
/// was by what the engine remembers.
pub(crate) struct LineSearch {
    pub game: GamePosition,
    bounds: SearchBounds,
    engines: Arc<EnginePool>,
    engine: Option<Engine>,
    /// How many positions were seen, and how long it took.
    pub positions: u64,
    spent: Duration,
    /// The lines of the greatest depth that was finished.
    pub found: Option<PositionSearch>,
}

impl LineSearch {
    pub fn new(game: GamePosition, bounds: SearchBounds, engines: &Arc<EnginePool>) -> LineSearch {
        let engines = Arc::clone(engines);
        LineSearch { game, bounds, engines, engine: None, positions: 0, spent: Duration::ZERO, found: None }
    }

    /// Whether it has gone as far as it goes.
    pub fn is_done(&self) -> bool {
        let depth = self.found.as_ref().and_then(|found| found.depth);
        depth.is_some_and(|depth| depth >= DEEPEST as u32)
            || self.found.is_some()
                && (self.positions >= self.bounds.positions || self.spent >= self.bounds.time)
    }

    /// How long the next slice takes, if nothing stops it.
    pub fn next_slice(&self) -> Duration {
        (self.spent / 3).clamp(FIRST_SLICE, LONGEST_SLICE)
    }

    /// Searches for a slice, or until it is stopped. Every depth that is finished is told.
    pub fn advance(&mut self, control: &Control, mut tell: impl FnMut(&PositionSearch, u64)) {
        let limits = SearchLimits {
            depth: Some(DEEPEST),
            nodes: Some(self.bounds.positions.saturating_sub(self.positions).max(1)),
            move_time: Some(self.next_slice()),
            ..SearchLimits::default()
        };
        let lines = self.bounds.lines.min(self.game.position.count_moves()).max(1);
        let turn = self.game.position.turn();
        let engine = self.engine.get_or_insert_with(|| self.engines.take());
        engine.multi_pv = lines;
        let known = self.found.as_ref().and_then(|found| found.depth).unwrap_or_default();
        let before = self.positions;
        let mut latest = Vec::new();
        let found = &mut self.found;
        let mut hear = |info: &Info| {
            latest.truncate(info.multi_pv.saturating_sub(1));
            latest.push(SearchedLine {
                score: PositionScore::of_engine(info.score, turn),
                moves: info.line.iter().copied().take(LINE_LENGTH).collect(),
            });
            let depth = u32::try_from(info.depth).unwrap_or_default();
            // What was known before is told again only when it is known better.
            if latest.len() == lines && depth > known {
                let score = latest[0].score;
                let search = PositionSearch { score, depth: Some(depth), lines: latest.clone() };
                tell(&search, before + info.nodes);
                *found = Some(search);
            }
        };
        let begun = Instant::now();
        let answer = engine.search(&self.game, &limits, control, &mut hear);
        self.positions += answer.nodes;
        self.spent += begun.elapsed();
        if self.engines.is_crowded() {
            self.give_back();
        }
    }

    fn give_back(&mut self) {
        if let Some(engine) = self.engine.take() {
            self.engines.put(engine);
        }
    }
}

impl Drop for LineSearch {
    fn drop(&mut self) {
        self.give_back();
    }
}
