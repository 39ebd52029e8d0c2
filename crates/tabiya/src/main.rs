//! The `tabiya` command: a chess house in one binary. One file per subcommand.

mod analyse;
mod backup;
mod backup_rhythm;
mod bench;
mod book;
mod classic;
mod completed_values;
mod completions;
mod convert;
mod games;
mod help;
mod host;
mod migrate;
mod moves;
mod output;
mod papers;
mod perft;
mod play;
mod position;
mod rule_set;
mod rules;
mod serve;
mod settings;
mod shell_word;
mod signals;
mod system_language;
mod tournament;
mod twin;
mod uci;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

use anyhow::Context;
use clap::error::ErrorKind;
use clap::{FromArgMatches, Parser, Subcommand};

/// Quicker than the system's own, and games take less memory.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Chess under the rules you choose
#[derive(Parser)]
#[command(name = "tabiya", version, long_version = LONG_VERSION.as_str())]
#[command(after_help = NOTE, after_long_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Option<TabiyaCommand>,
}

/// Also which code runs: it decides how fast the computer thinks.
static LONG_VERSION: LazyLock<String> =
    LazyLock::new(|| format!("{}\n{}", env!("CARGO_PKG_VERSION"), twin::code()));

const NOTE: &str = "\
tabiya alone opens the browser; --help has examples, COMMAND --help all of one.";

const EXAMPLES: &str = "\
Examples:
  tabiya                       start the server and open the browser; the same
                               as: tabiya serve
  tabiya serve --lan           let others on the local network in
  tabiya host                  a link to the host's page
  tabiya play                  play against the computer
  tabiya rules                 which rule sets there are
  tabiya moves                 the legal moves of the start position
  tabiya moves e2e5            why that one is not legal
  tabiya perft 6 --threads 2   count the positions six moves ahead
  tabiya games club.pgn        the games in a file
  tabiya analyse game.pgn      where a game went wrong
  tabiya convert a.xml a.pgn   one form into another
  tabiya book show book.bin    what a book plays
  tabiya classic               five small programs from teaching
  tabiya match --engine level:3 --engine level:2 --games 20
                               engines against each other
  tabiya completions --install
                               complete commands in your shell

Options of every command: -h for its most important options, --help for all of
it. tabiya -V tells the version, tabiya --version also which code runs.

Exit status: 0 done, 1 refused or failed (the reason is on standard error),
2 wrong usage.";

#[derive(Subcommand)]
enum TabiyaCommand {
    Play(play::Args),
    Serve(serve::Args),
    Host(host::Args),
    Backup(backup::BackupArgs),
    Restore(backup::RestoreArgs),
    Migrate(migrate::Args),
    Rules(rules::Args),
    Moves(moves::Args),
    Perft(perft::Args),
    Convert(convert::Args),
    Games(games::Args),
    Analyse(analyse::Args),
    #[command(subcommand)]
    Book(book::BookCommand),
    Classic(classic::Args),
    Match(tournament::Args),
    Uci(uci::Args),
    Bench(bench::Args),
    Completions(completions::Args),
}

/// The word that makes this program a helper of a sandbox. It starts itself with it and is not meant for people.
const SANDBOX: &str = "sandbox-exec";

/// The word that makes it write its manual pages and completions to a folder, for packages. It is no command, for it would be
/// in all of them.
const PAPERS: &str = "write-papers";

fn main() -> ExitCode {
    twin::become_twin();
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    if words.first().is_some_and(|word| word == SANDBOX) {
        return tabiya_sandbox::enter(&words[1..]);
    }
    if let [word, folder] = words.as_slice()
        && word == PAPERS
    {
        return papers::write(Path::new(folder)).unwrap_or_else(|error| output::failed(&error)).into();
    }
    let cli = match parse(classic::arguments(std::env::args_os())) {
        Ok(cli) => cli,
        Err(help) if !help.use_stderr() => return output::print_help(&help).into(),
        Err(wrong_usage) => wrong_usage.exit(),
    };
    let status = run(cli.command).unwrap_or_else(|error| match error.downcast::<clap::Error>() {
        Ok(wrong_usage) => wrong_usage.exit(),
        Err(error) => output::failed(&error),
    });
    status.into()
}

/// Reads the arguments.
fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let mut definition = help::command();
    let mut matches = definition.try_get_matches_from_mut(arguments)?;
    Cli::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut definition))
}

fn run(command: Option<TabiyaCommand>) -> anyhow::Result<output::Status> {
    outlive_file_limits()?;
    match command {
        None => serve::run(&serve::Args::default()),
        Some(TabiyaCommand::Play(args)) => play::run(&args),
        Some(TabiyaCommand::Serve(args)) => serve::run(&args),
        Some(TabiyaCommand::Host(args)) => host::run(&args),
        Some(TabiyaCommand::Backup(args)) => backup::backup(&args),
        Some(TabiyaCommand::Restore(args)) => backup::restore(&args),
        Some(TabiyaCommand::Migrate(args)) => migrate::run(&args),
        Some(TabiyaCommand::Rules(args)) => rules::run(&args),
        Some(TabiyaCommand::Moves(args)) => moves::run(&args),
        Some(TabiyaCommand::Perft(args)) => perft::run(&args),
        Some(TabiyaCommand::Convert(args)) => convert::run(&args),
        Some(TabiyaCommand::Games(args)) => games::run(&args),
        Some(TabiyaCommand::Analyse(args)) => analyse::run(&args),
        Some(TabiyaCommand::Book(command)) => book::run(&command),
        Some(TabiyaCommand::Classic(args)) => classic::run(&args),
        Some(TabiyaCommand::Match(args)) => tournament::run(&args),
        Some(TabiyaCommand::Uci(args)) => uci::run(&args),
        Some(TabiyaCommand::Bench(args)) => bench::run(&args),
        Some(TabiyaCommand::Completions(args)) => completions::run(&args),
    }
}

/// Where files may only become so large, whoever wants to write is told so, instead of ending without a word: that is what
/// the signal does to programs that do not listen to it. Programs that we start are ended by it as ever.
fn outlive_file_limits() -> anyhow::Result<()> {
    let (signal, heard) = (rustix::process::Signal::XFSZ.as_raw(), Arc::new(AtomicBool::new(false)));
    signal_hook::flag::register(signal, heard)
        .map(drop)
        .context("cannot hear the signal that a file has become too large")
}

/// The arguments of a command do not fit together, in a way that only the command itself can see.
fn wrong_usage(command: &str, message: &str) -> anyhow::Error {
    let mut cli = help::command();
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
        help::command().debug_assert();
    }
}
