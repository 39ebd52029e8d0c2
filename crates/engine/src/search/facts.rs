use tabiya_rules::Move;

use super::transposition_table::{Bound, TableEntry};
use super::value::Value;

/// What is known of a node before its moves are tried.
pub(super) struct Facts {
    pub(super) key: u64,
    /// How many moves deep it is searched.
    pub(super) depth: i32,
    /// How many moves below the root it is.
    pub(super) ply: usize,
    /// Whether it is expected to beat its window.
    pub(super) is_cut: bool,
    pub(super) in_check: bool,
    /// A move left out to see whether another is as good.
    pub(super) excluded: Option<Move>,
    /// What the table knows.
    pub(super) known: Option<TableEntry>,
    pub(super) table_move: Option<Move>,
    /// Whether the node lies or lay on the principal variation.
    pub(super) was_pv: bool,
    /// The evaluation as it came; none in check.
    pub(super) raw_eval: Option<Value>,
    /// The best guess of the value without a search.
    pub(super) eval: Value,
    /// Whether the side to move stands better than at its last turns.
    pub(super) is_improving: bool,
}

impl Facts {
    /// An entry for the table; it is worth at least this, unless said otherwise.
    #[inline(always)]
    pub(super) fn entry(&self, m: Option<Move>, value: Value) -> TableEntry {
        let Facts { raw_eval, depth, was_pv, .. } = *self;
        TableEntry { m, value, eval: raw_eval, depth, bound: Bound::Lower, was_pv }
    }
}
