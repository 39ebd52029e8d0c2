//! Rule sets as TOML.
//!
//! A file names a parent and what differs from it; the parent is a built-in rule set, `fide` where none is named.
//! Printed in full, a rule set explains each of its fields.

mod check;
mod error;
mod field;
mod german;
mod read;
mod word;
mod write;

use std::borrow::Cow;

use tabiya_rules::{GameTitle, NamedRules, RULE_SETS, Rules};

pub use check::{Contradiction, contradictions};
pub use error::{ActualValue, ExpectedValue, RuleFileError, RuleFileErrors, RuleFileProblem};

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

impl RuleFile {
    /// A rule set under the name that somebody gave it. Where nobody did, it is called like the first built-in rule set
    /// of this value. Beside the title in a refusal this is the only place that takes a name from a value: `imperial` and
    /// `byu` are the same, so whoever knows the name carries it along.
    ///
    /// ```
    /// use tabiya_notation::RuleFile;
    /// use tabiya_rules::IMPERIAL;
    ///
    /// let named = |name| RuleFile::named(IMPERIAL, name).name.unwrap();
    /// assert_eq!((named(Some("imperial")), named(None)), ("imperial".into(), "byu".into()));
    /// ```
    pub fn named(rules: Rules, name: Option<&str>) -> RuleFile {
        let has_name = |set: &&NamedRules| name.is_none_or(|name| name == set.name);
        match RULE_SETS.iter().find(|set| *set.rules == rules && has_name(set)) {
            Some(set) => RuleFile::from(set),
            None => RuleFile { name: name.map(|name| name.to_owned().into()), ..RuleFile::from(rules) },
        }
    }

    /// What a rule set without a name is called.
    pub const UNNAMED: &'static str = "custom";

    /// What to call it, whether it has a name or not.
    ///
    /// ```
    /// use tabiya_notation::RuleFile;
    /// use tabiya_rules::{FIDE, MoveRules, Rules};
    ///
    /// let slow = Rules { moves: MoveRules { double_step: false, ..FIDE.moves }, ..FIDE };
    /// assert_eq!(RuleFile::named(slow, Some("slow")).display_name(), "slow");
    /// assert_eq!(RuleFile::named(slow, None).display_name(), "custom");
    /// ```
    pub fn display_name(&self) -> &str {
        self.name.as_deref().unwrap_or(RuleFile::UNNAMED)
    }

    /// What a refusal calls these rules: by the title of the built-in rule set of this name, else by the value.
    ///
    /// ```
    /// use tabiya_notation::RuleFile;
    /// use tabiya_rules::IMPERIAL;
    ///
    /// let title = |name| RuleFile::named(IMPERIAL, Some(name)).title().to_string();
    /// assert_eq!(title("imperial"), "in Imperial's game");
    /// assert_eq!(title("mine"), "under these rules");
    /// ```
    pub fn title(&self) -> GameTitle {
        self.built_in().map_or_else(|| self.rules.title(), NamedRules::game_title)
    }

    /// The built-in rule set that this is, by name and value.
    ///
    /// ```
    /// use tabiya_notation::RuleFile;
    /// use tabiya_rules::FIDE;
    ///
    /// assert_eq!(RuleFile::named(FIDE, None).built_in().unwrap().name, "fide");
    /// assert!(RuleFile::named(FIDE, Some("mine")).built_in().is_none());
    /// ```
    pub fn built_in(&self) -> Option<&'static NamedRules> {
        NamedRules::find(self.name.as_deref()?).filter(|set| *set.rules == self.rules)
    }
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
