use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use tabiya_rules::{Color, Move, Position, Royalty, RuleSource, Rules, StalemateTest};

use super::engine::Control;
use super::history::{Corrections, History, Moved};
use super::limits::Plan;
use super::picker::{Arena, Hints};
use super::ranking::table_value;
use super::table::{Bound, Entry, Table};
use super::value::{INFINITE, MATE_BOUND, MAX_PLY, TABLE_WIN, Value, lost};
use crate::eval::Evaluator;
use crate::tables::Oracle;

/// What a thread remembers from one search to the next.
pub(crate) struct Memory<E> {
    pub(super) history: History,
    pub(super) corrections: Corrections,
    pub(super) evaluator: E,
}

impl<E> Memory<E> {
    pub(crate) fn new(evaluator: E) -> Memory<E> {
        Memory { history: History::new(), corrections: Corrections::new(), evaluator }
    }
}

/// What the threads of a search share.
pub(crate) struct Shared<'a> {
    pub(super) table: &'a Table,
    /// What is said from outside.
    pub(super) control: &'a Control,
    /// The first thread has finished, and so shall the others.
    pub(super) done: AtomicBool,
    pub(super) plan: Plan,
    /// Positions seen by each thread.
    pub(super) nodes: &'a [AtomicU64],
    pub(super) node_limit: u64,
    /// Tables of endgames to be asked.
    pub(super) oracle: Option<Oracle<'a>>,
    /// How often they knew an answer.
    pub(super) table_hits: AtomicU64,
}

impl Shared<'_> {
    pub(super) fn all_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }
}

/// What is known of each position on the way from the root.
#[derive(Clone)]
pub(super) struct Frame {
    pub(super) played: Option<Move>,
    pub(super) moved: Moved,
    /// The corrected evaluation; none in check.
    pub(super) eval: Option<Value>,
    pub(super) in_check: bool,
    pub(super) killers: [Option<Move>; 2],
    /// A move left out to see whether another is as good.
    pub(super) excluded: Option<Move>,
    pub(super) was_pv: bool,
    /// How many double extensions led here.
    pub(super) doubles: u8,
    /// How many moves back the last pass is.
    since_pass: u16,
    pub(super) line: Vec<Move>,
}

impl Frame {
    fn new() -> Frame {
        Frame {
            played: None,
            moved: 0,
            eval: None,
            in_check: false,
            killers: [None; 2],
            excluded: None,
            was_pv: false,
            doubles: 0,
            since_pass: u16::MAX,
            line: Vec::new(),
        }
    }
}

/// A first move and what came of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) m: Move,
    pub(super) value: Value,
    /// The value of the last finished depth.
    pub(super) previous: Value,
    pub(super) bound: Bound,
    pub(super) line: Vec<Move>,
    pub(super) nodes: u64,
    pub(super) selective_depth: usize,
    /// What tables of endgames think of it: a move of lower rank is not even tried.
    pub(super) rank: i32,
    /// The value by those tables.
    pub(super) table: Option<Value>,
}

impl RootMove {
    pub(super) fn new(m: Move) -> RootMove {
        RootMove {
            m,
            value: -INFINITE,
            previous: -INFINITE,
            bound: Bound::Exact,
            line: vec![m],
            nodes: 0,
            selective_depth: 0,
            rank: 0,
            table: None,
        }
    }

    /// What to tell of it when the search found this: a mate, else what the tables know, else what was found.
    pub(super) fn told(&self, value: Value, bound: Bound) -> (Value, Bound) {
        match self.table {
            Some(known) if value.abs() < MATE_BOUND => (known, Bound::Exact),
            _ => (value, bound),
        }
    }
}

/// The best first, of those that tables rank alike.
pub(super) fn sort(roots: &mut [RootMove]) {
    roots.sort_by_key(|root| std::cmp::Reverse((root.rank, root.value)));
}

/// One thread's search.
pub(super) struct Searcher<'a, R, E> {
    pub(super) memory: &'a mut Memory<E>,
    pub(super) shared: &'a Shared<'a>,
    /// Which of the threads this is; the first watches the clock.
    pub(super) thread: usize,
    /// The rules of the game's end; those of movement come with the positions.
    pub(super) rules: &'static Rules,
    pub(super) stack: Vec<Frame>,
    pub(super) arena: Arena,
    /// The keys of the game and of the way from the root.
    keys: Vec<u64>,
    pub(super) root_moves: Vec<RootMove>,
    pub(super) pv_index: usize,
    pub(super) root_depth: i32,
    pub(super) nodes: u64,
    pub(super) selective_depth: usize,
    /// From which ply on passing is allowed again, while a null move is checked.
    pub(super) null_from: usize,
    /// Up to how many men tables of endgames are asked.
    pub(super) table_men: usize,
    /// From how many quiet moves on the values of the table of positions are not trusted.
    pub(super) trusted_halfmoves: u16,
    source: PhantomData<R>,
}

/// So few quiet moves before a draw the table's values, which know nothing of their number, are not trusted.
const NEAR_DRAW: u16 = 10;

/// How often the clock and the other threads are looked at, in positions.
const PATROL: u64 = 1024;

impl<'a, R: RuleSource, E: Evaluator> Searcher<'a, R, E> {
    pub(super) fn new(
        memory: &'a mut Memory<E>,
        shared: &'a Shared<'a>,
        thread: usize,
        rules: &'static Rules,
        position: &Position<R>,
        history: &[u64],
        roots: &[RootMove],
    ) -> Searcher<'a, R, E> {
        memory.evaluator.begin(position);
        let mut keys = history.to_vec();
        keys.push(position.key().0);
        let mut stack = vec![Frame::new(); MAX_PLY + 4];
        stack[0].in_check = position.is_check();
        Searcher {
            memory,
            shared,
            thread,
            rules,
            stack,
            arena: Arena::with_capacity(4096),
            keys,
            root_moves: roots.to_vec(),
            pv_index: 0,
            root_depth: 0,
            nodes: 0,
            selective_depth: 0,
            null_from: 0,
            table_men: shared.oracle.map_or(0, |oracle| oracle.men()),
            trusted_halfmoves: trusted_halfmoves(rules),
            source: PhantomData,
        }
    }

    /// Counts a position and looks around now and then.
    #[inline(always)]
    pub(super) fn visit(&mut self, ply: usize) -> ControlFlow<()> {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes >= self.shared.node_limit || self.nodes.is_multiple_of(PATROL) {
            return self.patrol();
        }
        ControlFlow::Continue(())
    }

    #[cold]
    fn patrol(&mut self) -> ControlFlow<()> {
        let shared = self.shared;
        shared.nodes[self.thread].store(self.nodes, Relaxed);
        if self.thread == 0 {
            let is_over = shared.all_nodes() >= shared.node_limit
                || !shared.control.is_pondering() && shared.plan.is_past_hard();
            if is_over {
                shared.done.store(true, Relaxed);
            }
        }
        if shared.done.load(Relaxed) || shared.control.is_stopped() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// The position after a move, which [`enter`](Self::enter) must follow.
    #[inline(always)]
    pub(super) fn play(&mut self, position: &Position<R>, m: Move) -> Position<R> {
        self.memory.evaluator.advance();
        position.play_observed(m, &mut self.memory.evaluator)
    }

    /// Goes down by passing.
    pub(super) fn enter_pass(&mut self, next: &Position<R>, ply: usize) {
        self.memory.evaluator.advance();
        self.enter(next, None, 0, ply, next.is_check());
    }

    /// Goes one move down.
    #[inline(always)]
    pub(super) fn enter(
        &mut self,
        next: &Position<R>,
        m: Option<Move>,
        moved: Moved,
        ply: usize,
        gives_check: bool,
    ) {
        self.keys.push(next.key().0);
        let frame = &mut self.stack[ply];
        frame.played = m;
        frame.moved = moved;
        let since_pass = if m.is_some() { frame.since_pass.saturating_add(1) } else { 0 };
        let doubles = frame.doubles;
        let child = &mut self.stack[ply + 1];
        child.in_check = gives_check;
        child.since_pass = since_pass;
        child.excluded = None;
        child.doubles = doubles;
    }

    /// Goes back.
    #[inline(always)]
    pub(super) fn leave(&mut self) {
        self.keys.pop();
        self.memory.evaluator.retreat();
    }

    /// The value of a position in which the game has ended, by the rules of this game.
    #[inline(always)]
    pub(super) fn ended(&self, position: &Position<R>, ply: usize) -> Option<Value> {
        let moves = position.source().moves();
        if moves.royalty == Royalty::Taken || self.rules.ends.stalemate_test == StalemateTest::NoSafeMove {
            // Such positions carry their whole rules, so that they can be asked.
            if let Some(outcome) = position.outcome() {
                return Some(value_of(outcome.winner(), position.turn(), ply));
            }
        }
        if self.is_drawn_by_count(position, ply) || self.is_repeated(position, ply) {
            // Never quite the same, so that lines into draws are told apart.
            return Some(1 - (self.nodes as Value & 2));
        }
        None
    }

    fn is_drawn_by_count(&self, position: &Position<R>, ply: usize) -> bool {
        let ends = &self.rules.ends;
        if ends.dead_position && position.board().occupied().len() <= 6 && position.is_dead() {
            return true;
        }
        quiet_limit(self.rules).is_some_and(|limit| position.halfmoves() >= limit)
            && (!self.stack[ply].in_check || position.has_moves())
    }

    /// Whether the position has been there before: once since the root, or as often as the rules ask in all. Where
    /// they ask for nothing a repetition is still no progress.
    #[inline(always)]
    fn is_repeated(&self, position: &Position<R>, ply: usize) -> bool {
        let reach =
            usize::from(position.halfmoves().min(self.stack[ply].since_pass)).min(self.keys.len() - 1);
        if reach < 4 {
            return false;
        }
        let last = self.keys.len() - 1;
        let key = self.keys[last];
        let ends = &self.rules.ends.repetition;
        let needed = ends.claim.or(ends.automatic).unwrap_or(u16::MAX);
        let mut seen = 1;
        for back in (4..=reach).step_by(2) {
            if self.keys[last - back] == key {
                seen += 1;
                if back < ply || seen >= needed {
                    return true;
                }
            }
        }
        false
    }

    /// What tables of endgames say right after a capture or a pawn's move: elsewhere they do not know how many quiet
    /// moves are left.
    #[cold]
    pub(super) fn probe_tables(&self, position: &Position<R>, ply: usize) -> Option<(Value, Bound)> {
        if position.halfmoves() > 0 {
            return None;
        }
        let result = self.shared.oracle?.result(position)?;
        self.shared.table_hits.fetch_add(1, Relaxed);
        Some(table_value(result, ply))
    }

    /// The static evaluation.
    pub(super) fn evaluate(&mut self, position: &Position<R>) -> Value {
        bounded(self.memory.evaluator.value(position))
    }

    /// The static evaluation with what is known of its errors; it fades where moves without progress are counted.
    pub(super) fn correct(&self, position: &Position<R>, raw: Value) -> Value {
        let mut value = raw + self.memory.corrections.of(position);
        if self.rules.ends.quiet_moves.claim.is_some() {
            value = value * (220 - Value::from(position.halfmoves().min(100))) / 220;
        }
        bounded(value)
    }

    /// Whether the side to move stands better than at its last turns.
    pub(super) fn is_improving(&self, ply: usize) -> bool {
        let eval = self.stack[ply].eval;
        let before = |back: usize| ply.checked_sub(back).and_then(|ply| self.stack[ply].eval);
        match before(2).or_else(|| before(4)) {
            Some(earlier) => eval.is_some_and(|eval| eval > earlier),
            None => true,
        }
    }

    /// Whether the side to move has more than pawns and what is royal, so that passing is not a gift.
    pub(super) fn has_material(&self, position: &Position<R>) -> bool {
        let board = position.board();
        let mut men = board.by_color(position.turn()).without(board.pawns());
        if let Some(royal) = position.royal(position.turn()) {
            men = men.without(royal.into());
        }
        men.is_any()
    }

    pub(super) fn hints(&self, ply: usize) -> Hints {
        let before = |back: usize| ply.checked_sub(back).map_or(0, |ply| self.stack[ply].moved);
        let last = before(1);
        let counter = if last == 0 { None } else { self.memory.history.counter(last) };
        Hints { killers: self.stack[ply].killers, counter, before: [last, before(2), before(4)] }
    }

    #[inline(always)]
    pub(super) fn quiet_history(&self, us: Color, m: Move, now: Moved, hints: &Hints) -> i32 {
        let history = &self.memory.history;
        history.quiet(us, m)
            + history.continuation(hints.before[0], now)
            + history.continuation(hints.before[1], now)
    }

    pub(super) fn add_continuations(&mut self, now: Moved, hints: &Hints, bonus: i32) {
        for before in hints.before {
            if before != 0 {
                self.memory.history.add_continuation(before, now, bonus);
            }
        }
    }

    /// A quiet move beat the window where others had failed.
    pub(super) fn reward_quiet(
        &mut self,
        position: &Position<R>,
        m: Move,
        tried: &[Option<Move>],
        depth: i32,
        ply: usize,
    ) {
        let us = position.turn();
        let hints = self.hints(ply);
        let bonus = bonus(depth);
        let killers = &mut self.stack[ply].killers;
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        if hints.before[0] != 0 {
            self.memory.history.set_counter(hints.before[0], m);
        }
        self.memory.history.add_quiet(us, m, bonus);
        self.add_continuations(super::history::moved(us, m), &hints, bonus);
        for &other in tried.iter().flatten() {
            self.memory.history.add_quiet(us, other, -bonus);
            self.add_continuations(super::history::moved(us, other), &hints, -bonus);
        }
    }

    /// Puts a move before the line of the node below.
    pub(super) fn extend_line(&mut self, m: Move, ply: usize) {
        let (above, below) = self.stack.split_at_mut(ply + 1);
        let line = &mut above[ply].line;
        line.clear();
        line.push(m);
        line.extend_from_slice(&below[0].line);
    }

    /// The first move to try at the root.
    pub(super) fn root_move(&self) -> Option<Move> {
        self.root_moves.get(self.pv_index).map(|root| root.m)
    }

    pub(super) fn is_root_candidate(&self, m: Move) -> bool {
        let rank = self.root_moves[self.pv_index].rank;
        self.root_moves[self.pv_index..].iter().any(|root| root.m == m && root.rank == rank)
    }

    /// Takes note of what came of a first move.
    pub(super) fn note_root(
        &mut self,
        m: Move,
        value: Value,
        window: (Value, Value),
        count: usize,
        before: u64,
    ) {
        let (nodes, selective_depth) = (self.nodes - before, self.selective_depth);
        let line = &self.stack[1].line;
        let Some(root) = self.root_moves.iter_mut().find(|root| root.m == m) else { return };
        root.nodes += nodes;
        let (alpha, beta) = window;
        if count == 1 || value > alpha {
            root.value = value;
            root.selective_depth = selective_depth;
            root.bound = match () {
                _ if value >= beta => Bound::Lower,
                _ if value <= alpha => Bound::Upper,
                _ => Bound::Exact,
            };
            root.line.clear();
            root.line.push(m);
            root.line.extend_from_slice(line);
        } else {
            root.value = -INFINITE;
        }
    }
}

/// After how many quiet moves the game is drawn.
fn quiet_limit(rules: &Rules) -> Option<u16> {
    rules.ends.quiet_moves.claim.or(rules.ends.quiet_moves.automatic)
}

fn trusted_halfmoves(rules: &Rules) -> u16 {
    quiet_limit(rules).map_or(u16::MAX, |limit| limit.saturating_sub(NEAR_DRAW))
}

/// What a move gains in the history tables for beating the window at a depth.
pub(super) fn bonus(depth: i32) -> i32 {
    (150 * depth - 70).clamp(20, 1_600)
}

/// Whether a table's value decides whether a window is beaten.
pub(super) fn is_sufficient(entry: Entry, beta: Value) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.value >= beta,
        Bound::Upper => entry.value < beta,
    }
}

/// Whether a table's value tells more of a position than its evaluation.
pub(super) fn is_better_guess(entry: Entry, eval: Value) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.value > eval,
        Bound::Upper => entry.value < eval,
    }
}

/// An evaluation is never taken for a mate.
fn bounded(value: Value) -> Value {
    const MOST: Value = TABLE_WIN - MAX_PLY as Value - 1;
    value.clamp(-MOST, MOST)
}

fn value_of(winner: Option<Color>, mover: Color, ply: usize) -> Value {
    match winner {
        None => 0,
        Some(winner) if winner == mover => -lost(ply),
        Some(_) => lost(ply),
    }
}

#[cfg(test)]
mod tests {
    use tabiya_rules::{EndRules, FIDE, Limits, WATERLOO};

    use super::*;

    #[test]
    fn the_table_is_trusted_until_shortly_before_a_draw_by_these_rules() {
        let limited = |claim, automatic| {
            let quiet_moves = Limits { claim, automatic };
            trusted_halfmoves(&Rules { ends: EndRules { quiet_moves, ..FIDE.ends }, ..FIDE })
        };
        assert_eq!(trusted_halfmoves(&FIDE), 90);
        assert_eq!(trusted_halfmoves(&WATERLOO), u16::MAX);
        assert_eq!(limited(None, Some(150)), 140);
        assert_eq!(limited(Some(30), Some(40)), 20);
        assert_eq!(limited(Some(4), None), 0);
    }
}
