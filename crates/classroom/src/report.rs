//! What came out, as tables.

use unicode_width::UnicodeWidthStr;

use crate::check_report::{CheckReport, Coverage};
use crate::invisible::padded;
use crate::points_text::points_text;
use crate::skip_reason::SkipReason;
use crate::trial::{OpenNote, Totals, Trial, Verdict};

/// The width of the report where nobody says how wide it may be.
const USUAL: usize = 100;

/// How many notes are shown in full.
const NOTES: usize = 5;

/// The whole report.
pub fn lines(report: &CheckReport, width: Option<usize>) -> Vec<String> {
    let width = width.unwrap_or(USUAL);
    // That a program reads nothing explains all that follows.
    let mut lines = report.remarks.clone();
    lines.extend((!lines.is_empty()).then(String::new));
    lines.extend(rules(&report.coverage));
    lines.push(String::new());
    let cases = table(&report.trials);
    if !cases.is_empty() {
        lines.extend(cases);
        lines.push(String::new());
    }
    lines.push(summary(report.totals()));
    lines.push(format!("Points: {} of {}.", points_text(report.points), points_text(report.max_points)));
    lines.extend(skipped(&report.trials));
    lines.extend(layout(report));
    lines.extend(notes(&report.trials));
    if let Some((name, difference)) = report.plainest_difference() {
        lines.push(String::new());
        lines.extend(difference.lines(name, width));
    }
    lines
}

/// Every rule: how often it was tested, how often the program agreed, and what that is worth.
fn rules(coverage: &[Coverage]) -> Vec<String> {
    let width = coverage.iter().map(|rule| rule.label.width()).max().unwrap_or_default().max("Rule".len());
    let head = format!("{}  Tested  Agreed     Points", padded("Rule", width));
    let rows = coverage.iter().map(|rule| {
        let Coverage { label, tested, agreed, weight, .. } = rule;
        let points = format!("{} of {}", points_text(rule.points), points_text(*weight));
        let result = match (*tested, agreed < tested) {
            (0, _) => Some("not reached"),
            (_, true) => Some("differs"),
            _ => None,
        };
        let remark: String =
            result.into_iter().chain(rule.note.as_deref()).map(|word| format!("  {word}")).collect();
        format!("{}  {tested:6}  {agreed:6}  {points:>9}{remark}", padded(label, width))
    });
    [head].into_iter().chain(rows).collect()
}

/// The cases that do not simply agree.
fn table(trials: &[Trial]) -> Vec<String> {
    let is_told = |trial: &&Trial| match &trial.verdict {
        Verdict::Agrees { notes, layout } => !notes.is_empty() || !layout.is_empty(),
        Verdict::Differs(_) => true,
        Verdict::Skipped(_) => false,
    };
    let told: Vec<&Trial> = trials.iter().filter(is_told).collect();
    if told.is_empty() {
        return Vec::new();
    }
    let width = told.iter().map(|trial| trial.name.len()).max().unwrap_or_default().max("Case".len());
    let head = format!("{:width$}  Result      Time", "Case");
    let rows = told.iter().map(|trial| {
        let time = trial.took.map(|took| format!("{:6.2} s", took.as_secs_f64())).unwrap_or_default();
        let remark = match &trial.verdict {
            Verdict::Differs(difference) => format!("  {}: {}", difference.topic.label(), difference.what),
            Verdict::Agrees { notes, .. } if !notes.is_empty() => {
                format!("  {}", counted(notes.len(), "note"))
            }
            _ => String::new(),
        };
        format!("{:width$}  {:7}  {time:8}{remark}", trial.name, trial.verdict.word()).trim_end().to_owned()
    });
    [head].into_iter().chain(rows).collect()
}

/// How it came out, in a line.
pub fn summary(totals: Totals) -> String {
    let Totals { agreeing, differing, skipped, left, layout, notes } = totals;
    let run = agreeing + differing;
    let outcome = match (agreeing, differing) {
        (0, 0) => "no case was run".to_owned(),
        (1, 0) => "the case agrees".to_owned(),
        (0, 1) => "the case differs".to_owned(),
        (_, 0) => format!("all {agreeing} cases agree"),
        (0, _) => format!("all {differing} cases differ"),
        _ => format!("{differing} of {} differ", counted(run, "case")),
    };
    let reach =
        (left > 0 && run > 0).then(|| format!("only {run} of {} were run", counted(run + left, "case")));
    let mut parts: Vec<String> = reach.into_iter().chain([outcome]).collect();
    parts.extend((layout > 0).then(|| format!("{layout} with another layout")));
    parts.extend((notes > 0).then(|| counted(notes, "note")));
    parts.extend((skipped > left).then(|| format!("{} skipped", skipped - left)));
    tabiya_game::narration::sentence(parts.join(", "))
}

/// A number of things: "1 line", "2 lines".
pub fn counted(count: usize, unit: &str) -> String {
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

/// Each reason for skipping, once.
fn skipped(trials: &[Trial]) -> Vec<String> {
    let mut reasons: Vec<(SkipReason, usize)> = Vec::new();
    for trial in trials {
        let Verdict::Skipped(why) = trial.verdict else { continue };
        match reasons.iter_mut().find(|(known, _)| *known == why) {
            Some((_, count)) => *count += 1,
            None => reasons.push((why, 1)),
        }
    }
    let told = |(why, count): &(SkipReason, usize)| format!("Skipped {}: {why}.", counted(*count, "case"));
    reasons.iter().map(told).collect()
}

/// Every kind of fault in the layout, with its first place.
fn layout(report: &CheckReport) -> Vec<String> {
    if report.layout.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![String::new(), "Layout, counted apart from chess:".to_owned()];
    for fault in &report.layout {
        lines.push(format!("  {} ({})", fault.what, fault.extent()));
        lines.push(format!("    expected  {}", fault.expected));
        lines.push(format!("    found     {}", fault.found));
    }
    lines
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
        Verdict::Agrees { notes, .. } => notes.iter().map(|note| (trial.name.as_str(), note)).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_reached_is_not_told_as_agreeing() {
        let totals = Totals { agreeing: 8, skipped: 75, left: 72, ..Totals::default() };
        assert_eq!(summary(totals), "Only 8 of 80 cases were run, all 8 cases agree, 3 skipped.");
        let totals = Totals { agreeing: 40, differing: 2, layout: 5, ..Totals::default() };
        assert_eq!(summary(totals), "2 of 42 cases differ, 5 with another layout.");
        assert_eq!(summary(Totals { left: 9, skipped: 9, ..Totals::default() }), "No case was run.");
    }
}
