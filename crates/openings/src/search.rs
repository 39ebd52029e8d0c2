//! Openings by what people call them.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::LazyLock;

use tabiya_notation::{Excerpt, nearest};
use tabiya_text::folded;

use crate::encyclopedia::opening_lines;
use crate::{Eco, OpeningLine};

/// How many openings are named where one cannot be told.
const EXAMPLES: usize = 4;

/// Longer texts are no names of openings.
const LONGEST: usize = 120;

/// More words than the longest name has.
const MOST_WORDS: usize = 20;

/// An opening by its name, with the words of its name and code as they are compared.
struct IndexEntry {
    line: &'static OpeningLine,
    words: Vec<String>,
}

struct Index {
    /// Each name once, with its shortest line, the shortest first.
    entries: Vec<IndexEntry>,
    by_name: HashMap<Vec<String>, &'static OpeningLine>,
    /// Every word of every name.
    words: BTreeSet<String>,
}

static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let mut shortest: HashMap<&str, &'static OpeningLine> = HashMap::new();
    for line in opening_lines() {
        let known = shortest.entry(line.name()).or_insert(line);
        if line.moves().len() < known.moves().len() {
            *known = line;
        }
    }
    let mut lines: Vec<&'static OpeningLine> = shortest.into_values().collect();
    lines.sort_by_key(|line| (line.moves().len(), line.eco(), line.name()));
    let entries: Vec<IndexEntry> =
        lines.into_iter().map(|line| IndexEntry { line, words: words(line.name()) }).collect();
    let words = entries.iter().flat_map(|entry| entry.words.iter().cloned()).collect();
    let by_name = entries.iter().rev().map(|entry| (entry.words.clone(), entry.line)).collect();
    Index { entries, by_name, words }
});

/// A name as it is compared: without capitals, accents and signs, and with one spelling for what has two.
fn words(text: &str) -> Vec<String> {
    // The possessive is part of its word: whoever leaves its sign out means the same.
    let plain = folded(&text.replace(['\'', '\u{2019}'], ""));
    let words = plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| if word == "defence" { "defense".to_owned() } else { word.to_owned() }).collect()
}

/// The openings that a text may mean, the likeliest first: each name once, with its shortest line. Every word of the text
/// must begin a word of the name, or be the code or its beginning.
///
/// ```
/// let found = tabiya_openings::search_openings("najdorf", 3);
/// assert_eq!(found[0].name(), "Sicilian Defense: Najdorf Variation");
/// assert_eq!(found.len(), 3);
/// ```
pub fn search_openings(text: &str, most: usize) -> Vec<&'static OpeningLine> {
    let Some(asked) = asked_words(text) else { return Vec::new() };
    let mut found = matches(&asked);
    found.truncate(most);
    found
}

fn asked_words(text: &str) -> Option<Vec<String>> {
    let asked = (text.len() <= LONGEST).then(|| words(text))?;
    (asked.len() <= MOST_WORDS).then_some(asked)
}

/// Words by which games are looked for: each must begin a word of the opening's name.
///
/// ```
/// use tabiya_openings::OpeningWords;
///
/// let words = OpeningWords::new("gruenf defence").unwrap();
/// assert!(!words.are_in("Grünfeld Defense"), "ue is no ü");
/// assert!(OpeningWords::new("Grunf DEFENCE").unwrap().are_in("Grünfeld Defense: Exchange Variation"));
/// assert!(OpeningWords::new("?!").is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningWords(Vec<String>);

impl OpeningWords {
    /// The words of a text; `None` where it has none, or more than any name.
    pub fn new(text: &str) -> Option<OpeningWords> {
        asked_words(text).filter(|asked| !asked.is_empty()).map(OpeningWords)
    }

    /// Whether a name has them all.
    pub fn are_in(&self, name: &str) -> bool {
        let known = words(name);
        self.0.iter().all(|word| begins_one(word, &known))
    }
}

fn begins_one(word: &str, known: &[String]) -> bool {
    known.iter().any(|known| known.starts_with(word))
}

fn matches(asked: &[String]) -> Vec<&'static OpeningLine> {
    let is_meant = |entry: &&IndexEntry| {
        let code = entry.line.eco().to_string().to_ascii_lowercase();
        let is_there = |word: &String| {
            let looks_like_code = word.len() > 1 && code.starts_with(word.as_str());
            looks_like_code || begins_one(word, &entry.words)
        };
        asked.iter().all(is_there)
    };
    let mut found: Vec<&IndexEntry> = INDEX.entries.iter().filter(is_meant).collect();
    // Exactly so, then what begins so; the shorter lines are first already.
    found.sort_by_key(|entry| (entry.words != asked, !entry.words.starts_with(asked)));
    found.into_iter().map(|entry| entry.line).collect()
}

/// The opening that somebody names by its name, a part of it, or its code; of several lines, the one with which all begin.
///
/// ```
/// use tabiya_openings::find_opening;
///
/// assert_eq!(find_opening("C65").unwrap().name(), "Ruy Lopez: Berlin Defense");
/// assert_eq!(find_opening("gruenfeld defence").unwrap_err().to_string(),
///     "no opening is called \"gruenfeld defence\": did you mean Grünfeld Defense (D80)?");
/// ```
pub fn find_opening(text: &str) -> Result<&'static OpeningLine, NotAnOpening> {
    if let Ok(eco) = text.trim().parse() {
        return of_code(eco);
    }
    let asked = asked_words(text).unwrap_or_default();
    if let Some(line) = INDEX.by_name.get(&asked) {
        return Ok(line);
    }
    let found = if asked.is_empty() { Vec::new() } else { matches(&asked) };
    let Some(&first) = found.first() else { return Err(unknown(text, &asked)) };
    let is_alone = begins_all(first, &found);
    if is_alone {
        Ok(first)
    } else {
        Err(NotAnOpening::Several { found: Excerpt::new(text), lines: few(found) })
    }
}

/// Whether all of these are variations of the first.
fn begins_all(first: &OpeningLine, lines: &[&OpeningLine]) -> bool {
    let name = words(first.name());
    lines.iter().all(|other| words(other.name()).starts_with(&name))
}

/// The shortest line of a code.
fn of_code(eco: Eco) -> Result<&'static OpeningLine, NotAnOpening> {
    let lines: Vec<_> =
        INDEX.entries.iter().map(|entry| entry.line).filter(|line| line.eco() == eco).collect();
    let shortest = lines.first().map(|line| line.moves().len());
    let shortest: Vec<_> =
        lines.into_iter().take_while(|line| Some(line.moves().len()) == shortest).collect();
    match shortest[..] {
        [line] => Ok(line),
        _ => Err(NotAnOpening::Several { found: Excerpt::new(&eco.to_string()), lines: few(shortest) }),
    }
}

fn few(mut lines: Vec<&'static OpeningLine>) -> Vec<&'static OpeningLine> {
    lines.truncate(EXAMPLES);
    lines
}

/// Nothing is called so: perhaps a word is misspelt, or there is a word too many.
fn unknown(text: &str, asked: &[String]) -> NotAnOpening {
    let known = |word: &String| INDEX.words.iter().any(|other| other.starts_with(word.as_str()));
    let mended = asked.iter().filter_map(|word| match known(word) {
        true => Some(word.clone()),
        false => nearest(word, INDEX.words.iter().map(String::as_str)).map(str::to_owned),
    });
    let mut mended: Vec<String> = mended.collect();
    let mut near = Vec::new();
    while !mended.is_empty() && near.is_empty() {
        near = matches(&mended);
        mended.pop();
    }
    let mut near = few(near);
    // Where one stands for all, its variations need not be named.
    if near.first().is_some_and(|first| begins_all(first, &near)) {
        near.truncate(1);
    }
    NotAnOpening::Unknown { found: Excerpt::new(text), nearest: near }
}

/// A text means no opening, or more than one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotAnOpening {
    /// None is called so.
    Unknown {
        /// What was asked for.
        found: Excerpt,
        /// What may have been meant.
        nearest: Vec<&'static OpeningLine>,
    },
    /// Several are called so, and none of them is the beginning of the others.
    Several {
        /// What was asked for.
        found: Excerpt,
        /// Some of them.
        lines: Vec<&'static OpeningLine>,
    },
}

impl fmt::Display for NotAnOpening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAnOpening::Unknown { found, nearest } if nearest.is_empty() => {
                write!(f, "no opening is called {found}")
            }
            NotAnOpening::Unknown { found, nearest } => {
                write!(f, "no opening is called {found}: did you mean {}?", listed(nearest))
            }
            NotAnOpening::Several { found, lines } => {
                write!(f, "{found} may be several openings: say which, such as {}", listed(lines))
            }
        }
    }
}

impl std::error::Error for NotAnOpening {}

fn listed(lines: &[&OpeningLine]) -> String {
    let names: Vec<String> = lines.iter().map(ToString::to_string).collect();
    match &names[..] {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_found_as_people_write_them() {
        for (text, name) in [
            ("Ruy Lopez", "Ruy Lopez"),
            ("ruy lopez", "Ruy Lopez"),
            ("  C65 ", "Ruy Lopez: Berlin Defense"),
            ("c65", "Ruy Lopez: Berlin Defense"),
            ("Najdorf", "Sicilian Defense: Najdorf Variation"),
            ("sicilian najdorf", "Sicilian Defense: Najdorf Variation"),
            ("Sicilian Defence", "Sicilian Defense"),
            ("reti opening", "Réti Opening"),
            ("Grünfeld Defense", "Grünfeld Defense"),
            ("kings indian defense", "King's Indian Defense"),
            ("Queen’s Gambit Declined", "Queen's Gambit Declined"),
        ] {
            assert_eq!(find_opening(text).map(OpeningLine::name), Ok(name), "{text}");
        }
    }

    #[test]
    fn what_is_unclear_is_refused_with_the_nearest() {
        let refused = |text: &str| find_opening(text).unwrap_err();
        assert!(matches!(refused("A00"), NotAnOpening::Several { lines, .. } if lines.len() == EXAMPLES));
        assert!(matches!(refused("gambit"), NotAnOpening::Several { lines, .. } if lines.len() == EXAMPLES));
        for (text, name) in
            [("Sicilain", "Sicilian Defense"), ("ruy lopes", "Ruy Lopez"), ("Ruy Lopez zzz", "Ruy Lopez")]
        {
            let NotAnOpening::Unknown { nearest, .. } = refused(text) else { panic!("{text}") };
            assert_eq!(nearest.first().map(|line| line.name()), Some(name), "{text}");
        }
    }

    #[test]
    fn rubbish_is_refused_quickly() {
        for text in ["", " ", "'", "F00", "\u{1b}[2J", &"x".repeat(100_000), &"a ".repeat(50_000)] {
            let why = find_opening(text).unwrap_err();
            assert!(why.to_string().len() < 400 && !why.to_string().contains('\u{1b}'), "{why}");
            assert!(search_openings(text, 5).len() <= 5);
        }
    }

    #[test]
    fn the_likeliest_comes_first() {
        let found = search_openings("sicilian", 10);
        assert_eq!(found[0].name(), "Sicilian Defense");
        assert_eq!(found.len(), 10);
        assert!(search_openings("", 5).len() == 5, "before anything is typed, the shortest");
        assert!(search_openings("c6", 50).iter().all(|line| line.eco().to_string().starts_with("C6")));
    }
}
