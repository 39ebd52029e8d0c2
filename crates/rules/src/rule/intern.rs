use std::sync::{Mutex, PoisonError};

use super::{RULE_SETS, Rules};

/// Rule sets made at run time. They are few and small, and a position points to its own for as long as it lives.
static INTERNED: Mutex<Vec<&'static Rules>> = Mutex::new(Vec::new());

impl Rules {
    /// The one lasting copy of this rule set, to make positions with. Equal rule sets give the same copy, so
    /// that asking again costs no memory.
    ///
    /// ```
    /// use tabiya_rules::{FIDE, MoveRules, Rules};
    ///
    /// let rules = Rules { moves: MoveRules { castling: false, ..FIDE.moves }, ..FIDE };
    /// assert!(std::ptr::eq(rules.intern(), rules.intern()));
    /// ```
    pub fn intern(self) -> &'static Rules {
        if let Some(set) = RULE_SETS.iter().find(|set| *set.rules == self) {
            return set.rules;
        }
        let mut interned = INTERNED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = interned.iter().find(|rules| ***rules == self) {
            return rules;
        }
        let rules: &'static Rules = Box::leak(Box::new(self));
        interned.push(rules);
        rules
    }
}
