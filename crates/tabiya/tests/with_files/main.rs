//! The binary and its files: what it reads, what it writes, and what it leaves alone.

mod convert;
mod games;
mod saving;
mod support;
