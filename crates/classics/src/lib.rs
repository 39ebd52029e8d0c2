//! Five small chess programs from teaching, to the byte.
//!
//! Each is a value ([`Classic`]): rules, conduct, grammar and voice. [`run`] runs any of them over a reader and a writer,
//! [`CLASSICS`] holds those that there are, and [`ChessBoard`] is Imperial's as a type. `SPEC.md` beside this crate
//! settles what each one reads and prints.
//!
//! Nothing here owns a thread, reads a clock or opens a file.

#![forbid(unsafe_code)]

mod cases;
mod chess_board;
mod classic;
mod cuhk;
mod current_game;
mod frame;
mod grammar;
mod hong;
mod imperial;
mod intent;
mod options;
mod player;
mod session;
mod session_view;
mod source;
mod streams;
mod verb;
mod voice;
mod waterloo;
mod wrong;

pub use cases::Case;
pub use chess_board::{ChessBoard, sample};
pub use classic::{Afterwards, CLASSICS, Classic, Machines, Opening, Reasons, SessionConduct};
pub use frame::{Frame, Men, Rows};
pub use grammar::{Cell, Grammar, Pair};
pub use options::{Listener, Options};
pub use player::{Player, Skill};
pub use session::{run, run_watched};
pub use session_view::SessionView;
pub use verb::Verb;
pub use voice::{Ended, Part, Parts, Refused, Voice};
