//! `cargo xtask proof`: proofs that take too long for every commit.

use anyhow::Result;
use clap::{Args as _, Command, Subcommand};

use crate::{
    abuse, analysis, api, browser, cluster, deploy, dist, fuzz, mutants, perft, start, strength, torture,
};

#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    proof: Option<Proof>,
}

/// Each says what it proves, and how long that takes on two cores.
#[derive(Subcommand)]
enum Proof {
    /// Let somebody attack a server in every way, and see what that costs the others (8 minutes, 3 of them to compile)
    Abuse(abuse::Args),
    /// Hold every sentence about many games against the rules, and marks beside Stockfish's (about an hour)
    Analysis(analysis::Args),
    /// Let a fuzzer hold the server to its description of the API (10 minutes, or as long as you like)
    Api(api::Args),
    /// Kill nodes over one database 500 times, stop them, cut them off, take away NATS and PostgreSQL, and lose nothing;
    /// start them again one after the other while 1,000 play, and refuse nothing (30 minutes)
    Cluster(cluster::Args),
    /// Play through the proxies of deploy/ with their configurations, hold the service to its unit, and read the compose file (3 minutes)
    Deploy,
    /// Run what others get on old CPUs and beside a build for this one, and install its package (25 minutes)
    Dist,
    /// Run the fuzz targets and keep what they find worth keeping (6 minutes, or as long as you like)
    Fuzz(fuzz::Args),
    /// Change our classic programs in one thing each, and see the checker catch every one (5 minutes)
    Mutants(mutants::Args),
    /// Count every perft file to its full depth (3 minutes, most of them to compile)
    Perft(perft::Args),
    /// Start the server by the README's first command (3 minutes to compile)
    Start,
    /// Measure how strong and how fast the engine is, figure by figure (minutes to an hour for each)
    Strength(strength::Args),
    /// Kill the server a thousand times under load, start it with 10,000 games, lose nothing, and see what one abusive
    /// client costs the others (20 minutes)
    Torture(torture::Args),
    /// Trace a drag on the board in a browser, and tell what it costs (a minute)
    Trace,
}

pub fn run(args: &Args) -> Result<()> {
    match &args.proof {
        Some(Proof::Abuse(args)) => abuse::run(args),
        Some(Proof::Analysis(args)) => analysis::run(args),
        Some(Proof::Api(args)) => api::run(args),
        Some(Proof::Cluster(args)) => cluster::run(args),
        Some(Proof::Deploy) => deploy::prove(),
        Some(Proof::Dist) => dist::prove(),
        Some(Proof::Fuzz(args)) => fuzz::run(args),
        Some(Proof::Mutants(args)) => mutants::run(args),
        Some(Proof::Perft(args)) => perft::run(args),
        Some(Proof::Start) => start::prove(),
        Some(Proof::Strength(args)) => strength::run(args),
        Some(Proof::Torture(args)) => torture::run(args),
        Some(Proof::Trace) => browser::trace(),
        None => {
            list();
            Ok(())
        }
    }
}

fn list() {
    for proof in proofs() {
        println!(
            "{:<10} {}",
            proof.get_name(),
            proof.get_about().map(ToString::to_string).unwrap_or_default()
        );
    }
    println!("\ncargo xtask proof NAME runs one of them; with --help it tells its options");
}

fn proofs() -> Vec<Command> {
    Args::augment_args(Command::new("proof")).get_subcommands().cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_proof_tells_how_long_it_takes() {
        assert!(proofs().len() >= 5);
        for proof in proofs() {
            let about = proof.get_about().unwrap().to_string();
            let time =
                about.strip_suffix(')').and_then(|about| about.rsplit_once(" (")).map(|(_, time)| time);
            assert!(time.is_some_and(|time| time.contains("minute") || time.contains("hour")), "{about}");
        }
    }
}
