//! `cargo xtask proof perft`: the perft suites to full depth.

use std::process::Command;

use anyhow::Result;

use crate::shell;

#[derive(clap::Args)]
pub struct Args {
    /// Skip counts of more nodes than this
    #[arg(long, value_name = "NODES", default_value_t = u64::MAX, hide_default_value = true)]
    limit: u64,
}

/// The module of the runner, which prints what it has counted.
pub const RUNNER: [&str; 3] = ["--", "perft::", "--nocapture"];

pub fn run(args: &Args) -> Result<()> {
    shell::run(suites(args.limit).arg("--release").args(RUNNER))
}

/// The runner of the suites is a test of `tabiya-rules`, so that `cargo test` counts the same files, only less deep.
pub fn suites(limit: u64) -> Command {
    let mut command = shell::cargo_test(&["rules"]);
    command.arg("--quiet").env("PERFT_LIMIT", limit.to_string());
    command
}
