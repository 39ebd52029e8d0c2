use std::fmt;

use tabiya_notation::pgn::Nag;
use tabiya_rules::{Language, Words};

/// What is thought of a move that is worth a word: a mistake by the winning chances that it loses, or a good move that
/// was hard to find ([`JudgedMove::mark`](crate::JudgedMove::mark) says exactly when).
///
/// ```
/// use tabiya_analysis::MoveMark;
///
/// assert_eq!(MoveMark::of_loss(4.9), None);
/// assert_eq!(MoveMark::of_loss(12.0), Some(MoveMark::Mistake));
/// assert_eq!(MoveMark::Blunder.glyph(), "??");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MoveMark {
    /// `!`: the only good move, and not one that everybody sees.
    Good,
    /// `?!`: loses 5 % of the chances and more.
    Inaccuracy,
    /// `?`: loses 10 % and more.
    Mistake,
    /// `??`: loses 15 % and more.
    Blunder,
}

impl MoveMark {
    /// All of them, from the best to the worst.
    pub const ALL: [MoveMark; 4] =
        [MoveMark::Good, MoveMark::Inaccuracy, MoveMark::Mistake, MoveMark::Blunder];

    /// From which loss on a move is marked so, in percent of the winning chances; good moves lose nothing.
    ///
    /// CITE: the steps of lichess, <https://github.com/lichess-org/lila>, which has them on a scale from -1 to 1
    pub fn least_loss(self) -> Option<f64> {
        match self {
            MoveMark::Good => None,
            MoveMark::Inaccuracy => Some(5.0),
            MoveMark::Mistake => Some(10.0),
            MoveMark::Blunder => Some(15.0),
        }
    }

    /// The mark of a move that loses so much, in percent of the winning chances.
    pub fn of_loss(loss: f64) -> Option<MoveMark> {
        let is_reached = |mark: &MoveMark| mark.least_loss().is_some_and(|least| loss >= least);
        MoveMark::ALL.into_iter().rev().find(is_reached)
    }

    /// Whether something was lost.
    pub fn is_mistake(self) -> bool {
        self.least_loss().is_some()
    }

    /// What it is called at the beginning of a sentence.
    ///
    /// ```
    /// use tabiya_analysis::MoveMark;
    /// use tabiya_rules::Language;
    ///
    /// assert_eq!(MoveMark::Blunder.title(Language::German), "Grober Fehler");
    /// ```
    pub fn title(self, language: Language) -> String {
        let name = language.words(&self).to_string();
        let mut letters = name.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
    }

    /// As it stands in a PGN.
    pub fn nag(self) -> Nag {
        Nag(match self {
            MoveMark::Good => 1,
            MoveMark::Mistake => 2,
            MoveMark::Blunder => 4,
            MoveMark::Inaccuracy => 6,
        })
    }

    /// As it stands behind a move.
    pub fn glyph(self) -> &'static str {
        match self {
            MoveMark::Good => "!",
            MoveMark::Inaccuracy => "?!",
            MoveMark::Mistake => "?",
            MoveMark::Blunder => "??",
        }
    }
}

impl fmt::Display for MoveMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MoveMark::Good => "good move",
            MoveMark::Inaccuracy => "inaccuracy",
            MoveMark::Mistake => "mistake",
            MoveMark::Blunder => "blunder",
        })
    }
}

impl Words for MoveMark {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MoveMark::Good => "guter Zug",
            MoveMark::Inaccuracy => "Ungenauigkeit",
            MoveMark::Mistake => "Fehler",
            MoveMark::Blunder => "grober Fehler",
        })
    }
}
