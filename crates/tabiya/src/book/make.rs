use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::json;
use tabiya_files::{UnpackingReader, take_game};
use tabiya_notation::San;
use tabiya_notation::pgn::{GameBuilder, Interest, PgnEnding, PgnFault, PgnGame, PgnReader, Visitor};
use tabiya_notation::polyglot::{BookMaker, BookPoints};
use tabiya_rules::Rules;
use tabiya_system::{Draft, Input, shown};

use crate::output::{Status, print_lines, tell};
use crate::rule_set;

/// Make an opening book from games
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// PGN files, also compressed (.gz, .zst); - is standard input
    #[arg(value_name = "GAMES.pgn", required = true)]
    games: Vec<PathBuf>,

    /// The book to write; - is standard output. A file that exists is replaced
    #[arg(value_name = "BOOK.bin", required = true)]
    book: PathBuf,

    /// How many single moves of each game to take
    #[arg(long, value_name = "N", default_value = "20", value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,

    /// Leave out moves that were played in fewer games
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..))]
    min_games: u32,

    /// Take games in which the pieces move by this rule set; others are left out
    #[arg(long, value_name = "NAME", default_value = "fide")]
    rules: OsString,

    /// Print what was done as JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
A move weighs as much as it won: two for a win of the side that played it, one
for a draw or a game without a result. Moves that only lost are left out.
Variations are not looked at. A damaged game is told and counts as far as it
can be read.

The form does not name its rules, so a book is of one rule set. BOOK.bin
appears when it is complete.

Examples:
  tabiya book make games.pgn book.bin
  tabiya book make *.pgn book.bin --depth 30 --min-games 3";

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let rules = rule_set::load(&args.rules)?.rules.intern();
    let mut draft = Draft::new(&args.book)?;
    let mut collector =
        Collector { rules, depth: args.depth, maker: BookMaker::new(), count: BookTotals::default() };
    for path in &args.games {
        collector.read(path)?;
    }
    let Collector { maker, count, .. } = collector;
    if count.other_rules > 0 {
        tell(format_args!("note: {} under other rules left out", games(count.other_rules)));
    }
    if maker.forgotten() > 0 {
        tell(format_args!(
            "note: not all moves fit in memory: of those in few games some were forgotten, and no move lost more than {} games",
            maker.shortfall()
        ));
    }
    let entries = maker.into_entries(args.min_games);
    let written = entries.len();
    if written == 0 {
        bail!("there is no move for a book in {}; nothing was written", games(count.games));
    }
    for entry in entries {
        draft.write_all(&entry.to_bytes())?;
    }
    draft.commit()?;
    report(args, &count, written)?;
    Ok(Status::Done)
}

fn report(args: &Args, count: &BookTotals, moves: usize) -> anyhow::Result<()> {
    if args.book == Path::new("-") {
        return Ok(());
    }
    if args.json {
        let BookTotals { games, damaged, other_rules } = count;
        return print_lines([
            json!({ "moves": moves, "games": games, "damaged": damaged, "other_rules": other_rules }),
        ]);
    }
    let what = if moves == 1 { "move" } else { "moves" };
    print_lines([format!("{moves} {what} of {} in {}", games(count.games), shown(&args.book))])
}

fn games(count: u64) -> String {
    if count == 1 { "1 game".to_owned() } else { format!("{count} games") }
}

#[derive(Default)]
struct BookTotals {
    games: u64,
    damaged: u64,
    other_rules: u64,
}

/// Gathers the first moves of games.
struct Collector {
    rules: &'static Rules,
    depth: u32,
    maker: BookMaker,
    count: BookTotals,
}

impl Collector {
    fn read(&mut self, path: &Path) -> anyhow::Result<()> {
        let input = Input::open(path)?;
        let (name, progress) = (input.name(), input.progress());
        let mut reader = PgnReader::new(UnpackingReader::new(input));
        let mut opening = OpeningBuilder { builder: GameBuilder::new(), depth: self.depth, left: 0 };
        while let Some(end) = reader.read_game(&mut opening).with_context(|| name.to_string())? {
            if let Some(damage) = end.damage {
                progress.hide();
                tell(format_args!("{name}: {damage}"));
                self.count.damaged += 1;
            }
            match take_game(&mut opening.builder) {
                Some(game) if game.rules().moves != self.rules.moves => self.count.other_rules += 1,
                Some(game) => self.record(&game),
                None => {}
            }
        }
        Ok(())
    }

    fn record(&mut self, game: &PgnGame) {
        self.count.games += 1;
        let winner = match game.ending {
            PgnEnding::Won(color) => Some(color),
            PgnEnding::Drawn | PgnEnding::Unknown => None,
        };
        let mut position = *game.start();
        for m in game.moves() {
            // A promotion that books do not know is left out, and what follows it is not.
            let _ = self.maker.record(&position, m, BookPoints::of_game(winner, position.turn()));
            position.make_unchecked(m);
        }
    }
}

/// Builds the first moves of games, and looks no further.
struct OpeningBuilder {
    builder: GameBuilder,
    depth: u32,
    left: u32,
}

impl Visitor for OpeningBuilder {
    fn begin_game(&mut self) {
        self.left = self.depth;
        self.builder.begin_game();
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) -> Result<(), PgnFault> {
        self.builder.tag(name, value)
    }

    fn end_tags(&mut self) -> Result<Interest, PgnFault> {
        self.builder.end_tags()
    }

    fn san(&mut self, san: San) -> Result<(), PgnFault> {
        match self.left.checked_sub(1) {
            None => Ok(()),
            Some(left) => {
                self.left = left;
                self.builder.san(san)
            }
        }
    }

    fn begin_variation(&mut self) -> Result<Interest, PgnFault> {
        Ok(Interest::Skip)
    }

    fn ending(&mut self, ending: PgnEnding) -> Result<(), PgnFault> {
        self.builder.ending(ending)
    }
}
