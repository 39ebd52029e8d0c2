//! The page of a student.

use super::board_picture::board_picture;
use super::graded::{GradeState, Graded, GradedClass, points_text};
use super::page_parts::{items, page, paragraph, preformatted};
use crate::check_report::{CheckReport, Coverage, LayoutFault};
use crate::difference::{Difference, Excerpts};
use crate::escape::escaped;
use crate::invisible::{legend, shown};
use crate::report::{counted, summary};

/// How many differences are told in full: the first of each rule before others.
const DIFFERENCES: usize = 20;

/// How much of an input is shown.
const INPUT: usize = 8 * 1024;

/// The page of a submission. It stands alone and needs nothing; all text of others is text in it.
pub fn student_page(graded: &Graded, class: &GradedClass) -> String {
    let max = class.max_points().map(|max| format!(" of {}", points_text(max))).unwrap_or_default();
    let points = match graded.points() {
        Some(points) => format!("{}{max} points", points_text(points)),
        None => "Not graded".to_owned(),
    };
    let class_name = if graded.word() == "agrees" { "good" } else { "bad" };
    let mut body = format!("<h1>{}</h1>\n", escaped(&graded.name));
    body.push_str(&paragraph(class.classic.title));
    body.push_str(&format!(
        "<p><strong>{points}</strong>, <span class=\"{class_name}\">{}</span>",
        graded.word()
    ));
    body.push_str(&graded.kind.as_ref().map(|kind| format!("; {}", escaped(kind))).unwrap_or_default());
    body.push_str("</p>\n");
    body.push_str(&items(&graded.incidents));
    body.push_str(&match &graded.state {
        GradeState::Checked(report) => checked(report),
        GradeState::NotBuilt(failure) => format!(
            "<h2>It cannot be built</h2>\n<p>Building: {}.</p>\n{}",
            escaped(&failure.why),
            if failure.words.trim().is_empty() { String::new() } else { preformatted(&failure.words) }
        ),
        GradeState::Unusable(why) => format!("<h2>It cannot be run</h2>\n{}", paragraph(&sentence(why))),
        GradeState::Failed(why) => {
            format!(
                "<h2>It was not graded</h2>\n<p>That is not the submission&#39;s fault: {}.</p>\n",
                escaped(why)
            )
        }
    });
    page(&graded.name, &body)
}

fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

fn checked(report: &CheckReport) -> String {
    let totals = report.totals();
    let mut text = items(&report.remarks);
    text.push_str(&paragraph(&summary(totals)));
    text.push_str(&rules(&report.coverage));
    text.push_str(&layout(&report.layout));
    let chosen = chosen(report);
    if !chosen.is_empty() {
        text.push_str("<h2>Differences</h2>\n");
    }
    text.push_str(&chosen.iter().map(|(case, found)| difference(case, found)).collect::<String>());
    let left = totals.differing.saturating_sub(chosen.len());
    text + &if left > 0 { paragraph(&format!("{left} more cases differ.")) } else { String::new() }
}

/// The first difference of each rule, and then others.
fn chosen(report: &CheckReport) -> Vec<(&str, &Difference)> {
    let mut first = Vec::new();
    let mut others = Vec::new();
    for (case, found) in report.differences() {
        let is_known = first.iter().any(|(_, known): &(&str, &Difference)| known.key == found.key);
        if is_known { others.push((case, found)) } else { first.push((case, found)) }
    }
    first.extend(others);
    first.truncate(DIFFERENCES);
    first
}

fn rules(coverage: &[Coverage]) -> String {
    if coverage.is_empty() {
        return String::new();
    }
    let rows: String = coverage.iter().map(rule_row).collect();
    format!(
        "<h2>Rules</h2>\n<table class=\"list\">\n<thead><tr><th scope=\"col\">Rule</th>\
         <th scope=\"col\" class=\"number\">Right</th><th scope=\"col\" class=\"number\">Points</th></tr></thead>\n\
         <tbody>\n{rows}</tbody></table>\n"
    )
}

fn rule_row(rule: &Coverage) -> String {
    let (class, right) = match (rule.tested, rule.agreed) {
        (0, _) => ("", "not reached".to_owned()),
        (tested, agreed) if agreed == tested => ("good", format!("{agreed} of {tested}")),
        (tested, agreed) => ("bad", format!("{agreed} of {tested}")),
    };
    format!(
        "<tr><td>{}</td><td class=\"number {class}\">{right}</td><td class=\"number\">{} of {}</td></tr>\n",
        escaped(&rule.label),
        points_text(rule.points),
        points_text(rule.weight)
    )
}

fn layout(faults: &[LayoutFault]) -> String {
    if faults.is_empty() {
        return String::new();
    }
    let rows: String = faults
        .iter()
        .map(|fault| {
            let (case, line) = &fault.place;
            format!(
                "<h3>{}</h3>\n<p>In {}; first in {}, line {line}.</p>\n{}",
                escaped(&fault.what),
                counted(fault.lines, "line"),
                escaped(case),
                sides_table(&[(fault.expected.clone(), fault.found.clone())])
            )
        })
        .collect();
    format!("<h2>Layout</h2>\n{rows}")
}

fn difference(case: &str, found: &Difference) -> String {
    let mut text = format!(
        "<section class=\"difference\">\n<h3>{}, line {}: {}</h3>\n{}",
        escaped(case),
        found.line,
        escaped(&found.what),
        paragraph(&found.rule)
    );
    if !found.moves.is_empty() {
        text.push_str(&format!("<p>The game so far: {}</p>\n", escaped(&found.moves)));
    }
    if let Some(fed) = &found.fed {
        text.push_str(&format!("<p>Fed last: <code>{}</code></p>\n", escaped(fed)));
    }
    text.push_str("<div class=\"views\">\n");
    text.push_str(&found.fen.as_deref().and_then(board_picture).unwrap_or_default());
    text.push_str(&sides(&found.sides));
    text.push_str("</div>\n");
    if let Some(complaints) = &found.complaints {
        text.push_str("<p>On standard error it wrote:</p>\n");
        text.push_str(&preformatted(complaints));
    }
    text.push_str(&input(&found.input));
    text + "</section>\n"
}

fn sides(sides: &Excerpts) -> String {
    let rows = sides.expected.len().max(sides.found.len());
    let at = |lines: &[String], row: usize| lines.get(row).cloned().unwrap_or_default();
    let pairs: Vec<(String, String)> =
        (0..rows).map(|row| (at(&sides.expected, row), at(&sides.found, row))).collect();
    sides_table(&pairs)
}

/// Lines beside each other. Where they differ is told by a sign, not by color alone.
fn sides_table(pairs: &[(String, String)]) -> String {
    let rows: String = pairs
        .iter()
        .map(|(expected, found)| {
            let (class, mark) = if expected == found { ("", "") } else { (" class=\"other\"", "≠") };
            format!(
                "<tr{class}><td>{}</td><td>{mark}</td><td>{}</td></tr>\n",
                escaped(expected),
                escaped(found)
            )
        })
        .collect();
    let signs = pairs.iter().map(|(expected, found)| format!("{expected}{found}")).collect::<String>();
    let legend = legend(&signs).map(|words| paragraph(&words)).unwrap_or_default();
    format!(
        "<div><table class=\"sides\"><thead><tr><th scope=\"col\">Expected</th><th></th><th scope=\"col\">Found</th></tr></thead>\n\
         <tbody>\n{rows}</tbody></table>\n{legend}</div>\n"
    )
}

/// What the program was fed, blanks and all.
fn input(input: &[u8]) -> String {
    if input.is_empty() {
        return String::new();
    }
    let lines = input[..input.len().min(INPUT)].split_inclusive(|&byte| byte == b'\n').map(shown);
    let mut text = lines.collect::<Vec<_>>().join("\n");
    if input.len() > INPUT {
        text.push_str("\n(and so on)");
    }
    format!("<details><summary>All of its input</summary>\n{}</details>\n", preformatted(&text))
}
