use tabiya_system::visible;

/// A word as a shell reads it, fit for a terminal.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:@%+,".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", visible(&word.replace('\'', "'\\''")))
}
