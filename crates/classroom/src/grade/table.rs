//! The class in the terminal.

use tabiya_system::visible;
use unicode_width::UnicodeWidthStr;

use super::graded::{GradeOrigin, Graded, GradedClass};
use crate::invisible::padded;
use crate::points_text::points_text;

/// The longest name in the table, in columns.
const NAME: usize = 30;

const HEAD: [&str; 6] = ["Name", "Points", "Result", "Kind", "Graded", "Remark"];

/// The column that tells since when a grade is known. It is left out where all are new.
const ORIGIN: usize = 4;

/// The whole table, and the average below it. Where nobody says how wide it may be, nothing is cut off.
pub fn grades_table(class: &GradedClass, width: Option<usize>) -> Vec<String> {
    let rows: Vec<[String; 6]> = std::iter::once(HEAD.map(str::to_owned))
        .chain(class.list.iter().map(|graded| row(graded, class)))
        .collect();
    let widths: Vec<usize> = (0..HEAD.len())
        .map(|column| rows.iter().map(|row| row[column].width()).max().unwrap_or_default())
        .collect();
    let left_out = (class.from_records() == 0).then_some(ORIGIN);
    let mut lines: Vec<String> = rows.iter().map(|row| line(row, &widths, left_out, width)).collect();
    lines.extend([String::new(), summary(class)]);
    lines.extend(from_records(class));
    lines
}

fn row(graded: &Graded, class: &GradedClass) -> [String; 6] {
    let points = graded.points().map(points_text).unwrap_or_else(|| "?".to_owned());
    let points = format!("{points} of {}", points_text(class.max_points_of(graded)));
    let origin = match graded.origin {
        GradeOrigin::Run => "now",
        GradeOrigin::Record => "before",
    };
    let kind = graded.kind.clone().unwrap_or_default();
    let name = cut(&visible(&graded.name), NAME);
    [name, points, graded.word().to_owned(), kind, origin.to_owned(), visible(&graded.remark())]
}

fn line(row: &[String; 6], widths: &[usize], left_out: Option<usize>, width: Option<usize>) -> String {
    let [cells @ .., remark] = row;
    let shown = cells.iter().zip(widths).enumerate().filter(|(column, _)| Some(*column) != left_out);
    let start: String = shown.map(|(_, (cell, &width))| padded(cell, width) + "  ").collect();
    let left = width.map(|width| width.saturating_sub(start.width()).max("Remark".len()));
    let remark = left.map_or_else(|| remark.clone(), |left| cut(remark, left));
    format!("{start}{remark}").trim_end().to_owned()
}

/// Text in at most so many columns.
fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut cut = String::new();
    for c in text.chars() {
        if cut.width() + c.to_string().width() + 1 > width {
            break;
        }
        cut.push(c);
    }
    cut + "…"
}

fn from_records(class: &GradedClass) -> Option<String> {
    match class.from_records() {
        0 => None,
        count if count == class.list.len() => {
            Some("All were graded before and have not changed; --again grades them anew.".to_owned())
        }
        1 => Some("1 was graded before and has not changed; --again grades it anew.".to_owned()),
        count => Some(format!("{count} were graded before and have not changed; --again grades them anew.")),
    }
}

fn summary(class: &GradedClass) -> String {
    let count = class.list.len();
    let graded = class.list.iter().filter(|graded| graded.points().is_some()).count();
    // Points of another total cannot be added to the others.
    let is_usual = |graded: &&Graded| (class.max_points_of(graded) - class.max_points).abs() < 0.001;
    let points: Vec<f64> = class.list.iter().filter(is_usual).filter_map(Graded::points).collect();
    let others = graded - points.len();
    let all = match (count, count - graded) {
        (0, _) => return "There is no submission.".to_owned(),
        (1, 0) => "1 submission".to_owned(),
        (_, 0) => format!("{count} submissions"),
        (_, missing) => format!("{count} submissions, {missing} of them not graded"),
    };
    let average = points_text(points.iter().sum::<f64>() / points.len().max(1) as f64);
    match (points.len(), others) {
        (0, 0) => format!("{all}."),
        (_, 0) => format!("{all}, {average} points on average."),
        (0, _) => format!("{all}, all checked by the exercise's own game alone."),
        _ => format!(
            "{all}, {average} points on average, without {others} checked by the exercise's own game alone."
        ),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::time::Duration;

    use tabiya_classics::Classic;

    use super::*;
    use crate::coverage::coverage;
    use crate::grade::graded::GradeState;
    use crate::rule_weights::RuleWeights;
    use crate::topic::Topic;

    /// Somebody who was checked by some rules and earned this.
    fn graded(rules: &[Topic], points: f64) -> Graded {
        let (classic, rules) =
            (Classic::find("imperial").unwrap(), BTreeSet::from_iter(rules.iter().copied()));
        let mut report = coverage(classic, &rules, Vec::new(), Vec::new(), &RuleWeights::default());
        report.points = points;
        Graded {
            name: "anna".to_owned(),
            kind: None,
            state: GradeState::Checked(Box::new(report)),
            incidents: Vec::new(),
            took: Duration::ZERO,
            origin: GradeOrigin::Run,
            fingerprint: None,
        }
    }

    #[test]
    fn points_of_another_total_are_not_in_the_average() {
        let usual = [Topic::Check, Topic::Checkmate];
        let max_points = usual.iter().map(|topic| topic.weight()).sum();
        let told = |list: Vec<Graded>| {
            summary(&GradedClass { classic: Classic::find("imperial").unwrap(), list, max_points })
        };
        let (one, other) = (graded(&usual, 2.0), graded(&usual, 5.0));
        let sample = graded(&[Topic::Sample, Topic::Layout], 20.0);
        assert_eq!(
            told(vec![one, other, sample]),
            "3 submissions, 3.5 points on average, without 1 checked by the exercise's own game alone."
        );
        assert_eq!(told(vec![graded(&usual, 2.0)]), "1 submission, 2 points on average.");
        let sample = graded(&[Topic::Sample, Topic::Layout], 20.0);
        assert_eq!(told(vec![sample]), "1 submission, all checked by the exercise's own game alone.");
    }
}
