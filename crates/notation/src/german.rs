//! German: moves that are written down, and names of rule sets. The forms of files have theirs beside them.

use std::fmt;

use tabiya_rules::german::words;
use tabiya_rules::{RULE_SETS, Words};

use crate::{NotAMove, NotAUciMove, UnknownRules, Unplayable};

impl Words for NotAMove {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "erwartet wird ein Zug wie e2e4, Nf3 oder O-O, gefunden: {}", self.found)
    }
}

impl Words for NotAUciMove {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "erwartet wird ein Zug wie e2e4 oder e7e8q, gefunden: {}", self.found)
    }
}

impl Words for Unplayable {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unplayable::Null => f.write_str("0000 zieht nichts: wer am Zug ist, muss ziehen"),
            Unplayable::Illegal(why) => why.german(f),
        }
    }
}

impl Words for UnknownRules {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "es gibt kein Regelwerk {}: ", self.found)?;
        if let Some(nearest) = self.nearest {
            return write!(f, "meinst du {nearest}?");
        }
        let names: Vec<&str> = RULE_SETS.iter().map(|set| set.name).collect();
        write!(f, "eingebaut sind {}", names.join(", "))
    }
}

/// What was read in spite of something.
pub(crate) fn all_the_same(f: &mut fmt::Formatter<'_>, error: &impl Words) -> fmt::Result {
    write!(f, "{}: trotzdem gelesen", words(error))
}
