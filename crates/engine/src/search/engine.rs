use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use tabiya_rules::{EndRules, Move, Position, RuleSource, Rules, Stalemate, StalemateTest};

use super::control::Control;
use super::deepen::Orders;
use super::game_position::GamePosition;
use super::info::{Info, Score};
use super::limits::{SearchLimits, TimePlan};
use super::memory::{Memory, SharedState};
use super::ranking::rank;
use super::root_move::RootMove;
use super::searcher::Searcher;
use super::transposition_table::{Bound, TranspositionTable};
use super::value::INFINITE;
use crate::eval::{Classical, Misjudgment};
use crate::tables::{Prober, Tables};

/// What a search found.
///
/// ```
/// use tabiya_engine::{Control, Engine, GamePosition, SearchLimits};
/// use tabiya_rules::FIDE;
///
/// let game = GamePosition::starting(&FIDE).unwrap();
/// let limits = SearchLimits { nodes: Some(2_000), ..SearchLimits::default() };
/// let answer = Engine::new(1, 1).search(&game, &limits, &Control::default(), &mut |_| {});
/// assert!(game.position.is_legal(answer.best.unwrap()));
/// ```
#[derive(Clone, Debug)]
pub struct SearchAnswer {
    /// The best move; `None` where there is no legal one.
    pub best: Option<Move>,
    /// The answer that is expected to it.
    pub ponder: Option<Move>,
    /// What the position is worth.
    pub score: Score,
    /// How many positions were seen.
    pub nodes: u64,
}

/// The engine: a table of positions and what each of its threads has learnt.
///
/// ```
/// use tabiya_engine::{Control, Engine, GamePosition, SearchLimits};
/// use tabiya_notation::{Strictness, read_position};
/// use tabiya_rules::FIDE;
///
/// let mut engine = Engine::new(4, 1);
/// let fen = "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1";
/// let game = GamePosition::new(read_position(fen, &FIDE, Strictness::Strict).unwrap().position);
/// let limits = SearchLimits { depth: Some(4), ..SearchLimits::default() };
/// let answer = engine.search(&game, &limits, &Control::default(), &mut |_| {});
/// assert_eq!(answer.best.unwrap().to_string(), "b1b8");
/// assert_eq!(answer.score.mate(), Some(1));
/// ```
pub struct Engine {
    table: TranspositionTable,
    memories: Vec<Memory<Classical>>,
    /// The rules of the last search: what was learnt is true under them only, while positions have the same keys under
    /// all.
    rules: Option<&'static Rules>,
    /// How many of the best lines are searched.
    pub multi_pv: usize,
    /// The time lost on every move between the clock and the engine.
    pub overhead: Duration,
    /// Tables of endgames, asked under the rules for which they were made.
    pub tables: Option<Arc<Tables>>,
}

impl Engine {
    /// An engine with a table of so many megabytes and so many threads, at least one of each.
    pub fn new(megabytes: usize, threads: usize) -> Engine {
        let mut engine = Engine {
            table: TranspositionTable::new(megabytes),
            memories: Vec::new(),
            rules: None,
            multi_pv: 1,
            overhead: Duration::from_millis(10),
            tables: None,
        };
        engine.set_threads(threads);
        engine
    }

    /// Makes the table so large, and empty. Where there is not so much memory it gets smaller; the answer is its size.
    pub fn set_megabytes(&mut self, megabytes: usize) -> usize {
        // The old one goes first, so that both need not fit.
        self.table = TranspositionTable::new(0);
        self.table = TranspositionTable::new(megabytes);
        self.table.megabytes()
    }

    /// Searches with so many threads.
    pub fn set_threads(&mut self, threads: usize) {
        let misjudgment = self.misjudgment();
        self.memories.resize_with(threads.max(1), fresh_memory);
        self.set_misjudgment(misjudgment);
    }

    /// Forgets everything; how it errs stays.
    pub fn clear(&mut self) {
        let misjudgment = self.misjudgment();
        self.table.clear();
        self.memories.fill_with(fresh_memory);
        self.set_misjudgment(misjudgment);
    }

    /// Plays as well as it can again, after a handicap.
    pub fn play_fully(&mut self) {
        self.misjudge(None);
    }

    /// Errs like this from now on. What was learnt in another mood is forgotten.
    pub(crate) fn misjudge(&mut self, misjudgment: Option<Misjudgment>) {
        if self.misjudgment() != misjudgment {
            self.set_misjudgment(misjudgment);
            self.clear();
        }
    }

    fn misjudgment(&self) -> Option<Misjudgment> {
        self.memories.first().and_then(|memory| memory.evaluator.misjudgment)
    }

    fn set_misjudgment(&mut self, misjudgment: Option<Misjudgment>) {
        self.memories.iter_mut().for_each(|memory| memory.evaluator.misjudgment = misjudgment);
    }

    /// Searches a position until a limit is reached or the control says stop, telling `report` on the way. What was
    /// learnt under other rules is forgotten.
    pub fn search(
        &mut self,
        game: &GamePosition,
        limits: &SearchLimits,
        control: &Control,
        report: &mut dyn FnMut(&Info),
    ) -> SearchAnswer {
        let started = Instant::now();
        let rules = game.position.rules();
        if self.rules.replace(rules).is_some_and(|last| last != rules) {
            self.clear();
        }
        // FIDE's moves have code of their own.
        match game.position.specialized().filter(|_| ends_without_asking(&rules.ends)) {
            Some(position) => self.search_as(&position, game, limits, control, started, report),
            None => self.search_as(&game.position, game, limits, control, started, report),
        }
    }

    fn search_as<R: RuleSource>(
        &mut self,
        position: &Position<R>,
        game: &GamePosition,
        limits: &SearchLimits,
        control: &Control,
        started: Instant,
        report: &mut dyn FnMut(&Info),
    ) -> SearchAnswer {
        let legal = position.legal_moves();
        let is_wanted = |m: &Move| limits.moves.is_empty() || limits.moves.contains(m);
        let moves: Vec<Move> = legal.iter().copied().filter(is_wanted).collect();
        let moves = if moves.is_empty() { legal.to_vec() } else { moves };
        let mut roots: Vec<RootMove> = moves.into_iter().map(RootMove::new).collect();
        if roots.is_empty() {
            return SearchAnswer { best: None, ponder: None, score: Score::centipawns(0), nodes: 0 };
        }
        self.table.age();
        let rules = game.position.rules();
        let history: Vec<u64> = game.history.iter().map(|key| key.0).collect();
        let prober = self.tables.as_deref().and_then(|tables| Prober::new(tables, rules));
        let ranking = prober.and_then(|prober| rank(prober, position, &history, &mut roots));
        let nodes: Vec<AtomicU64> = self.memories.iter().map(|_| AtomicU64::new(0)).collect();
        let shared = SharedState {
            table: &self.table,
            control,
            done: AtomicBool::new(false),
            plan: TimePlan::new(limits, position.turn(), self.overhead, started),
            nodes: &nodes,
            node_limit: limits.nodes.unwrap_or(u64::MAX).max(1),
            prober: prober.filter(|_| ranking.is_none_or(|ranking| ranking.asks_on)),
            table_hits: AtomicU64::new(ranking.map_or(0, |ranking| ranking.hits)),
        };
        let multi_pv = self.multi_pv;
        let (first, helpers) = self.memories.split_first_mut().expect("there is at least one thread");
        let roots = thread::scope(|scope| {
            for (i, memory) in helpers.iter_mut().enumerate() {
                let (shared, history, roots) = (&shared, &history, &roots);
                scope.spawn(move || {
                    let mut helper = Searcher::new(memory, shared, i + 1, rules, position, history, roots);
                    helper.deepen(position, Orders { limits, multi_pv, report: None, reported: None });
                });
            }
            let mut searcher = Searcher::new(first, &shared, 0, rules, position, &history, &roots);
            let roots =
                searcher.deepen(position, Orders { limits, multi_pv, report: Some(report), reported: None });
            shared.nodes[0].store(searcher.nodes, Relaxed);
            shared.done.store(true, Relaxed);
            roots
        });
        answer(&roots, shared.all_nodes())
    }
}

/// Whether a search need not ask positions how the game ends, so that they need not carry their rules.
fn ends_without_asking(ends: &EndRules) -> bool {
    let EndRules {
        stalemate,
        stalemate_test,
        // Where moves are FIDE's no king is taken.
        royal_taken: _,
        // Counted by the search.
        repetition: _,
        quiet_moves: _,
        dead_position: _,
    } = ends;
    *stalemate_test == StalemateTest::NoMove && *stalemate == Stalemate::Draws
}

/// A thread's memory before its first search.
fn fresh_memory() -> Memory<Classical> {
    Memory::new(Classical::new())
}

fn answer(roots: &[RootMove], nodes: u64) -> SearchAnswer {
    let best = roots.first();
    let value = best.map_or(0, |root| root.value);
    let value = if value == -INFINITE { 0 } else { value };
    let (value, _) = best.map_or((value, Bound::Exact), |root| root.reported(value, Bound::Exact));
    SearchAnswer {
        best: best.map(|root| root.m),
        ponder: best.and_then(|root| root.line.get(1).copied()),
        score: Score::new(value, Bound::Exact),
        nodes,
    }
}
