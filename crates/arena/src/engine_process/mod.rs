//! Engines to play with: programs that speak UCI or XBoard's protocol, run as child processes, and our own levels.
//!
//! An [`EngineSpec`] says which program and how; [`Engine::start`] runs it, [`Engine::new_game`] and [`Engine::think`]
//! play with it. Nothing that the program does can block, panic or fill the memory: lines and queues are bounded, every
//! wait has an end, and a dropped engine leaves no process behind.

mod budget;
mod engine;
mod feature;
mod line;
mod log;
mod own;
mod pace;
mod process;
mod reader;
mod score;
mod seconds_control;
mod spec;
mod trouble;
mod uci;
mod variant;
mod words;
mod xboard;

pub use budget::{Budget, Clocks};
pub use engine::{Answer, Engine, Setting, Thought};
pub use line::Line;
pub use log::Log;
pub use pace::Pace;
pub use score::Score;
pub use seconds_control::SecondsControl;
pub use spec::{EngineSpec, Protocol};
pub use trouble::Trouble;
pub use variant::Variant;
pub use words::{Words, split};
