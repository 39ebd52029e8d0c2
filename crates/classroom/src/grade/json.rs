//! The class for programs.

use serde_json::{Value, json};

use super::graded::{GradeOrigin, GradeState, Graded, GradedClass};
use crate::json::report;

/// Everything as one value. `about` says how it was graded, `pages` are the addresses of the pages.
pub fn grades_json(about: &Value, class: &GradedClass, pages: &[String]) -> Value {
    let submissions: Vec<Value> =
        class.list.iter().zip(pages).map(|(graded, page)| submission(graded, class, page)).collect();
    json!({
        "classic": class.classic.name,
        "max_points": class.max_points,
        "settings": about,
        "submissions": submissions,
    })
}

fn submission(graded: &Graded, class: &GradedClass, page: &str) -> Value {
    let (build, why, check) = match &graded.state {
        GradeState::Checked(checked) => (None, None, Some(report(json!({}), checked))),
        GradeState::NotBuilt(failure) => {
            (Some(json!({ "why": failure.why, "words": failure.words })), Some(failure.why.clone()), None)
        }
        GradeState::Unusable(why) | GradeState::Failed(why) => (None, Some(why.clone()), None),
    };
    json!({
        "name": graded.name,
        "result": graded.word(),
        "points": graded.points(),
        "max_points": class.max_points_of(graded),
        "kind": graded.kind,
        "why": why,
        "remark": graded.remark(),
        "build_failure": build,
        "incidents": graded.incidents,
        "seconds": graded.took.as_secs_f64(),
        "graded_before": graded.origin == GradeOrigin::Record,
        "page": page,
        "check": check,
    })
}
