//! The plain board from outside: what is said to it and what it says.

mod board;
mod crashes;
mod files;
mod settings;
mod transcripts;
mod whole_games;
