//! A game of chess as a log: commands go in, events or reasons come out.
//!
//! - [`Game`]: [`Game::apply`] obeys a [`Command`] or gives a [`Refusal`]; [`Game::replay`] makes a game of its [`Event`]s
//!   again.
//! - [`History`]: all moves as a tree; undo and redo without limit.
//! - [`Clock`] and [`TimeControl`]: time as a value.
//! - [`MatchScore`], [`Threats`]: who leads, and what attacks what.
//! - [`narration`]: everything in plain sentences.
//!
//! Nothing here does input or output, owns a thread or reads a clock: the time comes with the command.
//!
//! **One reducer.** [`Game::decide`] says what a command causes, as a [`Decision`], or the [`Refusal`], and changes nothing;
//! [`Game::accept`] takes a decision in; [`Game::apply`] is both. Whoever must keep events before they count decides,
//! keeps, accepts. A refused command cannot leave a trace, because deciding has only a shared reference. [`By`] tells
//! who asks: a seat, the one board at which both sides sit, or the arbiter.
//!
//! **Events** are facts with a moment and what both clocks show afterwards. The first one holds the whole rule set as
//! text, so that an edited rule file changes no old game; each has a [`Schema`], and `tests/logs/` keeps logs of every
//! one. [`Game::absorb`] takes in an event that comes from elsewhere, and refuses what cannot have happened. Clocks are
//! set to what an event says, and endings are events of their own, so that a later opinion about rules or time changes
//! no game that is over.
//!
//! **History** is a tree with a place in it. Undo walks up, a new move makes a branch, redo follows the branch left last.
//! Nothing is ever removed, and copies share what they have in common.
//!
//! **Clocks** are values that are told the time: stages with sudden death, increment, delay or Bronstein's delay. A flag
//! that fell before a command ends the game whatever the command was. Going back gives nobody time: each seat has
//! what it has now or had then, whichever is less.

#![forbid(unsafe_code)]

mod absorb;
mod clock;
mod command;
mod conduct;
mod date;
mod decide;
mod decision;
mod ending;
mod event;
mod form;
mod game;
mod german;
mod history;
mod moment;
pub mod narration;
mod pgn;
mod pgn_time;
mod refusal;
mod score;
mod seat;
mod shared_vec;
mod takeback;
mod threats;

use form::{outcome_form, rules_form, seats_form, setup_form, text_form};

pub use clock::{Bonus, Clock, ClockTurn, FlagFell, NotAPgnTimeControl, NotATimeControl, Stage, TimeControl};
pub use command::{Answer, By, Command, is_stop_code};
pub use conduct::{Conduct, FirstMoves, Takeback};
pub use date::{Date, NotADate};
pub use decision::{Decision, Standing};
pub use ending::{Claim, Ending, GameResult};
pub use event::{Event, Fact, GameStart, Schema, UnknownSchema};
pub use game::{Damage, DamageKind, Game, TakebackRequest};
pub use history::{History, Node, NodeId, Step};
pub use moment::Moment;
pub use pgn_time::PgnTime;
pub use refusal::Refusal;
pub use score::{MatchScore, Points};
pub use seat::{BySeat, NoSuchSeat, Seat};
pub use threats::Threats;
