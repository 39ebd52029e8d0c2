//! The language that the system is set to, as programs ask for it.

use serde::{Deserialize, Deserializer, de::Error as _};
use tabiya_rules::Language;

/// What the environment says: `LC_ALL`, `LC_MESSAGES` or `LANG`, the first that is set, with `LANGUAGE` as a list of wishes
/// before it. English where that is nothing known, and for `C` and `POSIX`.
pub fn system_language() -> Language {
    language_by(|name| std::env::var(name).ok())
}

fn language_by(variable: impl Fn(&str) -> Option<String>) -> Language {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty());
    let Some(locale) = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set) else {
        return Language::default();
    };
    let is_neutral = matches!(locale.split(['.', '@']).next(), Some("C" | "POSIX"));
    if is_neutral {
        return Language::default();
    }
    let wishes = set("LANGUAGE").unwrap_or_default();
    wishes.split(':').chain([locale.as_str()]).find_map(Language::of_tag).unwrap_or_default()
}

/// A language as commands and settings name it.
pub fn parse_language(text: &str) -> Result<Language, String> {
    let is_named = |language: &Language| language.code().eq_ignore_ascii_case(text);
    Language::ALL.into_iter().find(is_named).ok_or_else(|| "expected en or de".to_owned())
}

pub fn read_language<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Language>, D::Error> {
    let text = String::deserialize(deserializer)?;
    parse_language(&text).map(Some).map_err(D::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_says_which_language_is_spoken() {
        for (variables, language) in [
            (&[][..], Language::English),
            (&[("LANG", "de_DE.UTF-8")], Language::German),
            (&[("LANG", "de_AT@euro")], Language::German),
            (&[("LANG", "C.UTF-8")], Language::English),
            (&[("LANG", "fr_FR.UTF-8")], Language::English),
            (&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")], Language::English),
            (&[("LC_ALL", "POSIX"), ("LANGUAGE", "de")], Language::English),
            (&[("LC_ALL", ""), ("LC_MESSAGES", "de_CH"), ("LANG", "en_US")], Language::German),
            (&[("LC_MESSAGES", "en_US"), ("LANG", "de_DE")], Language::English),
            (&[("LANG", "en_US.UTF-8"), ("LANGUAGE", "de:en")], Language::German),
            (&[("LANG", "de_DE"), ("LANGUAGE", "fr:en")], Language::English),
            (&[("LANG", "de_DE"), ("LANGUAGE", "fr")], Language::German),
        ] {
            let variable = |name: &str| {
                variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            };
            assert_eq!(language_by(variable), language, "{variables:?}");
        }
    }
}
