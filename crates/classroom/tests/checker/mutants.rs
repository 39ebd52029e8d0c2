//! Our own programs with one rule changed or left out in each, made by tables of changes: all of them must be caught.

mod change;
mod movement;
mod values;
mod voices;

use std::sync::atomic::AtomicBool;

use tabiya_classics::{CLASSICS, Classic};
use tabiya_classroom::{AfterDifference, CheckOptions, CheckReport, TestCase, check_with, chosen_cases};

use change::Mutant;

/// How many mutants of each classic there are at least.
const LEAST: usize = 60;

/// Every how many of them is tried in every test run.
const SAMPLE: usize = 61;

fn mutants(classic: &'static Classic) -> Vec<Mutant> {
    [movement::mutants(classic), values::mutants(classic), voices::mutants(classic)]
        .into_iter()
        .flatten()
        .collect()
}

fn check(mutant: &Mutant, cases: &[TestCase], after_difference: AfterDifference) -> CheckReport {
    let options = CheckOptions { after_difference, jobs: 1, ..CheckOptions::default() };
    let stop = AtomicBool::new(false);
    check_with(mutant.original, mutant, cases, &options, &stop, &|_, _, _| {}).unwrap()
}

/// What is wrong with the checker, as this mutant shows; `None` where it does well.
fn complaint(mutant: &Mutant, cases: &[TestCase]) -> Option<String> {
    let quick = check(mutant, cases, AfterDifference::Stop);
    if !quick.is_agreement() && names(mutant, &quick) {
        return None;
    }
    let report = check(mutant, cases, AfterDifference::GoOn);
    if report.is_agreement() {
        return Some(format!("{} is not caught", mutant.title()));
    }
    if names(mutant, &report) {
        return None;
    }
    let told: Vec<&str> = report.differences().map(|(_, difference)| difference.key.as_str()).collect();
    Some(format!("{}: expected {:?}, told {told:?}", mutant.title(), mutant.concerns))
}

/// Whether a report names the rule that was changed.
fn names(mutant: &Mutant, report: &CheckReport) -> bool {
    let broken =
        report.coverage.iter().filter(|rule| rule.agreed < rule.tested).map(|rule| rule.key.as_str());
    let broken: Vec<&str> = broken.collect();
    mutant.concerns.is_empty() && !broken.is_empty()
        || mutant.concerns.iter().any(|topic| broken.contains(&topic.key().as_str()))
}

fn complaints(every: usize) -> Vec<String> {
    let mut complaints = Vec::new();
    for (offset, classic) in CLASSICS.iter().enumerate() {
        let all = mutants(classic);
        assert!(all.len() >= LEAST, "{}: {} mutants", classic.name, all.len());
        let cases = chosen_cases(classic, &CheckOptions::default());
        let tried = all.iter().skip(offset % every).step_by(every);
        complaints.extend(tried.filter_map(|mutant| complaint(mutant, &cases)));
    }
    complaints
}

#[test]
fn a_sample_of_mutants_is_caught_by_the_rule_that_was_changed() {
    let complaints = complaints(SAMPLE);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
#[ignore = "takes minutes: cargo xtask proof mutants"]
fn all_mutants_are_caught_by_the_rule_that_was_changed() {
    let complaints = complaints(1);
    let count: usize = CLASSICS.iter().map(|classic| mutants(classic).len()).sum();
    assert!(complaints.is_empty(), "{} of {count} mutants:\n{}", complaints.len(), complaints.join("\n"));
    println!("{count} mutants, all caught");
}
