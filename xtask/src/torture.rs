//! `cargo xtask proof torture`: the server's promise, proved at length, and what abuse costs the others.

use std::process::Command;

use anyhow::Result;

use crate::ci::NATS_SERVER;
use crate::{abuse, python, shell, tool};

#[derive(clap::Args)]
pub struct Args {
    /// How often the server is killed
    #[arg(long, value_name = "N", default_value_t = 1000)]
    rounds: u32,

    /// How many games are under way when it is started with many
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    games: u32,
}

pub fn run(args: &Args) -> Result<()> {
    promise(args.rounds, args.games)?;
    abuse::run(&abuse::Args::default())
}

/// Kills under load, starts with many games, the order of system calls, full disks and damaged files. The proofs are
/// tests of `tabiya`, so that `cargo test` runs most of them too, only shorter.
fn promise(rounds: u32, games: u32) -> Result<()> {
    tool::STRACE.ensure()?;
    let mut test = shell::cargo_test(&["server"]);
    test.env(NATS_SERVER, python::nats_server()?);
    test.args(["--", "--include-ignored", "--nocapture"]);
    shell::run(lengthen(&mut test, rounds, games))
}

/// Tells tests how often to kill the server, and with how many games to start it.
pub fn lengthen(test: &mut Command, rounds: u32, games: u32) -> &mut Command {
    test.env("TABIYA_TORTURE_ROUNDS", rounds.to_string()).env("TABIYA_LIVE_GAMES", games.to_string())
}

/// What system calls tell of the promise.
pub fn traced() -> Result<()> {
    tool::STRACE.ensure()?;
    // What is proved of several servers has a proof of its own.
    shell::run(shell::cargo_test(&["server"]).args(["--", "--ignored", "--skip", "cluster::"]))
}
