use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::control::Control;
use super::history_table::{Corrections, HistoryTable};
use super::limits::TimePlan;
use super::transposition_table::TranspositionTable;
use crate::tables::Prober;

/// What a thread remembers from one search to the next.
pub(crate) struct Memory<E> {
    pub(super) history: HistoryTable,
    pub(super) corrections: Corrections,
    pub(super) evaluator: E,
}

impl<E> Memory<E> {
    pub(crate) fn new(evaluator: E) -> Memory<E> {
        Memory { history: HistoryTable::new(), corrections: Corrections::new(), evaluator }
    }
}

/// What the threads of a search share.
pub(crate) struct SharedState<'a> {
    pub(super) table: &'a TranspositionTable,
    /// What is said from outside.
    pub(super) control: &'a Control,
    /// The first thread has finished, and so shall the others.
    pub(super) done: AtomicBool,
    pub(super) plan: TimePlan,
    /// Positions seen by each thread.
    pub(super) nodes: &'a [AtomicU64],
    pub(super) node_limit: u64,
    /// Tables of endgames to be asked.
    pub(super) prober: Option<Prober<'a>>,
    /// How often they knew an answer.
    pub(super) table_hits: AtomicU64,
}

impl SharedState<'_> {
    pub(super) fn all_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }
}
