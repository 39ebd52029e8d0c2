//! How the rule set of a game travels in its tags.

use tabiya_rules::{FIDE, NamedRules, RULE_SETS, Rules, Start};

use super::{PgnFault, PgnGame, Tags};
use crate::{Excerpt, RuleFile};

/// The tags that hold the rule set and the start position. A game has them as values, not as tags.
pub(super) const TAGS: [&str; 4] = ["Variant", "Rules", "SetUp", "FEN"];

/// A rule set as tags name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PgnVariant {
    pub(super) rules: Rules,
    /// What it is called; `None` where the tags do not say.
    pub(super) name: Option<String>,
}

/// What programs call ordinary chess and Chess960, beside our own names.
const OTHER_NAMES: [(&str, &str); 10] = [
    ("standard", "fide"),
    ("chess", "fide"),
    ("normal", "fide"),
    ("from position", "fide"),
    ("chess 960", "chess960"),
    ("fischerandom", "chess960"),
    ("fischerrandom", "chess960"),
    ("fischer random", "chess960"),
    ("fischer random chess", "chess960"),
    ("freestyle", "chess960"),
];

impl PgnGame {
    /// Whether rules and start were understood as the tags told them: then they are values, and no tags any more.
    pub(super) fn is_start_read(&self) -> bool {
        TAGS.iter().all(|name| self.tags.get(name).is_none())
    }
}

impl PgnVariant {
    /// Whether a game's tags name a rule set.
    pub(super) fn is_named(tags: &Tags) -> bool {
        tags.get("Rules").is_some() || tags.get("Variant").is_some_and(|name| !name.trim().is_empty())
    }

    /// The rule set that a game's tags name; ordinary chess where they name none.
    pub(super) fn from_tags(tags: &Tags) -> Result<PgnVariant, PgnFault> {
        if let Some(line) = tags.get("Rules") {
            let file = RuleFile::from_line(line).map_err(PgnFault::Rules)?;
            return Ok(PgnVariant { rules: file.rules, name: file.name.map(Into::into) });
        }
        let given = tags.get("Variant").unwrap_or_default();
        let lower = given.trim().to_lowercase();
        if lower.is_empty() {
            return Ok(PgnVariant { rules: FIDE, name: None });
        }
        let known = OTHER_NAMES.iter().find(|(other, _)| *other == lower).map(|(_, name)| *name);
        match NamedRules::find(known.unwrap_or(&lower)) {
            Some(set) => Ok(PgnVariant { rules: *set.rules, name: Some(set.name.to_owned()) }),
            None => Err(PgnFault::Variant(Excerpt::new(given))),
        }
    }

    /// The lasting copy of the rule set, unless it is the file's own and not among those `known`.
    pub(super) fn find(&self, known: &[&'static Rules]) -> Option<&'static Rules> {
        let built_in = RULE_SETS.iter().map(|set| set.rules);
        built_in.chain(known.iter().copied()).find(|rules| **rules == self.rules)
    }

    /// The tags that name a rule set; none for ordinary chess.
    pub(super) fn to_tags(rules: &RuleFile) -> Vec<(&'static str, String)> {
        match rules.built_in() {
            Some(set) if *set.rules == FIDE => Vec::new(),
            // The spelling that other programs know.
            Some(set) if set.rules.start == Start::Chess960 => vec![("Variant", "Chess960".to_owned())],
            Some(set) => vec![("Variant", set.name.to_owned())],
            None => {
                let line = rules.to_line(rules.nearest_parent());
                vec![("Variant", rules.display_name().to_owned()), ("Rules", line)]
            }
        }
    }
}
