//! Engines to play with: programs that speak UCI or XBoard's protocol, run as child processes, and our own levels.
//!
//! An [`EngineSpec`] says which program and how; [`EnginePlayer::start`] runs it, [`EnginePlayer::new_game`] and
//! [`EnginePlayer::think`] play with it. `uci.rs` and `xboard.rs` know the protocols, `own_engine.rs` our levels.
//!
//! Nothing that the program does can block, panic or fill the memory. A thread reads its lines, cut at a fixed length,
//! into a bounded queue with the time of their arrival; another writes, because a program that does not read would block
//! us. Every wait has an end and a reason ([`EngineError`]). Dropped, an engine is asked to leave and then killed with its
//! process group.

mod budget;
mod engine_error;
mod engine_player;
mod engine_spec;
mod feature;
mod game_line;
mod log;
mod own_engine;
mod pace;
mod process;
mod reader;
mod rule_file_copy;
mod score;
mod seconds_control;
mod uci;
mod variant;
mod words;
mod xboard;

pub use budget::{Budget, Clocks};
pub use engine_error::EngineError;
pub use engine_player::{EngineChoice, EnginePlayer, EngineSetup, Thought};
pub use engine_spec::{EngineSpec, OwnStrength, Protocol};
pub use game_line::GameLine;
pub use log::EngineLog;
pub use pace::Pace;
pub use score::EngineScore;
pub use seconds_control::SecondsControl;
pub use variant::Variant;
pub use words::{CommandWords, split};
