//! A game as a log: its laws, dialogues, clocks and takebacks.

mod clocks;
mod dialogues;
mod laws;
mod logs;
mod support;
mod takeback;
