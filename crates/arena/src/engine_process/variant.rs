use std::path::PathBuf;

use tabiya_notation::RuleFile;
use tabiya_rules::{CHESS960, FIDE, NamedRules, Position, RULE_SETS, Rules, Start};

/// The rules of a game as engines are told of them.
#[derive(Clone)]
pub struct Variant {
    /// The rules themselves. They alone say which ones they are: anybody may call theirs anything.
    pub rules: &'static Rules,
    /// What people call them.
    pub name: String,
    /// The rule file that they were read from, where it is known.
    pub path: Option<PathBuf>,
}

impl Variant {
    /// A rule set that need not have a name.
    pub fn of(file: &RuleFile, path: Option<PathBuf>) -> Variant {
        let name = file.name.as_ref().map_or_else(|| "custom".to_owned(), ToString::to_string);
        Variant { rules: file.rules.intern(), name, path }
    }

    /// Whether games begin in one of the 960 positions.
    pub fn is_shuffled(&self) -> bool {
        self.rules.start == Start::Chess960
    }

    /// Whether engines that play Chess960 know how the pieces move.
    pub fn is_chess960(&self) -> bool {
        self.is_shuffled() && self.rules.moves == CHESS960.moves
    }

    /// Whether every chess engine knows how the pieces move.
    pub fn is_chess(&self) -> bool {
        Position::starting(self.rules).is_ok_and(|start| start.specialized() == Some(Position::start()))
    }

    /// The built-in rule set that this is. Where two are the same, it is the one of this name.
    pub fn built_in(&self) -> Option<&'static NamedRules> {
        let same = || RULE_SETS.iter().filter(|set| set.rules == self.rules);
        same().find(|set| set.name == self.name).or_else(|| same().next())
    }

    /// Whether an engine that only plays chess need not be told anything.
    pub fn is_plain(&self) -> bool {
        *self.rules == FIDE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variant(text: &str) -> Variant {
        Variant::of(&text.parse().unwrap(), None)
    }

    #[test]
    fn rules_are_known_by_their_values() {
        let named = |text: &str| variant(text).built_in().map(|set| set.name);
        assert_eq!(named("name = \"fide\"\nparent = \"hong\""), Some("hong"));
        assert_eq!(named("name = \"imperial\"\nparent = \"byu\""), Some("imperial"));
        assert_eq!(named("name = \"hong\"\nparent = \"hong\"\nstalemate = \"loses\""), None);
        assert!(variant("name = \"mine\"\nparent = \"fide\"").is_plain());
        assert!(!variant("name = \"fide\"\nparent = \"fide\"\nstalemate = \"loses\"").is_plain());
        assert!(variant("parent = \"chess960\"\nstalemate = \"loses\"").is_chess960());
        assert!(!variant("parent = \"chess960\"\npromotes-to = []").is_chess960());
        assert_eq!(variant("parent = \"fide\"").name, "custom");
    }
}
