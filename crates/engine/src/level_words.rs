//! What people of each rating are called, and how they play.

use std::fmt;

use tabiya_rules::{ByLanguage, Language, Words};

use crate::Level;

/// What somebody who plays like this is called.
///
/// ```
/// use tabiya_engine::{Level, LevelName};
/// use tabiya_rules::Language;
///
/// let name = LevelName(Level::new(1600).unwrap());
/// assert_eq!(name.to_string(), "Club player");
/// assert_eq!(Language::German.words(&name).to_string(), "Vereinsspieler");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelName(pub Level);

/// A level in the middle of a sentence.
///
/// ```
/// use tabiya_engine::{Level, LevelTitle};
/// use tabiya_rules::Language;
///
/// assert_eq!(LevelTitle(Level::MAX).to_string(), "level 9");
/// let rated = LevelTitle(Level::new(1400).unwrap());
/// assert_eq!(rated.to_string(), "rating 1400");
/// assert_eq!(Language::German.words(&rated).to_string(), "Wertung 1400");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelTitle(pub Level);

impl fmt::Display for LevelTitle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", if self.0.is_rated() { "rating" } else { "level" }, self.0)
    }
}

impl Words for LevelTitle {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", if self.0.is_rated() { "Wertung" } else { "Stufe" }, self.0)
    }
}

/// How somebody who plays like this does it, in a sentence.
///
/// ```
/// use tabiya_engine::{Level, LevelSketch};
///
/// assert_eq!(LevelSketch(Level::MIN).to_string(), "Moves by chance.");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelSketch(pub Level);

/// How far ratings can be trusted, and how they stand beside another engine's.
///
/// ```
/// use tabiya_engine::RatingScale;
///
/// assert!(RatingScale.to_string().starts_with("Ratings below about 1000 and above about "));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingScale;

// As docs/strength.md tells it; for help, which is English.
impl fmt::Display for RatingScale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Nobody knows it better.
        let measured = (Level::HIGHEST_MEASURED + 25) / 50 * 50;
        write!(
            f,
            "Ratings below about 1000 and above about {measured} are estimates. Programs differ: Stockfish at UCI_Elo 1500 \
             plays like about 1050 here, at 1750 like about 1550, at 2000 like about 2450. They were measured at chess; under \
             other rules they only tell who is stronger.",
        )
    }
}

/// What is said of everybody from a rating on.
struct Band {
    from: u16,
    name: ByLanguage<&'static str>,
    sketch: ByLanguage<&'static str>,
}

const fn band(from: u16, name: [&'static str; 2], sketch: [&'static str; 2]) -> Band {
    let [english, german] = name;
    let name = ByLanguage { english, german };
    let [english, german] = sketch;
    Band { from, name, sketch: ByLanguage { english, german } }
}

/// Whoever moves at random, or by what can be taken, is none of those whom one meets.
const BY_CHANCE: Band = band(0, ["Chance", "Zufall"], ["Moves by chance.", "Zieht, wie der Zufall es will."]);
const BY_LOOT: Band = band(
    0,
    ["Snatcher", "Räuber"],
    [
        "Takes whatever is worth most, else moves by chance.",
        "Schlägt, was am meisten wert ist, sonst zieht der Zufall.",
    ],
);
const BY_CARE: Band = band(
    0,
    ["Careful snatcher", "Vorsichtiger Räuber"],
    [
        "Takes what pays and leaves nothing hanging, else moves by chance.",
        "Schlägt, was sich lohnt, stellt nichts ein und zieht sonst zufällig.",
    ],
);

/// From the weakest on.
const BANDS: [Band; 16] = [
    band(
        0,
        ["Newcomer", "Neuling"],
        ["Has just learnt the moves and leaves men hanging.", "Kennt gerade die Züge."],
    ),
    band(
        600,
        ["Beginner", "Anfänger"],
        ["Takes what is there, and overlooks what you can take.", "Übersieht, was du schlagen kannst."],
    ),
    band(
        800,
        ["Casual player", "Gelegenheitsspieler"],
        ["Knows how to mate, and loses a man now and then.", "Verliert ab und zu eine Figur."],
    ),
    band(
        1000,
        ["Keen learner", "Fortgeschrittener Anfänger"],
        ["Sees mates in one and most threats of a move.", "Sieht die meisten Drohungen."],
    ),
    band(
        1200,
        ["Home player", "Hobbyspieler"],
        ["Seldom loses a man at once, and falls for small tricks.", "Stellt selten etwas ein."],
    ),
    band(
        1400,
        ["School player", "Schulspieler"],
        ["Plays openings by the book for a while and sees short tricks.", "Sieht kurze Tricks."],
    ),
    band(
        1600,
        ["Club player", "Vereinsspieler"],
        ["Makes you work for every pawn, and plans badly.", "Schenkt dir keinen Bauern."],
    ),
    band(
        1800,
        ["Strong club player", "Starker Vereinsspieler"],
        ["Punishes loose men and weak kings.", "Bestraft lose Figuren und schwache Könige."],
    ),
    band(
        2000,
        ["Expert", "Vereinsmeister"],
        ["Sees most of what you see, and some more.", "Sieht etwas mehr als du."],
    ),
    band(
        2200,
        ["Candidate master", "Meisteranwärter"],
        ["Makes few mistakes, and small ones.", "Macht wenige und kleine Fehler."],
    ),
    band(2400, ["Master", "Meister"], ["Hardly ever overlooks anything.", "Übersieht fast nie etwas."]),
    band(
        2600,
        ["Grandmaster", "Großmeister"],
        ["Takes every chance that you leave.", "Nutzt jede Gelegenheit, die du lässt."],
    ),
    band(
        2800,
        ["World champion", "Weltmeister"],
        ["Plays like the best of all people.", "Spielt wie die Besten aller Menschen."],
    ),
    band(
        3000,
        ["Stronger than people", "Stärker als Menschen"],
        ["No person has ever played like this.", "So hat noch kein Mensch gespielt."],
    ),
    band(
        3200,
        ["Far stronger than people", "Weit stärker als Menschen"],
        ["Only other programs can play with it.", "Nur Programme halten mit."],
    ),
    band(
        Level::HIGHEST_RATING,
        ["As strong as it can", "So stark es geht"],
        ["Plays the best moves it can find in a moment.", "Spielt so gut es kann."],
    ),
];

fn of(level: Level) -> &'static Band {
    match level.number() {
        1 => &BY_CHANCE,
        2 => &BY_LOOT,
        3 => &BY_CARE,
        _ => BANDS.iter().rfind(|band| band.from <= level.rating()).unwrap_or(&BANDS[0]),
    }
}

impl fmt::Display for LevelName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Language::English.choose(of(self.0).name))
    }
}

impl Words for LevelName {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Language::German.choose(of(self.0).name))
    }
}

impl fmt::Display for LevelSketch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Language::English.choose(of(self.0).sketch))
    }
}

impl Words for LevelSketch {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Language::German.choose(of(self.0).sketch))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_of_the_ladder_has_a_name_of_its_own() {
        for language in Language::ALL {
            let names: Vec<String> =
                Level::ladder().map(|level| language.words(&LevelName(level)).to_string()).collect();
            let different: std::collections::BTreeSet<&String> = names.iter().collect();
            assert_eq!(different.len(), names.len(), "{names:?}");
        }
    }
}
