use serde::{Deserialize, Serialize};
use tabiya_rules::Language;

/// A language in which people are told things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum LanguageCode {
    /// English.
    En,
    /// German.
    De,
}

impl From<LanguageCode> for Language {
    fn from(code: LanguageCode) -> Language {
        match code {
            LanguageCode::En => Language::English,
            LanguageCode::De => Language::German,
        }
    }
}
