//! The plain board: sentences in, sentences out. It needs no screen, only lines, so that it serves slow lines, screen
//! readers and pipes.
//!
//! The game is a [`Table`](tabiya_table::Table), which knows neither terminal nor clock nor disk. [`PlainBoard`] obeys
//! an instruction (`instruction`) and words what came of it (`words`, `answers`); [`Conversation`] turns lines into
//! instructions (`line`, `word`) and answers into lines, one after the other. A thread of its own reads the lines
//! (`listener`), so that a flag can fall while nobody types. A position can be put up piece by piece (`editor`).
//!
//! Nothing here touches a disk, starts a process or hears a signal: the table has been handed what it needs for that,
//! and the rest is the [`Host`]'s.

#![forbid(unsafe_code)]

mod answers;
mod command_word;
mod conversation;
mod editor;
mod help;
mod host;
mod instruction;
mod line;
mod line_listener;
mod now;
mod picture;
mod plain_board;
mod words;

pub use conversation::{AtTerminal, Conversation};
pub use editor::read_fen;
pub use host::Host;
pub use now::now;
pub use plain_board::PlainBoard;
pub use words::refusal;
