//! `cargo xtask bench`: speed beside other libraries.

use anyhow::Result;
use clap::Subcommand;

use crate::{python, shell};

#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    subject: Subject,
}

#[derive(Subcommand)]
enum Subject {
    /// Count move paths side by side with cozy-chess and shakmaty, one thread, no hash
    Perft {
        /// Interleaved rounds, of which each library's best counts
        #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
        rounds: u32,
    },
    /// Read a file of games, every move checked, side by side with pgn-reader and python-chess
    Pgn {
        /// Interleaved rounds, of which each library's best counts
        #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
        rounds: u32,
    },
}

/// The contestants are a package of their own, so that only this task waits for their optimised build.
pub fn run(args: &Args) -> Result<()> {
    let mut command = shell::cargo(["run", "--release", "--package", "bench", "--"]);
    match args.subject {
        Subject::Perft { rounds } => command.arg("perft").arg(rounds.to_string()),
        Subject::Pgn { rounds } => command.arg("pgn").arg(rounds.to_string()).arg(python::with_chess()?),
    };
    // All are built for the native CPU, as the workspace's configuration says, whatever the shell has set.
    shell::run(command.env_remove("RUSTFLAGS"))
}
