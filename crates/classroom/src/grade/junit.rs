//! The class in JUnit's XML form: a suite for each submission, a test for each rule.

use super::graded::{GradeState, Graded, GradedClass};
use crate::check_report::{CheckReport, Coverage};
use crate::escape::escaped;

/// The whole report as a document.
pub fn grades_junit(class: &GradedClass) -> String {
    let suites: Vec<Suite> = class.list.iter().map(Suite::of).collect();
    let sum = |count: fn(&Suite) -> usize| suites.iter().map(count).sum::<usize>();
    let head = counts(
        sum(|suite| suite.tests),
        sum(|suite| suite.failures),
        sum(|suite| suite.errors),
        sum(|suite| suite.skipped),
    );
    let texts: String = suites.into_iter().map(|suite| suite.text).collect();
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {head}>\n{texts}</testsuites>\n")
}

fn counts(tests: usize, failures: usize, errors: usize, skipped: usize) -> String {
    format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\"")
}

struct Suite {
    text: String,
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
}

impl Suite {
    fn of(graded: &Graded) -> Suite {
        let mut suite = Suite { text: String::new(), tests: 0, failures: 0, errors: 0, skipped: 0 };
        match &graded.state {
            GradeState::Checked(report) => {
                suite.add(graded, "it builds and starts", None);
                report.coverage.iter().for_each(|rule| suite.add_rule(graded, report, rule));
                report.layout.iter().for_each(|fault| {
                    let name = format!("layout: {}", fault.what);
                    let what = fault.extent();
                    let story = format!("expected {}\nfound    {}", fault.expected, fault.found);
                    suite.failures += 1;
                    suite.add(graded, &name, Some(element("failure", &what, &story)));
                });
            }
            GradeState::NotBuilt(failure) => {
                suite.failures += 1;
                suite.add(
                    graded,
                    "it builds and starts",
                    Some(element("failure", &failure.why, &failure.words)),
                );
            }
            GradeState::Unusable(why) => {
                suite.failures += 1;
                suite.add(graded, "it builds and starts", Some(element("failure", why, "")));
            }
            GradeState::Failed(why) => {
                suite.errors += 1;
                suite.add(graded, "it builds and starts", Some(element("error", why, "")));
            }
        }
        let Suite { text, tests, failures, errors, skipped } = &suite;
        let (name, counts) = (escaped(&graded.name), counts(*tests, *failures, *errors, *skipped));
        let time = graded.took.as_secs_f64();
        suite.text =
            format!("  <testsuite name=\"{name}\" {counts} time=\"{time:.3}\">\n{text}  </testsuite>\n");
        suite
    }

    fn add_rule(&mut self, graded: &Graded, report: &CheckReport, rule: &Coverage) {
        let body = if rule.tested == 0 {
            self.skipped += 1;
            Some("<skipped message=\"not reached\"/>".to_owned())
        } else if rule.agreed < rule.tested {
            self.failures += 1;
            let what = format!("{} of {} times wrong", rule.tested - rule.agreed, rule.tested);
            Some(element("failure", &what, &story(report, &rule.key)))
        } else {
            None
        };
        self.add(graded, &rule.label, body);
    }

    fn add(&mut self, graded: &Graded, name: &str, body: Option<String>) {
        self.tests += 1;
        let head =
            format!("    <testcase classname=\"{}\" name=\"{}\"", escaped(&graded.name), escaped(name));
        self.text.push_str(&match body {
            Some(body) => format!("{head}>\n      {body}\n    </testcase>\n"),
            None => format!("{head}/>\n"),
        });
    }
}

/// The plainest difference that concerns a rule.
pub fn story(report: &CheckReport, key: &str) -> String {
    const WIDTH: usize = 100;
    let found = report.plainest_of_rules().into_iter().find(|(_, difference)| difference.key == key);
    found.map(|(case, difference)| difference.lines(case, WIDTH).join("\n")).unwrap_or_default()
}

fn element(name: &str, message: &str, text: &str) -> String {
    format!("<{name} message=\"{}\">{}</{name}>", escaped(message), escaped(text))
}
