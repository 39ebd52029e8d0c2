//! Engines to play with: programs that speak UCI or XBoard's protocol, run as child processes, and our own levels.
//!
//! An [`EngineSpec`] says which program and how; [`Engine::start`] runs it, [`Engine::new_game`] and [`Engine::think`]
//! play with it. Nothing that the program does can block, panic or fill the memory: lines and queues are bounded, every
//! wait has an end, and a dropped engine leaves no process behind.

mod budget;
mod engine;
mod engine_error;
mod engine_spec;
mod feature;
mod line;
mod log;
mod own;
mod pace;
mod process;
mod reader;
mod score;
mod seconds_control;
mod uci;
mod variant;
mod words;
mod xboard;

pub use budget::{Budget, Clocks};
pub use engine::{Answer, Engine, Setting, Thought};
pub use engine_error::EngineError;
pub use engine_spec::{EngineSpec, Protocol};
pub use line::Line;
pub use log::Log;
pub use pace::Pace;
pub use score::Score;
pub use seconds_control::SecondsControl;
pub use variant::Variant;
pub use words::{Words, split};
