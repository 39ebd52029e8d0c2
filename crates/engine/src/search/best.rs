use std::ops::ControlFlow;

use tabiya_rules::{Move, RuleSource};

use super::node::NodeKind;
use super::searcher::Searcher;
use super::value::Value;
use super::window::Window;
use crate::eval::Evaluator;

/// The best of what was tried at a node.
pub(super) struct Best {
    pub(super) value: Value,
    /// The move that raised the window last, if one did.
    pub(super) m: Option<Move>,
}

impl<R: RuleSource, E: Evaluator> Searcher<'_, R, E> {
    /// Takes note of what a move is worth; breaks where that beats the window, so that no other need be tried.
    #[inline(always)]
    pub(super) fn record<N: NodeKind>(
        &mut self,
        window: &mut Window,
        best: &mut Best,
        m: Move,
        value: Value,
        ply: usize,
    ) -> ControlFlow<()> {
        if value > best.value {
            best.value = value;
            if window.is_raised_by(value) {
                best.m = Some(m);
                if N::PV {
                    self.extend_line(m, ply);
                }
                if window.is_beaten_by(value) {
                    return ControlFlow::Break(());
                }
                window.raise(value);
            }
        }
        ControlFlow::Continue(())
    }

    /// Puts a move before the line of the node below.
    fn extend_line(&mut self, m: Move, ply: usize) {
        let (above, below) = self.stack.split_at_mut(ply + 1);
        let line = &mut above[ply].line;
        line.clear();
        line.push(m);
        line.extend_from_slice(&below[0].line);
    }
}
