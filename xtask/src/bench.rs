//! `cargo xtask bench`: speed beside other libraries and other versions.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Subcommand;
use serde_json::{Value, json};

use crate::strength::page::{self, PageRow};
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
    /// Let ten people analyse at once while ten play the strongest computer, and see how long they wait for lines (a minute)
    Analysis {
        /// A tabiya program to measure [default: the release build of this source]
        #[arg(long, value_name = "PATH")]
        program: Option<PathBuf>,
    },
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
        Subject::Analysis { program } => return analysis(program.as_deref(), &mut command),
        Subject::Cluster(cluster) => command.arg("cluster").arg(cluster_plan(cluster)?.to_string()),
    };
    // All are built for the native CPU, as the workspace's configuration says, whatever the shell has set.
    shell::run(command.env_remove("RUSTFLAGS"))
}

/// How many analyse at once, beside as many who play; how many positions each looks at, and how long nobody should wait, in milliseconds.
const ANALYSTS: u8 = 10;
const POSITIONS: usize = 40;
const WANTED: u32 = 1_000;

/// What the measurement says in its last line.
const RESULT: &str = "result: ";

const ANALYSIS_ROW: PageRow<'_> = PageRow {
    about: "first lines for ten who analyse at once, beside ten for whom level 9 always thinks",
    goal: "within a second",
    command: "cargo xtask bench analysis",
};

/// How long people wait for the first lines, written into docs/strength.md.
fn analysis(program: Option<&Path>, command: &mut Command) -> Result<()> {
    // Before the measurement: what is committed meanwhile was not measured.
    let stamp = page::stamp()?;
    let programs = programs(&program.map(Path::to_path_buf).into_iter().collect::<Vec<_>>())?;
    let plan = json!({
        "program": programs[0], "analysts": ANALYSTS, "players": ANALYSTS, "positions": POSITIONS,
    });
    command.arg("analysis").arg(plan.to_string()).env_remove("RUSTFLAGS");
    let output = shell::shown_output(command)?;
    let result = output.lines().find_map(|line| line.strip_prefix(RESULT));
    let result = result.context("the measurement tells no result")?;
    page::set(&ANALYSIS_ROW, result, &stamp)?;
    let longest = longest_wait(result).context("the result tells no wait")?;
    ensure!(longest <= WANTED, "somebody waited {longest} ms, wanted: {WANTED} ms at most");
    Ok(())
}

/// The milliseconds after which all had what they waited for.
fn longest_wait(result: &str) -> Option<u32> {
    result.split_once("all within ")?.1.split_once(" ms")?.0.parse().ok()
}

/// What the contestants' package is to measure, in its own words.
fn plan(server: &Server) -> Result<Value> {
    let Server { programs: _, rounds, games, moves, spectators, rate, rates, costs } = server;
    let yardstick = if *costs { None } else { Some(yardstick::install()?) };
    let rates: &[u32] = if *costs { &[] } else { rates };
    let plot = workspace::target("bench-server.svg")?;
    Ok(json!({
        "rounds": rounds, "games": games, "plies": moves, "spectators": spectators, "rate": rate,
        "programs": programs(&server.programs)?, "yardstick": yardstick, "rates": rates, "plot": plot,
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
fn programs(given: &[PathBuf]) -> Result<Vec<PathBuf>> {
    if given.is_empty() {
        return Ok(vec![own_program()?]);
    }
    given.iter().map(|path| Ok(std::path::absolute(path)?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_wait_is_read() {
        let result = "400 times the first of 5 lines, half of them within 80 ms, 95 % within 300 ms, all within 412 ms, beside 70 moves";
        assert_eq!(longest_wait(result), Some(412));
        assert_eq!(longest_wait("nothing"), None);
    }
}
