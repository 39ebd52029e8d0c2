//! The boards of `tabiya play` from outside: what is said to them and what they say.

mod board;
mod club;
mod crashes;
mod files;
mod full_screen;
mod line_cutter;
mod line_editing;
mod on_server;
mod settings;
mod transcripts;
mod tty;
mod whole_games;
