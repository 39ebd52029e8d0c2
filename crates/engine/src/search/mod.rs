//! The search: one for all rules, generic over where a position takes them from.

mod best;
mod deepen;
mod end_rules;
mod engine;
mod extensions;
mod facts;
mod frame;
mod history;
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
mod table;
mod tried;
mod value;
mod window;

pub use engine::{Answer, Control, Engine, Game};
pub use info::{Info, Score};
pub use limits::{Clock, Limits};

#[cfg(test)]
mod seat_tests;
