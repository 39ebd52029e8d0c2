mod make;
mod show;

use crate::output::Status;

/// Make opening books in Polyglot's form, and show them
#[derive(clap::Subcommand)]
#[command(after_long_help = EXAMPLES)]
pub enum BookCommand {
    Make(make::Args),
    Show(show::Args),
}

const EXAMPLES: &str = "\
Examples:
  tabiya book make games.pgn book.bin
  tabiya book show book.bin";

pub fn run(command: &BookCommand) -> anyhow::Result<Status> {
    match command {
        BookCommand::Make(args) => make::run(args),
        BookCommand::Show(args) => show::run(args),
    }
}
