//! `cargo xtask tune`: the evaluation's weights, from the engine's own games.

use anyhow::Result;

use crate::shell;

/// `play FILE GAMES NODES SEED` adds games to a file, `fit FILE...` finds the weights and writes them into the source
#[derive(clap::Args)]
pub struct Args {
    /// What to do, and with what
    #[arg(trailing_var_arg = true)]
    words: Vec<String>,
}

/// The tuner is a package of its own, so that only this task waits for its optimised build.
pub fn run(args: &Args) -> Result<()> {
    shell::run(shell::cargo(["run", "--release", "--package", "tune", "--"]).args(&args.words))
}
