//! What players are called.

use tabiya_rules::ByLanguage;
use tabiya_text::is_unseen;

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

/// What a name reads like: whatever two names have the same of, people take for the same. Capitals, blanks, signs and
/// accents count for nothing, and letters of other scripts for those that they look like.
pub(crate) fn name_form(name: &str) -> String {
    let plain = name.chars().map(narrow).flat_map(char::to_lowercase).map(look);
    let kept: String = plain.filter(|c| c.is_alphanumeric()).collect();
    // Of signs alone there is nothing else to go by.
    if kept.is_empty() { name.to_lowercase() } else { kept.replace("rn", "m").replace("vv", "w") }
}

/// Letters of full width, and letters with an accent, as the plain ones.
fn narrow(c: char) -> char {
    let wide = u32::from(c).checked_sub(0xff01).filter(|offset| *offset < 94);
    let plain = wide.and_then(|offset| char::from_u32(offset + 0x21)).unwrap_or(c);
    ACCENTS.iter().find(|(letters, _)| letters.contains(plain)).map_or(plain, |(_, base)| *base)
}

const ACCENTS: [(&str, char); 18] = [
    ("àáâãäåāăąÀÁÂÃÄÅĀĂĄ", 'a'),
    ("çćĉċčÇĆĈĊČ", 'c'),
    ("ďđĎĐ", 'd'),
    ("èéêëēĕėęěÈÉÊËĒĔĖĘĚ", 'e'),
    ("ĝğġģĜĞĠĢ", 'g'),
    ("ĥħĤĦ", 'h'),
    ("ìíîïĩīĭįıÌÍÎÏĨĪĬĮİ", 'i'),
    ("ĵĴ", 'j'),
    ("ķĶ", 'k'),
    ("ĺļľŀłĹĻĽĿŁ", 'l'),
    ("ñńņňÑŃŅŇ", 'n'),
    ("òóôõöøōŏőÒÓÔÕÖØŌŎŐ", 'o'),
    ("ŕŗřŔŖŘ", 'r'),
    ("śŝşšŚŜŞŠ", 's'),
    ("ţťŧŢŤŦ", 't'),
    ("ùúûüũūŭůűųÙÚÛÜŨŪŬŮŰŲ", 'u'),
    ("ýÿŷÝŸŶ", 'y'),
    ("źżžŹŻŽ", 'z'),
];

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
