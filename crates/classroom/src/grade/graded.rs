use std::time::Duration;

use serde::{Deserialize, Serialize};
use tabiya_classics::Classic;

use super::fingerprint::Fingerprint;
use crate::check_report::CheckReport;
use crate::report::summary;

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

    /// The word in tables and files.
    pub fn word(&self) -> &'static str {
        match &self.state {
            GradeState::Checked(report) => report_word(report),
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

/// How a program did that was checked. What was not reached is not passed, and another layout is no fault of chess.
fn report_word(report: &CheckReport) -> &'static str {
    let totals = report.totals();
    if report.is_agreement() {
        "agrees"
    } else if totals.differing > 0 {
        "differs"
    } else if totals.left > 0 || totals.agreeing == 0 {
        "not finished"
    } else {
        "layout"
    }
}

/// The first difference, or the first fault of the layout where that is all.
fn first_fault(report: &CheckReport) -> Option<String> {
    let difference = report.plainest_difference();
    let difference = difference.map(|(case, found)| format!("{case}, line {}: {}", found.line, found.what));
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
