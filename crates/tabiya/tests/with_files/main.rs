//! The binary and its files: what it reads, what it writes, and what it leaves alone.

mod analyse;
mod convert;
mod engines_at_board;
mod fake_engine;
mod games;
mod matches;
mod saving;
mod support;
