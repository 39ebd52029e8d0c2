use std::fmt;

use super::{NamedRules, RULE_SETS, Rules};

/// What a refusal calls the rules that forbid something: by the title of the one built-in rule set that has them.
/// Where there is none, as for rule files, or more than one, they are *these rules*.
///
/// ```
/// use tabiya_rules::{BYU, HONG};
///
/// assert_eq!(HONG.title().to_string(), "in Hong's game");
/// assert_eq!(BYU.title().to_string(), "under these rules");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameTitle(Option<&'static str>);

impl GameTitle {
    /// The rule set that is meant, which is kept by its name.
    pub(crate) fn set(&self) -> Option<&'static NamedRules> {
        self.0.and_then(NamedRules::find)
    }
}

impl Rules {
    /// What to call these rules in a sentence that tells one of them.
    pub fn title(&self) -> GameTitle {
        let mut sets = RULE_SETS.iter().filter(|set| set.rules == self);
        match (sets.next(), sets.next()) {
            (Some(only), None) => only.game_title(),
            _ => GameTitle(None),
        }
    }
}

impl NamedRules {
    /// What to call this rule set in a sentence that tells one of its rules.
    pub fn game_title(&self) -> GameTitle {
        GameTitle(Some(self.name))
    }
}

impl fmt::Display for GameTitle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.set() {
            Some(set) => write!(f, "in {}", set.title),
            None => f.write_str("under these rules"),
        }
    }
}
