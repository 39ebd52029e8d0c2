//! Words of a line, as a shell would part them.

/// The words of a text, in order.
pub type CommandWords = Vec<String>;

/// Parts a text at its blanks. Quotes, single or double, hold blanks together and may stand within a word.
pub fn split(text: &str) -> Result<CommandWords, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    match quote {
        Some(open) => Err(format!("the quote {open} is not closed")),
        None => Ok(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hold_blanks_together() {
        let words = split(r#" name="Toga II" cmd='/a b/toga2' x='' option.A=b"c d" "#).unwrap();
        assert_eq!(words, ["name=Toga II", "cmd=/a b/toga2", "x=", "option.A=bc d"]);
        assert_eq!(split("").unwrap(), [""; 0]);
        assert!(split("name='x").is_err());
    }
}
