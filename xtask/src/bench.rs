//! `cargo xtask bench`: speed beside other libraries and other versions.

use std::path::PathBuf;

use anyhow::Result;
use clap::Subcommand;

use crate::{python, shell, workspace};

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
    /// Put the server under load: processor time, bytes and latency of a move, at full load and at a fixed rate
    Server(Server),
}

#[derive(clap::Args)]
struct Server {
    /// A tabiya program to measure; several are measured in turns [default: the release build of this source]
    #[arg(long = "program", value_name = "PATH")]
    programs: Vec<PathBuf>,
    /// Rounds, of which the one with the least processor time counts
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Games at the same time, each between two players
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=2000))]
    games: u32,
    /// Single moves of each game
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..150))]
    moves: u32,
    /// How many watch; they are shared out among the games
    #[arg(long, value_name = "N", default_value_t = 16)]
    spectators: u32,
    /// Moves a second where the rate is fixed
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    rate: u32,
}

/// The contestants are a package of their own, so that only this task waits for their optimised build.
pub fn run(args: &Args) -> Result<()> {
    let mut command = shell::cargo(["run", "--release", "--package", "bench", "--"]);
    match &args.subject {
        Subject::Perft { rounds } => command.arg("perft").arg(rounds.to_string()),
        Subject::Pgn { rounds } => command.arg("pgn").arg(rounds.to_string()).arg(python::with_chess()?),
        Subject::Server(server) => {
            let numbers = [server.rounds, server.games, server.moves, server.spectators, server.rate];
            command.arg("server").args(numbers.map(|number| number.to_string())).args(programs(server)?)
        }
    };
    // All are built for the native CPU, as the workspace's configuration says, whatever the shell has set.
    shell::run(command.env_remove("RUSTFLAGS"))
}

/// The programs to measure, by paths that hold wherever they are started.
fn programs(server: &Server) -> Result<Vec<PathBuf>> {
    if server.programs.is_empty() {
        shell::run(shell::cargo(["build", "--release", "--locked"]).env_remove("RUSTFLAGS"))?;
        return Ok(vec![workspace::target("release")?.join("tabiya")]);
    }
    server.programs.iter().map(|path| Ok(std::path::absolute(path)?)).collect()
}
