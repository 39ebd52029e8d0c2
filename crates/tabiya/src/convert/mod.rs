use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tabiya_files::{FileGame, Form, GameReader, GameWriter, Loss, Losses, Pardon, ReadingNote};
use tabiya_notation::RuleFile;
use tabiya_notation::pgn::PgnGame;
use tabiya_rules::Language;
use tabiya_system::{Draft, Input, input_name, shown};

use crate::output::{Status, check_plain_name, tell};
use crate::{rule_set, wrong_usage};

/// Convert games and positions between PGN, XML, FEN and EPD
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// What to read, also compressed (.gz, .zst); - is standard input
    #[arg(value_name = "IN")]
    input: PathBuf,

    /// What to write; - is standard output. A file that exists is replaced
    #[arg(value_name = "OUT")]
    output: PathBuf,

    /// The rules of what does not name them [default: byu and then fide for XML, else fide]
    ///
    /// A name that `tabiya rules` lists, or the path of a rule file.
    #[arg(long, value_name = "NAME")]
    rules: Option<OsString>,

    /// The form of IN [default: by its ending]
    #[arg(long, value_name = "FORM", value_parser = form_name())]
    from: Option<Form>,

    /// The form of OUT [default: by its ending]
    #[arg(long, value_name = "FORM", value_parser = form_name())]
    to: Option<Form>,

    /// Leave out what the form cannot hold and what cannot be read, and say what that was
    #[arg(long)]
    lossy: bool,
}

const EXAMPLES: &str = "\
PGN holds any number of games with everything. XML (the form of BYU's windowed
game) holds the board and the moves of one game, whatever its start; not who
may castle or take in passing there, nor move numbers, nor that Black begins
where no move was made. FEN and EPD hold positions, one a line: of a game the
last one, in EPD with the players as its id; and a position becomes a game
without moves, with the operations of an EPD as a comment.

Where the new form cannot hold what there is, or something cannot be read, that
is told and nothing is written, unless with --lossy. OUT appears when it is
complete, never half-written; it may be IN.

Examples:
  tabiya convert game.xml game.pgn
  tabiya convert games.pgn last-positions.fen --lossy
  tabiya convert positions.fen games.pgn --rules hong
  tabiya convert games.pgn.gz - --to epd --lossy";

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let from = form(args.from.or_else(|| Form::of_input(&args.input)), &args.input, "from")?;
    check_plain_name(&args.output)?;
    let to = form(args.to.or_else(|| Form::of_path(&args.output)), &args.output, "to")?;
    let rules = match &args.rules {
        Some(name) => Some(rule_set::load(name)?),
        None => None,
    };
    let input = Input::open(&args.input)?;
    let progress = input.progress();
    let mut writer = GameWriter::new(to, Draft::new(&args.output)?);
    let mut count = ConvertTotals::default();
    let mut losses = Losses::default();
    let pardon = if args.lossy { Pardon::Everything } else { Pardon::Nothing };
    let games = GameReader::new(from, input, rules.as_ref(), pardon);
    let task = Conversion { from, to, is_lossy: args.lossy, rules, name: input_name(&args.input) };
    for found in games {
        let found = found.with_context(|| task.name.clone())?;
        progress.hide();
        count.see(&found);
        task.refuse_other_rules(&found)?;
        task.report(&found);
        let Some(game) = found.game else { continue };
        task.note_losses(&mut losses, &game, count.readable())?;
        if !found.operations.is_empty() && matches!(to, Form::Fen | Form::Xml) {
            losses.add(Loss::Operations);
        }
        if args.lossy || losses.is_empty() && count.damaged == 0 {
            writer.put(game, &found.operations)?;
        }
    }
    progress.hide();
    task.judge(&count, &losses)?;
    writer.finish().commit()?;
    Ok(Status::Done)
}

/// A form by its ending.
fn form_name() -> impl TypedValueParser<Value = Form> {
    PossibleValuesParser::new(Form::ALL.map(Form::ending))
        .try_map(|name| Form::of_ending(&name).ok_or("there is no such form"))
}

/// The form that was found for a path.
fn form(found: Option<Form>, path: &Path, option: &str) -> anyhow::Result<Form> {
    found.ok_or_else(|| {
        let name = shown(path);
        let message = format!("the form of {name} cannot be told from its ending: --{option} says it");
        wrong_usage("convert", &message)
    })
}

/// How many games there were.
#[derive(Default)]
struct ConvertTotals {
    games: u64,
    damaged: u64,
    left_out: u64,
}

impl ConvertTotals {
    fn see(&mut self, found: &FileGame) {
        self.games += 1;
        self.damaged += u64::from(found.damage.is_some());
        self.left_out += u64::from(found.game.is_none());
    }

    fn readable(&self) -> u64 {
        self.games - self.left_out
    }
}

struct Conversion {
    from: Form,
    to: Form,
    is_lossy: bool,
    rules: Option<RuleFile>,
    /// What the input is called.
    name: String,
}

impl Conversion {
    fn report(&self, found: &FileGame) {
        let name = &self.name;
        for note in &found.notes {
            tell(format_args!("note: {name}: {note}"));
        }
        if let Some(damage) = &found.damage {
            let fate = if found.game.is_none() && self.is_lossy { "; left out" } else { "" };
            tell(format_args!("{name}: {damage}{fate}"));
        }
    }

    /// Whoever asks for rules does not want a game of others: it is refused, as opening it on the server is.
    fn refuse_other_rules(&self, found: &FileGame) -> anyhow::Result<()> {
        let is_other = |note: &&ReadingNote| matches!(note, ReadingNote::OtherRules { .. });
        let other = found.notes.iter().find(is_other).filter(|_| self.rules.is_some() && !self.is_lossy);
        match other {
            None => Ok(()),
            Some(note) => Err(anyhow!(
                "{}: {note}; nothing was written\n\
                 hint: without --rules it is read under its own, and with --lossy all the same",
                self.name
            )),
        }
    }

    /// Notes what the form cannot hold of a game, the so many-th that can be read.
    fn note_losses(&self, losses: &mut Losses, game: &PgnGame, number: u64) -> anyhow::Result<()> {
        if self.to == Form::Xml && number > 1 {
            losses.add(Loss::OtherGames);
            return Ok(());
        }
        losses.see(self.to, game, self.rules.as_ref()).with_context(|| self.name.clone())
    }

    /// Whether what was found may be written.
    fn judge(&self, count: &ConvertTotals, losses: &Losses) -> anyhow::Result<()> {
        let (name, to) = (&self.name, self.to);
        if count.readable() == 0 {
            let what = if count.games == 0 { "there is nothing in it" } else { "nothing in it can be read" };
            return Err(anyhow!("{name}: {what}; nothing was written"));
        }
        if count.damaged > 0 && !self.is_lossy {
            let (damaged, games, noun) = (count.damaged, count.games, self.from.noun());
            return Err(anyhow!(
                "{name}: of {games} {noun} {damaged} cannot be read to the end; nothing was written\n\
                 hint: --lossy writes what can be read"
            ));
        }
        let lost = losses.of(Language::English, count.readable());
        if !losses.is_empty() && !self.is_lossy {
            return Err(anyhow!(
                "{name}: {to} cannot hold {lost}; nothing was written\n\
                 hint: --lossy leaves that out, and PGN holds everything"
            ));
        }
        if !losses.is_empty() {
            tell(format_args!("note: left out, for {to} cannot hold it: {lost}"));
        }
        for note in &losses.notes {
            tell(format_args!("note: {note}"));
        }
        Ok(())
    }
}
