//! German: the words of this crate's values, and the nouns that every sentence about men needs.

mod color;
mod difference;
mod fault;
mod illegal;
mod outcome;
mod role;
mod title;

pub use color::{adjective, color};
pub use role::{NounCase, a, into, name, no, piece, plural, the, your};

use crate::{InLanguage, Language, Words};

/// A value in German.
///
/// ```
/// use tabiya_rules::{Draw, german};
///
/// assert_eq!(german::words(&Draw::Stalemate).to_string(), "durch Patt");
/// ```
pub fn words<W: Words + ?Sized>(value: &W) -> InLanguage<'_, W> {
    Language::German.words(value)
}

/// `a, b oder c`, whatever is written between the last two.
///
/// ```
/// use tabiya_rules::german::joined;
///
/// assert_eq!(joined(["e4", "f5", "g6"], "und"), "e4, f5 und g6");
/// assert_eq!(joined(["e4"], "oder"), "e4");
/// ```
pub fn joined(items: impl IntoIterator<Item = impl ToString>, last: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match &items[..] {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// A number with the noun for one or for several.
///
/// ```
/// use tabiya_rules::german::counted;
///
/// assert_eq!(counted(1, "Zug", "Züge"), "1 Zug");
/// assert_eq!(counted(0, "Zug", "Züge"), "0 Züge");
/// ```
pub fn counted(count: u64, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}
