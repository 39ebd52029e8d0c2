//! The search: one for all rules, generic over where a position takes them from.
//!
//! `node.rs` is one function in numbered steps, whose parts have files of their own; every number that can be tuned stands
//! in `parameters.rs`. FIDE's moves have code of their own, all other rules run the same code with questions at run time. How
//! a game ends is asked of the rule set's `EndRules`, which a specialised position does not carry, so the searcher holds what
//! it needs of them beside it (`end_rules.rs`). Where kings are taken, an attacked king is treated as in check: every move is
//! tried, and taking the king comes first. A side that must pass passes in the tree too. A repetition inside the tree is worth
//! a draw under all rules, for where they do not end the game it is still no progress.
//!
//! What threads share is the table of positions, without locks, and counters; each thread has its own memory of histories
//! and corrections, kept from move to move. The first thread watches the clock. Moves of all nodes lie in one vector
//! (`picker.rs`), made in stages and sorted only as far as they are tried. Logarithms for reductions are computed in whole
//! numbers, so that `tabiya bench` counts the same nodes on every machine.

mod best;
mod control;
mod deepen;
mod end_rules;
mod engine;
mod extensions;
mod facts;
mod frame;
mod game_position;
mod history_table;
mod info;
mod learning;
mod limits;
mod memory;
mod node;
mod parameters;
mod picker;
mod pruning;
mod quiesce;
mod ranking;
mod reductions;
mod root_move;
mod searcher;
mod transposition_table;
mod tried;
mod value;
mod window;

pub use control::Control;
pub use engine::{Engine, SearchAnswer};
pub use game_position::GamePosition;
pub use info::{Info, Score};
pub use limits::{ClockTimes, SearchLimits};

#[cfg(test)]
mod evaluator_tests;
