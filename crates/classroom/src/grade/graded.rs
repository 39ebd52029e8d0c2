use std::time::Duration;

use serde::{Deserialize, Serialize};
use tabiya_classics::Classic;

use super::fingerprint::Fingerprint;
use crate::check_report::CheckReport;
use crate::report::summary;
use crate::trial::Totals;

/// A submission and how it did.
#[derive(Serialize, Deserialize)]
pub struct Graded {
    /// The name of the file or folder: text of others.
    pub name: String,
    /// What it is written in, or what else it is, where that is known.
    pub kind: Option<String>,
    /// How far it came.
    pub state: GradeState,
    /// What it did in the sandbox that cannot be seen in its output, in sentences.
    pub incidents: Vec<String>,
    /// How long all of it took.
    pub took: Duration,
    /// Since when that is known.
    #[serde(skip)]
    pub origin: GradeOrigin,
    /// What it was when it was graded, where that could be told.
    #[serde(skip)]
    pub(super) fingerprint: Option<Fingerprint>,
}

/// Since when a grade is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GradeOrigin {
    /// It was graded in this run.
    #[default]
    Run,
    /// It was graded before, and nothing has changed.
    Record,
}

/// How far a submission came.
#[derive(Serialize, Deserialize)]
pub enum GradeState {
    /// It was run and checked.
    Checked(Box<CheckReport>),
    /// It cannot be built.
    NotBuilt(BuildFailure),
    /// It cannot be copied, or it is not known how to build or run it.
    Unusable(String),
    /// Something is wrong here, not with the submission.
    Failed(String),
}

/// Why something cannot be built.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BuildFailure {
    /// What went wrong, in a few words.
    pub why: String,
    /// What the compiler said, as it was said: text of others.
    pub words: String,
}

/// All submissions of a class.
pub struct GradedClass {
    /// Which classic they should be.
    pub classic: &'static Classic,
    /// Each of them, by name.
    pub list: Vec<Graded>,
    /// What a program that reads moves can earn.
    pub max_points: f64,
}

impl Graded {
    /// What came out, if it was checked.
    pub fn report(&self) -> Option<&CheckReport> {
        match &self.state {
            GradeState::Checked(report) => Some(report),
            _ => None,
        }
    }

    /// What it has earned; nothing where something here is wrong, so that nobody takes it for a grade.
    pub fn points(&self) -> Option<f64> {
        match &self.state {
            GradeState::Checked(report) => Some(report.points),
            GradeState::NotBuilt(_) | GradeState::Unusable(_) => Some(0.0),
            GradeState::Failed(_) => None,
        }
    }

    /// Whether it would come out the same the next time. What went wrong here would not, nor what the time was too short for,
    /// where nothing else is wrong.
    pub(super) fn is_final(&self) -> bool {
        match &self.state {
            GradeState::Checked(report) => report_word(report.totals()) != NOT_FINISHED || report.hangs(),
            GradeState::NotBuilt(_) | GradeState::Unusable(_) => true,
            GradeState::Failed(_) => false,
        }
    }

    /// The word in tables and files.
    pub fn word(&self) -> &'static str {
        match &self.state {
            GradeState::Checked(report) => report_word(report.totals()),
            GradeState::NotBuilt(_) => "not built",
            GradeState::Unusable(_) => "unusable",
            GradeState::Failed(_) => "not graded",
        }
    }

    /// The first thing to know, in a few words.
    pub fn remark(&self) -> String {
        match &self.state {
            GradeState::Checked(report) => {
                let mut all = self.incidents.iter().chain(&report.remarks).cloned();
                all.next().or_else(|| first_fault(report)).unwrap_or_default()
            }
            GradeState::NotBuilt(failure) => format!("building: {}", failure.why),
            GradeState::Unusable(why) | GradeState::Failed(why) => why.clone(),
        }
    }
}

/// The word for a program that was not checked to the end, and all that was checked agrees.
const NOT_FINISHED: &str = "not finished";

/// How a program did that was checked. What was not reached is not passed, and another layout is no fault of chess.
fn report_word(totals: Totals) -> &'static str {
    if totals.is_agreement() {
        "agrees"
    } else if totals.differing > 0 {
        "differs"
    } else if totals.left > 0 || totals.agreeing == 0 {
        NOT_FINISHED
    } else {
        "layout"
    }
}

/// The first difference, or the first fault of the layout where that is all.
fn first_fault(report: &CheckReport) -> Option<String> {
    let difference = report.plainest_difference();
    let difference = difference
        .map(|(case, found)| format!("{}: {} ({})", found.topic.label(), found.what, found.place(case)));
    let unfinished = || (report.totals().left > 0).then(|| summary(report.totals()));
    difference
        .or_else(unfinished)
        .or_else(|| report.layout.first().map(|fault| format!("layout: {}", fault.what)))
}

impl GradedClass {
    /// What a submission could have earned: less, where it was checked by the exercise's own game alone.
    pub fn max_points_of(&self, graded: &Graded) -> f64 {
        graded.report().map_or(self.max_points, |report| report.max_points)
    }

    /// How many were graded before and have not changed.
    pub fn from_records(&self) -> usize {
        self.list.iter().filter(|graded| graded.origin == GradeOrigin::Record).count()
    }

    /// Whether everybody was graded.
    pub fn is_complete(&self) -> bool {
        self.list.iter().all(|graded| graded.points().is_some())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::coverage::coverage;
    use crate::rule_weights::RuleWeights;
    use crate::skip_reason::SkipReason;
    use crate::trial::Trial;

    #[test]
    fn what_is_not_reached_is_not_passed() {
        let all = Totals { agreeing: 9, ..Totals::default() };
        let words = [
            (all, "agrees"),
            (Totals { layout: 2, ..all }, "layout"),
            (Totals { left: 1, skipped: 1, ..all }, "not finished"),
            (Totals { left: 1, skipped: 1, layout: 2, ..all }, "not finished"),
            (Totals { left: 1, skipped: 1, differing: 1, ..all }, "differs"),
            (Totals { skipped: 3, ..all }, "agrees"),
            (Totals::default(), "not finished"),
        ];
        for (totals, word) in words {
            assert_eq!(report_word(totals), word, "{totals:?}");
        }
    }

    #[test]
    fn a_grade_that_was_cut_short_is_not_final_unless_the_program_hangs() {
        let graded = |why: SkipReason| {
            let (classic, trials) = (Classic::find("hong").unwrap(), vec![Trial::skipped("game-01", why)]);
            let report = coverage(classic, &BTreeSet::new(), trials, Vec::new(), &RuleWeights::default());
            Graded {
                name: "anna".to_owned(),
                kind: None,
                state: GradeState::Checked(Box::new(report)),
                incidents: Vec::new(),
                took: Duration::ZERO,
                origin: GradeOrigin::Run,
                fingerprint: None,
            }
        };
        assert_eq!(graded(SkipReason::TimeUp).word(), "not finished");
        assert!(!graded(SkipReason::TimeUp).is_final() && graded(SkipReason::Hangs).is_final());
    }
}
