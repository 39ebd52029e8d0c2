//! What players are called.

use std::collections::BTreeSet;

use tabiya_rules::ByLanguage;
use tabiya_text::{folded, is_unseen};

use crate::Error;

/// The most characters of a name.
pub(crate) const MAX_NAME: usize = 40;

/// A name without blanks around it, with something to see in it and nothing that hides or turns other text.
pub(crate) fn clean_name(name: &str) -> Result<String, Error> {
    let name = name.trim();
    if !name.contains(is_drawn) || name.chars().count() > MAX_NAME || name.contains(is_unseen) {
        let says = ByLanguage {
            english: format!("a name has 1 to {MAX_NAME} characters, all of which can be seen"),
            german: format!("ein Name hat 1 bis {MAX_NAME} Zeichen, die alle zu sehen sind"),
        };
        return Err(Error::bad("bad_name", says));
    }
    Ok(name.to_owned())
}

/// Whether a character can be seen by itself. A selector of variants and a stroke over nothing need a letter; what is written as
/// its number among programmers is unassigned, private or draws nothing.
fn is_drawn(c: char) -> bool {
    let is_numbered = c.escape_debug().len() > 2;
    !c.is_whitespace() && !is_numbered
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

/// What the computer is called, in files and on the page, in every language.
const COMPUTER_WORDS: [&str; 2] = ["Tabiya", "Computer"];

/// What stands before the number of its level.
const LEVEL_WORDS: [&str; 3] = ["Level", "Lvl", "Stufe"];

const ARTICLES: [&str; 2] = ["The", "Der"];

/// Numbers as people write them out, as far as there may be levels.
const NUMBER_WORDS: [&str; 35] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "eins", "zwei", "drei", "vier", "fünf", "fuenf", "sechs", "sieben", "acht", "neun", "zehn", "elf",
    "zwölf", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十",
];

/// The most letters of one of these words, with one more where two of them look like one.
const LONGEST_WORD: usize = 9;

/// A part of which names of the computer are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum NamePart {
    Article,
    Computer,
    Level,
    /// A digit of any script, or a number that is written out.
    Number,
    /// A letter that looks like a digit.
    Lookalike,
    /// A letter that counts in Roman numbers.
    Roman,
}

/// Every part that is known by what it reads like. Letters may be several.
fn known_parts() -> Vec<(String, NamePart)> {
    let forms = |words: &[&str], part| words.iter().map(|word| (name_form(word), part)).collect::<Vec<_>>();
    let digits = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
    [
        forms(&ARTICLES, NamePart::Article),
        forms(&COMPUTER_WORDS, NamePart::Computer),
        forms(&LEVEL_WORDS, NamePart::Level),
        forms(&NUMBER_WORDS, NamePart::Number),
        forms(&digits, NamePart::Lookalike),
        forms(&["i", "v", "x"], NamePart::Roman),
    ]
    .concat()
}

/// Whether people would take a name of these parts for the computer's. Letters that look like digits make a number where a
/// digit is among them or a level was announced: otherwise they are letters, as in a plural.
fn are_of_computer(parts: &BTreeSet<NamePart>) -> bool {
    let has = |part| parts.contains(&part);
    match (has(NamePart::Computer), has(NamePart::Level)) {
        (true, true) => true,
        (true, false) => has(NamePart::Number) || !has(NamePart::Lookalike) && !has(NamePart::Roman),
        (false, true) => has(NamePart::Number) || has(NamePart::Roman),
        (false, false) => false,
    }
}

/// Whether a name reads like one of the computer's, at whatever level, however its words are put together.
fn is_computer_name(name: &str) -> bool {
    let letters: Vec<NameLetter> = name_letters(name).collect();
    let known = known_parts();
    // Of which parts the letters up to each place may be.
    let mut read = vec![BTreeSet::from([BTreeSet::new()])];
    read.resize(letters.len() + 1, BTreeSet::new());
    for start in 0..letters.len() {
        let before = std::mem::take(&mut read[start]);
        if before.is_empty() {
            continue;
        }
        for end in start + 1..=letters.len().min(start + LONGEST_WORD) {
            for part in parts_of(&letters[start..end], &known) {
                read[end].extend(before.iter().map(|parts| parts | &BTreeSet::from([part])));
            }
        }
    }
    read[letters.len()].iter().any(are_of_computer)
}

/// Every part that some letters may be.
fn parts_of(letters: &[NameLetter], known: &[(String, NamePart)]) -> impl Iterator<Item = NamePart> {
    let form = joined(letters);
    let is_digit = matches!(letters, [letter] if letter.is_number);
    let read = known.iter().filter(move |(known, _)| *known == form).map(|(_, part)| *part);
    read.chain(is_digit.then_some(NamePart::Number))
}

/// What a name reads like: whatever two names have the same of, people take for the same. Capitals, blanks, signs and
/// accents count for nothing, and letters of other scripts for those that they look like.
pub(crate) fn name_form(name: &str) -> String {
    let letters: Vec<NameLetter> = name_letters(name).collect();
    // Of signs alone there is nothing else to go by.
    if letters.is_empty() { name.to_lowercase() } else { joined(&letters) }
}

/// A letter or a digit of a name.
struct NameLetter {
    look: char,
    /// Whether it is a digit, or another sign that counts, in any script.
    is_number: bool,
}

fn name_letters(name: &str) -> impl Iterator<Item = NameLetter> {
    let plain: String = name.chars().map(|c| styled(c).unwrap_or(c)).collect();
    let letters: Vec<char> = folded(&plain).chars().filter(|c| look(*c).is_alphanumeric()).collect();
    letters.into_iter().map(|c| NameLetter { look: look(c), is_number: c.is_numeric() })
}

/// Letters behind each other; two that look like one are that one.
fn joined(letters: &[NameLetter]) -> String {
    let text: String = letters.iter().map(|letter| letter.look).collect();
    text.replace("rn", "m").replace("vv", "w")
}

/// The plain letter of one that is drawn otherwise: each row of those begins somewhere, and has the letters or the digits in
/// their order, again and again.
fn styled(c: char) -> Option<char> {
    const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let rows = [
        (0xff10..0xff1a, "0123456789"),
        (0xff21..0xff3b, &LETTERS[..26]),
        (0xff41..0xff5b, &LETTERS[26..]),
        (0x1d400..0x1d6a4, LETTERS),
        (0x1d7ce..0x1d800, "0123456789"),
        (0x249c..0x24b6, &LETTERS[26..]),
        (0x24b6..0x24ea, LETTERS),
        (0x1f130..0x1f14a, &LETTERS[..26]),
        (0x1f150..0x1f16a, &LETTERS[..26]),
        (0x1f170..0x1f18a, &LETTERS[..26]),
    ];
    let (row, letters) = rows.into_iter().find(|(row, _)| row.contains(&u32::from(c)))?;
    letters.chars().nth((u32::from(c) - row.start) as usize % letters.len())
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
        for level in tabiya_engine::Level::numbered().chain(tabiya_engine::Level::ladder()) {
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
            "Computer level five",
            "Computer nine",
            "Computer Stufe fünf",
            "Tabiya neun",
            "Level 5",
            "Stufe 5",
            "Lvl. 5",
            "level five",
            "Stufe Zwölf",
            "Level V",
            "Level 5 computer",
            "The level-5 computer",
            "Tabiya Computer",
            "Computer ٥",     // in the digits of Arabic,
            "Computer ۵",     // of Persian,
            "Stufe ५",        // of Hindi,
            "Computer 五",    // of Chinese,
            "Tabiya level Ⅴ", // of Rome,
            "Computer ⑤",
            "𝐂𝐨𝐦𝐩𝐮𝐭𝐞𝐫 𝟓",
            "Ⓒⓞⓜⓟⓤⓣⓔⓡ",
            "Cornputer 5",
        ] {
            assert!(player_name(name).is_err(), "{name}");
        }
        for name in [
            "Computers",
            "Tabiya Solis",
            "Tabiya Is",
            "Computer fan",
            "Tabea",
            "Level",
            "Levels",
            "Five",
            "5",
            "Der Neunte",
            "Stufenwitz",
            "Next Level 5",
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
            ("Ann", "𝒜𝓃𝓃"),
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
