use tabiya_files::take_game;
use tabiya_notation::San;
use tabiya_notation::pgn::{
    GameBuilder, GameEnd, Interest, Nag, PgnEnding, PgnFault, PgnGame, Visitor, decode,
};

use super::filter::Filter;
use super::row::Row;

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

/// Builds the games that are wanted, and passes over the others.
pub struct Selector<'a> {
    filter: &'a Filter,
    builder: GameBuilder,
    headings: GameHeadings,
    games: u64,
    is_wanted: bool,
}

impl Selector<'_> {
    pub fn new(filter: &Filter) -> Selector<'_> {
        let (builder, headings) = (GameBuilder::new(), GameHeadings::default());
        Selector { filter, builder, headings, games: 0, is_wanted: false }
    }

    /// The game that was read, if it is wanted.
    pub fn take(&mut self, file: &str, end: GameEnd) -> Option<(Row, Option<PgnGame>)> {
        let game = self.is_wanted.then(|| take_game(&mut self.builder))?;
        let told = PgnEnding::from_text(self.headings.result.trim().as_bytes());
        let ending = game.as_ref().map(|game| game.ending).or(told).unwrap_or_default();
        let headings = std::mem::take(&mut self.headings);
        let row = Row::new(file, headings, ending, game.as_ref(), end);
        let is_wanted = self.filter.allows_result(ending) && self.filter.allows_code(&row.headings.eco);
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
        if self.is_wanted { begun } else { Ok(Interest::Skip) }
    }

    #[inline]
    fn san(&mut self, san: San) -> Result<(), PgnFault> {
        self.builder.san(san)
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
