mod filter;
mod game_columns;
mod game_numbers;
mod game_totals;
mod listing;
mod opening_trace;
mod partial_date;
mod row;
mod selector;

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tabiya_files::UnpackingReader;
use tabiya_notation::pgn::{PgnEnding, PgnGame, PgnReader};
use tabiya_openings::OpeningWords;

use crate::output::{Status, check_plain_name, failed, tell};
use crate::wrong_usage;

use filter::Filter;
pub use game_numbers::GameNumbers;
use listing::Listing;
use partial_date::PartialDate;
use row::Row;
pub use row::is_unknown;
use selector::Selector;
use tabiya_system::{Draft, Input, Progress, input_name, shown};

/// List, find, print and extract the games in PGN files
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// PGN files, also compressed (.gz, .zst); - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Games with this in a player's name
    #[arg(long, value_name = "TEXT")]
    player: Option<String>,

    /// Games in which White's name contains this
    #[arg(long, value_name = "TEXT")]
    white: Option<String>,

    /// Games in which Black's name contains this
    #[arg(long, value_name = "TEXT")]
    black: Option<String>,

    /// Games that ended so: 1-0, 0-1, draw, or * for none
    #[arg(long, value_name = "RESULT", value_parser = filter::parse_result)]
    result: Option<PgnEnding>,

    /// Games whose opening code begins so: B33, or B
    ///
    /// By their tags, else by their moves; B is all half-open games.
    #[arg(long, value_name = "CODE")]
    eco: Option<String>,

    /// Games of an opening with such words: "sicilian naj"
    ///
    /// Words of its name, or their beginnings, by its tag or by the moves.
    #[arg(long, value_name = "WORDS", value_parser = filter::parse_opening)]
    opening: Option<OpeningWords>,

    /// Games from then on: 1972, 1972.07, 1972.07.11
    #[arg(long, value_name = "DATE")]
    from: Option<PartialDate>,

    /// Games until then
    #[arg(long, value_name = "DATE")]
    to: Option<PartialDate>,

    /// Games under this rule set: a name that `tabiya rules` lists, or the path of a rule file
    #[arg(long, value_name = "NAME")]
    rules: Option<OsString>,

    /// Print the games of these numbers as PGN: 3, 3-5, 3-
    #[arg(long, value_name = "N")]
    number: Option<GameNumbers>,

    /// Write the games to a file instead of listing them
    ///
    /// - is standard output.
    #[arg(long, value_name = "OUT.pgn")]
    extract: Option<PathBuf>,

    /// Extract damaged games too, as far as they can be read
    #[arg(long, requires = "extract")]
    lossy: bool,

    /// Print one line of JSON for each game
    #[arg(long, conflicts_with_all = ["number", "extract"])]
    json: bool,
}

const EXAMPLES: &str = "\
Upper and lower case are the same in names, and accents count for nothing:
polgar finds Polgár. A date that is not fully known matches if it may. All
conditions must hold. Games are numbered in each file from 1; a damaged one is
marked with ! and told on standard error with its line and ply.

With --extract, OUT.pgn appears when it is complete; it may be one of the
files, if none of its games would be lost. Where a game is damaged nothing is
written, unless with --lossy.

Examples:
  tabiya games club.pgn
  tabiya games club.pgn --player carlsen --result draw --from 2020
  tabiya games club.pgn --number 12
  tabiya games club.pgn --number 3-5
  tabiya games *.pgn --eco B33 --extract sveshnikov.pgn
  tabiya games *.pgn --opening 'king indian'
  tabiya games big.pgn.zst --json";

pub fn run(args: &Args) -> anyhow::Result<Status> {
    if args.number.is_some() && args.files.len() > 1 {
        return Err(wrong_usage("games", "--number is of one file: there are several"));
    }
    let filter = Filter::new(args)?;
    match (&args.extract, args.number) {
        (Some(path), _) => extract(args, &filter, path),
        (None, Some(numbers)) => print_some(&args.files[0], &filter, numbers),
        (None, None) => list(args, &filter),
    }
}

/// A game that was looked for.
struct Match<'a> {
    row: Row,
    /// As much of it as could be read, unless not even its beginning could.
    game: Option<PgnGame>,
    progress: &'a Progress,
}

/// Calls `f` with every game of a file that matches, until it says to stop; gives the number of all games read.
fn search(
    path: &Path,
    filter: &Filter,
    mut f: impl FnMut(Match<'_>) -> anyhow::Result<Next>,
) -> anyhow::Result<u64> {
    let input = Input::open(path)?;
    let (name, progress) = (input.name(), input.progress());
    let mut reader = PgnReader::new(UnpackingReader::new(input));
    let mut selector = Selector::new(filter);
    let mut games = 0;
    while let Some(end) = reader.read_game(&mut selector).with_context(|| name.to_string())? {
        games = end.number;
        let Some((row, game)) = selector.take(&path.to_string_lossy(), end) else { continue };
        if let Some(damage) = &row.damage {
            progress.hide();
            tell(format_args!("{name}: {damage}"));
        }
        if f(Match { row, game, progress: &progress })? == Next::Stop {
            break;
        }
    }
    Ok(games)
}

#[derive(PartialEq)]
enum Next {
    Go,
    Stop,
}

impl GameNumbers {
    /// Whether to read on after a game.
    fn after(self, number: u64) -> Next {
        if self.last.is_some_and(|last| number >= last) { Next::Stop } else { Next::Go }
    }
}

fn list(args: &Args, filter: &Filter) -> anyhow::Result<Status> {
    let mut listing = Listing::new(args.json, args.files.len() > 1)?;
    let mut status = Status::Done;
    let mut read = 0;
    for path in &args.files {
        listing.begin_file(&input_name(path));
        let searched = search(path, filter, |found| {
            found.progress.hide();
            listing.put(&found.row)?;
            Ok(Next::Go)
        });
        match searched {
            Ok(games) => {
                listing.show_file()?;
                read += games;
            }
            Err(error) => {
                listing.flush()?;
                // The other files can be read all the same.
                status = match failed(&error) {
                    Status::Done => return Ok(Status::Done),
                    refused => refused,
                };
            }
        }
    }
    listing.end(read)?;
    if listing.is_empty() && status == Status::Done {
        tell("note: there is no such game");
    }
    Ok(status)
}

fn print_some(path: &Path, filter: &Filter, numbers: GameNumbers) -> anyhow::Result<Status> {
    let mut draft = Draft::new(Path::new("-"))?;
    let (mut found_some, mut written, mut status) = (false, 0u64, Status::Done);
    let games = search(path, filter, |found| {
        found_some = true;
        if found.row.damage.is_some() {
            status = Status::Refused;
        }
        if let Some(game) = found.game {
            write!(draft, "{}{game}", if written == 0 { "" } else { "\n" })?;
            written += 1;
        }
        Ok(numbers.after(found.row.number))
    })?;
    let name = input_name(path);
    if !found_some {
        let what = if numbers.is_one() { "is no game" } else { "are no games" };
        match games {
            _ if games >= numbers.first && numbers.is_one() => bail!("{name}: game {numbers} is another one"),
            _ if games >= numbers.first => bail!("{name}: none of the games {numbers} is such a game"),
            1 => bail!("{name}: there {what} {numbers}, only one"),
            _ => bail!("{name}: there {what} {numbers}, only {games}"),
        }
    }
    draft.commit()?;
    if let Some(last) = numbers.last.filter(|&last| last > games && !numbers.is_one()) {
        tell(format_args!("note: {name}: there is no game {last}, only {games}"));
    }
    Ok(status)
}

/// Whether two paths are of one file that is there.
fn is_same_file(one: &Path, other: &Path) -> bool {
    let identity = |path| fs::metadata(path).map(|found| (found.dev(), found.ino())).ok();
    identity(one).is_some_and(|found| Some(found) == identity(other))
}

fn extract(args: &Args, filter: &Filter, path: &Path) -> anyhow::Result<Status> {
    check_plain_name(path)?;
    let mut draft = Draft::new(path)?;
    let (mut written, mut damaged) = (0u64, 0u64);
    let mut replaced = None;
    for file in &args.files {
        let (is_output, before) = (is_same_file(file, path), written);
        let games = search(file, filter, |found| {
            damaged += u64::from(found.row.damage.is_some());
            if let Some(game) = found.game.filter(|_| args.lossy || damaged == 0) {
                write!(draft, "{}{game}", if written == 0 { "" } else { "\n" })?;
                written += 1;
            }
            // Every game counts of a file whose place is taken.
            let numbers = args.number.filter(|_| !is_output);
            Ok(numbers.map_or(Next::Go, |numbers| numbers.after(found.row.number)))
        })?;
        if is_output {
            replaced = Some((games, written - before));
        }
    }
    if damaged > 0 && !args.lossy {
        let are = if damaged == 1 { "game is" } else { "games are" };
        bail!(
            "{damaged} {are} damaged; nothing was written\nhint: --lossy extracts such games as far as they can be read"
        );
    }
    if written == 0 {
        bail!("there is no such game; nothing was written");
    }
    if let Some((games, kept)) = replaced.filter(|(games, kept)| kept < games) {
        let lost = match games {
            1 => "its game".to_owned(),
            _ => format!("{} of its {games} games", games - kept),
        };
        bail!(
            "{}: {lost} would be lost, not being extracted; nothing was written\nhint: extract to another file",
            shown(path)
        );
    }
    draft.commit()?;
    if path != Path::new("-") {
        let games = if written == 1 { "game" } else { "games" };
        crate::output::print_lines([format!("{written} {games} in {}", shown(path))])?;
    }
    Ok(Status::Done)
}
