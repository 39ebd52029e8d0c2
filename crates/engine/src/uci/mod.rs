//! The UCI protocol: what is said is parsed without a position ([`UciCommand`]), a [`UciSession`] keeps options and game
//! and says what is to be done. Nothing here starts a thread or a search; a shell does, with readers and writers of
//! its own.
//!
//! CITE: Huber and Meyer-Kahlen, "Description of the universal chess interface", 2006

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod command;
mod go;
mod info;
mod option_table;
mod options;
mod position_command;
mod session;

pub use command::{CommandError, UciCommand};
pub use go::{BadSearchMove, Go};
pub use info::{info_line, written};
pub use option_table::{OptionError, OptionSummary, describe_options};
pub use options::{Effect, Options};
pub use position_command::{PositionCommand, PositionCommandError};
pub use session::{SearchJob, UciAction, UciSession};
