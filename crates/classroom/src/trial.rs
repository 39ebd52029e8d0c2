use std::time::Duration;

use crate::difference::Difference;

/// One case and how the program did in it.
pub struct Trial {
    /// The name of the case.
    pub name: String,
    /// How it came out.
    pub verdict: Verdict,
    /// How long the program ran, if it did.
    pub took: Option<Duration>,
}

/// How a case came out.
pub enum Verdict {
    /// The program does the same, but perhaps for what the document leaves open.
    Agrees {
        /// What it does otherwise there.
        notes: Vec<OpenNote>,
    },
    /// It does not.
    Differs(Box<Difference>),
    /// It was not asked, and why.
    Skipped(&'static str),
}

/// What the program does otherwise where the document leaves it open.
pub struct OpenNote {
    /// In a few words.
    pub what: String,
    /// What we write there, invisible characters shown.
    pub expected: String,
    /// What the program wrote.
    pub found: String,
}

impl Verdict {
    /// The word in tables and files.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Agrees { .. } => "agrees",
            Verdict::Differs(_) => "differs",
            Verdict::Skipped(_) => "skipped",
        }
    }
}

/// How many trials came out how.
#[derive(Default, Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the counts are their own names")]
pub struct Totals {
    pub agreeing: usize,
    pub differing: usize,
    pub skipped: usize,
    pub notes: usize,
}

impl Totals {
    /// Whether something was checked, and everything agrees.
    pub fn is_agreement(self) -> bool {
        self.agreeing > 0 && self.differing == 0
    }

    /// Counts trials.
    pub fn of(trials: &[Trial]) -> Totals {
        let mut totals = Totals::default();
        for trial in trials {
            match &trial.verdict {
                Verdict::Agrees { notes } => {
                    totals.agreeing += 1;
                    totals.notes += notes.len();
                }
                Verdict::Differs(_) => totals.differing += 1,
                Verdict::Skipped(_) => totals.skipped += 1,
            }
        }
        totals
    }
}
