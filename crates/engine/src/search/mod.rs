//! The search: one for all rules, generic over where a position takes them from.

mod deepen;
mod engine;
mod history;
mod info;
mod limits;
mod node;
mod picker;
mod quiesce;
mod ranking;
mod reductions;
mod searcher;
mod table;
mod value;

pub use engine::{Answer, Control, Engine, Game};
pub use info::{Info, Score};
pub use limits::{Clock, Limits};

#[cfg(test)]
mod seat_tests;
