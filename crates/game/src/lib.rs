//! A game of chess as a log: commands go in, events or reasons come out.
//!
//! - [`Game`]: the one reducer. [`Game::apply`] obeys a [`Command`] or gives a [`Refusal`]; [`Game::replay`] makes a
//!   game of its [`Event`]s again.
//! - [`History`]: all moves as a tree; undo and redo without limit.
//! - [`Clock`] and [`TimeControl`]: time as a value.
//! - [`MatchScore`], [`Threats`]: who leads, and what attacks what.
//! - [`narration`]: everything in plain sentences.
//!
//! Nothing here does input or output, owns a thread or reads a clock: the time comes with the command.

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
mod history;
mod moment;
pub mod narration;
mod pgn;
mod pgn_time;
mod refusal;
mod score;
mod seat;
mod shared_vec;
mod threats;

use form::{outcome_form, rules_form, seats_form, setup_form, text_form};

pub use clock::{Bonus, Clock, FlagFell, NotAPgnTimeControl, NotATimeControl, Running, Stage, TimeControl};
pub use command::{Answer, By, Command};
pub use conduct::{Conduct, FirstMoves, Takeback};
pub use date::{Date, NotADate};
pub use decision::{Decision, Standing};
pub use ending::{Claim, Ending, Result as GameResult};
pub use event::{Event, Fact, Schema, Start, UnknownSchema};
pub use game::{Damage, DamageKind, Game, TakebackRequest};
pub use history::{History, Node, NodeId, Step};
pub use moment::Moment;
pub use pgn_time::PgnTime;
pub use refusal::Refusal;
pub use score::{MatchScore, Points};
pub use seat::{BySeat, NoSuchSeat, Seat};
pub use threats::Threats;
