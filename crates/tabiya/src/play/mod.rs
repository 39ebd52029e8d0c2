mod answers;
mod conversation;
mod editor;
mod finishing;
mod games;
mod gate;
mod keeper;
mod line;
mod listener;
mod moment;
mod moving;
mod picture;
mod player;
mod record;
mod request;
mod shelf;
mod sitting;
mod table;
mod transcript;
mod visitors;
mod word;

use std::ffi::OsString;
use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;

use anyhow::anyhow;
use tabiya_engine::Rng;
use tabiya_game::{BySeat, TimeControl};

use conversation::Conversation;
use gate::Gate;
use keeper::Keeper;
use player::{Player, USUAL};
use shelf::Shelf;
use table::{Setting, Table};

use crate::output::Status;
use crate::rule_set;

/// Play a game, against the computer or somebody beside you
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// A game or position to go on from: .pgn, .xml, .fen or .epd
    #[arg(value_name = "FILE", conflicts_with = "fen")]
    file: Option<PathBuf>,

    /// Who has White: human, a level from 1 to 9, or the path of a UCI engine [default: you, or level 3 against you]
    #[arg(long, value_name = "WHO", value_parser = str::parse::<Player>)]
    white: Option<Player>,

    /// Who has Black: the same [default: level 3, or you against a computer]
    #[arg(long, value_name = "WHO", value_parser = str::parse::<Player>)]
    black: Option<Player>,

    /// The rule set: a name that `tabiya rules` lists, or the path of a rule file
    #[arg(long, value_name = "NAME", default_value = "fide")]
    rules: OsString,

    /// The position to begin with, as FEN, X-FEN or Shredder-FEN
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// Minutes for each side and seconds for each move, such as 5+3 (also 5d3, 90s, 40/90+30,30+30)
    ///
    /// Minutes, as players write it, while `tabiya match --tc` counts seconds, as users of engines do.
    #[arg(long, value_name = "TIME")]
    clock: Option<TimeControl>,

    /// Go on with the game that was left last
    #[arg(long, conflicts_with_all = ["file", "white", "black", "fen", "clock"])]
    resume: bool,

    /// Sentences only, also at a terminal: for slow lines and screen readers
    #[arg(long)]
    plain: bool,

    /// Let chance come out the same again: the computer's moves, and the start of chess960
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,

    /// Where games are kept [default: the user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Type moves in any notation (e2e4, Nf3, exd5, e8=Q, O-O) and commands; help lists them. Every refused
move is told why.

Every move is on disk before it is told. A game that was left, by quit, Ctrl-C or a power cut, waits:
the next tabiya play says so, and continue, or --resume at once, goes on with it. Finished games are
kept as PGN in the folder games of the data folder. End of input ends with status 0.

Examples:
  tabiya play                                you have White against level 3
  tabiya play --white 2                      you have Black against level 2
  tabiya play --white human --black human    two people on one board
  tabiya play --rules hong --clock 10+5
  tabiya play --black 'gnuchess --uci'       against somebody's engine
  tabiya play game.pgn
  printf 'e4\\nboard\\n' | tabiya play --seed 1";

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let gate = Gate::default();
    let shelf = Shelf::new(args.data.as_deref(), &gate);
    let mut notes: Vec<String> =
        shelf.as_ref().err().map(|why| format!("Games are not kept: {why:#}.")).into_iter().collect();
    notes.extend(args.clock.as_ref().and_then(TimeControl::seconds_hint).map(|hint| format!("{hint}.")));
    let mut table = set(args, Keeper::new(shelf.ok(), &gate))?;
    if args.resume {
        notes.push(table.go_on(1)?);
    } else {
        notes.extend(table.look_around());
        notes.push(match &args.file {
            Some(file) => {
                table.open(file.to_str().ok_or_else(|| anyhow!("the name of the file is no text"))?, 1)?
            }
            None => table.introduction(),
        });
    }
    notes.push("Type a move such as e2e4 or Nf3, or help.".to_owned());
    gate.watch()?;
    Conversation::new(table, args.plain).run(&notes)?;
    Ok(Status::Done)
}

/// The table that was asked for.
fn set(args: &Args, keeper: Keeper) -> anyhow::Result<Table> {
    let rules = rule_set::load(&args.rules)?;
    let position = match &args.fen {
        Some(fen) => Some(editor::read_fen(fen, rules.rules.intern()).map_err(|why| anyhow!(why))?),
        None => None,
    };
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one("tabiya"));
    let players = players(args.white.clone(), args.black.clone());
    Table::new(Setting {
        players,
        rules,
        position,
        time: args.clock.clone(),
        rng: Rng::from_seed(seed),
        keeper,
    })
}

/// Who plays: somebody who is not named is the person here, or the usual computer where the person plays the other
/// side.
fn players(white: Option<Player>, black: Option<Player>) -> BySeat<Player> {
    let other = |player: &Player| if player.is_human() { USUAL } else { Player::Human };
    BySeat(match (white, black) {
        (Some(white), Some(black)) => [white, black],
        (Some(white), None) => [white.clone(), other(&white)],
        (None, Some(black)) => [other(&black), black],
        (None, None) => [Player::Human, USUAL],
    })
}
