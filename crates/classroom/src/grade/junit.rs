//! The class in JUnit's XML form: a suite for each submission, a test for each rule.

use super::graded::{GradeState, Graded, GradedClass};
use crate::check_report::{CheckReport, Coverage, LayoutFault};
use crate::escape::escaped;
use crate::topic::Topic;

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
            rule.note.as_ref().map(|note| format!("<system-out>{}</system-out>", escaped(note)))
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

/// The plainest difference that concerns a rule; of the layout every kind of fault.
pub fn story(report: &CheckReport, key: &str) -> String {
    const WIDTH: usize = 100;
    if key == Topic::Layout.key() {
        return report.layout.iter().map(layout_story).collect::<Vec<_>>().join("\n");
    }
    let found = report.plainest_of_rules().into_iter().find(|(_, difference)| difference.key == key);
    found.map(|(case, difference)| difference.lines(case, WIDTH).join("\n")).unwrap_or_default()
}

fn layout_story(fault: &LayoutFault) -> String {
    let LayoutFault { what, expected, found, .. } = fault;
    format!("{what} ({})\nexpected {expected}\nfound    {found}", fault.extent())
}

fn element(name: &str, message: &str, text: &str) -> String {
    format!("<{name} message=\"{}\">{}</{name}>", escaped(message), escaped(text))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::time::Duration;

    use tabiya_classics::Classic;

    use super::*;
    use crate::coverage::coverage;
    use crate::grade::graded::GradeOrigin;
    use crate::rule_weights::RuleWeights;
    use crate::trial::{TopicResult, Trial, Verdict};

    #[test]
    fn what_is_wrong_with_the_layout_is_one_failure() {
        let fault = |what: &str| LayoutFault {
            what: what.to_owned(),
            lines: Some(2),
            place: ("game-01".to_owned(), 7),
            expected: "8 r".to_owned(),
            found: "8  r".to_owned(),
        };
        let layout = vec![fault("other blanks"), fault("other bars")];
        let trial = Trial {
            name: "game-01".to_owned(),
            verdict: Verdict::Agrees { notes: Vec::new(), layout },
            took: None,
            tested: vec![TopicResult::of(Topic::Start, true)],
            is_by_luck: false,
        };
        let known = BTreeSet::from([Topic::Start, Topic::Layout]);
        let classic = Classic::find("hong").unwrap();
        let report = coverage(classic, &known, vec![trial], Vec::new(), &RuleWeights::default());
        let suite = Suite::of(&Graded {
            name: "anna".to_owned(),
            kind: None,
            state: GradeState::Checked(Box::new(report)),
            incidents: Vec::new(),
            took: Duration::ZERO,
            origin: GradeOrigin::Run,
            fingerprint: None,
        });
        assert_eq!((suite.tests, suite.failures), (3, 1), "{}", suite.text);
        assert!(suite.text.contains("other blanks") && suite.text.contains("other bars"), "{}", suite.text);
    }
}
