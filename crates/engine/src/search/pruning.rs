//! What is not searched: nodes that are decided without a look at every move, and moves that promise nothing.

use std::ops::ControlFlow;

use tabiya_rules::{Move, Position, RuleSource};

use super::facts::Facts;
use super::history_table::{PieceTo, piece_to};
use super::node::CutNode;
use super::parameters::{
    FUTILITY_BASE, FUTILITY_DEPTH, FUTILITY_HISTORY_DIVISOR, FUTILITY_PER_DEPTH, HISTORY_PRUNING_DEPTH,
    HISTORY_PRUNING_MOST_DEPTH, HISTORY_PRUNING_PER_DEPTH, LATE_BASE, NOISY_LOSS_DEPTH, NOISY_LOSS_PER_DEPTH,
    NULL_BASE, NULL_CHECK_DEPTH, NULL_CHECK_QUARTERS, NULL_DEPTH, NULL_DEPTH_DIVISOR, NULL_EVAL_DIVISOR,
    NULL_EVAL_MOST, NULL_PER_DEPTH, NULL_REDUCTION, PROBCUT_DEPTH, PROBCUT_IMPROVING, PROBCUT_MARGIN,
    PROBCUT_REDUCTION, QUIET_LOSS_DEPTH, QUIET_LOSS_PER_SQUARE, RAZORING_BASE, RAZORING_DEPTH,
    RAZORING_PER_DEPTH, REVERSE_FUTILITY_DEPTH, REVERSE_FUTILITY_PER_DEPTH,
};
use super::picker::Picker;
use super::searcher::Searcher;
use super::transposition_table::TableEntry;
use super::value::{Value, is_decisive};
use super::window::Window;
use crate::eval::Evaluator;
use crate::exchange::wins;

/// A move that is about to be tried.
pub(super) struct Candidate {
    pub(super) m: Move,
    pub(super) now: PieceTo,
    /// Which of the node's moves it is, from 1.
    pub(super) count: usize,
    pub(super) is_quiet: bool,
    /// What it did elsewhere in the tree.
    pub(super) history: i32,
    /// By how much its search is cut short to begin with, in 1/1024 of a move.
    pub(super) reduction: i32,
}

impl<R: RuleSource, E: Evaluator> Searcher<'_, R, E> {
    /// The value of a node that is decided without a look at every move, off the principal variation.
    #[inline(always)]
    pub(super) fn prune_node(
        &mut self,
        position: &Position<R>,
        window: Window,
        facts: &Facts,
    ) -> ControlFlow<(), Option<Value>> {
        let &Facts { depth, ply, eval, is_improving, .. } = facts;
        let beta = window.beta();
        if facts.in_check || facts.excluded.is_some() || is_decisive(beta) {
            return ControlFlow::Continue(None);
        }
        // Step 7. Razoring: so far below the window that only captures could help.
        // CITE: <https://www.chessprogramming.org/Razoring>
        if depth <= RAZORING_DEPTH && eval + RAZORING_PER_DEPTH * depth + RAZORING_BASE < window.alpha() {
            let value = self.quiesce::<CutNode>(position, window.above_alpha(), ply)?;
            if !window.is_raised_by(value) {
                return ControlFlow::Continue(Some(value));
            }
        }
        // Step 8. Reverse futility: so far above the window that the opponent cannot make up for it.
        // CITE: <https://www.chessprogramming.org/Reverse_Futility_Pruning>
        let margin = REVERSE_FUTILITY_PER_DEPTH * (depth - i32::from(is_improving)).max(0);
        if depth <= REVERSE_FUTILITY_DEPTH && window.is_beaten_by(eval - margin) && !is_decisive(eval) {
            return ControlFlow::Continue(Some((2 * beta + eval) / 3));
        }
        // Step 9. Null move: if passing is good enough, moving is.
        // CITE: <https://www.chessprogramming.org/Null_Move_Pruning>
        if let Some(value) = self.try_null_move(position, beta, facts)? {
            return ControlFlow::Continue(Some(value));
        }
        // Step 10. A capture that beats a raised bound in a shallow search will beat the bound.
        // CITE: ProbCut, Buro 1995; <https://www.chessprogramming.org/ProbCut>
        let raised = beta + PROBCUT_MARGIN - PROBCUT_IMPROVING * i32::from(is_improving);
        let contradicts =
            |entry: TableEntry| entry.depth >= depth - PROBCUT_REDUCTION && entry.value < raised;
        if depth >= PROBCUT_DEPTH && !facts.known.is_some_and(contradicts) && !is_decisive(raised) {
            return self.try_captures(position, raised, facts);
        }
        ControlFlow::Continue(None)
    }

    /// Passing the turn, searched less deep; deep results are checked by a search without passing.
    fn try_null_move(
        &mut self,
        position: &Position<R>,
        beta: Value,
        facts: &Facts,
    ) -> ControlFlow<(), Option<Value>> {
        let &Facts { depth, ply, eval, is_cut, .. } = facts;
        let is_after_null = ply > 0 && self.stack[ply - 1].played.is_none();
        let is_hopeful = depth >= NULL_DEPTH
            && eval >= beta
            && self.stack[ply].eval.is_some_and(|e| e + NULL_PER_DEPTH * depth >= beta + NULL_BASE);
        if !is_hopeful || is_after_null || ply < self.null_from || !self.has_material(position) {
            return ControlFlow::Continue(None);
        }
        let Some(next) = position.pass() else { return ControlFlow::Continue(None) };
        let surplus = ((eval - beta) / NULL_EVAL_DIVISOR).min(NULL_EVAL_MOST);
        let shallow = depth - (NULL_REDUCTION + depth / NULL_DEPTH_DIVISOR + surplus);
        self.enter_pass(&next, ply);
        let value = -self.search::<CutNode>(&next, -Window::reaching(beta), shallow, ply + 1, !is_cut)?;
        self.leave();
        if value < beta {
            return ControlFlow::Continue(None);
        }
        let value = if is_decisive(value) { beta } else { value };
        if depth < NULL_CHECK_DEPTH || self.null_from > 0 {
            return ControlFlow::Continue(Some(value));
        }
        self.null_from = ply + shallow.max(4) as usize * NULL_CHECK_QUARTERS / 4;
        let checked = self.search::<CutNode>(position, Window::reaching(beta), shallow, ply, false);
        self.null_from = 0;
        ControlFlow::Continue((checked? >= beta).then_some(value))
    }

    /// Captures that may beat a raised bound.
    fn try_captures(
        &mut self,
        position: &Position<R>,
        raised: Value,
        facts: &Facts,
    ) -> ControlFlow<(), Option<Value>> {
        let &Facts { depth, ply, .. } = facts;
        let base = self.arena.len();
        let threshold = raised - self.stack[ply].eval.unwrap_or(0);
        let question = -Window::reaching(raised);
        let mut picker = Picker::noisy(None, threshold, &self.arena);
        while let Some(m) = picker.next(position, &self.memory.history, &mut self.arena) {
            if picker.is_at_bad_noisy() {
                break;
            }
            let next = self.descend(position, m, piece_to(position, m), ply);
            let mut value = -self.quiesce::<CutNode>(&next, question, ply + 1)?;
            if value >= raised {
                let shallow = depth - PROBCUT_REDUCTION - 1;
                value = -self.search::<CutNode>(&next, question, shallow, ply + 1, true)?;
            }
            self.leave();
            if value >= raised {
                self.arena.truncate(base);
                let entry = TableEntry { depth: depth - PROBCUT_REDUCTION, ..facts.entry(Some(m), value) };
                self.shared.table.store(facts.key, ply, entry);
                return ControlFlow::Continue(Some(value));
            }
        }
        self.arena.truncate(base);
        ControlFlow::Continue(None)
    }

    /// Whether a move promises so little that it is left out; the quiet ones behind it may be too.
    #[inline(always)]
    pub(super) fn prune_move(
        &self,
        position: &Position<R>,
        window: Window,
        facts: &Facts,
        candidate: &Candidate,
        picker: &mut Picker,
    ) -> bool {
        let &Facts { depth, in_check, is_improving, .. } = facts;
        let &Candidate { m, history, .. } = candidate;
        if !candidate.is_quiet {
            return depth <= NOISY_LOSS_DEPTH
                && picker.is_at_bad_noisy()
                && !wins(position, m, -NOISY_LOSS_PER_DEPTH * depth);
        }
        // CITE: late move pruning, <https://www.chessprogramming.org/Futility_Pruning#MoveCountBasedPruning>
        let most = LATE_BASE + depth * depth;
        let most = if is_improving { most } else { most / 2 };
        if candidate.count as i32 >= most && !in_check {
            picker.skip_quiets();
        }
        // CITE: futility pruning, <https://www.chessprogramming.org/Futility_Pruning>
        let left = (depth - candidate.reduction / 1024).max(0);
        let hope =
            facts.eval + FUTILITY_BASE + FUTILITY_PER_DEPTH * left + history / FUTILITY_HISTORY_DIVISOR;
        if !in_check && left <= FUTILITY_DEPTH && !window.is_raised_by(hope) {
            picker.skip_quiets();
            return true;
        }
        if left <= HISTORY_PRUNING_DEPTH
            && history < -HISTORY_PRUNING_PER_DEPTH * depth.min(HISTORY_PRUNING_MOST_DEPTH)
        {
            return true;
        }
        left <= QUIET_LOSS_DEPTH && !wins(position, m, -QUIET_LOSS_PER_SQUARE * left * left)
    }
}
