use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use tabiya_rules::{RULE_SETS, Rules};

/// The rule sets that players brought. Each is kept in memory for good, so there may be only so many.
pub(crate) struct RuleRegistry {
    known: Mutex<HashSet<Rules>>,
    limit: usize,
}

impl RuleRegistry {
    pub fn new(limit: usize) -> RuleRegistry {
        RuleRegistry { known: Mutex::new(HashSet::new()), limit }
    }

    /// Whether another rule set could be brought.
    pub fn has_room(&self) -> bool {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).len() < self.limit
    }

    /// The lasting copy of a rule set; `None` where there are too many.
    pub fn admit(&self, rules: Rules) -> Option<&'static Rules> {
        if !RULE_SETS.iter().any(|set| *set.rules == rules) {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            if !known.contains(&rules) && known.len() >= self.limit {
                return None;
            }
            known.insert(rules);
        }
        Some(rules.intern())
    }

    /// Counts a rule set of a game that was made earlier.
    pub fn note(&self, rules: &Rules) {
        if !RULE_SETS.iter().any(|set| set.rules == rules) {
            self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(*rules);
        }
    }
}

#[cfg(test)]
mod tests {
    use tabiya_rules::FIDE;

    use super::*;

    fn odd(pawn: u16) -> Rules {
        let mut rules = FIDE;
        rules.values.pawn = pawn;
        rules
    }

    #[test]
    fn there_is_room_for_so_many_and_known_ones_again() {
        let registry = RuleRegistry::new(2);
        assert!(registry.admit(odd(901)).is_some() && registry.admit(odd(902)).is_some());
        assert!(registry.admit(odd(903)).is_none());
        assert!(registry.admit(odd(901)).is_some());
        assert!(registry.admit(FIDE).is_some());
    }
}
