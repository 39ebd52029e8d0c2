mod make;
mod show;

use crate::output::Status;

/// Make opening books in Polyglot's form, and show what they play
#[derive(clap::Subcommand)]
#[command(after_long_help = EXAMPLES)]
pub enum Command {
    Make(make::Args),
    Show(show::Args),
}

const EXAMPLES: &str = "\
Examples:
  tabiya book make games.pgn book.bin
  tabiya book show book.bin";

pub fn run(command: &Command) -> anyhow::Result<Status> {
    match command {
        Command::Make(args) => make::run(args),
        Command::Show(args) => show::run(args),
    }
}
