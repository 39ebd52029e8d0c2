//! The `tabiya` command: a chess house in one binary. One file per subcommand.

mod backup;
mod book;
mod convert;
mod game;
mod games;
mod input;
mod moves;
mod narrate;
mod output;
mod perft;
mod position;
mod progress;
mod rule_set;
mod rules;
mod save;
mod serve;
mod terminal;

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};

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
  tabiya                       start the server and open the browser; the same as: tabiya serve
  tabiya serve --lan           let others on the local network in
  tabiya rules                 which rule sets there are
  tabiya moves                 the legal moves of the start position
  tabiya moves e2e5            why that one is not legal
  tabiya perft 6 --threads 2   count the positions six moves ahead
  tabiya games club.pgn        the games in a file
  tabiya convert a.xml a.pgn   one form into another
  tabiya book show book.bin    what a book plays

Exit status: 0 done, 1 refused or failed (the reason is on standard error), 2 wrong usage.";

#[derive(Subcommand)]
enum Command {
    Serve(serve::Args),
    Backup(backup::BackupArgs),
    Restore(backup::RestoreArgs),
    Rules(rules::Args),
    Moves(moves::Args),
    Perft(perft::Args),
    Convert(convert::Args),
    Games(games::Args),
    #[command(subcommand)]
    Book(book::Command),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        None => serve::run(&serve::Args::default()),
        Some(Command::Serve(args)) => serve::run(&args),
        Some(Command::Backup(args)) => backup::backup(&args),
        Some(Command::Restore(args)) => backup::restore(&args),
        Some(Command::Rules(args)) => rules::run(&args),
        Some(Command::Moves(args)) => moves::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Games(args)) => games::run(&args),
        Some(Command::Book(command)) => book::run(&command),
    };
    let status = result.unwrap_or_else(|error| match error.downcast::<clap::Error>() {
        Ok(wrong_usage) => wrong_usage.exit(),
        Err(error) => output::failed(&error),
    });
    match status {
        Status::Done => ExitCode::SUCCESS,
        Status::Refused => ExitCode::FAILURE,
    }
}

/// The arguments of a command do not fit together, in a way that only the command itself can see.
fn wrong_usage(command: &str, message: &str) -> anyhow::Error {
    let mut cli = Cli::command();
    cli.build();
    let error = match cli.find_subcommand_mut(command) {
        Some(command) => command.error(ErrorKind::ValueValidation, message),
        None => cli.error(ErrorKind::ValueValidation, message),
    };
    error.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_fit_together() {
        Cli::command().debug_assert();
    }
}
