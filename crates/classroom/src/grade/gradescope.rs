//! What Gradescope reads of an autograder.
//!
//! CITE: <https://gradescope-autograders.readthedocs.io/en/latest/specs/>, the form of `results.json`

use serde_json::{Value, json};

use super::graded::{GradeState, Graded};
use super::junit::story;
use crate::check_report::CheckReport;

/// The result of one submission, as `results.json` holds it; none where it was not graded.
pub fn gradescope_json(graded: &Graded) -> Option<Value> {
    let score = graded.points()?;
    let mut output = vec![graded.remark()];
    output.extend(graded.incidents.iter().cloned());
    let tests = match &graded.state {
        GradeState::Checked(report) => {
            output.extend(report.remarks.iter().cloned());
            tests(report)
        }
        GradeState::NotBuilt(failure) => {
            output.push(failure.words.clone());
            Vec::new()
        }
        GradeState::Unusable(_) | GradeState::Failed(_) => Vec::new(),
    };
    output.retain(|line| !line.is_empty());
    output.dedup();
    Some(json!({
        "score": score,
        "output": visible_lines(&output.join("\n")),
        "output_format": "text",
        "execution_time": graded.took.as_secs(),
        "visibility": "visible",
        "tests": tests,
    }))
}

/// Everything that cannot be seen is named, but for the ends of lines.
fn visible_lines(text: &str) -> String {
    text.lines().map(tabiya_system::visible).collect::<Vec<_>>().join("\n")
}

fn tests(report: &CheckReport) -> Vec<Value> {
    let rules = report.coverage.iter().map(|rule| {
        // What was never reached is not passed.
        let is_passed = rule.is_right();
        let output = match (rule.tested, &rule.note) {
            (0, _) => "not reached".to_owned(),
            (_, Some(note)) => [note.clone(), story(report, &rule.key)].join("\n").trim_end().to_owned(),
            (_, None) => story(report, &rule.key),
        };
        json!({
            "name": rule.label,
            "score": rule.points,
            "max_score": rule.weight,
            "status": if is_passed { "passed" } else { "failed" },
            "output": output,
            "output_format": "text",
        })
    });
    rules.collect()
}
