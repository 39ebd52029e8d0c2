use tabiya_rules::Language;

/// Something in English, and in each other language that somebody listens in. Whoever is told nothing in another language
/// costs nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worded<T> {
    english: T,
    others: Vec<(Language, T)>,
}

impl<T> Worded<T> {
    /// What `word` makes of each language.
    pub fn new(others: impl Iterator<Item = Language>, mut word: impl FnMut(Language) -> T) -> Worded<T> {
        let english = word(Language::English);
        Worded { english, others: others.map(|language| (language, word(language))).collect() }
    }

    /// What there is in a language; in English where there is nothing else.
    pub fn get(&self, language: Language) -> &T {
        let other = self.others.iter().find(|(known, _)| *known == language);
        other.map_or(&self.english, |(_, value)| value)
    }

    /// What `change` makes of each.
    pub fn map<U>(self, mut change: impl FnMut(Language, T) -> U) -> Worded<U> {
        let english = change(Language::English, self.english);
        let others = self.others.into_iter();
        Worded {
            english,
            others: others.map(|(language, value)| (language, change(language, value))).collect(),
        }
    }
}
