//! `cargo xtask openings`: the built-in openings of `tabiya match`, made anew; `cargo xtask openings names FOLDER`: those
//! that have a name.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::{python, shell, tool, workspace};

#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(clap::Subcommand)]
enum What {
    /// Make the named openings and the moves of the built-in book anew
    Names {
        /// Where a.tsv to e.tsv of <https://github.com/lichess-org/chess-openings> lie
        folder: PathBuf,
    },
}

/// Chance has a seed and the engine fixed depths: the same engine makes the same files.
pub fn run(args: &Args) -> Result<()> {
    tool::STOCKFISH.ensure()?;
    let root = workspace::root();
    let mut make = Command::new(python::with_chess()?);
    match &args.what {
        None => {
            make.arg(root.join("xtask/openings/make.py"));
            make.arg(root.join("crates/arena/src/tournament/openings.txt"));
        }
        Some(What::Names { folder }) => {
            make.arg(root.join("xtask/openings/lines.py")).arg(folder);
            make.arg(root.join("crates/openings/src/lines.tsv"));
        }
    }
    shell::run(make.arg("/usr/games/stockfish"))
}
