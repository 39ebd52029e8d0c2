//! An engine that plays chess under any rule set of [`tabiya_rules`].
//!
//! - [`choose`]: a move at a [`Level`], by rating or by number, from random to as strong as the engine can;
//!   [`choose_by_book`]: the same with a book for the opening.
//! - [`BestMove`]: the best move at full strength, and why it is good.
//! - [`random_move`], [`random_piece_move`]: chance alone.
//! - [`Rng`]: random numbers that are the same on every machine.
//!
//! ```
//! use tabiya_engine::{GameSeed, Level, Rng, choose};
//! use tabiya_rules::{HONG, Position};
//!
//! let position = Position::starting(&HONG).unwrap();
//! let level: Level = "3".parse().unwrap();
//! let m = choose(level, &position, &[], GameSeed(1), &mut Rng::from_seed(1)).unwrap();
//! assert!(position.is_legal(m));
//! ```

#![forbid(unsafe_code)]

mod answer_time;
mod bench;
mod best_move;
mod casual;
mod computer_turn;
pub mod eval;
mod exchange;
mod level;
mod level_words;
mod random;
mod rating_table;
mod search;
mod strength;
mod tables;
pub mod uci;

pub use bench::{BENCH_DEPTH, SIGNATURE, bench, bench_until};
pub use best_move::BestMove;
pub use computer_turn::{ComputerDeed, ComputerTurn, OwnClock, Yielding};
pub use level::{GameSeed, Level, NotALevel, choose, choose_by_book, choose_with};
pub use level_words::{LevelName, LevelSketch, LevelTitle, RatingScale};
pub use random::{Rng, random_move, random_piece_move};
pub use search::{ClockTimes, Control, Engine, GamePosition, Info, Score, SearchAnswer, SearchLimits};
pub use strength::Handicap;
pub use tables::{NoTables, TableResult, Tables};
