//! What a search learns from its nodes: histories of moves, corrections of the evaluation, entries of the table.

use tabiya_rules::{Color, Move, Position, RuleSource};

use super::best::Best;
use super::facts::Facts;
use super::history_table::{PieceTo, piece_to};
use super::parameters::{BONUS_BASE, BONUS_LEAST, BONUS_MOST, BONUS_PER_DEPTH, CLEAR_CUT};
use super::picker::{Hints, is_noisy};
use super::searcher::Searcher;
use super::transposition_table::{Bound, TableEntry};
use super::tried::TriedMoves;
use super::value::is_decisive;
use super::window::Window;
use crate::eval::Evaluator;
use crate::exchange::captured;

/// What a move gains in the histories for beating the window at a depth.
pub(super) fn bonus(depth: i32) -> i32 {
    (BONUS_PER_DEPTH * depth - BONUS_BASE).clamp(BONUS_LEAST, BONUS_MOST)
}

impl<R: RuleSource, E: Evaluator> Searcher<'_, R, E> {
    /// What is known of the quiet moves of a node before they are made.
    pub(super) fn hints(&self, ply: usize) -> Hints {
        let before = |back: usize| ply.checked_sub(back).map_or(0, |ply| self.stack[ply].piece_to);
        let last = before(1);
        let counter = if last == 0 { None } else { self.memory.history.counter(last) };
        Hints { killers: self.stack[ply].killers, counter, before: [last, before(2), before(4)] }
    }

    #[inline(always)]
    pub(super) fn quiet_history(&self, us: Color, m: Move, now: PieceTo, hints: &Hints) -> i32 {
        let history = &self.memory.history;
        history.quiet(us, m)
            + history.continuation(hints.before[0], now)
            + history.continuation(hints.before[1], now)
    }

    pub(super) fn add_continuations(&mut self, now: PieceTo, hints: &Hints, bonus: i32) {
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
        self.add_continuations(piece_to(position, m), &hints, bonus);
        for &other in tried.iter().flatten() {
            self.memory.history.add_quiet(us, other, -bonus);
            self.add_continuations(piece_to(position, other), &hints, -bonus);
        }
    }

    /// Rewards the move that beat the window, and holds their failure against those that did not.
    #[inline(always)]
    pub(super) fn learn_order(
        &mut self,
        position: &Position<R>,
        window: Window,
        facts: &Facts,
        best: &Best,
        tried: &TriedMoves,
    ) {
        let Some(m) = best.m.filter(|_| window.is_beaten_by(best.value)) else { return };
        let weight = facts.depth + i32::from(best.value > window.beta() + CLEAR_CUT);
        if is_noisy(position, m) {
            self.memory.history.add_capture(piece_to(position, m), captured(position, m), bonus(weight));
        } else {
            self.reward_quiet(position, m, tried.quiets(), weight, facts.ply);
        }
        for &other in tried.captures().iter().flatten() {
            self.memory.history.add_capture(
                piece_to(position, other),
                captured(position, other),
                -bonus(weight),
            );
        }
    }

    /// Puts what came of a node into the table, and what the evaluation was off into the corrections. `window` is the one
    /// that the moves began with.
    #[inline(always)]
    pub(super) fn learn_value(&mut self, position: &Position<R>, window: Window, facts: &Facts, best: &Best) {
        let bound = window.bound_of(best.value);
        let entry = TableEntry { bound, ..facts.entry(best.m, best.value) };
        self.shared.table.store(facts.key, facts.ply, entry);
        if let Some(eval) = self.stack[facts.ply].eval
            && !best.m.is_some_and(|m| is_noisy(position, m))
            && !is_decisive(best.value)
            && !(bound == Bound::Lower && best.value <= eval)
            && !(bound == Bound::Upper && best.value >= eval)
        {
            let raw = facts.raw_eval.unwrap_or(eval);
            self.memory.corrections.learn(position, facts.depth, best.value - raw);
        }
    }
}
