//! `cargo xtask calibrate`: the ratings of the engine's levels.

use anyhow::Result;
use clap::ValueEnum;

use crate::{shell, tool, workspace};

#[derive(clap::Args)]
pub struct Args {
    /// Games of each two neighbours on the ladder
    #[arg(long, value_name = "N", default_value_t = 300)]
    neighbours: u32,

    /// How often everything is measured: after each time but the last, the steps are put where they should be
    #[arg(long, value_name = "N", default_value_t = 1)]
    passes: u32,

    /// Games played at the same time. All are limited by positions and depth, so that other work does no harm
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: u32,

    /// How many moves of each step are looked at, to tell how it errs
    #[arg(long, value_name = "N", default_value_t = 400)]
    moves: u32,

    /// Under which rules: others than those of chess have random moves as their 0
    #[arg(long, value_name = "NAME", default_value = "fide")]
    rules: String,

    /// Measure a part only; what was measured before counts with it
    #[arg(long, value_name = "PART")]
    only: Option<Part>,

    /// Leave out whoever is rated lower. The lowest step left keeps its rating, and those above are measured from it
    #[arg(long, value_name = "RATING")]
    above: Option<u16>,

    /// Leave out whoever is rated higher
    #[arg(long, value_name = "RATING")]
    below: Option<u16>,
}

#[derive(Clone, Copy, PartialEq, clap::ValueEnum)]
enum Part {
    /// Games of our own engine with itself
    Steps,
    /// Its games with Stockfish and others
    Others,
    /// How each step errs
    Errors,
}

impl Args {
    /// Whether other engines play.
    fn needs_others(&self) -> bool {
        self.rules == "fide" && matches!(self.only, None | Some(Part::Others))
    }
}

/// The measurement is a package of its own, so that only this task waits for its optimised build.
pub fn run(args: &Args) -> Result<()> {
    if args.needs_others() {
        for tool in [tool::STOCKFISH, tool::TOGA, tool::GLAURUNG, tool::GNUCHESS, tool::FAIRYMAX] {
            tool.ensure()?;
        }
    }
    let Args { neighbours, passes, concurrency, moves, rules, only, above, below } = args;
    let mut command = shell::cargo(["run", "--release", "--package", "calibrate", "--"]);
    command.arg(workspace::root()).args(["--rules", rules]);
    command.args(["--neighbours", &neighbours.to_string(), "--passes", &passes.to_string()]);
    command.args(["--concurrency", &concurrency.to_string(), "--moves", &moves.to_string()]);
    if let Some(part) = only.and_then(|part| part.to_possible_value()) {
        command.args(["--only", part.get_name()]);
    }
    for (flag, rating) in [("--above", above), ("--below", below)] {
        rating.map(|rating| command.args([flag, &rating.to_string()]));
    }
    shell::run(&mut command)
}
