//! `tabiya classic`: the five classic programs.

mod check;
mod check_args;
mod grade;
mod introduction;
mod whole_lines;

use std::ffi::OsString;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, IsTerminal};

use anyhow::{Context, anyhow, bail};
use clap::Subcommand;
use tabiya_classics::DocumentReading::{Verified, Written};
use tabiya_classics::{Classic, ClassicOptions, DocumentReading, ReasonReader, run as run_classic, sample};
use tabiya_notation::{Fen, Strictness, read_position};

use crate::output::{Status, print_lines, tell};
use crate::serve;
pub use check::helper;
use whole_lines::WholeLines;

/// Play one of five small programs from teaching
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    command: Option<ClassicCommand>,
}

const EXAMPLES: &str = "\
Each reads standard input and writes standard output, at a terminal or through
pipes; BYU's is a window and opens in the browser. At a terminal the reasons of
refusals are told too, on standard error. The end of the input (Ctrl-D) ends
each.

Examples:
  tabiya classic                        the five, with how to play them
  tabiya classic hong
  tabiya classic cuhk --seed 7
  tabiya classic waterloo -undo
  tabiya classic byu
  printf 'E2 E4\\nE7 E5\\n' | tabiya classic imperial
  tabiya classic check hong -- ./chess  somebody's own program against ours
  tabiya classic grade hong DIR         a folder of them, in a sandbox";

#[derive(Subcommand)]
enum ClassicCommand {
    /// Hong's text game: kings, rooks, bishops and pawns
    #[command(after_long_help = HONG)]
    Hong {
        /// Play as the document's requirements say, not as it was verified: with check and mate
        #[arg(long)]
        as_written: bool,
        #[command(flatten)]
        start: StartArgs,
    },
    /// CUHK's three-mode game: two people, one, or none
    #[command(after_long_help = CUHK)]
    Cuhk {
        #[command(flatten)]
        chance: ChanceArgs,
        #[command(flatten)]
        start: StartArgs,
    },
    /// Waterloo's command game: levels, setup, undo, threats and a match score
    #[command(after_long_help = WATERLOO)]
    Waterloo {
        /// Begin each turn with `undo` or `play`; -undo says the same
        #[arg(long)]
        undo: bool,
        #[command(flatten)]
        chance: ChanceArgs,
        #[command(flatten)]
        start: StartArgs,
    },
    /// Imperial's narrator: every move told in a sentence
    #[command(after_long_help = IMPERIAL)]
    Imperial {
        /// Tell the sample of the exercise and end
        #[arg(long, conflicts_with = "fen")]
        sample: bool,
        #[command(flatten)]
        start: StartArgs,
    },
    /// BYU's windowed game: a board for two in the browser
    #[command(after_long_help = BYU)]
    Byu(serve::Args),
    Check(check::Args),
    Grade(grade::Args),
}

#[derive(clap::Args)]
struct StartArgs {
    /// The position to begin with, as FEN [default: the start position]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
}

#[derive(clap::Args)]
struct ChanceArgs {
    /// Make the machine's moves repeatable [default: other moves each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

const HONG: &str = "\
Two people move in turn. A move is the first five characters of a line: E2,E3
in either case. Pawns step once, kings may be left in attack, and who takes the
king wins. With --as-written no move may leave the king in check, pawns may
step twice, and who is mated or cannot move loses. This is the game as its
document verifies it. The program printed there departs from it in places.

Examples:
  tabiya classic hong
  printf 'E2,E3\\n' | tabiya classic hong
  tabiya classic hong --as-written --fen '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'";

const CUHK: &str = "\
First a mode is asked: 1 for two people, 2 for a person with White against the
machine, any other number for two machines. White is below in small letters,
and rows are numbered from the top: d7 d5 moves White's queen's pawn two
squares. Who takes the king wins; Z0 Z0 stops the game, and the living pieces
are counted (K 1000, Q 50, B 20, N 10, R 5, P 1).

Examples:
  tabiya classic cuhk
  echo 3 | tabiya classic cuhk --seed 7 | tail -1";

const WATERLOO: &str = "\
One command a line:
  game WHITE BLACK              start a game; each is human or computer1 to
                                computer9 (or computer: the first)
  move e2 e4                    move; castling is the king's move: move e1 g1
  move e7 e8 Q                  promote; without the letter it is asked for
  move                          let the computer move on its turn
  resign                        give up
  threats-white, threats-black  how many pieces of a side attack each square
  setup                         put up a position: + K e1, - e1, = white,
                                = black, done
  undo, play                    with -undo: take back a move, or begin the turn
Reasons of refusals are told on standard error. At the end of the input the
score of all games is told.

Examples:
  tabiya classic waterloo
  printf 'game human human\\nmove e2 e4\\n' | tabiya classic waterloo
  printf 'game computer3 computer1\\nmove\\nmove\\n' |
      tabiya classic waterloo --seed 7";

const IMPERIAL: &str = "\
Two people move in turn. A move is two words on a line, E2 E4, or as the
exercise writes it, (E2, E4); `reset` starts again. There is no castling, no
taking in passing, and pawns stay pawns.

Examples:
  tabiya classic imperial
  tabiya classic imperial --sample";

const BYU: &str = "\
Starts the server and opens the browser on a board for two under BYU's rules:
no castling, no taking in passing, and a pawn that reaches the end stays a
pawn. Where there is no desktop, the address is printed.

Examples:
  tabiya classic byu
  tabiya classic byu --no-open        print the address only
  tabiya play --rules byu             its rules at the terminal
  tabiya convert game.xml game.pgn    its files, to and from other forms
  tabiya rules byu                    its rules in full";

/// The page's address of a new game for two under BYU's rules.
const BYU_PAGE: &str = "/#play=here&rules=byu";

pub fn run(args: &Args) -> anyhow::Result<Status> {
    match &args.command {
        None => print_lines([introduction::five()])?,
        Some(ClassicCommand::Check(args)) => return check::run(args),
        Some(ClassicCommand::Byu(args)) => return serve::run_at(args, BYU_PAGE),
        Some(ClassicCommand::Grade(args)) => return grade::run(args),
        Some(ClassicCommand::Imperial { sample: true, .. }) => sample(&mut tabiya_system::stdout()?)?,
        Some(ClassicCommand::Imperial { start, .. }) => play("imperial", Verified, start, None, false)?,
        Some(ClassicCommand::Hong { as_written, start }) => {
            play("hong", if *as_written { Written } else { Verified }, start, None, false)?;
        }
        Some(ClassicCommand::Cuhk { chance, start }) => play("cuhk", Verified, start, chance.seed, false)?,
        Some(ClassicCommand::Waterloo { undo, chance, start }) => {
            play("waterloo", Verified, start, chance.seed, *undo)?;
        }
    }
    Ok(Status::Done)
}

/// The arguments of the process. Waterloo's document writes `-undo` with one dash, which would be four options.
pub fn arguments(given: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut given: Vec<OsString> = given.collect();
    if let [_, classic, waterloo, options @ ..] = given.as_mut_slice()
        && classic == "classic"
        && waterloo == "waterloo"
    {
        options.iter_mut().filter(|option| *option == "-undo").for_each(|option| *option = "--undo".into());
    }
    given
}

fn play(
    document: &str,
    reading: DocumentReading,
    start: &StartArgs,
    seed: Option<u64>,
    undo: bool,
) -> anyhow::Result<()> {
    let classic =
        Classic::of_document(document, reading).with_context(|| format!("there is no classic {document}"))?;
    let fen = start.fen.as_deref().map(|fen| read_start(fen, classic)).transpose()?;
    let listener = if io::stderr().is_terminal() { ReasonReader::Person } else { ReasonReader::Program };
    if listener == ReasonReader::Person {
        tell(introduction::greeting(classic));
    }
    let options = ClassicOptions { fen, undo, seed: Some(seed.unwrap_or_else(random_seed)), listener };
    let mut output = WholeLines::new(tabiya_system::stdout()?)?;
    run_classic(classic, &options, &mut io::stdin().lock(), &mut output, &mut io::stderr())?;
    Ok(())
}

fn read_start(fen: &str, classic: &Classic) -> anyhow::Result<Fen> {
    let read = read_position(fen, classic.rules, Strictness::Strict);
    let read = read.map_err(|error| anyhow!("no game of {} starts there: {error}", classic.name))?;
    // One that is missing was taken; without any there is nothing to play for.
    if read.position.board().by_role(classic.rules.moves.royal).is_empty() {
        bail!("no game of {} starts there: neither side has a king", classic.name);
    }
    Ok(Fen::from(&read.position))
}

/// A number that nobody knows before: the hashers of the standard library begin with such.
fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_dash_will_do_for_undo_in_waterloo_only() {
        let mapped = |words: &str| {
            let words = words.split(' ').map(OsString::from);
            arguments(words).join(" ".as_ref()).into_string().unwrap()
        };
        assert_eq!(
            mapped("tabiya classic waterloo --seed 1 -undo"),
            "tabiya classic waterloo --seed 1 --undo"
        );
        for other in
            ["tabiya classic hong -undo", "tabiya classic check waterloo -- ./chess -undo", "tabiya -undo"]
        {
            assert_eq!(mapped(other), other);
        }
    }
}
