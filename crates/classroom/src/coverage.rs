//! From trials to points.

use std::collections::BTreeSet;

use tabiya_classics::Classic;

use crate::check_report::{CheckReport, Coverage, LayoutFault};
use crate::rule_weights::RuleWeights;
use crate::topic::Topic;
use crate::trial::{Trial, Verdict};

/// Which share of its points a kind of fault in the layout costs.
const LAYOUT_COST: f64 = 0.25;

/// Which share of its points a rule is worth at most that a program has got wrong somewhere: whoever leaves out one leap of
/// the knight does not know how it moves, however rarely that shows.
const FAULTY_SHARE: f64 = 0.5;

/// The report on some trials. `known` are the rules that they should test.
pub fn coverage(
    classic: &'static Classic,
    known: &BTreeSet<Topic>,
    trials: Vec<Trial>,
    remarks: Vec<String>,
    weights: &RuleWeights,
) -> CheckReport {
    let layout = layout_faults(&trials);
    let tested = trials.iter().flat_map(|trial| trial.tested.iter().map(|result| result.topic));
    let topics: BTreeSet<Topic> = known.iter().copied().chain(tested).collect();
    let coverage: Vec<Coverage> = topics
        .iter()
        .map(|&topic| match topic {
            Topic::Layout => layout_coverage(&topics, &trials, &layout, weights),
            topic => topic_coverage(topic, &trials, weights),
        })
        .collect();
    CheckReport {
        classic,
        points: coverage.iter().map(|rule| rule.points).sum(),
        max_points: coverage.iter().map(|rule| rule.weight).sum(),
        coverage,
        layout,
        trials,
        remarks,
    }
}

fn topic_coverage(topic: Topic, trials: &[Trial], weights: &RuleWeights) -> Coverage {
    let results = trials.iter().flat_map(|trial| &trial.tested).filter(|result| result.topic == topic);
    let (mut tested, mut agreed) = (0, 0);
    for result in results {
        tested += 1;
        agreed += usize::from(result.is_right);
    }
    let share = match (tested, agreed) {
        (0, _) => 0.0,
        _ if agreed == tested => 1.0,
        _ => FAULTY_SHARE * agreed as f64 / tested as f64,
    };
    of(topic, tested, agreed, share, weights)
}

/// Faults in chess cost nothing here; but for what the program never shows nothing is given.
fn layout_coverage(
    topics: &BTreeSet<Topic>,
    trials: &[Trial],
    faults: &[LayoutFault],
    weights: &RuleWeights,
) -> Coverage {
    let (mut tested, mut agreed) = (0, 0);
    for trial in trials
        .iter()
        .filter(|trial| trial.tested.iter().any(|result| result.is_right && prints(result.topic)))
    {
        tested += 1;
        agreed += usize::from(layout_of(trial).is_empty());
    }
    let share = if tested == 0 { 0.0 } else { (1.0 - LAYOUT_COST * faults.len() as f64).max(0.0) };
    of(Topic::Layout, tested, agreed, share * shown_share(topics, trials), weights)
}

/// The share of the rules with which the program has written something.
fn shown_share(topics: &BTreeSet<Topic>, trials: &[Trial]) -> f64 {
    let results = trials.iter().flat_map(|trial| &trial.tested);
    let shown: BTreeSet<Topic> =
        results.filter(|result| result.is_shown).map(|result| result.topic).collect();
    let all: Vec<&Topic> = topics.iter().filter(|topic| prints(**topic)).collect();
    let count = all.iter().filter(|topic| shown.contains(topic)).count();
    count as f64 / all.len().max(1) as f64
}

/// Whether a rule is about something that is printed.
fn prints(topic: Topic) -> bool {
    !matches!(topic, Topic::Layout | Topic::Pace | Topic::MachineChance)
}

fn layout_of(trial: &Trial) -> &[LayoutFault] {
    match &trial.verdict {
        Verdict::Agrees { layout, .. } => layout,
        Verdict::Differs(difference) => &difference.layout,
        Verdict::Skipped(_) => &[],
    }
}

fn of(topic: Topic, tested: usize, agreed: usize, share: f64, weights: &RuleWeights) -> Coverage {
    let weight = weights.of(topic);
    Coverage { key: topic.key(), label: topic.label(), tested, agreed, points: weight * share, weight }
}

/// Every kind of fault once, where it is first.
fn layout_faults(trials: &[Trial]) -> Vec<LayoutFault> {
    let mut all: Vec<LayoutFault> = Vec::new();
    for trial in trials {
        for fault in layout_of(trial) {
            match all.iter_mut().find(|known| known.what == fault.what) {
                Some(known) => known.lines += fault.lines,
                None => all.push(fault.clone()),
            }
        }
    }
    all
}
