use std::collections::HashSet;
use std::hash::Hash;
use std::sync::{LazyLock, Mutex, PoisonError};

use super::{RULE_SETS, Rules};

/// Rule sets made at run time. They are few and small, and a position points to its own for as long as it lives.
static INTERNED: LazyLock<Mutex<Interner<Rules>>> = LazyLock::new(|| Mutex::new(Interner::new()));

/// Values that live as long as the program, each of them once.
struct Interner<T: 'static> {
    values: HashSet<&'static T>,
}

impl<T: Eq + Hash> Interner<T> {
    fn new() -> Interner<T> {
        Interner { values: HashSet::new() }
    }

    /// The one lasting copy of a value.
    fn intern(&mut self, value: T) -> &'static T {
        if let Some(known) = self.values.get(&value) {
            return known;
        }
        let lasting: &'static T = Box::leak(Box::new(value));
        self.values.insert(lasting);
        lasting
    }
}

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
        INTERNED.lock().unwrap_or_else(PoisonError::into_inner).intern(self)
    }

    /// The lasting copy of this rule set, if there is one already: then [`Rules::intern`] takes no memory.
    ///
    /// ```
    /// use tabiya_rules::{FIDE, MoveRules, Rules};
    ///
    /// let rules = Rules { moves: MoveRules { castling: false, ..FIDE.moves }, ..FIDE };
    /// let lasting = rules.intern();
    /// assert!(std::ptr::eq(rules.interned().unwrap(), lasting));
    /// assert!(FIDE.interned().is_some());
    /// ```
    pub fn interned(&self) -> Option<&'static Rules> {
        let built_in = RULE_SETS.iter().find(|set| set.rules == self).map(|set| set.rules);
        let interner = || INTERNED.lock().unwrap_or_else(PoisonError::into_inner);
        built_in.or_else(|| interner().values.get(self).copied())
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::hash::Hasher;

    use super::*;

    thread_local! {
        static COMPARISONS: Cell<u32> = const { Cell::new(0) };
    }

    /// A number that counts how often it is compared.
    #[derive(Eq)]
    struct Counted(u32);

    impl PartialEq for Counted {
        fn eq(&self, other: &Counted) -> bool {
            COMPARISONS.set(COMPARISONS.get() + 1);
            self.0 == other.0
        }
    }

    impl Hash for Counted {
        fn hash<H: Hasher>(&self, state: &mut H) {
            self.0.hash(state);
        }
    }

    #[test]
    fn a_value_is_compared_with_few_others_however_many_there_are() {
        const MANY: u32 = 2_000;
        let mut interner = Interner::new();
        let first: Vec<*const Counted> =
            (0..MANY).map(|number| std::ptr::from_ref(interner.intern(Counted(number)))).collect();
        for (number, known) in (0..MANY).zip(first) {
            assert!(std::ptr::eq(interner.intern(Counted(number)), known), "{number}");
        }
        // Each is found by one comparison; some more where the marks of two hashes are the same.
        let comparisons = COMPARISONS.get();
        assert!((MANY..2 * MANY).contains(&comparisons), "{comparisons} comparisons");
    }
}
