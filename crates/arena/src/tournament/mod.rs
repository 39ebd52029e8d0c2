//! Engines against each other.
//!
//! A [`Plan`] says everything that settles the games, [`Schedule`] gives each game by its number alone, workers play them
//! ([`run`]), judged by the rules, and one thread keeps, counts and shows them. A finished game is a line of the state
//! file ([`State`]), synced before anybody is told of it; the PGN is written from that file when a match goes on. The
//! head of the file holds the plan, with digests of openings and programs, so that a changed command is refused with
//! what changed. Statistics are pure functions of a [`Tally`]; `openings.txt` is made by `cargo xtask openings`.

mod adjudication;
mod clock;
mod contest;
mod elo;
mod finish;
mod openings;
mod pgn_file;
mod plan;
mod record;
pub mod report;
mod runner;
mod schedule;
mod sprt;
mod standings;
mod state;
mod tally;

pub use adjudication::{Adjudication, DrawRule, WinRule};
pub use contest::Conduct;
pub use elo::Elo;
pub use finish::Fault;
pub use openings::{MAX_OPENINGS, Openings};
pub use pgn_file::PgnFile;
pub use plan::Plan;
pub use record::Record;
pub use runner::run;
pub use schedule::{Fixture, Form, Schedule};
pub use sprt::{Sprt, Verdict};
pub use standings::Standings;
pub use state::State;
pub use tally::{HalfPoints, Tally};
