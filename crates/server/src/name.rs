//! What players are called.

use tabiya_rules::ByLanguage;
use tabiya_text::{folded, is_unseen};

use crate::Error;

/// The most characters of a name.
pub(crate) const MAX_NAME: usize = 40;

/// A name without blanks around it, with something to see in it and nothing that hides or turns other text.
pub(crate) fn clean_name(name: &str) -> Result<String, Error> {
    let name = name.trim();
    // A selector of variants and a stroke over nothing need a letter that can be seen.
    let has_something =
        name.contains(|c: char| !c.is_whitespace() && !('\u{fe00}'..='\u{fe0f}').contains(&c));
    if !has_something || name.chars().count() > MAX_NAME || name.contains(is_unseen) {
        let says = ByLanguage {
            english: format!("a name has 1 to {MAX_NAME} characters, all of which can be seen"),
            german: format!("ein Name hat 1 bis {MAX_NAME} Zeichen, die alle zu sehen sind"),
        };
        return Err(Error::bad("bad_name", says));
    }
    Ok(name.to_owned())
}

/// The name of somebody who plays: one that does not read like those of the computer, which nobody else is called.
pub(crate) fn player_name(name: &str) -> Result<String, Error> {
    let name = clean_name(name)?;
    if is_computer_name(&name) {
        let says = ByLanguage {
            english: "the computer is called so here: choose another name",
            german: "so heißt hier der Computer: wähle einen anderen Namen",
        };
        return Err(Error::forbidden("name_reserved", says));
    }
    Ok(name)
}

/// What the computer is called before its level, in files and on the page, in every language; and by itself.
const COMPUTER_NAMES: [&str; 8] = [
    "Tabiya",
    "Tabiya level",
    "Tabiya Stufe",
    "Computer",
    "Computer level",
    "Computer Stufe",
    "The computer",
    "Der Computer",
];

/// Whether a name reads like one of the computer's, at whatever level. Letters that look like digits make a number where a
/// digit is among them or a level was announced: otherwise they are letters, as in a plural.
fn is_computer_name(name: &str) -> bool {
    let digits: Vec<String> = ('0'..='9').map(|digit| name_form(&digit.to_string())).collect();
    let is_number =
        |rest: &str| name_form(rest).chars().all(|c| digits.iter().any(|digit| digit.chars().eq([c])));
    let has_digit = |rest: &str| folded(rest).contains(char::is_numeric);
    let ends = name.char_indices().map(|(at, _)| at).chain([name.len()]);
    ends.map(|at| name.split_at(at)).any(|(before, rest)| {
        let form = name_form(before);
        let known = COMPUTER_NAMES.iter().find(|known| name_form(known) == form);
        let is_level = |known: &str| known.ends_with("level") || known.ends_with("Stufe");
        known.is_some_and(|known| rest.is_empty() || is_number(rest) && (has_digit(rest) || is_level(known)))
    })
}

/// What a name reads like: whatever two names have the same of, people take for the same. Capitals, blanks, signs and
/// accents count for nothing, and letters of other scripts for those that they look like.
pub(crate) fn name_form(name: &str) -> String {
    let kept: String = folded(name).chars().map(look).filter(|c| c.is_alphanumeric()).collect();
    // Of signs alone there is nothing else to go by.
    if kept.is_empty() { name.to_lowercase() } else { kept.replace("rn", "m").replace("vv", "w") }
}

/// What a small letter or a digit looks like, small or large: Cyrillic and Greek letters among them, digits for letters.
fn look(c: char) -> char {
    match c {
        'а' | 'α' => 'a',
        'в' | 'β' => 'b',
        'с' | 'ϲ' => 'c',
        'е' | 'ε' | 'ё' => 'e',
        'һ' | 'н' | 'η' => 'h',
        'і' | 'ι' | 'l' | '1' | '|' | 'ӏ' | 'ї' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'м' | 'μ' => 'm',
        'ν' => 'n',
        'о' | 'ο' | '0' | 'σ' => 'o',
        'р' | 'ρ' => 'p',
        'ѕ' | '5' => 's',
        'т' | 'τ' => 't',
        'υ' | 'у' | 'γ' => 'y',
        'х' | 'χ' => 'x',
        'ζ' => 'z',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_called_like_the_computer() {
        for level in (1..=9).filter_map(|number| tabiya_engine::Level::new(number).ok()) {
            assert!(player_name(&level.player_name()).is_err(), "{level}");
        }
        for name in [
            "Computer",
            "computer level 5",
            "Computer, level 5",
            "Computer Stufe 12",
            "C0MPUTER LEVEL 5",
            "Сomputer", // with a Cyrillic С
            "T a b i y a",
            "Tabiya-Stufe 3",
            "Tabiya level 1",
            "Der Computer",
        ] {
            assert!(player_name(name).is_err(), "{name}");
        }
        for name in ["Tabiya 1O", "Computer ５", "Tabiya level l", "Computer (5)"] {
            assert!(player_name(name).is_err(), "{name}");
        }
        for name in [
            "Computers",
            "Tabiya Solis",
            "Tabiya Is",
            "Computer fan",
            "Tabea",
            "Level 5",
            "Stufe 5",
            "Supercomputer",
            "Anna Tabiya",
        ] {
            assert!(player_name(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn names_that_read_alike_are_the_same() {
        for (one, other) in [
            ("Ann", "ann"),
            ("Ann", "A N N"),
            ("Ann", "Аnn"), // with a Cyrillic А
            ("Bob", "B0b"),
            ("Bill", "BiIl"),
            ("Müller", "Muller"),
            ("Ann", "Ａｎｎ"),
            ("Marn", "Mam"),
            ("Ann", "A\u{301}nn"),
            ("Δ", "δ"),
        ] {
            assert_eq!(name_form(one), name_form(other), "{one} {other}");
        }
        for (one, other) in [("Ann", "Anna"), ("Bob", "Rob"), ("李", "王"), ("♔", "♕"), ("Anna", "Hanna")]
        {
            assert_ne!(name_form(one), name_form(other), "{one} {other}");
        }
    }
}
