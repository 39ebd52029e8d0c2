//! `tabiya uci`: the engine for graphical interfaces. One thread listens, another searches.

mod listener;
mod output;
mod worker;

use std::io::{self, BufReader};

use crate::output::Status;

/// Be an engine for a chess program, by the UCI protocol
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {}

const EXAMPLES: &str = "\
Chess programs start this by themselves once they are given the path of tabiya and the argument 'uci'.
Rule sets are chosen by the option UCI_Variant, by name or by the path of a rule file (.toml).
The option SyzygyPath takes folders with Syzygy tables of endgames, used where the rules are those of chess.

By hand, typed line by line (the end of the input ends a search at once):
  position startpos moves e2e4
  go movetime 1000
  quit";

pub fn run(_: &Args) -> anyhow::Result<Status> {
    // Where it is closed, that is told before anybody waits for an answer.
    drop(tabiya_system::stdout()?);
    listener::listen(BufReader::new(io::stdin()))?;
    Ok(Status::Done)
}
