use std::fmt;
use std::str::FromStr;

use tabiya_game::narration::{tell_all, tell_and_absorb};
use tabiya_game::{Event, Fact, Game};
use tabiya_rules::{ByLanguage, Language};

use crate::move_list::numbered;

/// How moves are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveTelling {
    /// `White's knight goes from g1 to f3.`
    #[default]
    Sentences,
    /// `1. Nf3.`
    San,
    /// `1. Nf3: White's knight goes from g1 to f3.`
    Both,
}

impl MoveTelling {
    /// Every way.
    pub const ALL: [MoveTelling; 3] = [MoveTelling::Sentences, MoveTelling::San, MoveTelling::Both];

    /// What it is called where it is chosen.
    pub fn name(self) -> &'static str {
        match self {
            MoveTelling::Sentences => "sentences",
            MoveTelling::San => "san",
            MoveTelling::Both => "both",
        }
    }

    /// Which way it is, in a sentence.
    pub fn words(self, language: Language) -> &'static str {
        language.choose(match self {
            MoveTelling::Sentences => ByLanguage {
                english: "Moves are told in sentences.",
                german: "Züge werden in Sätzen erzählt.",
            },
            MoveTelling::San => ByLanguage {
                english: "Moves are told as in books: 1. Nf3.",
                german: "Züge werden wie in Büchern notiert: 1. Nf3.",
            },
            MoveTelling::Both => ByLanguage {
                english: "Moves are told as in books and in sentences.",
                german: "Züge werden wie in Büchern notiert und in Sätzen erzählt.",
            },
        })
    }

    /// What some events did to a game, the move among them told this way.
    pub(super) fn tell(self, language: Language, before: &Game, events: &[Event]) -> String {
        let moves = |event: &&Event| matches!(event.fact, Fact::Moved(_) | Fact::Passed);
        let is_wished = self != MoveTelling::Sentences;
        let Some(moved) = events.first().filter(moves).filter(|_| is_wished) else {
            return tell_all(language, before, events);
        };
        let mut after = before.clone();
        let Ok(narrated) = tell_and_absorb(language, &mut after, std::slice::from_ref(moved)) else {
            return tell_all(language, before, events);
        };
        let notation = numbered(after.history(), [after.history().here()]).join(" ");
        let rest = tell_all(language, &after, &events[1..]);
        let told = match self {
            // Its signs tell of check.
            MoveTelling::San => format!("{notation}. {rest}"),
            MoveTelling::Sentences | MoveTelling::Both => format!("{notation}: {narrated} {rest}"),
        };
        told.trim_end().to_owned()
    }
}

/// A way to tell moves that there is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownTelling;

impl fmt::Display for UnknownTelling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = MoveTelling::ALL.map(MoveTelling::name);
        write!(f, "expected {}, {} or {}", names[0], names[1], names[2])
    }
}

impl std::error::Error for UnknownTelling {}

impl FromStr for MoveTelling {
    type Err = UnknownTelling;

    fn from_str(text: &str) -> Result<MoveTelling, UnknownTelling> {
        let is_meant = |telling: &MoveTelling| telling.name().eq_ignore_ascii_case(text);
        MoveTelling::ALL.into_iter().find(is_meant).ok_or(UnknownTelling)
    }
}
