//! Rule sets as TOML.
//!
//! A file names a parent and what differs from it; the parent is a built-in rule set, `fide` where none is named.
//! Printed in full, a rule set explains each of its fields.

mod check;
mod error;
mod field;
mod read;
mod word;
mod write;

use std::borrow::Cow;

use tabiya_rules::{NamedRules, Rules};

pub use check::{Contradiction, contradictions};
pub use error::{Expected, Found, Problem, RuleFileError, RuleFileErrors};

/// The most bytes that a rule file may have. One printed in full has about four thousand.
pub const MAX_LENGTH: usize = 65_536;

/// The most characters of a name.
pub const MAX_NAME: usize = 60;

/// The most characters of a summary.
pub const MAX_SUMMARY: usize = 200;

/// A rule set as a file holds it.
///
/// It is read from TOML and printed in full, with a comment on every field; reading what was printed gives the same
/// again.
///
/// ```
/// use tabiya_notation::RuleFile;
/// use tabiya_rules::{FIDE, EndRules, Rules, Stalemate};
///
/// let file: RuleFile = r#"
///     name = "no way out"
///     parent = "fide"
///     stalemate = "loses"
/// "#.parse().unwrap();
/// assert_eq!(file.rules, Rules { ends: EndRules { stalemate: Stalemate::Loses, ..FIDE.ends }, ..FIDE });
/// assert_eq!(file.to_string().parse(), Ok(file));
/// ```
///
/// What is wrong with a file is told all at once:
///
/// ```
/// use tabiya_notation::RuleFile;
///
/// let errors = "royal = \"quen\"\n\ncasteling = false\n".parse::<RuleFile>().unwrap_err();
/// assert_eq!(
///     errors.to_string(),
///     "line 1: royal: expected \"king\", \"queen\", \"rook\", \"bishop\" or \"knight\", found \"quen\"\n\
///      line 3: there is no field \"casteling\": did you mean castling?",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFile {
    /// What it is called.
    pub name: Option<Cow<'static, str>>,
    /// What it is, in one line.
    pub summary: Option<Cow<'static, str>>,
    /// The rule set.
    pub rules: Rules,
}

impl From<Rules> for RuleFile {
    fn from(rules: Rules) -> RuleFile {
        RuleFile { name: None, summary: None, rules }
    }
}

impl From<&NamedRules> for RuleFile {
    fn from(set: &NamedRules) -> RuleFile {
        RuleFile { name: Some(set.name.into()), summary: Some(set.summary.into()), rules: *set.rules }
    }
}
