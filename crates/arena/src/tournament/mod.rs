//! Engines against each other.
//!
//! A [`MatchPlan`] says everything that settles the games, [`Schedule`] gives each game by its number alone, workers play them
//! ([`run`]), and one thread keeps, counts and shows them. What is played is a [`Game`](tabiya_game::Game), so that rules,
//! claims, passing and results are judged as everywhere. Engines may have different clocks, so each has a game's
//! [`Clock`](tabiya_game::Clock) of its own.
//!
//! Why a game ended is told by its `Finish` (`finish.rs`), and only who won by the game's own
//! [`Ending`](tabiya_game::Ending): an adjudication is no ending of the rules, and a flag can only fall on a clock of the
//! game, which these games have none of. So where a `Finish` is more than the game being played out, the game is brought
//! to the same result by what comes nearest: an engine that fails or oversteps its time abandons it, one that an
//! adjudication finds lost resigns it, and a draw by adjudication is agreed. Nobody should read the reason from there.
//!
//! A finished game is a line of the state
//! file (`state_file.rs`), synced before anybody is told of it; the PGN is written from that file when a match goes on. The
//! head of the file holds the plan, with digests of openings and programs, so that a changed command is refused with
//! what changed. Statistics are pure functions of a [`MatchTally`]; `openings.txt` is made by `cargo xtask openings`.

mod adjudication;
mod elo;
mod engine_clock;
mod engine_game;
mod finish;
mod finished_game;
mod game_record;
mod match_files;
mod match_plan;
mod match_tally;
mod openings;
mod pgn_file;
mod ratings;
pub mod report;
mod runner;
mod schedule;
mod sprt;
mod standings;
mod state_file;

pub use adjudication::{Adjudication, DrawRule, WinRule};
pub use elo::Elo;
pub use engine_game::MatchSettings;
pub use finish::EngineFault;
pub use game_record::GameRecord;
pub use match_files::MatchFiles;
pub use match_plan::MatchPlan;
pub use match_tally::{HalfPoints, MatchTally};
pub use openings::{MAX_OPENINGS, Openings};
pub use ratings::{Anchor, FittedRating, fit};
pub use runner::run;
pub use schedule::{Fixture, MatchFormat, Schedule};
pub use sprt::{Sprt, SprtVerdict};
pub use standings::Standings;
