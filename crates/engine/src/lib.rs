//! An engine that plays chess under any rule set of [`tabiya_rules`].
//!
//! - [`choose`]: a move at one of nine [`Level`]s, from random to as strong as the engine can; [`choose_by_book`]: the same
//!   with a book for the opening.
//! - [`BestMove`]: the best move at full strength, and why it is good.
//! - [`random_move`], [`random_piece_move`]: chance alone.
//! - [`Rng`]: random numbers that are the same on every machine.
//!
//! ```
//! use tabiya_engine::{Level, Rng, choose};
//! use tabiya_rules::{HONG, Position};
//!
//! let position = Position::starting(&HONG).unwrap();
//! let level: Level = "3".parse().unwrap();
//! let m = choose(level, &position, &[], &mut Rng::from_seed(1)).unwrap();
//! assert!(position.is_legal(m));
//! ```

#![forbid(unsafe_code)]

mod bench;
mod best_move;
mod casual;
pub mod eval;
mod exchange;
mod level;
mod random;
mod search;
mod strength;
mod tables;
pub mod uci;

pub use bench::{BENCH_DEPTH, bench, bench_until};
pub use best_move::BestMove;
pub use level::{Level, NotALevel, choose, choose_by_book};
pub use random::{Rng, random_move, random_piece_move};
pub use search::{ClockTimes, Control, Engine, GamePosition, Info, Score, SearchAnswer, SearchLimits};
pub use strength::Handicap;
pub use tables::{NoTables, Tables};
