//! What came out, in the XML form that most continuous integration reads.
//!
//! CITE: JUnit XML, as Jenkins and GitLab read it; <https://github.com/testmoapp/junitxml>

use std::time::Duration;

use crate::check_report::CheckReport;
use crate::escape::escaped;
use crate::points_text::points_text;
use crate::trial::{Trial, Verdict};

/// The width of the story in a failure.
const WIDTH: usize = 100;

/// The whole report as a document.
pub fn report(suite: &str, report: &CheckReport) -> String {
    let (tally, trials) = (report.totals(), &report.trials);
    let time = |took: Option<Duration>| took.unwrap_or_default().as_secs_f64();
    let total: f64 = trials.iter().map(|trial| time(trial.took)).sum();
    let counts = format!(
        "tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\" time=\"{total:.3}\"",
        trials.len(),
        tally.differing + tally.layout,
        tally.skipped
    );
    let suite = escaped(suite);
    let mut text = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {counts}>\n");
    text.push_str(&format!("  <testsuite name=\"{suite}\" {counts}>\n"));
    text.push_str(&properties(report));
    for trial in trials {
        let name = escaped(&trial.name);
        let head =
            format!("    <testcase classname=\"{suite}\" name=\"{name}\" time=\"{:.3}\"", time(trial.took));
        match body(trial) {
            Some(body) => text.push_str(&format!("{head}>\n      {body}\n    </testcase>\n")),
            None => text.push_str(&format!("{head}/>\n")),
        }
    }
    text + "  </testsuite>\n</testsuites>\n"
}

/// The points, in all and of every rule.
fn properties(report: &CheckReport) -> String {
    let property = |name: &str, value: String| {
        format!("      <property name=\"{}\" value=\"{}\"/>\n", escaped(name), escaped(&value))
    };
    let mut text = "    <properties>\n".to_owned();
    text += &property("points", points_text(report.points));
    text += &property("max-points", points_text(report.max_points));
    for rule in &report.coverage {
        let note = rule.note.as_ref().map(|note| format!(", {note}")).unwrap_or_default();
        let value = format!(
            "{} of {} points, tested {}, agreed {}{note}",
            points_text(rule.points),
            points_text(rule.weight),
            rule.tested,
            rule.agreed
        );
        text += &property(&format!("rule:{}", rule.key), value);
    }
    for remark in &report.remarks {
        text += &property("remark", remark.clone());
    }
    text + "    </properties>\n"
}

fn body(trial: &Trial) -> Option<String> {
    match &trial.verdict {
        Verdict::Agrees { layout, .. } if !layout.is_empty() => {
            let told = layout.iter().map(|fault| {
                format!(
                    "{} (line {}): {} instead of {}",
                    fault.what, fault.place.1, fault.found, fault.expected
                )
            });
            let told = escaped(&told.collect::<Vec<_>>().join("\n"));
            Some(format!("<failure message=\"the layout is another\" type=\"layout\">{told}</failure>"))
        }
        Verdict::Agrees { notes, .. } if notes.is_empty() => None,
        Verdict::Agrees { notes, .. } => {
            let told = notes.iter().map(|note| format!("{}: {}", note.what, note.found));
            Some(format!("<system-out>{}</system-out>", escaped(&told.collect::<Vec<_>>().join("\n"))))
        }
        Verdict::Differs(difference) => {
            let story = difference.lines(&trial.name, WIDTH).join("\n");
            let (what, story) = (escaped(&difference.what), escaped(&story));
            let key = escaped(&difference.key);
            Some(format!("<failure message=\"{what}\" type=\"{key}\">{story}</failure>"))
        }
        Verdict::Skipped(why) => Some(format!("<skipped message=\"{}\"/>", escaped(&why.to_string()))),
    }
}
