//! What came out, for autograders.

use serde_json::{Value, json};

use crate::check_report::{CheckReport, Coverage, LayoutFault};
use crate::difference::Difference;
use crate::trial::{OpenNote, Trial, Verdict};

/// The whole report as one value. `about` says what was checked.
pub fn report(about: Value, report: &CheckReport) -> Value {
    let totals = report.totals();
    let mut value = json!({
        "agrees": report.is_agreement(),
        "points": report.points,
        "max_points": report.max_points,
        "agreeing": totals.agreeing,
        "differing": totals.differing,
        "skipped": totals.skipped,
        "notes": totals.notes,
        "remarks": report.remarks,
        "rules": report.coverage.iter().map(coverage).collect::<Vec<_>>(),
        "layout": report.layout.iter().map(layout_fault).collect::<Vec<_>>(),
        "cases": report.trials.iter().map(trial).collect::<Vec<_>>(),
    });
    if let (Value::Object(value), Value::Object(about)) = (&mut value, about) {
        value.extend(about);
    }
    value
}

fn coverage(rule: &Coverage) -> Value {
    let Coverage { key, label, tested, agreed, points, weight, note } = rule;
    json!({
        "key": key,
        "label": label,
        "tested": tested,
        "agreed": agreed,
        "points": points,
        "max_points": weight,
        "note": note,
    })
}

fn layout_fault(fault: &LayoutFault) -> Value {
    let LayoutFault { what, lines, place: (case, line), expected, found } = fault;
    json!({ "what": what, "lines": lines, "case": case, "line": line, "expected": expected, "found": found })
}

fn trial(trial: &Trial) -> Value {
    let mut value = json!({
        "name": trial.name,
        "result": trial.verdict.word(),
        "seconds": trial.took.map(|took| took.as_secs_f64()),
    });
    match &trial.verdict {
        Verdict::Agrees { notes, layout } => {
            value["notes"] = notes.iter().map(note).collect();
            value["layout"] = layout.iter().map(layout_fault).collect();
        }
        Verdict::Differs(found) => value["difference"] = difference(found),
        Verdict::Skipped(why) => value["why"] = json!(why.to_string()),
    }
    value
}

fn note(note: &OpenNote) -> Value {
    json!({ "what": note.what, "expected": note.expected, "found": note.found })
}

fn difference(difference: &Difference) -> Value {
    json!({
        "what": difference.what,
        "key": difference.key,
        "label": difference.topic.label(),
        "line": difference.line,
        "fed": difference.fed,
        "input": String::from_utf8_lossy(&difference.input),
        "moves": difference.moves,
        "board": difference.board,
        "fen": difference.fen,
        "expected": difference.sides.expected,
        "found": difference.sides.found,
        "rule": difference.rule,
        "layout": difference.layout.iter().map(layout_fault).collect::<Vec<_>>(),
        "standard_error": difference.complaints,
    })
}
