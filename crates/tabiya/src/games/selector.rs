use tabiya_files::take_game;
use tabiya_notation::San;
use tabiya_notation::pgn::{
    GameBuilder, GameEnd, Interest, Nag, PgnEnding, PgnFault, PgnGame, Visitor, decode,
};
use tabiya_openings::OpeningLine;

use super::filter::Filter;
use super::opening_trace::OpeningTrace;
use super::row::{Row, is_unknown};

/// What a list shows of a game's tags.
#[derive(Default)]
pub struct GameHeadings {
    pub date: String,
    pub white: String,
    pub black: String,
    pub eco: String,
    pub opening: String,
    pub event: String,
    pub result: String,
}

impl GameHeadings {
    /// Whether the opening is told by its code and its name.
    fn has_opening(&self) -> bool {
        !is_unknown(&self.eco) && !is_unknown(&self.opening)
    }

    /// With the opening of the game, where the tags do not tell it.
    fn with_opening(mut self, line: Option<&OpeningLine>) -> GameHeadings {
        if let Some(line) = line.filter(|_| is_unknown(&self.eco)) {
            self.eco = line.eco().to_string();
        }
        if let Some(line) = line.filter(|_| is_unknown(&self.opening)) {
            self.opening = line.name().to_owned();
        }
        self
    }
}

/// Builds the games that are wanted, and passes over the others.
pub struct Selector<'a> {
    filter: &'a Filter,
    builder: GameBuilder,
    headings: GameHeadings,
    games: u64,
    is_wanted: bool,
    /// Where the tags do not name the opening, or games are looked for by its name.
    opening: Option<OpeningTrace>,
}

impl Selector<'_> {
    pub fn new(filter: &Filter) -> Selector<'_> {
        let (builder, headings) = (GameBuilder::new(), GameHeadings::default());
        Selector { filter, builder, headings, games: 0, is_wanted: false, opening: None }
    }

    /// The game that was read, if it is wanted.
    pub fn take(&mut self, file: &str, end: GameEnd) -> Option<(Row, Option<PgnGame>)> {
        let game = self.is_wanted.then(|| take_game(&mut self.builder))?;
        let told = PgnEnding::from_text(self.headings.result.trim().as_bytes());
        let ending = game.as_ref().map(|game| game.ending).or(told).unwrap_or_default();
        let opening = self.opening.take().and_then(|opening| opening.line());
        let names = opening.map(OpeningLine::name).into_iter().chain([self.headings.opening.as_str()]);
        let is_called = self.filter.allows_opening(names);
        let headings = std::mem::take(&mut self.headings).with_opening(opening);
        let row = Row::new(file, headings, ending, game.as_ref(), end);
        let is_wanted =
            is_called && self.filter.allows_result(ending) && self.filter.allows_code(&row.headings.eco);
        is_wanted.then_some((row, game))
    }
}

impl Visitor for Selector<'_> {
    fn begin_game(&mut self) {
        self.games += 1;
        self.headings = GameHeadings::default();
        self.builder.begin_game();
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) -> Result<(), PgnFault> {
        let kept = match name {
            b"Date" => &mut self.headings.date,
            b"White" => &mut self.headings.white,
            b"Black" => &mut self.headings.black,
            b"ECO" => &mut self.headings.eco,
            b"Opening" => &mut self.headings.opening,
            b"Event" => &mut self.headings.event,
            b"Result" => &mut self.headings.result,
            _ => return self.builder.tag(name, value),
        };
        *kept = decode(value).into_owned();
        self.builder.tag(name, value)
    }

    fn end_tags(&mut self) -> Result<Interest, PgnFault> {
        let begun = self.builder.end_tags();
        let rules = begun.is_ok().then(|| self.builder.rule_file());
        self.is_wanted = self.filter.allows(self.games, &self.headings, rules.as_ref());
        let is_set_up = matches!(begun, Ok(_) | Err(PgnFault::Mended(_)));
        let is_told = self.headings.has_opening() && !self.filter.asks_for_opening();
        let is_sought = self.is_wanted && is_set_up && !is_told;
        self.opening = is_sought.then(|| OpeningTrace::begin(self.builder.position()));
        if self.is_wanted { begun } else { Ok(Interest::Skip) }
    }

    #[inline]
    fn san(&mut self, san: San) -> Result<(), PgnFault> {
        self.builder.san(san)?;
        if let Some(opening) = &mut self.opening {
            opening.see(self.builder.position());
        }
        Ok(())
    }

    fn nag(&mut self, nag: Nag) {
        self.builder.nag(nag);
    }

    fn comment(&mut self, text: &[u8]) -> Result<(), PgnFault> {
        self.builder.comment(text)
    }

    fn begin_variation(&mut self) -> Result<Interest, PgnFault> {
        self.builder.begin_variation()
    }

    fn end_variation(&mut self) {
        self.builder.end_variation();
    }

    fn ending(&mut self, ending: PgnEnding) -> Result<(), PgnFault> {
        self.builder.ending(ending)
    }
}
