use tabiya_text::folded;

/// Words by which somebody looks for a name: each must begin a word of it. Accents, capitals and signs do not matter.
pub(crate) struct NameWords(Vec<String>);

impl NameWords {
    pub fn of(text: &str) -> NameWords {
        NameWords(words(text))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn are_in(&self, name: &str) -> bool {
        let known = words(name);
        self.0.iter().all(|word| known.iter().any(|known| known.starts_with(word)))
    }
}

fn words(text: &str) -> Vec<String> {
    // An apostrophe is part of its word: whoever leaves it out means the same.
    let plain = folded(&text.replace(['\'', '\u{2019}'], ""));
    plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}
