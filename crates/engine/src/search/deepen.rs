use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;

use tabiya_rules::{Move, Position, RuleSource};

use super::info::{Info, Score};
use super::limits::SearchLimits;
use super::node::Root;
use super::parameters::{
    ALONE_DEPTH, ALONE_STRETCH, ASPIRATION_DEPTH, ASPIRATION_DIVISOR, ASPIRATION_GROWTH, ASPIRATION_MOST,
    ASPIRATION_REDUCTION, ASPIRATION_VALUE_MOST, ASPIRATION_WIDTH, DOUBT_STRETCH, DROP_MOST, EFFORT_SAVING,
    RISE_MOST, STABLE_MOST, STABLE_SAVING, UNSTABLE_STRETCH,
};
use super::root_move::{RootMove, sort};
use super::searcher::Searcher;
use super::transposition_table::Bound;
use super::value::{INFINITE, MATE, MAX_PLY, Value};
use super::window::Window;
use crate::eval::Evaluator;

/// What the search is told from outside, beside the position.
pub(super) struct Orders<'a> {
    pub(super) limits: &'a SearchLimits,
    pub(super) multi_pv: usize,
    /// Whom to tell; the helping threads tell nobody.
    pub(super) report: Option<&'a mut dyn FnMut(&Info)>,
    /// The first move of the best line that was reported last.
    pub(super) reported: Option<Move>,
}

/// From when on the bounds of an unfinished depth are told, in seconds.
const PATIENCE: f64 = 3.0;

impl<R: RuleSource, E: Evaluator> Searcher<'_, R, E> {
    /// Searches deeper and deeper until something ends it, and gives the first moves, the best first.
    ///
    /// CITE: <https://www.chessprogramming.org/Iterative_Deepening>
    pub(super) fn deepen(&mut self, position: &Position<R>, mut orders: Orders<'_>) -> Vec<RootMove> {
        let deepest = orders.limits.depth.unwrap_or(MAX_PLY as i32 - 1).clamp(1, MAX_PLY as i32 - 1);
        let lines = orders.multi_pv.clamp(1, self.root_moves.len().max(1));
        let mut stability = 0;
        let mut last_best = None;
        let mut last_value = None;
        for depth in 1..=deepest {
            // Helping threads leave out some depths, so that they do not all do the same.
            // CITE: <https://www.chessprogramming.org/Lazy_SMP>
            if self.thread > 0 && (depth + self.thread as i32) % 3 == 0 && depth > 4 && depth < deepest {
                continue;
            }
            self.root_depth = depth;
            for root in &mut self.root_moves {
                root.previous = root.value;
                root.value = -INFINITE;
            }
            for pv_index in 0..lines {
                self.pv_index = pv_index;
                self.selective_depth = 0;
                if self.aspire(position, depth, &mut orders).is_break() {
                    self.finish();
                    self.tell_rest(lines, &mut orders);
                    return std::mem::take(&mut self.root_moves);
                }
            }
            self.tell(depth, lines, &mut orders);
            if self.thread > 0 {
                continue;
            }
            let best = &self.root_moves[0];
            stability = if last_best == Some(best.m) { (stability + 1).min(STABLE_MOST) } else { 0 };
            let drop = last_value.map_or(0, |last: Value| last - best.value);
            let effort = best.nodes as f64 / self.nodes.max(1) as f64;
            let stretch = stretch(stability, drop, effort);
            (last_best, last_value) = (Some(best.m), Some(best.value));
            let is_alone =
                self.root_moves.len() == 1 && orders.limits.clock.is_some() && depth >= ALONE_DEPTH;
            let is_mate_found = orders.limits.mate.is_some_and(|moves| best.value >= MATE - 2 * moves);
            let is_time_up = if orders.limits.move_time.is_some() {
                self.shared.plan.is_past_hard()
            } else {
                self.shared.plan.is_past_soft(if is_alone { ALONE_STRETCH } else { stretch })
            };
            if is_mate_found || is_time_up && !self.shared.control.is_pondering() {
                break;
            }
        }
        std::mem::take(&mut self.root_moves)
    }

    /// Searches one depth with a window around what is expected.
    ///
    /// CITE: <https://www.chessprogramming.org/Aspiration_Windows>
    fn aspire(&mut self, position: &Position<R>, depth: i32, orders: &mut Orders<'_>) -> ControlFlow<()> {
        let expected = self.root_moves[self.pv_index].previous;
        let mut width = ASPIRATION_WIDTH + expected.abs().min(ASPIRATION_VALUE_MOST) / ASPIRATION_DIVISOR;
        let is_guided = depth >= ASPIRATION_DEPTH && expected.abs() < MATE / 2;
        let mut window = if is_guided { Window::around(expected, width) } else { Window::OPEN };
        let mut reduced = 0;
        loop {
            let value = self.search::<Root>(position, window, (depth - reduced).max(1), 0, false)?;
            let from = self.pv_index;
            sort(&mut self.root_moves[from..]);
            let next_width = Some(width).filter(|&width| width <= ASPIRATION_MOST);
            match window.bound_of(value) {
                Bound::Exact => return ControlFlow::Continue(()),
                Bound::Upper => {
                    window = window.widened_down(value, next_width);
                    reduced = 0;
                }
                Bound::Lower => {
                    window = window.widened_up(value, next_width);
                    reduced = (reduced + 1).min(ASPIRATION_REDUCTION);
                }
            }
            if self.shared.plan.elapsed().as_secs_f64() > PATIENCE {
                self.tell_line(depth, from, orders);
            }
            width += width / 2 + ASPIRATION_GROWTH;
        }
    }

    /// Tells the lines of a finished depth.
    fn tell(&mut self, depth: i32, lines: usize, orders: &mut Orders<'_>) {
        sort(&mut self.root_moves[..lines]);
        for index in 0..lines {
            self.tell_line(depth, index, orders);
        }
    }

    /// Tells the lines of a depth that was not finished, where it found another best move than was told. Of moves that
    /// were never reached there is nothing to tell.
    fn tell_rest(&self, lines: usize, orders: &mut Orders<'_>) {
        if orders.reported == Some(self.root_moves[0].m) {
            return;
        }
        for index in (0..lines).take_while(|&index| self.root_moves[index].value != -INFINITE) {
            self.tell_line(self.root_depth, index, orders);
        }
    }

    fn tell_line(&self, depth: i32, index: usize, orders: &mut Orders<'_>) {
        let Some(report) = &mut orders.report else { return };
        let root = &self.root_moves[index];
        if index == 0 {
            orders.reported = Some(root.m);
        }
        let (value, bound) =
            if root.value == -INFINITE { (root.previous, Bound::Exact) } else { (root.value, root.bound) };
        let (value, bound) = root.reported(value, bound);
        self.shared.nodes[self.thread].store(self.nodes, Relaxed);
        report(&Info {
            depth,
            selective_depth: root.selective_depth + 1,
            multi_pv: index + 1,
            score: Score::new(value, bound),
            nodes: self.shared.all_nodes(),
            fullness: self.shared.table.fullness(),
            table_hits: self.shared.table_hits.load(Relaxed),
            time: self.shared.plan.elapsed(),
            line: root.line.clone(),
        });
    }

    /// The search was stopped within a depth: what it found so far counts, and moves that it did not reach keep what
    /// they had.
    fn finish(&mut self) {
        let from = self.pv_index;
        sort(&mut self.root_moves[from..]);
        for root in self.root_moves.iter_mut().filter(|root| root.value == -INFINITE) {
            root.value = root.previous;
        }
    }
}

/// How much longer or shorter than planned to think: shorter where the best move stays the same and takes most of
/// the effort, longer where its value falls.
///
/// CITE: <https://www.chessprogramming.org/Time_Management>
fn stretch(stability: i32, drop: Value, effort: f64) -> f64 {
    let calm = UNSTABLE_STRETCH - STABLE_SAVING * f64::from(stability);
    let alarm = 1.0 + (f64::from(drop.clamp(-RISE_MOST, DROP_MOST)) / 100.0);
    let doubt = DOUBT_STRETCH - EFFORT_SAVING * effort;
    calm * alarm * doubt
}
