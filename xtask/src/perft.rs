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

pub fn run(args: &Args) -> Result<()> {
    shell::run(suites(args.limit).arg("--release").args(["--", "--nocapture"]))
}

/// The runner of the suites is a test of `tabiya-rules`, so that `cargo test` counts the same files, only less deep.
pub fn suites(limit: u64) -> Command {
    let mut command = shell::cargo_test(&["perft"]);
    command.arg("--quiet").env("PERFT_LIMIT", limit.to_string());
    command
}
