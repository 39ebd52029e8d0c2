//! `cargo xtask bench`: speed beside other libraries and other versions.

use std::path::PathBuf;

use anyhow::Result;
use clap::Subcommand;
use serde_json::{Value, json};

use crate::{python, shell, tool, workspace, yardstick};

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
    /// Put the server under load, beside a plain one in Node: what a move costs, how long it takes at growing rates, and
    /// what sockets and games take of memory
    Server(Server),
    /// Put several servers over one PostgreSQL under load: what a move costs them, the database and NATS, and what a game takes
    Cluster(Cluster),
}

#[derive(clap::Args)]
struct Cluster {
    /// How many servers there are, in one measurement after the other
    #[arg(long, value_name = "N,N", value_delimiter = ',', default_values_t = [1, 2, 3], value_parser = clap::value_parser!(u32).range(1..=8))]
    nodes: Vec<u32>,
    /// Games at the same time, each between two players
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=2000))]
    games: u32,
    /// Single moves of each game
    #[arg(long, value_name = "N", default_value_t = 80, value_parser = clap::value_parser!(u32).range(1..150))]
    moves: u32,
    /// Moves a second where the rate is fixed
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..))]
    rate: u32,
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
    /// Rates for the plot of latency
    #[arg(long, value_name = "N,N", value_delimiter = ',', default_values_t = RATES, value_parser = clap::value_parser!(u32).range(1..))]
    rates: Vec<u32>,
    /// Only what a move costs, of our programs alone: no server in Node, no plot, no figures of memory
    #[arg(long)]
    costs: bool,
}

const RATES: [u32; 7] = [250, 500, 1000, 2000, 4000, 6000, 8000];

/// The contestants are a package of their own, so that only this task waits for their optimised build.
pub fn run(args: &Args) -> Result<()> {
    let mut command = shell::cargo(["run", "--release", "--package", "bench", "--"]);
    match &args.subject {
        Subject::Perft { rounds } => command.arg("perft").arg(rounds.to_string()),
        Subject::Pgn { rounds } => command.arg("pgn").arg(rounds.to_string()).arg(python::with_chess()?),
        Subject::Server(server) => command.arg("server").arg(plan(server)?.to_string()),
        Subject::Cluster(cluster) => command.arg("cluster").arg(cluster_plan(cluster)?.to_string()),
    };
    // All are built for the native CPU, as the workspace's configuration says, whatever the shell has set.
    shell::run(command.env_remove("RUSTFLAGS"))
}

/// What the contestants' package is to measure, in its own words.
fn plan(server: &Server) -> Result<Value> {
    let Server { programs: _, rounds, games, moves, spectators, rate, rates, costs } = server;
    let yardstick = if *costs { None } else { Some(yardstick::install()?) };
    let rates: &[u32] = if *costs { &[] } else { rates };
    let plot = workspace::target("bench-server.svg")?;
    Ok(json!({
        "rounds": rounds, "games": games, "plies": moves, "spectators": spectators, "rate": rate,
        "programs": programs(server)?, "yardstick": yardstick, "rates": rates, "plot": plot,
    }))
}

fn cluster_plan(Cluster { nodes, games, moves, rate }: &Cluster) -> Result<Value> {
    tool::POSTGRES.ensure()?;
    Ok(json!({
        "program": own_program()?, "nats": python::nats_server()?, "nodes": nodes, "games": games, "plies": moves, "rate": rate,
    }))
}

/// The release build of this source.
fn own_program() -> Result<PathBuf> {
    shell::run(shell::cargo(["build", "--release", "--locked"]).env_remove("RUSTFLAGS"))?;
    Ok(workspace::target("release")?.join("tabiya"))
}

/// The programs to measure, by paths that hold wherever they are started.
fn programs(server: &Server) -> Result<Vec<PathBuf>> {
    if server.programs.is_empty() {
        return Ok(vec![own_program()?]);
    }
    server.programs.iter().map(|path| Ok(std::path::absolute(path)?)).collect()
}
