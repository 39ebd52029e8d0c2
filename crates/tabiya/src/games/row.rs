use serde_json::{Value, json};
use tabiya_notation::pgn::{GameEnd, PgnDamage, PgnEnding, PgnGame};

use super::selector::GameHeadings;

/// What a list says of a game.
pub struct Row {
    pub file: String,
    pub number: u64,
    /// The line on which it begins.
    pub line: u64,
    pub headings: GameHeadings,
    pub ending: PgnEnding,
    /// How many single moves it has.
    pub plies: usize,
    /// What its rules are called, where they could be read.
    pub rules: Option<String>,
    pub damage: Option<PgnDamage>,
}

impl Row {
    pub fn new(
        file: &str,
        headings: GameHeadings,
        ending: PgnEnding,
        game: Option<&PgnGame>,
        end: GameEnd,
    ) -> Row {
        Row {
            file: file.to_owned(),
            number: end.number,
            line: end.line,
            headings,
            ending,
            plies: game.map_or(0, |game| game.moves().count()),
            rules: game.map(|game| game.rule_file().display_name().to_owned()),
            damage: end.damage,
        }
    }

    /// The moves as people count them.
    pub fn moves(&self) -> usize {
        self.plies.div_ceil(2)
    }

    pub fn to_json(&self) -> Value {
        let known = |text: &str| (!is_unknown(text)).then(|| text.to_owned());
        let damage = self.damage.as_ref().map(|damage| {
            json!({ "line": damage.line, "ply": damage.ply + 1, "reason": damage.reason.to_string() })
        });
        json!({
            "file": self.file,
            "number": self.number,
            "line": self.line,
            "date": known(&self.headings.date),
            "white": known(&self.headings.white),
            "black": known(&self.headings.black),
            "result": self.ending.to_string(),
            "plies": self.plies,
            "eco": known(&self.headings.eco),
            "opening": known(&self.headings.opening),
            "event": known(&self.headings.event),
            "rules": self.rules,
            "damage": damage,
        })
    }
}

/// Whether a tag's value says that nothing is known.
pub fn is_unknown(value: &str) -> bool {
    value.chars().all(|c| matches!(c, '?' | '.' | '-' | ' '))
}
