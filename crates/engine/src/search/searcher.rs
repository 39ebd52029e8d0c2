use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;

use tabiya_rules::{Color, Move, Position, RuleSource, Rules};

use super::end_rules::SearchEnds;
use super::frame::Frame;
use super::history_table::PieceTo;
use super::memory::{Memory, SharedState};
use super::picker::Arena;
use super::ranking::table_value;
use super::root_move::RootMove;
use super::transposition_table::{Bound, TableEntry};
use super::value::{INFINITE, MAX_PLY, TABLE_WIN, Value, lost};
use super::window::Window;
use crate::eval::Evaluator;

/// One thread's search.
pub(super) struct Searcher<'a, R, E> {
    pub(super) memory: &'a mut Memory<E>,
    pub(super) shared: &'a SharedState<'a>,
    /// Which of the threads this is; the first watches the clock.
    pub(super) thread: usize,
    /// The rules of the game's end; those of movement come with the positions.
    pub(super) ends: SearchEnds,
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
    source: PhantomData<R>,
}

/// After how many positions the clock and the other threads are looked at.
const CHECK_INTERVAL: u64 = 1024;

/// What a position seems to be worth before a move is tried.
pub(super) struct Guess {
    /// As the evaluation says.
    pub(super) raw: Value,
    /// With what is known of its errors.
    pub(super) corrected: Value,
    /// The same, or what the table says where that tells more.
    pub(super) value: Value,
}

impl<'a, R: RuleSource, E: Evaluator> Searcher<'a, R, E> {
    pub(super) fn new(
        memory: &'a mut Memory<E>,
        shared: &'a SharedState<'a>,
        thread: usize,
        rules: &Rules,
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
            ends: SearchEnds::of(rules),
            stack,
            arena: Arena::with_capacity(4096),
            keys,
            root_moves: roots.to_vec(),
            pv_index: 0,
            root_depth: 0,
            nodes: 0,
            selective_depth: 0,
            null_from: 0,
            table_men: shared.prober.map_or(0, |prober| prober.men()),
            source: PhantomData,
        }
    }

    /// Counts a position whose search begins; breaks where the search has to end.
    #[inline(always)]
    pub(super) fn arrive(&mut self, ply: usize) -> ControlFlow<()> {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes >= self.shared.node_limit || self.nodes.is_multiple_of(CHECK_INTERVAL) {
            self.check_limits()?;
        }
        self.stack[ply].line.clear();
        ControlFlow::Continue(())
    }

    #[cold]
    fn check_limits(&mut self) -> ControlFlow<()> {
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

    /// Goes down by a move, to the position after it.
    #[inline(always)]
    pub(super) fn descend(
        &mut self,
        position: &Position<R>,
        m: Move,
        piece_to: PieceTo,
        ply: usize,
    ) -> Position<R> {
        self.memory.evaluator.advance();
        let next = position.play_observed(m, &mut self.memory.evaluator);
        self.enter(&next, Some(m), piece_to, ply, next.is_check());
        next
    }

    /// Goes down by passing.
    pub(super) fn enter_pass(&mut self, next: &Position<R>, ply: usize) {
        self.memory.evaluator.advance();
        self.enter(next, None, 0, ply, next.is_check());
    }

    #[inline(always)]
    fn enter(
        &mut self,
        next: &Position<R>,
        m: Option<Move>,
        piece_to: PieceTo,
        ply: usize,
        gives_check: bool,
    ) {
        self.keys.push(next.key().0);
        let frame = &mut self.stack[ply];
        frame.played = m;
        frame.piece_to = piece_to;
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

    /// The value of a position that is not searched: the game has ended, or the line is as long as lines get.
    #[inline(always)]
    pub(super) fn settled(&mut self, position: &Position<R>, ply: usize) -> Option<Value> {
        if let Some(value) = self.ended(position, ply) {
            return Some(value);
        }
        let is_too_long = ply >= MAX_PLY;
        is_too_long.then(|| if self.stack[ply].in_check { 0 } else { self.evaluate(position) })
    }

    /// The value of a position in which the game has ended, by the rules of this game.
    #[inline(always)]
    fn ended(&self, position: &Position<R>, ply: usize) -> Option<Value> {
        if self.ends.asks_position
            && let Some(outcome) = position.outcome()
        {
            return Some(value_of(outcome.winner(), position.turn(), ply));
        }
        if self.is_drawn_by_count(position, ply) || self.is_repeated(position, ply) {
            // Never quite the same, so that lines into draws are told apart.
            return Some(1 - (self.nodes as Value & 2));
        }
        None
    }

    fn is_drawn_by_count(&self, position: &Position<R>, ply: usize) -> bool {
        if self.ends.dead_position && position.board().occupied().len() <= 6 && position.is_dead() {
            return true;
        }
        self.ends.quiet_limit.is_some_and(|limit| position.halfmoves() >= limit)
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
        let mut seen = 1;
        for back in (4..=reach).step_by(2) {
            if self.keys[last - back] == key {
                seen += 1;
                if back < ply || seen >= self.ends.repetition {
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
        let result = self.shared.prober?.result(position)?;
        self.shared.table_hits.fetch_add(1, Relaxed);
        Some(table_value(result, ply))
    }

    /// The static evaluation.
    fn evaluate(&mut self, position: &Position<R>) -> Value {
        bounded(self.memory.evaluator.value(position))
    }

    /// What a position seems to be worth, by the static evaluation and by what the table knows.
    #[inline(always)]
    pub(super) fn guess(&mut self, position: &Position<R>, known: Option<TableEntry>) -> Guess {
        let raw = match known.and_then(|entry| entry.eval) {
            Some(eval) => eval,
            None => self.evaluate(position),
        };
        let corrected = self.correct(position, raw);
        let value = match known {
            Some(entry) if is_better_guess(entry, corrected) => entry.value,
            _ => corrected,
        };
        Guess { raw, corrected, value }
    }

    /// The static evaluation with what is known of its errors; it fades where moves without progress are counted.
    fn correct(&self, position: &Position<R>, raw: Value) -> Value {
        let value = raw + self.memory.corrections.of(position);
        bounded(self.ends.faded(value, position.halfmoves()))
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

    /// The first move to try at the root.
    pub(super) fn root_move(&self) -> Option<Move> {
        self.root_moves.get(self.pv_index).map(|root| root.m)
    }

    pub(super) fn is_root_candidate(&self, m: Move) -> bool {
        let rank = self.root_moves[self.pv_index].rank;
        self.root_moves[self.pv_index..].iter().any(|root| root.m == m && root.rank == rank)
    }

    /// Takes note of what came of a first move.
    pub(super) fn note_root(&mut self, m: Move, value: Value, window: Window, count: usize, before: u64) {
        let (nodes, selective_depth) = (self.nodes - before, self.selective_depth);
        let line = &self.stack[1].line;
        let Some(root) = self.root_moves.iter_mut().find(|root| root.m == m) else { return };
        root.nodes += nodes;
        if count == 1 || window.is_raised_by(value) {
            root.value = value;
            root.selective_depth = selective_depth;
            root.bound = window.bound_of(value);
            root.line.clear();
            root.line.push(m);
            root.line.extend_from_slice(line);
        } else {
            root.value = -INFINITE;
        }
    }
}

/// Whether a table's value tells more of a position than its evaluation.
fn is_better_guess(entry: TableEntry, eval: Value) -> bool {
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
