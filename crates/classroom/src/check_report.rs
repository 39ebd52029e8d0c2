use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use tabiya_classics::Classic;

use crate::difference::Difference;
use crate::form::classic_name;
use crate::report::counted;
use crate::skip_reason::SkipReason;
use crate::trial::{Totals, Trial, Verdict};

/// Everything that came out.
#[derive(Serialize, Deserialize)]
pub struct CheckReport {
    /// Of which classic the program should be.
    #[serde(with = "classic_name")]
    pub classic: &'static Classic,
    /// What the program has earned.
    pub points: f64,
    /// What it could have earned.
    pub max_points: f64,
    /// Every rule: how often it was tested, and how often the program agreed.
    pub coverage: Vec<Coverage>,
    /// Where only the layout differs; these are no differences in chess.
    pub layout: Vec<LayoutFault>,
    /// Every case, in their order.
    pub trials: Vec<Trial>,
    /// What else is to be said: that it reads no input, that the time was up.
    pub remarks: Vec<String>,
}

/// How a program did with a rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Coverage {
    /// The name in files: `bishop-blocked`.
    pub key: String,
    /// What it is called: "a bishop's way is blocked".
    pub label: String,
    /// How often it was tested.
    pub tested: usize,
    /// How often the program agreed.
    pub agreed: usize,
    /// What the program has earned by it.
    pub points: f64,
    /// What it is worth.
    pub weight: f64,
    /// Why that was not earned, where the counts do not tell.
    #[serde(default)]
    pub note: Option<String>,
}

/// A kind of fault in the layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayoutFault {
    /// What it is, in a few words.
    pub what: String,
    /// In how many lines, where they can be counted.
    pub lines: Option<usize>,
    /// The case and the line of its output where it is first.
    pub place: (String, usize),
    /// The line as we write it, invisible characters shown.
    pub expected: String,
    /// The line as the program wrote it.
    pub found: String,
}

impl Coverage {
    /// Whether the rule was tested, and everything was right.
    pub fn is_right(&self) -> bool {
        self.tested > 0 && self.agreed == self.tested && self.note.is_none()
    }
}

impl CheckReport {
    /// How many cases came out how.
    pub fn totals(&self) -> Totals {
        Totals::of(&self.trials)
    }

    /// Whether something was checked, and everything agrees.
    pub fn is_agreement(&self) -> bool {
        self.totals().is_agreement()
    }

    /// The difference that is told first: that of the shortest game that can be repeated.
    pub fn plainest_difference(&self) -> Option<(&str, &Difference)> {
        self.differences().min_by_key(|(_, difference)| difference.plainness())
    }

    /// The plainest difference of each rule, the plainest of all first.
    pub fn plainest_of_rules(&self) -> Vec<(&str, &Difference)> {
        let mut all: Vec<(&str, &Difference)> = self.differences().collect();
        all.sort_by_key(|(_, difference)| difference.plainness());
        let mut seen = BTreeSet::new();
        all.retain(|(_, difference)| seen.insert(difference.key.as_str()));
        all
    }

    /// Whether no more was asked of the program because it hangs.
    pub fn hangs(&self) -> bool {
        let is_hang = |why| matches!(why, SkipReason::Hangs | SkipReason::HungBefore);
        self.trials.iter().any(|trial| matches!(trial.verdict, Verdict::Skipped(why) if is_hang(why)))
    }

    /// Every case that differs, with its first difference.
    pub fn differences(&self) -> impl Iterator<Item = (&str, &Difference)> {
        self.trials.iter().filter_map(|trial| match &trial.verdict {
            Verdict::Differs(difference) => Some((trial.name.as_str(), &**difference)),
            _ => None,
        })
    }
}

impl LayoutFault {
    /// In how many lines it is, and where first.
    pub fn extent(&self) -> String {
        let (case, line) = &self.place;
        let lines = self.lines.map(|lines| format!("{}, ", counted(lines, "line"))).unwrap_or_default();
        format!("{lines}first in {case}, line {line}")
    }
}
