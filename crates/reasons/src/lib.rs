//! Why a move is good, and what a bad one allows: [`MoveReason`] and [`MoveFlaw`], values with their facts, worded once in
//! every language.
//!
//! What is said is true because the rules were asked, never because a score was believed. A line of moves, whoever found it, says
//! only where to look:
//!
//! - **Material** is what is left after every answer of the opponent and the captures that follow (`material.rs`), and at
//!   the end of the line; that a man on a square can be taken with profit is settled by taking on that square, with legal moves, for as
//!   long as it pays.
//! - **Mate** is proven against every defence (`forced_win.rs`), and the number of moves is said to be the smallest only where all
//!   shorter ways were tried.
//! - **Threats** are what the opponent could do if one passed, before the move and after it.
//!
//! All of it is bounded by a number of positions; what is not settled by then is not said. No rule set is asked for its name:
//! where kings are taken there is no mate and no pin, where pieces are counted at the end their worth is that of the rules.
//!
//! ```
//! use tabiya_reasons::{MoveContext, MoveReasons};
//! use tabiya_rules::{FIDE, Position};
//!
//! let mut position = Position::starting(&FIDE).unwrap();
//! for (from, to) in [("f2", "f3"), ("e7", "e5"), ("g2", "g4")] {
//!     let m = position.legal(from.parse().unwrap(), to.parse().unwrap(), None).unwrap();
//!     position.make_unchecked(m);
//! }
//! let m = position.legal("d8".parse().unwrap(), "h4".parse().unwrap(), None).unwrap();
//! let context = MoveContext { position, history: &[], taken_on: None };
//! assert_eq!(MoveReasons::find(&context, &[m], None).to_string(), "checkmates");
//! ```

#![forbid(unsafe_code)]

mod context;
mod find;
mod flaw;
mod forced_win;
mod german;
mod material;
mod node_budget;
mod reason;
mod runner;
mod tactics;
mod threats;

pub use context::{MoveContext, capture_of};
pub use find::MoveReasons;
pub use flaw::MoveFlaw;
pub use reason::{ForcedEnd, MoveBound, MoveReason, StandingPiece};
