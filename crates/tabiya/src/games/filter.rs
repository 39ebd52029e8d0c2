use tabiya_notation::RuleFile;
use tabiya_notation::pgn::PgnEnding;
use tabiya_openings::OpeningWords;
use tabiya_text::folded;

use super::game_numbers::GameNumbers;
use super::row::is_unknown;
use super::selector::GameHeadings;
use super::{Args, PartialDate};
use crate::rule_set;

/// Which games are wanted.
pub struct Filter {
    player: Option<String>,
    white: Option<String>,
    black: Option<String>,
    eco: Option<String>,
    opening: Option<OpeningWords>,
    result: Option<PgnEnding>,
    from: Option<PartialDate>,
    to: Option<PartialDate>,
    rules: Option<RuleFile>,
    numbers: Option<GameNumbers>,
}

impl Filter {
    pub fn new(args: &Args) -> anyhow::Result<Filter> {
        let folded = |text: &Option<String>| text.as_ref().map(|text| folded(text));
        let rules = args.rules.as_ref().map(|name| rule_set::load(name)).transpose()?;
        Ok(Filter {
            player: folded(&args.player),
            white: folded(&args.white),
            black: folded(&args.black),
            eco: folded(&args.eco),
            opening: args.opening.clone(),
            result: args.result,
            from: args.from,
            to: args.to,
            rules,
            numbers: args.number,
        })
    }

    /// Whether a game may be wanted, by all that stands before its moves. These may tell the opening, where nothing else
    /// does.
    pub fn allows(&self, number: u64, headings: &GameHeadings, rules: Option<&RuleFile>) -> bool {
        self.numbers.is_none_or(|wanted| wanted.contains(number))
            && self.allows_rules(rules)
            && self.allows_players(headings)
            && self.allows_date(headings)
            && (is_unknown(&headings.eco) || self.allows_code(&headings.eco))
    }

    /// The same rules may have several names, and each finds its own games; a file without a name finds all of them.
    fn allows_rules(&self, rules: Option<&RuleFile>) -> bool {
        self.rules.as_ref().is_none_or(|wanted| {
            rules.is_some_and(|rules| {
                rules.rules == wanted.rules && (wanted.name.is_none() || rules.name == wanted.name)
            })
        })
    }

    fn allows_players(&self, headings: &GameHeadings) -> bool {
        let (white, black) = (folded(&headings.white), folded(&headings.black));
        let has = |name: &str, part: &Option<String>| part.as_ref().is_none_or(|part| name.contains(part));
        let plays = has(&white, &self.player) || has(&black, &self.player);
        plays && has(&white, &self.white) && has(&black, &self.black)
    }

    fn allows_date(&self, headings: &GameHeadings) -> bool {
        if self.from.is_none() && self.to.is_none() {
            return true;
        }
        PartialDate::of_tag(&headings.date).is_some_and(|date| {
            self.from.is_none_or(|from| date.last() >= from.first())
                && self.to.is_none_or(|to| date.first() <= to.last())
        })
    }

    /// Whether a game with this opening is wanted.
    pub fn allows_code(&self, eco: &str) -> bool {
        self.eco.as_ref().is_none_or(|code| eco.to_lowercase().starts_with(code))
    }

    /// Whether games are looked for by the name of their opening.
    pub fn asks_for_opening(&self) -> bool {
        self.opening.is_some()
    }

    /// Whether a game is wanted whose opening is called so, by its tag or by its moves.
    pub fn allows_opening<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> bool {
        self.opening.as_ref().is_none_or(|words| names.into_iter().any(|name| words.are_in(name)))
    }

    /// Whether a game that ended so is wanted.
    pub fn allows_result(&self, ending: PgnEnding) -> bool {
        self.result.is_none_or(|wanted| wanted == ending)
    }
}

/// An opening as it is asked for.
pub fn parse_opening(text: &str) -> Result<OpeningWords, &'static str> {
    OpeningWords::new(text).ok_or("expected words of an opening's name, such as sicilian najdorf")
}

/// A result as it is asked for.
pub fn parse_result(text: &str) -> Result<PgnEnding, &'static str> {
    let text = if text.eq_ignore_ascii_case("draw") { "1/2-1/2" } else { text };
    PgnEnding::from_text(text.as_bytes()).ok_or("expected 1-0, 0-1, draw or *")
}
