//! `cargo xtask openings`: the built-in openings of `tabiya match`, made anew.

use std::process::Command;

use anyhow::Result;

use crate::{python, shell, tool, workspace};

/// Chance has a seed and the engine fixed depths: the same engine makes the same file.
pub fn run() -> Result<()> {
    tool::STOCKFISH.ensure()?;
    let root = workspace::root();
    let mut make = Command::new(python::with_chess()?);
    make.arg(root.join("xtask/openings/make.py"));
    make.arg(root.join("crates/arena/src/tournament/openings.txt"));
    shell::run(make.arg("/usr/games/stockfish"))
}
