use std::fmt;

/// A language in which people are told things.
///
/// Every value that is worded implements [`Words`], which has a method for each language: a new one does not compile until
/// everything is worded in it.
///
/// ```
/// use tabiya_rules::{Language, Position};
///
/// let why = Position::start().legal("a1".parse().unwrap(), "a5".parse().unwrap(), None).unwrap_err();
/// assert_eq!(Language::English.words(&why).to_string(), "the rook's way to a5 is blocked by the pawn on a2");
/// assert_eq!(Language::German.words(&why).to_string(), "dem Turm versperrt der Bauer auf a2 den Weg nach a5");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English, where nobody asks for another.
    #[default]
    English,
    /// German.
    German,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 2] = [Language::English, Language::German];

    /// The code of two letters.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
        }
    }

    /// The language of a code, whatever follows it: `de`, `de-AT`, `de_DE.UTF-8`, in either case.
    ///
    /// ```
    /// use tabiya_rules::Language;
    ///
    /// assert_eq!(Language::of_tag("de_AT.UTF-8"), Some(Language::German));
    /// assert_eq!(Language::of_tag("EN-gb"), Some(Language::English));
    /// assert_eq!(Language::of_tag("den"), None);
    /// ```
    pub fn of_tag(tag: &str) -> Option<Language> {
        let code = tag.split(['-', '_', '.', '@']).next().unwrap_or_default();
        Language::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(code))
    }

    /// A value in the words of this language.
    pub fn words<W: Words + ?Sized>(self, value: &W) -> InLanguage<'_, W> {
        InLanguage { value, language: self }
    }

    /// What is worded in this language, where it was worded in each.
    pub fn choose<T>(self, worded: ByLanguage<T>) -> T {
        match self {
            Language::English => worded.english,
            Language::German => worded.german,
        }
    }
}

/// A value that people are told of, in every language. English is how it is displayed.
pub trait Words: fmt::Display {
    /// Writes it in German.
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<W: Words + ?Sized> Words for &W {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).german(f)
    }
}

/// A value that is displayed in a language.
#[derive(Clone, Copy)]
pub struct InLanguage<'a, W: ?Sized> {
    value: &'a W,
    language: Language,
}

impl<W: Words + ?Sized> fmt::Display for InLanguage<'_, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.language {
            Language::English => self.value.fmt(f),
            Language::German => self.value.german(f),
        }
    }
}

/// A value for each language.
///
/// ```
/// use tabiya_rules::{ByLanguage, Language};
///
/// let greeting = ByLanguage { english: "good game", german: "gute Partie" };
/// assert_eq!(Language::German.choose(greeting), "gute Partie");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are named after their languages")]
pub struct ByLanguage<T> {
    pub english: T,
    pub german: T,
}

impl<T> ByLanguage<T> {
    /// The value made by `make` for each language.
    pub fn from_fn(mut make: impl FnMut(Language) -> T) -> ByLanguage<T> {
        ByLanguage { english: make(Language::English), german: make(Language::German) }
    }

    /// The value of `language`.
    pub const fn get(&self, language: Language) -> &T {
        match language {
            Language::English => &self.english,
            Language::German => &self.german,
        }
    }

    /// The value of `language`, to be changed.
    pub const fn get_mut(&mut self, language: Language) -> &mut T {
        match language {
            Language::English => &mut self.english,
            Language::German => &mut self.german,
        }
    }
}

/// What was worded where it is said, in each language.
impl fmt::Display for ByLanguage<String> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english)
    }
}

impl Words for ByLanguage<String> {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.german)
    }
}

impl fmt::Display for ByLanguage<&'static str> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.english)
    }
}

impl Words for ByLanguage<&'static str> {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.german)
    }
}
