//! The tasks of the project's development: `cargo xtask TASK`.
//!
//! Nothing here depends on the project's own crates, so that a broken one is reported by a task and not by the
//! failure to start it.

mod abuse;
mod analysis;
mod api;
mod bench;
mod beside;
mod browser;
mod calibrate;
mod ci;
mod cluster;
mod compose;
mod deploy;
mod dist;
mod fuzz;
mod games;
mod layers;
mod libfuzzer;
mod licenses;
mod metadata;
mod mutants;
mod names;
mod openings;
mod paths;
mod perft;
mod processor_time;
mod program;
mod proof;
mod python;
mod server;
mod shell;
mod start;
mod strength;
mod tool;
mod torture;
mod tune;
mod unused;
mod workspace;
mod yardstick;

use std::process::ExitCode;

use anyhow::Result;
use clap::{CommandFactory, Parser, Subcommand};

/// Development tasks: checks, benchmarks, long proofs.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
struct Args {
    #[command(subcommand)]
    task: Option<Task>,
}

#[derive(Subcommand)]
enum Task {
    /// Run every check that a commit must pass
    Ci(ci::Args),
    /// Measure speed beside other libraries and other versions
    Bench(bench::Args),
    /// Measure the ratings of the engine's levels, and write the table that it plays by (hours)
    Calibrate(calibrate::Args),
    /// Make what others get: programs for any x86-64, an archive, a Debian package (10 minutes)
    Dist,
    /// Find the directed games of the checker anew
    Games,
    /// Make the built-in openings of `tabiya match` anew, or those that have a name
    Openings(openings::Args),
    /// Run a proof that takes longer, or list them
    Proof(proof::Args),
    /// Find the evaluation's weights from games of the engine with itself
    Tune(tune::Args),
}

fn main() -> ExitCode {
    match run(Args::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            error.chain().skip(1).for_each(|cause| eprintln!("{cause}"));
            ExitCode::FAILURE
        }
    }
}

fn run(task: Option<Task>) -> Result<()> {
    match task {
        Some(Task::Ci(args)) => ci::run(&args),
        Some(Task::Bench(args)) => bench::run(&args),
        Some(Task::Calibrate(args)) => calibrate::run(&args),
        Some(Task::Dist) => dist::run(),
        Some(Task::Games) => games::run(),
        Some(Task::Openings(args)) => openings::run(&args),
        Some(Task::Proof(args)) => proof::run(&args),
        Some(Task::Tune(args)) => tune::run(&args),
        None => Ok(Args::command().print_help()?),
    }
}
