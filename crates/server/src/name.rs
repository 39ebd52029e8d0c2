//! What players are called.

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
        let says = format!("a name has 1 to {MAX_NAME} characters, all of which can be seen");
        return Err(Error::bad("bad_name", says));
    }
    Ok(name.to_owned())
}
