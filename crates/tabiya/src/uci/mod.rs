//! `tabiya uci`: the engine for graphical interfaces. One thread listens, another searches.

mod listener;
mod output;
mod worker;

use std::fmt::Write;
use std::io::{self, BufReader};

use tabiya_engine::RatingScale;
use tabiya_engine::uci::{OptionSummary, describe_options};
use tabiya_plain::wrapped;

use crate::output::Status;

/// Be an engine for a chess program, by the UCI protocol
#[derive(clap::Args)]
#[command(after_help = NOTE, after_long_help = notes())]
pub struct Args {}

const NOTE: &str = "\
Chess programs start this by themselves once they are given the path of tabiya
and the argument 'uci'. --help tells how, program by program, and lists the
options.";

const SETUP: &str = "\
Chess programs start this by themselves once they are given the path of tabiya
and the argument 'uci' ('command -v tabiya' tells the path):

  Arena        Engines, Install New Engine: the program; then Engines, Manage,
               Details: Command Line Parameters uci, Type UCI
  BanksiaGUI   Engines, add the program, with uci among its arguments
  Cute Chess   Tools, Settings, Engines, +: Command 'tabiya uci', Protocol UCI;
               cutechess-cli -engine cmd=tabiya arg=uci proto=uci ...
  PyChess      Edit, Engines, New: the program, Command line parameters uci
  Scid         Tools, Analysis Engines, New: Command tabiya, Parameters uci,
               UCI ticked
  XBoard       xboard -fcp 'tabiya uci' -fUCI; it speaks UCI through the
               program polyglot, which has to be installed as well
  python-chess chess.engine.SimpleEngine.popen_uci(['tabiya', 'uci'])

A program that takes no arguments is given a file of two lines instead, made
executable:
  #!/bin/sh
  exec tabiya uci

Between two engines: tabiya match --engine 'tabiya uci option.Hash=64' ...

By hand, typed line by line (the end of the input ends a search at once):
  position startpos moves e2e4
  go movetime 1000
  quit

Options, which the chess program shows, or by hand: setoption name Hash value 64";

/// How chess programs are told of it, and the options as the engine has them.
fn notes() -> String {
    let mut notes = SETUP.to_owned();
    for OptionSummary { name, values, help } in describe_options() {
        let _ = write!(notes, "\n  {name}: {help}\n{}", wrapped(&format!("      {values}"), 78));
    }
    let _ = write!(notes, "\n\n{RatingScale}");
    notes
}

pub fn run(_: &Args) -> anyhow::Result<Status> {
    // Where it is closed, that is told before anybody waits for an answer.
    drop(tabiya_system::stdout()?);
    listener::listen(BufReader::new(io::stdin()))?;
    Ok(Status::Done)
}
