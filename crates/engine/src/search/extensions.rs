use std::ops::ControlFlow;

use tabiya_rules::{Move, Position, RuleSource};

use super::facts::Facts;
use super::node::{CutNode, NodeKind};
use super::parameters::{
    CHECK_DEPTH, DOUBLE_MARGIN, DOUBLES_MOST, EXTENDED_LENGTH, SINGULAR_DEPTH, SINGULAR_PER_DEPTH,
    SINGULAR_TABLE_DEPTH,
};
use super::searcher::Searcher;
use super::transposition_table::{Bound, TableEntry};
use super::value::{Value, is_decisive};
use super::window::Window;
use crate::eval::Evaluator;
use crate::exchange::wins;

/// What a search without the table's move says.
pub(super) enum Singular {
    /// The move is searched so many moves deeper, or less deep.
    Extended(i32),
    /// Several moves beat the window: so does the node.
    Beaten(Value),
}

impl<R: RuleSource, E: Evaluator> Searcher<'_, R, E> {
    /// Where the table's move comes from a deep search: whether all others are much worse.
    #[inline(always)]
    pub(super) fn singular<N: NodeKind>(
        &mut self,
        position: &Position<R>,
        window: Window,
        facts: &Facts,
        m: Move,
    ) -> ControlFlow<(), Singular> {
        match facts.known {
            Some(entry) if !N::ROOT && Some(m) == facts.table_move && self.may_be_singular(entry, facts) => {
                self.search_without::<N>(position, window, facts, m, entry)
            }
            _ => ControlFlow::Continue(Singular::Extended(0)),
        }
    }

    #[inline(always)]
    fn may_be_singular(&self, entry: TableEntry, facts: &Facts) -> bool {
        facts.excluded.is_none()
            && facts.depth >= SINGULAR_DEPTH
            && entry.depth >= facts.depth - SINGULAR_TABLE_DEPTH
            && entry.bound != Bound::Upper
            && !is_decisive(entry.value)
            && self.may_extend(facts)
    }

    fn search_without<N: NodeKind>(
        &mut self,
        position: &Position<R>,
        window: Window,
        facts: &Facts,
        m: Move,
        entry: TableEntry,
    ) -> ControlFlow<(), Singular> {
        let &Facts { depth, ply, is_cut, .. } = facts;
        let bound = entry.value - SINGULAR_PER_DEPTH * depth;
        self.stack[ply].excluded = Some(m);
        let value = self.search::<CutNode>(position, Window::reaching(bound), (depth - 1) / 2, ply, is_cut);
        self.stack[ply].excluded = None;
        let value = value?;
        if value < bound {
            let is_far = !N::PV && value < bound - DOUBLE_MARGIN && self.stack[ply].doubles < DOUBLES_MOST;
            return ControlFlow::Continue(Singular::Extended(if is_far { 2 } else { 1 }));
        }
        if window.is_beaten_by(bound) {
            return ControlFlow::Continue(Singular::Beaten(bound));
        }
        let is_above = window.is_beaten_by(entry.value);
        ControlFlow::Continue(Singular::Extended(if is_above { -2 } else { -i32::from(is_cut) }))
    }

    /// Whether a move that gives check is searched deeper for it.
    #[inline(always)]
    pub(super) fn is_check_extended(&self, position: &Position<R>, m: Move, facts: &Facts) -> bool {
        self.may_extend(facts) && facts.depth >= CHECK_DEPTH && wins(position, m, 0)
    }

    /// Whether the line is not too long already.
    #[inline(always)]
    fn may_extend(&self, facts: &Facts) -> bool {
        facts.ply < EXTENDED_LENGTH * self.root_depth as usize
    }
}
