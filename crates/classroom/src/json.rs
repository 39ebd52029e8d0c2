//! What came out, for autograders.

use serde_json::{Value, json};

use crate::difference::Difference;
use crate::trial::{OpenNote, Totals, Trial, Verdict};

/// The whole report as one value. `about` says what was checked.
pub fn report(about: Value, trials: &[Trial]) -> Value {
    let tally = Totals::of(trials);
    let mut report = json!({
        "agrees": tally.is_agreement(),
        "agreeing": tally.agreeing,
        "differing": tally.differing,
        "skipped": tally.skipped,
        "notes": tally.notes,
        "cases": trials.iter().map(trial).collect::<Vec<_>>(),
    });
    if let (Value::Object(report), Value::Object(about)) = (&mut report, about) {
        report.extend(about);
    }
    report
}

fn trial(trial: &Trial) -> Value {
    let mut value = json!({
        "name": trial.name,
        "result": trial.verdict.word(),
        "seconds": trial.took.map(|took| took.as_secs_f64()),
    });
    match &trial.verdict {
        Verdict::Agrees { notes } => value["notes"] = notes.iter().map(note).collect(),
        Verdict::Differs(found) => value["difference"] = difference(found),
        Verdict::Skipped(why) => value["why"] = json!(why),
    }
    value
}

fn note(note: &OpenNote) -> Value {
    json!({ "what": note.what, "expected": note.expected, "found": note.found })
}

fn difference(difference: &Difference) -> Value {
    json!({
        "what": difference.what,
        "line": difference.line,
        "fed": difference.fed,
        "moves": difference.moves,
        "board": difference.board,
        "expected": difference.sides.expected,
        "found": difference.sides.found,
        "rule": difference.rule,
        "standard_error": difference.complaints,
    })
}
