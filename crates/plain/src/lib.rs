//! The plain board: sentences in, sentences out. It needs no screen, only lines, so that it serves slow lines, screen
//! readers and pipes.
//!
//! The game is a [`Table`](tabiya_table::Table), which knows neither terminal nor clock nor disk. [`PlainBoard`] obeys
//! an instruction and says what came of it, both in the words that all boards share ([`tabiya_table::talk`]);
//! [`Conversation`] turns lines into instructions and answers into lines, one after the other. A thread of its own reads the lines
//! (`line_listener`), so that a flag can fall while nobody types; at a terminal they are edited, completed and found again
//! (`line_editor`), while computers think (`background_computer`) or go through the game (`background_review`), and what is said is broken between words (`wrapped`). A position can be put up
//! piece by piece (`editor`), and a game in PGN be pasted (`pasted_game`).
//!
//! A game on somebody's server is talked about by [`RemoteTalk`], in the same words; the lobby before it by [`LobbyTalk`].
//!
//! Nothing here touches a disk, starts a process or hears a signal: the table has been handed what it needs for that,
//! and the rest is the [`Host`]'s.

#![forbid(unsafe_code)]

mod background_computer;
mod background_review;
mod conversation;
mod editor;
mod host;
mod line_editor;
mod line_listener;
mod line_source;
mod lobby_talk;
mod now;
mod pasted_game;
mod plain_board;
mod remote_talk;
mod wrapped;

pub use background_computer::BackgroundComputer;
pub use conversation::{AtTerminal, Conversation};
pub use host::Host;
pub use line_editor::{LineEditing, MAX_REMEMBERED};
pub use line_listener::typed_line;
pub use lobby_talk::{LobbyEnd, LobbyTalk, no_link};
pub use now::now;
pub use plain_board::PlainBoard;
pub use remote_talk::{RemoteEnd, RemoteTalk};
pub use wrapped::wrapped;
