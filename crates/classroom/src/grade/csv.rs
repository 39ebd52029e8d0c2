//! A table for spreadsheets.

use super::graded::{Graded, GradedClass};
use crate::check_report::CheckReport;
use crate::points_text::points_text;

const HEAD: &str =
    "name,points,max_points,result,kind,cases_agreeing,cases_differing,layout_faults,seconds,remark,page\n";

/// The whole table. `pages` are the addresses of the pages, in the same order.
pub fn grades_csv(class: &GradedClass, pages: &[String]) -> String {
    let rows =
        class.list.iter().zip(pages).map(|(graded, page)| row(graded, page, class.max_points_of(graded)));
    HEAD.to_owned() + &rows.collect::<String>()
}

fn row(graded: &Graded, page: &str, max: f64) -> String {
    let report = graded.report();
    let totals = report.map(CheckReport::totals);
    let number = |count: Option<usize>| count.map(|count| count.to_string()).unwrap_or_default();
    let cells = [
        field(&graded.name),
        graded.points().map(points_text).unwrap_or_default(),
        points_text(max),
        field(graded.word()),
        field(graded.kind.as_deref().unwrap_or_default()),
        number(totals.map(|totals| totals.agreeing)),
        number(totals.map(|totals| totals.differing)),
        number(report.map(|report| report.layout.len())),
        format!("{:.1}", graded.took.as_secs_f64()),
        field(&graded.remark()),
        field(page),
    ];
    cells.join(",") + "\n"
}

/// Text of others as a field. Spreadsheets take some beginnings for a formula, and would compute it.
fn field(text: &str) -> String {
    let text = tabiya_system::visible(text);
    let is_formula = text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    let text = if is_formula { format!("'{text}") } else { text };
    if text.contains([',', '"', ';', '\'', ' ']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_text_and_nothing_else() {
        assert_eq!(field("anna"), "anna");
        assert_eq!(field("a,\"b\""), "\"a,\"\"b\"\"\"");
        assert_eq!(field("=HYPERLINK(1)"), "\"'=HYPERLINK(1)\"");
        assert_eq!(field(" @SUM(A1)"), "\"' @SUM(A1)\"");
        assert_eq!(field("\t=1\n"), "\"‹tab›=1‹new line›\"");
    }
}
