//! The `tabiya` command: a chess house in one binary. One file per subcommand.

mod moves;
mod narrate;
mod output;
mod perft;
mod position;
mod progress;
mod rule_set;
mod rules;
mod welcome;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use output::Status;

/// Chess under the rules you choose
#[derive(Parser)]
#[command(name = "tabiya", version, after_long_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  tabiya rules                 which rule sets there are
  tabiya moves                 the legal moves of the start position
  tabiya moves e2e5            why that one is not legal
  tabiya perft 6 --threads 2   count the positions six moves ahead

Exit status: 0 done, 1 refused or failed (the reason is on standard error), 2 wrong usage.";

#[derive(Subcommand)]
enum Command {
    Rules(rules::Args),
    Moves(moves::Args),
    Perft(perft::Args),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        None => welcome::run(),
        Some(Command::Rules(args)) => rules::run(&args),
        Some(Command::Moves(args)) => moves::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
    };
    let status = result.unwrap_or_else(|error| output::failed(&error));
    match status {
        Status::Done => ExitCode::SUCCESS,
        Status::Refused => ExitCode::FAILURE,
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_fit_together() {
        Cli::command().debug_assert();
    }
}
