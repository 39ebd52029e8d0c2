use tabiya_rules::Move;

use super::transposition_table::Bound;
use super::value::{INFINITE, MATE_BOUND, Value};

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

    /// What to report of it when the search found this: a mate, else what the tables know, else what was found.
    pub(super) fn reported(&self, value: Value, bound: Bound) -> (Value, Bound) {
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
