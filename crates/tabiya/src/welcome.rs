use crate::output::{Status, print_lines};

const TEXT: &str = "\
Tabiya: chess under the rules you choose.

  tabiya play              play against the computer or somebody beside you
  tabiya rules             the rule sets there are, and your own
  tabiya moves [MOVE]      the legal moves of a position, or why a move is not legal
  tabiya games FILE.pgn    list games, find some of them, print or extract them
  tabiya convert IN OUT    games and positions between PGN, XML, FEN and EPD
  tabiya book make|show    opening books in Polyglot's form
  tabiya classic [NAME]    five small chess programs from teaching, to play as they were
  tabiya match             engines against each other, with Elo and its error
  tabiya perft DEPTH       count positions, to test and to measure move generation

Each explains itself: tabiya COMMAND --help";

/// What there is to do.
pub fn run() -> anyhow::Result<Status> {
    print_lines([TEXT])?;
    Ok(Status::Done)
}
