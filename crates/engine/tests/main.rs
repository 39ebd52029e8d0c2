//! The engine under every rule set: its levels, its search, its tables.

mod levels;
mod search;
mod support;
mod tables;
