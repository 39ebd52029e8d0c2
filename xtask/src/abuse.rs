//! `cargo xtask proof abuse`: what one abusive client costs the others on a server, as a table.

use std::process::Command;

use anyhow::Result;
use serde_json::json;

use crate::{shell, workspace};

#[derive(clap::Args)]
pub struct Args {
    /// How often each attack is tried; the middle counts
    #[arg(long, value_name = "N", default_value_t = ROUNDS, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,

    /// Single moves of each of the games that the others play
    #[arg(long, value_name = "N", default_value_t = MOVES, value_parser = clap::value_parser!(u32).range(1..150))]
    moves: u32,

    /// Only the attacks whose names hold this, and nothing
    #[arg(long, value_name = "WORDS", default_value = "", hide_default_value = true)]
    only: String,
}

const ROUNDS: u32 = 5;
const MOVES: u32 = 60;

impl Default for Args {
    fn default() -> Args {
        Args { rounds: ROUNDS, moves: MOVES, only: String::new() }
    }
}

/// Optimised programs; more than a doubled wait is a fault.
pub fn run(args: &Args) -> Result<()> {
    let build = ["build", "--release", "--locked", "--package", "tabiya", "--package", "bench"];
    shell::run(shell::cargo(build).env_remove("RUSTFLAGS"))?;
    let folder = workspace::target("release")?;
    let Args { rounds, moves, only } = args;
    let plan = json!({ "program": folder.join("tabiya"), "rounds": rounds, "plies": moves, "only": only });
    shell::run(Command::new(folder.join("bench")).arg("abuse").arg(plan.to_string()))
}
