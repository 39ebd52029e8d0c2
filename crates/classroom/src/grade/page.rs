//! The page of a student.

use tabiya_classics::Rows;
use tabiya_game::narration::{capitalized, sentence};

use super::board_picture::board_picture;
use super::graded::{GradeState, Graded, GradedClass};
use super::page_parts::{items, page, paragraph, preformatted};
use crate::check_report::{CheckReport, Coverage, LayoutFault};
use crate::difference::Difference;
use crate::escape::escaped;
use crate::invisible::{legend, shown};
use crate::points_text::points_text;
use crate::report::summary;

/// How many differences are told in full: the plainest of each rule before others.
const DIFFERENCES: usize = 20;

/// How much of an input is shown.
const INPUT: usize = 8 * 1024;

/// The page of a submission. It stands alone and needs nothing; all text of others is text in it.
pub fn student_page(graded: &Graded, class: &GradedClass) -> String {
    let max = points_text(class.max_points_of(graded));
    let points = match graded.points() {
        Some(points) => format!("{} of {max} points", points_text(points)),
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

fn checked(report: &CheckReport) -> String {
    let totals = report.totals();
    let mut text = items(&report.remarks);
    text.push_str(&paragraph(&summary(totals)));
    text.push_str(&rules(&report.coverage));
    text.push_str(&layout(&report.layout));
    text + &differences(report, report.classic.voice.frame.rows)
}

/// The plainest difference of each rule in full, others of the same rules to be opened.
fn differences(report: &CheckReport, rows: Rows) -> String {
    let mut first = report.plainest_of_rules();
    if first.is_empty() {
        return String::new();
    }
    let is_told = |found: &Difference| first.iter().any(|(_, told)| std::ptr::eq(*told, found));
    let mut others: Vec<(&str, &Difference)> =
        report.differences().filter(|(_, found)| !is_told(found)).collect();
    let all = first.len() + others.len();
    first.truncate(DIFFERENCES);
    others.truncate(DIFFERENCES - first.len());
    let left = all - first.len() - others.len();
    let told: String = first.iter().map(|(case, found)| difference(case, found, rows)).collect();
    let folded: String = others.iter().map(|(case, found)| folded(case, found, rows)).collect();
    let left = match left {
        0 => String::new(),
        1 => paragraph("1 more case differs."),
        count => paragraph(&format!("{count} more cases differ.")),
    };
    format!("<h2>Differences</h2>\n{told}{folded}{left}")
}

/// All rules: what is right needs no room.
fn rules(coverage: &[Coverage]) -> String {
    if coverage.is_empty() {
        return String::new();
    }
    let (right, others): (Vec<&Coverage>, Vec<&Coverage>) = coverage.iter().partition(|rule| rule.is_right());
    let mut text = "<h2>Rules</h2>\n".to_owned();
    if !others.is_empty() {
        text.push_str(&rules_table(&others));
    }
    if !right.is_empty() {
        let summary = match right.len() {
            1 => "1 rule is right".to_owned(),
            count => format!("{count} rules are right"),
        };
        text.push_str(&format!("<details><summary>{summary}</summary>\n{}</details>\n", rules_table(&right)));
    }
    text
}

fn rules_table(rules: &[&Coverage]) -> String {
    let rows: String = rules.iter().map(|rule| rule_row(rule)).collect();
    format!(
        "<table class=\"list\">\n<thead><tr><th scope=\"col\">Rule</th>\
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
    let note = rule.note.as_ref().map(|note| format!(": {}", escaped(note))).unwrap_or_default();
    format!(
        "<tr><td>{}{note}</td><td class=\"number {class}\">{right}</td><td class=\"number\">{} of {}</td></tr>\n",
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
            format!(
                "<h3>{}</h3>\n<p>{}.</p>\n{}",
                escaped(&fault.what),
                escaped(&capitalized(&fault.extent())),
                sides_table(&[(&fault.expected, &fault.found)])
            )
        })
        .collect();
    format!("<h2>Layout</h2>\n{rows}")
}

/// The rule and what is wrong.
fn heading(found: &Difference) -> String {
    escaped(&capitalized(&format!("{}: {}", found.topic.label(), found.what)))
}

fn difference(case: &str, found: &Difference, rows: Rows) -> String {
    let (heading, body) = (heading(found), difference_body(case, found, rows));
    format!("<section class=\"difference\">\n<h3>{heading}</h3>\n{body}</section>\n")
}

fn folded(case: &str, found: &Difference, rows: Rows) -> String {
    let (heading, body) = (heading(found), difference_body(case, found, rows));
    format!(
        "<details class=\"difference\">\n<summary>{} ({})</summary>\n{body}</details>\n",
        heading,
        escaped(case)
    )
}

fn difference_body(case: &str, found: &Difference, rows: Rows) -> String {
    let mut text = paragraph(&format!("In {}.", found.place(case))) + &paragraph(&found.rule);
    if !found.moves.is_empty() {
        text.push_str(&format!("<p>The game so far: {}</p>\n", escaped(&found.moves)));
    }
    if let Some(fed) = &found.fed {
        text.push_str(&format!("<p>Fed last: <code>{}</code></p>\n", escaped(fed)));
    }
    text.push_str("<div class=\"views\">\n");
    text.push_str(&found.fen.as_deref().and_then(|fen| board_picture(fen, rows)).unwrap_or_default());
    text.push_str(&sides_table(&found.sides.rows()));
    text.push_str("</div>\n");
    if let Some(complaints) = &found.complaints {
        text.push_str("<p>On standard error it wrote:</p>\n");
        text.push_str(&preformatted(complaints));
    }
    text + &input(&found.input)
}

/// Lines beside each other. Where they differ is told by a sign, not by color alone.
fn sides_table(pairs: &[(&str, &str)]) -> String {
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
