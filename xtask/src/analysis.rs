//! `cargo xtask proof analysis`: what is said of games is true, and marks are those of a strong engine.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::strength::figure::Build;
use crate::strength::page::{self, PageRow};
use crate::strength::program;
use crate::{shell, tool, workspace};

#[derive(clap::Args)]
pub struct Args {
    /// Games to analyse; less than 200 only try the command, and are not written into docs/strength.md
    #[arg(long, value_name = "N", default_value_t = GAMES)]
    games: usize,

    /// Positions that our engine searches for each of a game
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    nodes: u64,

    /// How deep Stockfish searches each
    #[arg(long, value_name = "D", default_value_t = 14)]
    depth: u32,

    /// Games at the same time
    #[arg(long, value_name = "N", default_value_t = 2)]
    threads: u32,

    /// Play the games anew, and forget what was found of others; without it a proof that was stopped goes on
    #[arg(long)]
    fresh: bool,
}

/// As many games as the figure takes.
const GAMES: usize = 200;

/// The levels that play them, everybody against everybody; they search a number of positions, so that the games are the same
/// everywhere.
const LEVELS: [&str; 6] = ["2", "3", "4", "5", "6", "7"];

/// How many pairs they make.
const PAIRS: usize = LEVELS.len() * (LEVELS.len() - 1) / 2;

/// The file in which the proof keeps what it finds of each game.
const KEPT: &str = "found.txt";

/// What the proof says in its last line.
const RESULT: &str = "result: ";

/// The share of marks that should agree, in percent.
const WANTED: f64 = 85.0;

const ROW: PageRow<'_> = PageRow {
    about: "analysis of 200 games of the levels: sentences by the rules, marks beside Stockfish 15.1's at depth 14",
    goal: "no sentence wrong, 85 % of the marks or more",
    command: "cargo xtask proof analysis",
};

pub fn run(args: &Args) -> Result<()> {
    tool::STOCKFISH.ensure()?;
    // Before the measurement: what is committed meanwhile was not measured.
    let stamp = page::stamp()?;
    let games = games(args)?;
    let kept = games.with_file_name(KEPT);
    // The engine is optimised in every profile.
    let words = ["--", "--ignored", "--nocapture", "every_sentence_is_true"];
    let mut command = shell::cargo_test(&["analysis"]);
    command.args(words).env("TABIYA_ANALYSIS_PGN", games).env("TABIYA_ANALYSIS_KEPT", kept);
    for (name, value) in [
        ("GAMES", args.games as u64),
        ("NODES", args.nodes),
        ("DEPTH", args.depth.into()),
        ("THREADS", args.threads.into()),
    ] {
        command.env(format!("TABIYA_ANALYSIS_{name}"), value.to_string());
    }
    let output = shell::shown_output(&mut command)?;
    let result = output.lines().find_map(|line| line.split_once(RESULT)).map(|(_, result)| result);
    let result = result.context("the proof tells no result")?;
    if args.games < GAMES {
        println!("less than {GAMES} games: not written into docs/strength.md");
    } else {
        page::set(&ROW, result, &stamp)?;
    }
    let agreement = agreement(result).context("the result tells no agreement")?;
    ensure!(agreement >= WANTED, "marks agree for {agreement} % of the moves only, wanted: {WANTED} %");
    Ok(())
}

/// The games, played by the levels; those that were played before are kept.
fn games(args: &Args) -> Result<PathBuf> {
    let folder = workspace::target("analysis")?;
    std::fs::create_dir_all(&folder).context("the folder for the games")?;
    let pgn = folder.join("games.pgn");
    if args.fresh {
        for file in [pgn.clone(), pgn.with_extension("pgn.state"), folder.join(KEPT)] {
            let _ = std::fs::remove_file(file);
        }
    }
    let mut command = Command::new(program::build(Build::Debug)?);
    command.current_dir(workspace::root()).arg("match");
    for level in LEVELS {
        command.args(["--engine", &format!("level:{level}")]);
    }
    // Each pair plays its openings with both colors.
    let of_pair = args.games.div_ceil(PAIRS).next_multiple_of(2);
    command.args(["--round-robin", "--games", &of_pair.to_string(), "--max-moves", "120"]);
    command.args(["--concurrency", &args.threads.to_string(), "--pgn"]).arg(&pgn);
    shell::run(&mut command)?;
    Ok(pgn)
}

/// The number before the first sign of percent.
fn agreement(result: &str) -> Option<f64> {
    result.split_once(" %")?.0.rsplit(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_agreement_is_read() {
        let result =
            "200 games, 900 reasons in sentences, 0 of them wrong; marks agree for 87.5 % of 16000 moves";
        assert_eq!(agreement(result), Some(87.5));
        assert_eq!(agreement("nothing"), None);
    }
}
