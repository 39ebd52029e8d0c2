//! What came out, as a table.

use crate::difference::Difference;
use crate::trial::{OpenNote, Totals, Trial, Verdict};

/// The width of the report where nobody says how wide it may be.
const USUAL: usize = 100;

/// How many notes are shown in full.
const NOTES: usize = 5;

/// The whole report.
pub fn lines(trials: &[Trial], width: Option<usize>) -> Vec<String> {
    let width = width.unwrap_or(USUAL);
    let mut lines = table(trials);
    lines.extend([String::new(), summary(Totals::of(trials))]);
    lines.extend(skipped(trials));
    lines.extend(notes(trials));
    if let Some((name, difference)) = first_difference(trials) {
        lines.push(String::new());
        lines.extend(difference.lines(name, width));
    }
    lines
}

fn first_difference(trials: &[Trial]) -> Option<(&str, &Difference)> {
    trials.iter().find_map(|trial| match &trial.verdict {
        Verdict::Differs(difference) => Some((trial.name.as_str(), &**difference)),
        _ => None,
    })
}

fn table(trials: &[Trial]) -> Vec<String> {
    let width = trials.iter().map(|trial| trial.name.len()).max().unwrap_or_default().max("Case".len());
    let head = format!("{:width$}  Result      Time", "Case");
    let rows = trials.iter().map(|trial| {
        let time = trial.took.map(|took| format!("{:6.2} s", took.as_secs_f64())).unwrap_or_default();
        let remark = match &trial.verdict {
            Verdict::Differs(difference) => format!("  {}", difference.what),
            Verdict::Agrees { notes } if !notes.is_empty() => format!("  {}", counted(notes.len(), "note")),
            _ => String::new(),
        };
        format!("{:width$}  {:7}  {time:8}{remark}", trial.name, trial.verdict.word()).trim_end().to_owned()
    });
    [head].into_iter().chain(rows).collect()
}

/// How it came out, in a line.
pub fn summary(totals: Totals) -> String {
    let Totals { agreeing, differing, skipped, notes } = totals;
    let mut parts = vec![match (agreeing, differing) {
        (0, 0) => "No case was run".to_owned(),
        (1, 0) => "The case agrees".to_owned(),
        (0, 1) => "The case differs".to_owned(),
        (_, 0) => format!("All {agreeing} cases agree"),
        (0, _) => format!("All {differing} cases differ"),
        _ => format!("{} of {} differ", differing, counted(agreeing + differing, "case")),
    }];
    parts.extend((notes > 0).then(|| counted(notes, "note")));
    parts.extend((skipped > 0).then(|| format!("{skipped} skipped")));
    parts.join(", ") + "."
}

fn counted(count: usize, unit: &str) -> String {
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

/// Each reason for skipping, once.
fn skipped(trials: &[Trial]) -> Vec<String> {
    let mut reasons: Vec<&str> = Vec::new();
    for trial in trials {
        if let Verdict::Skipped(why) = trial.verdict
            && !reasons.contains(&why)
        {
            reasons.push(why);
        }
    }
    reasons.iter().map(|why| format!("Skipped: {why}.")).collect()
}

/// The first notes in full.
fn notes(trials: &[Trial]) -> Vec<String> {
    let all: Vec<(&str, &OpenNote)> = trials.iter().flat_map(of_trial).collect();
    if all.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![
        String::new(),
        "Notes, where the document leaves the text open (--strict counts them):".to_owned(),
    ];
    for (name, note) in all.iter().take(NOTES) {
        lines.push(format!("  {name}: {}", note.what));
        lines.push(format!("    ours   {}", note.expected));
        lines.push(format!("    found  {}", note.found));
    }
    let more = all.len().saturating_sub(NOTES);
    lines.extend((more > 0).then(|| format!("  and {} of the same kind", counted(more, "note"))));
    lines
}

fn of_trial(trial: &Trial) -> Vec<(&str, &OpenNote)> {
    match &trial.verdict {
        Verdict::Agrees { notes } => notes.iter().map(|note| (trial.name.as_str(), note)).collect(),
        _ => Vec::new(),
    }
}
