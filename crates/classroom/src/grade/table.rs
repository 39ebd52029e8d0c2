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
    let points: Vec<f64> = class.list.iter().filter_map(Graded::points).collect();
    let graded = points.len();
    let average = points.iter().sum::<f64>() / graded.max(1) as f64;
    let all = match (count, count - graded) {
        (0, _) => return "There is no submission.".to_owned(),
        (1, 0) => "1 submission".to_owned(),
        (_, 0) => format!("{count} submissions"),
        (_, missing) => format!("{count} submissions, {missing} of them not graded"),
    };
    format!("{all}, {} points on average.", points_text(average))
}
