//! Five small chess programs from teaching, as their documents describe them.
//!
//! Each is a value ([`Classic`]): rules, conduct (when games begin, when machines move, what follows a game), grammar
//! (how bytes become intents: columns of a line, cells, or commands with their verbs), voice (a frame for the board, and
//! what is said on each occasion, as a list of parts) and dialect (the words by which a checker speaks to it). `hong.rs`,
//! `cuhk.rs`, `waterloo.rs` and `imperial.rs` hold nothing else. [`run`] runs any of them over a reader and a writer,
//! [`run_hosted`] before a [`SessionHost`] who watches the table, may find the machines' moves elsewhere and may overrule
//! the rules, [`CLASSICS`] holds those that there are, and [`ChessBoard`] is Imperial's as a type. `SPEC.md` beside this crate settles what each one
//! reads and prints, and its cases are embedded.
//!
//! A sixth is one more such file and its line in [`CLASSICS`]: it then runs, and programs of it can be checked. The
//! command `tabiya classic` names each with its options and its help, so there it needs a subcommand too, and
//! `tabiya classic` alone lists it by a line in its introduction.
//!
//! A session asks nowhere which classic it is:
//!
//! ```text
//!  bytes ──Source──> lines, cells ──Grammar──> Intent ──Session──> Command ──Game──> events, or a Refusal
//!                                                         │
//!                                      Voice: parts <─────┴─────> asides: the reason, for people or always
//! ```
//!
//! `Source` keeps of a line only what can mean anything, so lines may have any length. Where no move is taken back, old
//! moves are forgotten now and then, so games may have any length too. The output is flushed before every read, and luck
//! comes from a seed.
//!
//! Nothing here owns a thread, reads a clock or opens a file.

#![forbid(unsafe_code)]

mod board_frame;
mod cases;
mod chess_board;
mod classic;
mod cuhk;
mod current_game;
mod departure;
mod dialect;
mod grammar;
mod hong;
mod hong_listing;
mod host;
mod imperial;
mod input;
mod input_fault;
mod intent;
mod machine_turn;
mod next_move;
mod options;
mod player;
mod session;
mod session_view;
mod streams;
mod value_style;
mod verb;
mod voice;
mod waterloo;

pub use board_frame::{BoardFrame, PieceStyle, Rows};
pub use cases::{Case, CaseShowing, ShowingReason};
pub use chess_board::{ChessBoard, sample};
pub use classic::{
    Afterwards, CLASSICS, Classic, DocumentReading, FirstGame, Machines, Reasons, SessionConduct,
};
pub use departure::{Departure, DepartureMoment, LastLine};
pub use dialect::{
    AtEnd, Dialect, MachineGame, MachinePlay, MachineScript, MachineSeats, OpenTexts, PersonPlay,
};
pub use grammar::{Cell, Grammar, Pair, Punctuation};
pub use host::{Overruling, SessionHost};
pub use input_fault::InputFault;
pub use intent::{Intent, MoveInput, Spot};
pub use machine_turn::{MachineChoice, MachineTurn};
pub use next_move::NextMove;
pub use options::{ClassicOptions, ReasonReader};
pub use player::{ClassicPlayer, MACHINE_BOOK, Skill};
pub use session::{run, run_hosted};
pub use session_view::SessionView;
pub use value_style::ValueStyle;
pub use verb::Verb;
pub use voice::{EndParts, Part, Parts, RefusalParts, Voice};
