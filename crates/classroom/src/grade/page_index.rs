//! The page of the class.

use super::graded::{Graded, GradedClass};
use super::page_parts::{page, paragraph};
use crate::escape::escaped;
use crate::points_text::points_text;
use crate::report::counted;
use crate::topic::Topic;

/// The page that lists all submissions. `pages` are the addresses of theirs, in the same order.
pub fn index_page(class: &GradedClass, pages: &[String], left_out: &[String]) -> String {
    let title = format!("Grades: {}", class.classic.title);
    let rows: String = class.list.iter().zip(pages).map(|(graded, page)| row(graded, class, page)).collect();
    let mut body = format!(
        "<h1>{}</h1>\n<table class=\"list\">\n<thead><tr><th scope=\"col\">Name</th><th scope=\"col\" class=\"number\">Points</th>\
         <th scope=\"col\">Result</th><th scope=\"col\">Kind</th><th scope=\"col\">Remark</th></tr></thead>\n<tbody>\n{rows}</tbody></table>\n",
        escaped(&title)
    );
    body.push_str(&difficulties(class));
    if !left_out.is_empty() {
        body.push_str(&paragraph(&format!("No submissions: {}", left_out.join(", "))));
    }
    body.push_str("<p>The same as <a href=\"grades.csv\">a table</a>, as <a href=\"grades.json\">JSON</a>, as <a href=\"junit.xml\">JUnit&#39;s XML</a>.</p>\n");
    page(&title, &body)
}

fn row(graded: &Graded, class: &GradedClass, page: &str) -> String {
    let points = graded.points().map(points_text).unwrap_or_else(|| "?".to_owned());
    let max = points_text(class.max_points_of(graded));
    let class = if graded.word() == "agrees" { "good" } else { "bad" };
    format!(
        "<tr><td><a href=\"{}\">{}</a></td><td class=\"number\">{points} of {max}</td><td class=\"{class} word\">{}</td><td>{}</td><td>{}</td></tr>\n",
        escaped(page),
        escaped(&graded.name),
        graded.word(),
        escaped(graded.kind.as_deref().unwrap_or_default()),
        escaped(&graded.remark())
    )
}

/// What the class has trouble with: each rule that somebody got wrong, the worst first.
fn difficulties(class: &GradedClass) -> String {
    let mut rules: Vec<(String, String, usize)> = Vec::new();
    for rule in class.list.iter().filter_map(Graded::report).flat_map(|report| &report.coverage) {
        let wrong = usize::from(rule.agreed < rule.tested);
        match rules.iter_mut().find(|(key, ..)| *key == rule.key) {
            Some((.., count)) => *count += wrong,
            None => rules.push((rule.key.clone(), rule.label.clone(), wrong)),
        }
    }
    let layout = rules.iter().find(|(key, ..)| *key == Topic::Layout.key()).map_or(0, |(.., wrong)| *wrong);
    rules.retain(|(key, _, wrong)| *wrong > 0 && *key != Topic::Layout.key());
    rules.sort_by_key(|(.., wrong)| std::cmp::Reverse(*wrong));
    let layout = match layout {
        0 => String::new(),
        count => paragraph(&format!("Another layout: {}.", counted(count, "submission"))),
    };
    if rules.is_empty() {
        return layout;
    }
    let rows: String = rules
        .iter()
        .map(|(_, label, wrong)| {
            format!("<tr><td>{}</td><td class=\"number\">{wrong}</td></tr>\n", escaped(label))
        })
        .collect();
    format!(
        "<h2>What is wrong most often</h2>\n<table class=\"list\">\n<thead><tr><th scope=\"col\">Rule</th>\
         <th scope=\"col\" class=\"number\">Submissions</th></tr></thead>\n<tbody>\n{rows}</tbody></table>\n{layout}"
    )
}
