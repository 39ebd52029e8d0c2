//! Engines to play with, and matches between them.
//!
//! - [`engine_process`]: programs of others that speak UCI or XBoard's protocol, run as child processes that may do
//!   anything, and our own levels behind the same face.
//! - [`tournament`]: a match from its plan to its table: who plays whom, how games are judged, how they are kept so that
//!   a match that was stopped goes on, and what the results say.
//!
//! Nothing here prints or reads arguments: the shell says what is to be played, and shows what comes out.

#![forbid(unsafe_code)]

pub mod engine_process;
pub mod tournament;
