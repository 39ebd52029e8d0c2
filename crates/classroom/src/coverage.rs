//! From trials to points.

use std::collections::BTreeSet;

use tabiya_classics::Classic;

use crate::check_report::{CheckReport, Coverage, LayoutFault};
use crate::rule_weights::RuleWeights;
use crate::topic::Topic;
use crate::trial::{Trial, Verdict};
use crate::voice_lessons::OTHER_WORDS;

/// Which share of its points a kind of fault in the layout costs.
const LAYOUT_COST: f64 = 0.25;

/// Which share of its points a rule is worth at most that a program has got wrong somewhere: whoever leaves out one leap of
/// the knight does not know how it moves, however rarely that shows.
const FAULTY_SHARE: f64 = 0.5;

/// The report on some trials. `known` are the rules that they should test: no program can add to them.
pub fn coverage(
    classic: &'static Classic,
    known: &BTreeSet<Topic>,
    trials: Vec<Trial>,
    remarks: Vec<String>,
    weights: &RuleWeights,
) -> CheckReport {
    let layout = layout_faults(&trials);
    let coverage: Vec<Coverage> = known
        .iter()
        .map(|&topic| match topic {
            Topic::Layout => layout_coverage(known, &trials, &layout, weights),
            topic if is_idle_refusal(topic, known, &trials) => idle_coverage(topic, &trials, weights),
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

/// How often a rule was tested, and how often it was right.
fn counts(topic: Topic, trials: &[Trial]) -> (usize, usize) {
    let results = trials.iter().flat_map(|trial| &trial.tested).filter(|result| result.topic == topic);
    results.fold((0, 0), |(tested, agreed), result| (tested + 1, agreed + usize::from(result.is_right)))
}

/// Whether the program refuses moves of which it makes none: that is no merit.
fn is_idle_refusal(topic: Topic, topics: &BTreeSet<Topic>, trials: &[Trial]) -> bool {
    let mut bounded = topics.iter().filter(|other| topic.bounds(**other)).peekable();
    bounded.peek().is_some() && bounded.all(|other| counts(*other, trials).1 == 0)
}

fn idle_coverage(topic: Topic, trials: &[Trial], weights: &RuleWeights) -> Coverage {
    let (tested, agreed) = counts(topic, trials);
    let why = "what is refused is never done where it is right";
    let note = (tested > 0 && agreed == tested).then(|| why.to_owned());
    Coverage { note, ..of(topic, tested, agreed, 0.0, weights) }
}

fn topic_coverage(topic: Topic, trials: &[Trial], weights: &RuleWeights) -> Coverage {
    let (tested, agreed) = counts(topic, trials);
    of(topic, tested, agreed, share(topic, trials), weights)
}

/// Which share of its points a rule gives. Of games in which luck decides only whether it was right there, and whether it was
/// wrong, not how often: the same program shall get the same each time.
fn share(topic: Topic, trials: &[Trial]) -> f64 {
    let results = |by_luck: bool| {
        let trials = trials.iter().filter(move |trial| trial.is_by_luck == by_luck);
        trials.flat_map(|trial| &trial.tested).filter(|result| result.topic == topic)
    };
    let mut tested = results(false).count();
    let mut agreed = results(false).filter(|result| result.is_right).count();
    if tested == 0 && results(true).any(|result| result.is_right) {
        (tested, agreed) = (1, 1);
    }
    tested += usize::from(results(true).any(|result| !result.is_right));
    match (tested, agreed) {
        (0, _) => 0.0,
        _ if agreed == tested => 1.0,
        _ => FAULTY_SHARE * agreed as f64 / tested as f64,
    }
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
    let kinds = faults.iter().map(|fault| fault.what.as_str()).collect::<BTreeSet<_>>().len();
    let share = if tested == 0 { 0.0 } else { (1.0 - LAYOUT_COST * kinds as f64).max(0.0) };
    let (shown, all) = shown_topics(topics, trials);
    let note =
        (tested > 0 && shown < all).then(|| format!("nothing printed for {} of {all} rules", all - shown));
    let share = share * shown as f64 / all.max(1) as f64;
    Coverage { note, ..of(Topic::Layout, tested, agreed, share, weights) }
}

/// With how many rules the program has written something, and of how many.
fn shown_topics(topics: &BTreeSet<Topic>, trials: &[Trial]) -> (usize, usize) {
    let results = trials.iter().flat_map(|trial| &trial.tested);
    let shown: BTreeSet<Topic> =
        results.filter(|result| result.is_shown).map(|result| result.topic).collect();
    let all: Vec<&Topic> = topics.iter().filter(|topic| prints(**topic)).collect();
    (all.iter().filter(|topic| shown.contains(topic)).count(), all.len())
}

/// Whether a rule is about something that is printed.
fn prints(topic: Topic) -> bool {
    !matches!(
        topic,
        Topic::Layout
            | Topic::Pace
            | Topic::Ends
            | Topic::MachineChance
            | Topic::MachineOpponent
            | Topic::MachinesAlone
    )
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
    let (key, label) = (topic.key(), topic.label());
    Coverage { key, label, tested, agreed, points: weight * share, weight, note: None }
}

/// Every kind of fault once, where it is first; of texts in other words each.
fn layout_faults(trials: &[Trial]) -> Vec<LayoutFault> {
    let mut all: Vec<LayoutFault> = Vec::new();
    for trial in trials {
        for fault in layout_of(trial) {
            let is_same = |known: &&mut LayoutFault| {
                known.what == fault.what && (fault.what != OTHER_WORDS || known.expected == fault.expected)
            };
            match all.iter_mut().find(is_same) {
                Some(known) => {
                    known.lines = known.lines.zip(fault.lines).map(|(known, more)| known + more);
                }
                None => all.push(fault.clone()),
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use tabiya_rules::Role;

    use super::*;
    use crate::trial::TopicResult;

    fn points(results: &[(Topic, bool)]) -> f64 {
        let tested = results.iter().map(|&(topic, is_right)| TopicResult::of(topic, is_right)).collect();
        let verdict = Verdict::Agrees { notes: Vec::new(), layout: Vec::new() };
        let trial = Trial { name: "game".to_owned(), verdict, took: None, tested, is_by_luck: false };
        let known = results.iter().map(|&(topic, _)| topic).collect();
        let classic = Classic::find("waterloo").unwrap();
        coverage(classic, &known, vec![trial], Vec::new(), &RuleWeights::default()).points
    }

    #[test]
    fn refusing_gives_points_only_beside_moves_that_are_made() {
        let (moves, refuses) = (Topic::Steps(Role::Rook), Topic::Blocked(Role::Rook));
        let both = moves.weight() + refuses.weight();
        assert_eq!(points(&[(moves, true), (refuses, true)]), both);
        assert_eq!(points(&[(moves, false), (refuses, true)]), 0.0);
        // Another piece's moves do not count, but a right move now and then does.
        assert_eq!(points(&[(Topic::Steps(Role::King), true), (moves, false), (refuses, true)]), 3.0);
        assert!(points(&[(moves, true), (moves, false), (refuses, true)]) > refuses.weight());
        // What is not among the rules cannot be asked for.
        assert_eq!(points(&[(Topic::CastlingRefused, true)]), Topic::CastlingRefused.weight());
        assert_eq!(points(&[(Topic::CastlingRefused, true), (Topic::Castles, false)]), 0.0);
        assert_eq!(points(&[(Topic::Nonsense, true), (moves, false)]), 0.0);
    }
}
