//! `cargo xtask proof cluster`: several servers over one database, of which any part may die.

use anyhow::Result;

use crate::ci::NATS_SERVER;
use crate::{python, shell, tool};

#[derive(clap::Args)]
pub struct Args {
    /// How often something is killed, stopped or taken away
    #[arg(long, value_name = "N", default_value_t = 520)]
    rounds: u32,

    /// For how many seconds NATS is gone each time
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    silence: u32,
}

/// The proof is a test of `tabiya`, which `cargo test` runs as well, only shorter.
pub fn run(args: &Args) -> Result<()> {
    tool::POSTGRES.ensure()?;
    let mut test = shell::cargo_test(&["server"]);
    test.env(NATS_SERVER, python::nats_server()?);
    test.env("TABIYA_CLUSTER_KILLS", args.rounds.to_string());
    test.env("TABIYA_CLUSTER_SILENCE", args.silence.to_string());
    shell::run(test.args(["--", "cluster::", "--nocapture"]))
}
