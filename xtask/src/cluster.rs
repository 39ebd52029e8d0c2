//! `cargo xtask proof cluster`: several servers over one database, of which any part may die, and any may be stopped.

use std::path::PathBuf;

use anyhow::Result;

use crate::ci::NATS_SERVER;
use crate::{python, shell, tool, workspace};

#[derive(clap::Args)]
pub struct Args {
    /// How often something is killed, stopped or taken away; 26 of 30 are kills
    #[arg(long, value_name = "N", default_value_t = 580)]
    rounds: u32,

    /// For how many seconds NATS is gone each time
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    silence: u32,

    /// How many sockets play while one node after the other is started again; each game has a move a second
    #[arg(long, value_name = "N", default_value_t = 1000)]
    sockets: u32,

    /// Another tabiya program, an earlier one for example, which one of the three nodes runs
    #[arg(long, value_name = "PATH")]
    beside: Option<PathBuf>,
}

/// What stands around the nodes.
pub fn ensure_tools() -> Result<()> {
    for tool in [tool::POSTGRES, tool::HAPROXY, tool::IPROUTE] {
        tool.ensure()?;
    }
    Ok(())
}

/// The proof are tests of `tabiya`, which `cargo test` runs as well, only shorter, here with the program as others get it. One after the
/// other: what is measured in one must not stand in the way of another.
pub fn run(args: &Args) -> Result<()> {
    ensure_tools()?;
    shell::run(shell::cargo(["build", "--release", "--locked"]).env_remove("RUSTFLAGS"))?;
    let mut test = shell::cargo_test(&["server"]);
    test.env("TABIYA_PROVED_PROGRAM", workspace::target("release")?.join("tabiya"));
    test.env(NATS_SERVER, python::nats_server()?);
    test.env("TABIYA_CLUSTER_ROUNDS", args.rounds.to_string());
    test.env("TABIYA_CLUSTER_SILENCE", args.silence.to_string());
    test.env("TABIYA_CLUSTER_SOCKETS", args.sockets.to_string());
    if let Some(program) = &args.beside {
        test.env("TABIYA_CLUSTER_BESIDE", std::path::absolute(program)?);
    }
    shell::run(test.args(["--", "cluster::", "--nocapture", "--include-ignored", "--test-threads", "1"]))
}
