use std::io::Read;
use std::rc::Rc;

use anyhow::{Context, anyhow};
use tabiya_notation::epd::Operation;
use tabiya_notation::pgn::{GameBuilder, PgnGame, PgnReader};
use tabiya_notation::{RuleFile, read_xml, xml};
use tabiya_rules::{BYU, FIDE, Position, Rules};
use tabiya_system::Input;

use super::form::Form;
use super::lines::Lines;
use crate::game::{self, ending_on_board, rules_name};

/// Something that was found in the input.
#[derive(Default)]
pub struct Found {
    /// As much of it as could be read, if that is anything.
    pub game: Option<PgnGame>,
    /// What an EPD says of the position.
    pub operations: Vec<Operation>,
    /// What is wrong with it, and where.
    pub damage: Option<String>,
    /// What had to be taken otherwise than it is written.
    pub notes: Vec<String>,
}

/// Games one after the other. An error ends them.
pub type Source = Box<dyn Iterator<Item = anyhow::Result<Found>>>;

/// What is forgiven in positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pardon {
    Nothing,
    /// An EPD with the counters of a FEN, as many files have them.
    Counters,
    /// Whatever leaves a position that can be told.
    Everything,
}

/// The games of an input.
pub fn open(form: Form, input: Input, rules: Option<&'static Rules>, pardon: Pardon) -> Source {
    match form {
        Form::Pgn => Box::new(Games::new(input, rules.unwrap_or(&FIDE))),
        Form::Xml => Box::new(std::iter::once_with(move || document(input, rules.unwrap_or(&BYU)))),
        Form::Fen | Form::Epd => Box::new(Lines::new(input, form, rules.unwrap_or(&FIDE), pardon)),
    }
}

/// Games as PGN.
struct Games {
    name: Rc<str>,
    reader: PgnReader<Input>,
    builder: GameBuilder,
}

impl Games {
    fn new(input: Input, rules: &'static Rules) -> Games {
        Games {
            name: input.name(),
            reader: PgnReader::new(input),
            builder: GameBuilder::with_rules(&RuleFile::named(*rules, None)),
        }
    }
}

impl Iterator for Games {
    type Item = anyhow::Result<Found>;

    fn next(&mut self) -> Option<anyhow::Result<Found>> {
        let end = match self.reader.read_game(&mut self.builder) {
            Ok(end) => end?,
            Err(error) => return Some(Err(error).with_context(|| self.name.to_string())),
        };
        let game = game::take(&mut self.builder);
        let damage = end.damage.map(|damage| damage.to_string());
        Some(Ok(Found { game, damage, ..Found::default() }))
    }
}

/// The one game of an XML document.
fn document(input: Input, rules: &'static Rules) -> anyhow::Result<Found> {
    let name = input.name();
    let mut bytes = Vec::new();
    input.take(xml::MAX_LENGTH as u64 + 1).read_to_end(&mut bytes).with_context(|| name.to_string())?;
    let read =
        read_xml(&bytes, &RuleFile::named(*rules, None)).map_err(|error| anyhow!("{name}: {error}"))?;
    let start =
        Position::starting(read.rules.rules.intern()).map_err(|faults| anyhow!("{name}: {faults}"))?;
    let mut game = PgnGame::new(start);
    let mut node = PgnGame::ROOT;
    for m in read.moves {
        node = game.add(node, Some(m));
    }
    game.ending = ending_on_board(&read.position);
    let mut notes = Vec::new();
    if read.rules.rules != *rules {
        let (played, asked) = (rules_name(&read.rules.rules), rules_name(rules));
        notes.push(format!("not legal under the rules {asked}: read under {played}"));
    }
    Ok(Found { game: Some(game), notes, ..Found::default() })
}
